//! Shapes: up to [`MAX_RANK`] dims, stored inline.

use std::fmt;
use std::ops::Deref;

use crate::error::{Error, ErrorKind, Result};
use crate::tensor::axes::Axes;

/// The largest rank of a tensor.
pub const MAX_RANK: usize = 8;

/// The dims of a tensor. The number of elements of a `Shape` fits `isize`.
#[derive(Clone, Copy)]
pub struct Shape {
    // Dims behind the rank are 1, so that equality and the product need not look at the rank.
    dims: [usize; MAX_RANK],
    rank: u8,
}

impl Shape {
    /// Rank 0: one element.
    pub const SCALAR: Self = Self { dims: [1; MAX_RANK], rank: 0 };
    /// One axis without elements.
    pub(crate) const EMPTY: Self = Self { dims: [0, 1, 1, 1, 1, 1, 1, 1], rank: 1 };

    /// A shape from its dims. More than [`MAX_RANK`] dims, or more elements than `isize` holds, is an error.
    pub fn new(dims: &[usize]) -> Result<Self> {
        if dims.len() > MAX_RANK {
            return Err(Error::new(
                ErrorKind::Shape,
                format!("rank {} is above the largest, {MAX_RANK}", dims.len()),
            ));
        }
        let mut shape = Self::SCALAR;
        shape.rank = dims.len() as u8;
        shape.dims[..dims.len()].copy_from_slice(dims);
        // Zeros are left out of the check, so that the strides of an empty tensor cannot overflow either.
        let count = dims.iter().try_fold(1usize, |n, &d| n.checked_mul(d.max(1)));
        match count {
            Some(n) if n <= isize::MAX as usize / 8 => Ok(shape),
            _ => Err(Error::new(
                ErrorKind::Overflow,
                format!("{shape} has more elements than memory can hold"),
            )),
        }
    }

    /// Number of dims.
    #[inline]
    pub fn rank(&self) -> usize {
        usize::from(self.rank)
    }

    /// Number of elements.
    #[inline]
    pub fn numel(&self) -> usize {
        self.dims.iter().product()
    }

    /// The dims as a slice.
    #[inline]
    pub fn dims(&self) -> &[usize] {
        &self.dims[..self.rank()]
    }

    /// The size of one axis, counted from the end if negative.
    pub fn dim(&self, axis: isize) -> Result<usize> {
        Ok(self.dims[axis_of(axis, self.rank())?])
    }

    /// The shape after reducing over `axes`, which are kept with length 1 or dropped.
    pub fn reduce(&self, axes: &Axes, keep: bool) -> Result<Self> {
        let set = axes.set(self.rank())?;
        let mut out = Self::SCALAR;
        for (i, &d) in self.iter().enumerate() {
            let reduced = set >> i & 1 == 1;
            if reduced && !keep {
                continue;
            }
            out.dims[out.rank()] = if reduced { 1 } else { d };
            out.rank += 1;
        }
        Ok(out)
    }

    /// How many elements a reduction over `axes` folds into one. Axes that the reduction would refuse count as none:
    /// it is the op that reports them.
    pub fn count(&self, axes: &Axes) -> usize {
        let set = axes.set(self.rank()).unwrap_or(0);
        self.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &d)| d).product()
    }

    /// Where part number `part` of an axis begins that is cut into `n` pieces: all of one size, but the last ones,
    /// which may be smaller or empty. Arguments that `chunk` would refuse give 0.
    pub fn chunk_start(&self, axis: isize, n: usize, part: usize) -> isize {
        let d = self.dim(axis).unwrap_or(0);
        if n == 0 { 0 } else { d.min(part.saturating_mul(d.div_ceil(n))) as isize }
    }

    /// The common shape of two operands: dims align from the end, 1 repeats.
    pub fn broadcast(&self, other: &Self) -> Result<Self> {
        if self == other {
            return Ok(*self);
        }
        let rank = self.rank().max(other.rank());
        let mut dims = [1; MAX_RANK];
        for back in 1..=rank {
            let (a, b) = (self.at_back(back), other.at_back(back));
            dims[rank - back] = match (a, b) {
                (1, d) | (d, 1) => d,
                (a, b) if a == b => a,
                _ => {
                    return Err(Error::new(
                        ErrorKind::Shape,
                        format!("shapes {self} and {other} do not broadcast: {a} against {b}"),
                    ));
                }
            };
        }
        Self::new(&dims[..rank])
    }

    /// Whether `self` repeats to exactly `to`.
    pub fn broadcasts_to(&self, to: &Self) -> bool {
        self.rank() <= to.rank()
            && (1..=self.rank()).all(|back| self.at_back(back) == 1 || self.at_back(back) == to.at_back(back))
    }

    /// The dim `back` places before the end; 1 where there is none.
    #[inline]
    pub(crate) fn at_back(&self, back: usize) -> usize {
        if back <= self.rank() { self.dims[self.rank() - back] } else { 1 }
    }

    /// These dims with one replaced. The product is checked again.
    pub fn with(&self, axis: usize, dim: usize) -> Result<Self> {
        let mut dims = self.dims;
        dims[axis] = dim;
        Self::new(&dims[..self.rank()])
    }
}

