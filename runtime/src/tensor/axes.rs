//! Host arguments of ops: which axes ([`Axes`]) and which sizes ([`Sizes`]).
//!
//! Both take whatever a user would write: one number or several, of any integer type, as array, slice or `Vec`.
//! Conversions cannot fail; what they hold is judged against a tensor when an op uses it.

use crate::error::{Error, ErrorKind, Result};
use crate::tensor::shape::{MAX_RANK, Shape, axis_of};

/// A short list of integers. More than [`MAX_RANK`] of them are counted, not kept: every use of such a list is
/// an error that names the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ints {
    items: [isize; MAX_RANK],
    count: usize,
}

impl Ints {
    const EMPTY: Self = Self { items: [0; MAX_RANK], count: 0 };

    fn collect<I: Int>(items: impl IntoIterator<Item = I>) -> Self {
        let mut list = Self::EMPTY;
        for item in items {
            if let Some(slot) = list.items.get_mut(list.count) {
                *slot = item.to_isize();
            }
            list.count += 1;
        }
        list
    }

    fn get(&self, what: &str) -> Result<&[isize]> {
        self.items.get(..self.count).ok_or_else(|| {
            Error::new(ErrorKind::Shape, format!("{} {what} for a rank of at most {MAX_RANK}", self.count))
        })
    }
}

/// Integers that count axes or sizes. Sealed: `i32 i64 isize u32 u64 usize`.
pub trait Int: Copy + sealed::Sealed {
    /// As `isize`, saturating.
    fn to_isize(self) -> isize;
}

mod sealed {
    pub trait Sealed {}
}

/// Axes of a tensor: all of them, or a list; negative ones count from the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes(Which);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    All,
    /// All but the first, that of a batch.
    Rest,
    These(Ints),
}

impl Axes {
    /// Every axis.
    pub const ALL: Self = Self(Which::All);
    /// No axis.
    pub const NONE: Self = Self(Which::These(Ints::EMPTY));

    /// The same axes of an item of a batch, whose axis is in front.
    #[doc(hidden)]
    pub fn behind(self) -> Self {
        match self.0 {
            Which::All | Which::Rest => Self(Which::Rest),
            Which::These(mut list) => {
                list.items.iter_mut().for_each(|axis| *axis = axis.saturating_add(isize::from(*axis >= 0)));
                Self(Which::These(list))
            }
        }
    }

    /// All axes of an item in this order, behind that of the batch.
    #[doc(hidden)]
    pub fn order_behind(self) -> Self {
        let Which::These(list) = self.behind().0 else { return Self::ALL };
        let mut behind = Ints { items: [0; MAX_RANK], count: list.count + 1 };
        behind.items[1..].copy_from_slice(&list.items[..MAX_RANK - 1]);
        Self(Which::These(behind))
    }

    /// Whether no axis is named.
    pub(crate) fn names_none(&self) -> bool {
        !matches!(self.0, Which::These(_))
    }

    /// Bit `i` is set if axis `i` is meant. An axis out of range or named twice is an error.
    pub fn set(&self, rank: usize) -> Result<u32> {
        let list = match &self.0 {
            Which::All => return Ok((1 << rank) - 1),
            Which::Rest => return Ok(((1 << rank) - 1) & !1),
            Which::These(list) => list,
        };
        let mut set = 0;
        for &axis in list.get("axes")? {
            let bit = 1 << axis_of(axis, rank)?;
            if set & bit != 0 {
                return Err(Error::new(ErrorKind::Axis, format!("axis {axis} is named twice")));
            }
            set |= bit;
        }
        Ok(set)
    }

    /// The axes in the order given, as indices below `rank`; each is checked to be there once.
    pub(crate) fn list(&self, rank: usize) -> Result<([usize; MAX_RANK], usize)> {
        let first = usize::from(self.set(rank)? & 1 == 0);
        let mut out = [0; MAX_RANK];
        let Which::These(list) = &self.0 else {
            out.iter_mut().zip(first..rank).for_each(|(o, i)| *o = i);
            return Ok((out, rank - first.min(rank)));
        };
        for (o, &axis) in out.iter_mut().zip(list.get("axes")?) {
            *o = axis_of(axis, rank)?;
        }
        Ok((out, list.count))
    }