/// A shape, or the shapes of a list.
pub trait EachShape: Sized {
    /// As [`item`] and [`in_front`], for each.
    fn each(&self, f: impl Fn(&Shape) -> Result<Shape>) -> Result<Self>;
}

impl EachShape for Shape {
    fn each(&self, f: impl Fn(&Self) -> Result<Self>) -> Result<Self> {
        f(self)
    }
}

/// The shape of an item of a batch, whose axis is in front.
pub fn item<S: EachShape>(shape: &S) -> Result<S> {
    shape.each(|shape| Shape::new(shape.get(1..).unwrap_or_default()))
}

/// The shape behind the `n` of a batch, and behind axes of length 1 where it has a lower rank.
pub fn in_front<S: EachShape>(n: usize, shape: &S, rank: usize) -> Result<S> {
    shape.each(|shape| {
        let ones = std::iter::repeat_n(1, rank.saturating_sub(shape.rank()));
        Shape::new(&std::iter::once(n).chain(ones).chain(shape.iter().copied()).collect::<Vec<_>>())
    })
}

/// `axis`, counted from the end if negative, as an index below `rank`.
pub(crate) fn axis_of(axis: isize, rank: usize) -> Result<usize> {
    let i = if axis < 0 { axis.saturating_add(rank as isize) } else { axis };
    if (0..rank as isize).contains(&i) {
        return Ok(i as usize);
    }
    Err(Error::new(ErrorKind::Axis, format!("axis {axis} is out of range for rank {rank}")))
}

impl PartialEq for Shape {
    /// All places at once, without a branch or a call: shapes are compared on the way to every kernel.
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        let differ = self.dims.iter().zip(&other.dims).fold(0, |d, (a, b)| d | (a ^ b));
        (differ | usize::from(self.rank ^ other.rank)) == 0
    }
}

impl Eq for Shape {}

impl std::hash::Hash for Shape {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.dims().hash(state);
    }
}

impl Deref for Shape {
    type Target = [usize];
    #[inline]
    fn deref(&self) -> &[usize] {
        self.dims()
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.dims())
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(dims: &[usize]) -> Shape {
        Shape::new(dims).unwrap()
    }

    #[test]
    fn limits() {
        assert!(Shape::new(&[1; 9]).unwrap_err().to_string().contains("rank 9"));
        let e = Shape::new(&[1 << 40, 1 << 40]).unwrap_err();
        assert_eq!(e.kind(), ErrorKind::Overflow);
        assert_eq!(Shape::new(&[0, 1 << 40, 1 << 40]).unwrap_err().kind(), ErrorKind::Overflow);
        assert_eq!(shape(&[3, 0, 2]).numel(), 0);
        assert_eq!(Shape::SCALAR.numel(), 1);
        assert_eq!(shape(&[2, 3]).to_string(), "[2, 3]");
    }

    #[test]
    fn broadcasting() {
        let b = |a: &[usize], b: &[usize]| shape(a).broadcast(&shape(b)).map(|s| s.to_vec());
        assert_eq!(b(&[2, 3], &[3]).unwrap(), [2, 3]);
        assert_eq!(b(&[2, 1], &[1, 3]).unwrap(), [2, 3]);
        assert_eq!(b(&[], &[4]).unwrap(), [4]);
        assert_eq!(b(&[0], &[1]).unwrap(), [0]);
        assert!(b(&[0], &[2]).is_err());
        assert_eq!(
            b(&[2, 3], &[4]).unwrap_err().to_string(),
            "shapes [2, 3] and [4] do not broadcast: 3 against 4"
        );
        assert_eq!(b(&[1 << 40, 1], &[1, 1 << 40]).unwrap_err().kind(), ErrorKind::Overflow);
        assert!(shape(&[3]).broadcasts_to(&shape(&[2, 3])));
        assert!(!shape(&[2, 3]).broadcasts_to(&shape(&[3])));
        assert!(!shape(&[3]).broadcasts_to(&shape(&[1])));
    }

    #[test]
    fn reducing() {
        let s = shape(&[2, 3, 4]);
        let axes = Axes::from([0, -1]);
        assert_eq!(s.reduce(&axes, false).unwrap().dims(), [3]);
        assert_eq!(s.reduce(&axes, true).unwrap().dims(), [1, 3, 1]);
        assert_eq!(s.count(&axes), 8);
        assert_eq!(s.count(&Axes::ALL), 24);
        assert_eq!((0..4).map(|p| s.chunk_start(-1, 3, p)).collect::<Vec<_>>(), [0, 2, 4, 4]);
        assert!(s.reduce(&Axes::from([0, -3]), false).is_err(), "one axis twice");
        assert_eq!(s.dim(-1).unwrap(), 4);
        assert!(s.dim(3).is_err());
        assert!(s.dim(isize::MIN).is_err());
    }
}