    /// Whether the same axes are meant, whatever their order and sign.
    pub fn same(&self, other: &Self, rank: usize) -> Result<bool> {
        Ok(self.set(rank)? == other.set(rank)?)
    }
}

/// Sizes along axes: a shape, a shape in which one `-1` stands for "what is left", or the lengths of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes(List);

#[derive(Clone, Debug, PartialEq, Eq)]
enum List {
    Short(Ints),
    /// More than [`MAX_RANK`]: no shape, but an axis may be cut into so many parts.
    Long(Vec<isize>),
}

impl Sizes {
    fn collect<I: Int>(items: impl IntoIterator<Item = I> + Clone) -> Self {
        let short = Ints::collect(items.clone());
        Self(if short.count <= MAX_RANK {
            List::Short(short)
        } else {
            List::Long(items.into_iter().map(Int::to_isize).collect())
        })
    }

    /// The sizes as written.
    pub fn get(&self) -> &[isize] {
        match &self.0 {
            List::Short(ints) => &ints.items[..ints.count],
            List::Long(all) => all,
        }
    }

    /// Those of an item, behind the `n` of a batch.
    #[doc(hidden)]
    #[must_use]
    pub fn behind(&self, n: usize) -> Self {
        Self::collect([&[n as isize], self.get()].concat())
    }

    /// As a shape; a negative size is an error.
    pub fn shape(&self) -> Result<Shape> {
        let sizes = self.get();
        if sizes.len() > MAX_RANK {
            let message = format!("{} sizes for a rank of at most {MAX_RANK}", sizes.len());
            return Err(Error::new(ErrorKind::Shape, message));
        }
        let mut dims = [0; MAX_RANK];
        for (d, &size) in dims.iter_mut().zip(sizes) {
            *d = usize::try_from(size).map_err(|_| {
                Error::new(
                    ErrorKind::Shape,
                    format!("a size must not be negative, but {sizes:?} holds {size}"),
                )
            })?;
        }
        Shape::new(&dims[..sizes.len()])
    }

    /// As the shape of `numel` elements, where one -1 is inferred.
    pub fn infer(&self, numel: usize) -> Result<Shape> {
        let sizes = self.get();
        let Some(hole) = sizes.iter().position(|&s| s == -1) else { return self.shape() };
        if sizes[hole + 1..].contains(&-1) {
            return Err(Error::new(
                ErrorKind::Shape,
                format!("only one size can be -1, not two of {sizes:?}"),
            ));
        }
        let filled = sizes.iter().enumerate().map(|(i, &s)| if i == hole { 1 } else { s });
        let rest = Self::collect(filled).shape()?;
        let known = rest.numel();
        if known == 0 || !numel.is_multiple_of(known) {
            return Err(Error::new(
                ErrorKind::Shape,
                format!("{numel} elements do not fill {sizes:?}: no size in place of -1 fits"),
            ));
        }
        rest.with(hole, numel / known)
    }

    /// Where part number `part` begins when an axis is cut into these sizes: the sum of those before it.
    pub fn start(&self, part: usize) -> isize {
        self.get().iter().take(part).fold(0, |sum, &s| sum.saturating_add(s))
    }
}

macro_rules! ints {
    ($($I:ty)*) => {$(
        impl sealed::Sealed for $I {}
        impl Int for $I {
            fn to_isize(self) -> isize {
                isize::try_from(self).unwrap_or(if self < <$I>::MIN.midpoint(<$I>::MAX) { isize::MIN } else { isize::MAX })
            }
        }
        impl From<$I> for Axes {
            fn from(axis: $I) -> Self {
                Self(Which::These(Ints::collect([axis])))
            }
        }
        impl From<$I> for Sizes {
            fn from(size: $I) -> Self {
                Self::collect([size])
            }
        }
    )*};
}
ints!(i32 i64 isize u32 u64 usize);

macro_rules! lists {
    ($([$($generics:tt)*] $L:ty;)*) => {$(
        impl<$($generics)*> From<$L> for Axes {
            fn from(axes: $L) -> Self {
                Self(Which::These(Ints::collect(axes.iter().copied())))
            }
        }
        impl<$($generics)*> From<$L> for Sizes {
            fn from(sizes: $L) -> Self {
                Self::collect(sizes.iter().copied())
            }
        }
    )*};
}
lists! {
    [I: Int, const N: usize] [I; N];
    [I: Int, const N: usize] &[I; N];
    [I: Int] &[I];
    [I: Int] Vec<I>;
    [I: Int] &Vec<I>;
}

/// `..` means all axes.
impl From<std::ops::RangeFull> for Axes {
    fn from(_: std::ops::RangeFull) -> Self {
        Self::ALL
    }
}

impl From<&Self> for Axes {
    fn from(axes: &Self) -> Self {
        *axes
    }
}

impl From<&Self> for Sizes {
    fn from(sizes: &Self) -> Self {
        sizes.clone()
    }
}

impl From<Shape> for Sizes {
    fn from(shape: Shape) -> Self {
        Self::collect(shape.iter().copied())
    }
}

impl From<&Shape> for Sizes {
    fn from(shape: &Shape) -> Self {
        Self::from(*shape)
    }
}

/// `()` is rank 0; an empty array has no type of its own.
impl From<()> for Sizes {
    fn from((): ()) -> Self {
        Self(List::Short(Ints::EMPTY))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_from_anything() {
        assert_eq!(Axes::from(1).set(3).unwrap(), 0b010);
        assert_eq!(Axes::from(-1isize).set(3).unwrap(), 0b100);
        assert_eq!(Axes::from([0usize, 2]).set(3).unwrap(), 0b101);
        assert_eq!(Axes::from(&[0i32, 2][..]).set(3).unwrap(), 0b101);
        assert_eq!(Axes::from(vec![-3]).set(3).unwrap(), 0b001);
        assert_eq!(Axes::from(..).set(3).unwrap(), 0b111);
        assert_eq!(Axes::ALL.set(0).unwrap(), 0);
        assert_eq!(Axes::NONE.set(3).unwrap(), 0);
        assert_eq!(Axes::from([2, 0]).list(3).unwrap(), ([2, 0, 0, 0, 0, 0, 0, 0], 2));
    }

    #[test]
    fn bad_axes() {
        assert_eq!(Axes::from(3).set(3).unwrap_err().to_string(), "axis 3 is out of range for rank 3");
        assert_eq!(Axes::from(-4).set(3).unwrap_err().kind(), ErrorKind::Axis);
        assert_eq!(Axes::from(u64::MAX).set(3).unwrap_err().kind(), ErrorKind::Axis);
        assert_eq!(Axes::from([1, -2]).set(3).unwrap_err().to_string(), "axis -2 is named twice");
        assert!(Axes::from([0; 9]).set(3).unwrap_err().to_string().contains("9 axes"));
    }

    #[test]
    fn sizes() {
        assert_eq!(Sizes::from([2, 3]).shape().unwrap().dims(), [2, 3]);
        assert_eq!(Sizes::from(5usize).shape().unwrap().dims(), [5]);
        assert_eq!(Sizes::from(()).shape().unwrap(), Shape::SCALAR);
        assert_eq!(Sizes::from([2, -1]).infer(6).unwrap().dims(), [2, 3]);
        assert_eq!(Sizes::from([-1, 2]).infer(0).unwrap().dims(), [0, 2]);
        assert!(Sizes::from([2, -1]).shape().unwrap_err().to_string().contains("-1"));
        assert!(Sizes::from([2, -2]).infer(4).is_err());
        assert!(Sizes::from([4, -1]).infer(6).is_err());
        assert!(Sizes::from([0, -1]).infer(0).is_err(), "any size would fit");
        assert!(Sizes::from([-1, -1]).infer(4).unwrap_err().to_string().contains("only one"));
        assert!(Sizes::from([1; 9]).shape().is_err());
        assert_eq!(Sizes::from(u64::MAX).shape().unwrap_err().kind(), ErrorKind::Overflow);
    }

    #[test]
    fn starts_of_parts() {
        assert_eq!(Sizes::from([2, 3, 4]).start(2), 5);
        assert_eq!(Sizes::from([2, 3, 4]).start(9), 9);
        assert_eq!(Sizes::from([1; 20]).start(12), 12);
    }
}
