//! How axes are padded for windows: [`Padding`].

use crate::error::{Error, ErrorKind, Result};
use crate::tensor::axes::{Int, Sizes};
use crate::tensor::shape::MAX_RANK;

/// Elements before and behind each axis that windows slide along. A number is that of both sides of all axes, a list has one
/// number or pair for each axis.
///
/// ```
/// use cotangent::prelude::*;
///
/// let x = Tensor::<f32>::ones([1, 1, 5, 5])?;
/// let w = Tensor::ones([1, 1, 3, 3])?;
/// assert_eq!(x.conv2d(&w, 2, 1, 1)?.shape(), [1, 1, 3, 3]);
/// assert_eq!(x.conv2d(&w, 2, [1, 0], 1)?.shape(), [1, 1, 3, 2]);
/// assert_eq!(x.conv2d(&w, 2, [(2, 0), (0, 1)], 1)?.shape(), [1, 1, 3, 2]);
/// assert_eq!(x.conv2d(&w, 2, Padding::SAME, 1)?.shape(), [1, 1, 3, 3]);
/// assert_eq!(x.max_pool2d(2, 2, Padding::ceil(0))?.shape(), [1, 1, 3, 3]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Padding {
    sides: [(isize, isize); MAX_RANK],
    count: usize,
    last: Last,
}

/// What the last window of an axis makes of its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    /// Nothing: elements behind it are in no window.
    Whole,
    /// It may reach beyond the padding, where it begins before that.
    Begun,
    /// There are as many windows as strides begin on the axis.
    Same,
}

/// Elements around an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Around {
    pub(crate) before: usize,
    pub(crate) after: usize,
    /// More behind these, for the last window alone.
    pub(crate) beyond: usize,
}

impl Around {
    /// The length of an axis of `len` with all of them.
    pub(crate) fn padded(&self, len: usize) -> usize {
        [self.before, self.after, self.beyond].into_iter().fold(len, usize::saturating_add)
    }
}

impl Padding {
    /// As many windows as `len.div_ceil(stride)`, whatever their size: as `SAME` in TensorFlow and JAX, and at a stride of 1 as
    /// `same` in `torch`. Of an odd number of elements the larger half is behind the axis.
    pub const SAME: Self = Self { sides: [(0, 0); MAX_RANK], count: 1, last: Last::Same };

    /// This padding, with more elements behind for a last window that begins before the rear padding: `ceil_mode` of pools in `torch`. Such
    /// elements count in no mean. [`SAME`](Self::SAME) stays as it is.
    #[must_use]
    pub fn ceil(padding: impl Into<Self>) -> Self {
        let padding = padding.into();
        let last = if padding.last == Last::Same { Last::Same } else { Last::Begun };
        Self { last, ..padding }
    }

    fn collect(pairs: impl IntoIterator<Item = (isize, isize)>) -> Self {
        let mut padding = Self { sides: [(0, 0); MAX_RANK], count: 0, last: Last::Whole };
        for pair in pairs {
            if let Some(slot) = padding.sides.get_mut(padding.count) {
                *slot = pair;
            }
            padding.count += 1;
        }
        padding
    }

    /// The elements around axis number `k` of `count`, which has `len` elements, for windows that reach over `reach`.
    pub(crate) fn around(
        &self,
        (k, count): (usize, usize),
        len: usize,
        (reach, stride): (usize, usize),
    ) -> Result<Around> {
        if self.last == Last::Same {
            let windows = len.div_ceil(stride);
            let reached = windows.saturating_sub(1).saturating_mul(stride).saturating_add(reach);
            let more = if windows == 0 { 0 } else { reached.saturating_sub(len) };
            return Ok(Around { before: more / 2, after: more - more / 2, beyond: 0 });
        }
        let (before, after) = self.given(k, count)?;
        let (begins, padded) = (len.saturating_add(before), len.saturating_add(before).saturating_add(after));
        let beyond = match self.last {
            // One window reaches beyond all of a short axis.
            Last::Begun if padded.saturating_add(stride) > reach => {
                // Windows from the first on, the last of them being the one that begins last within.
                let more = padded.saturating_sub(reach).div_ceil(stride);
                let more = if more.saturating_mul(stride) >= begins { more.saturating_sub(1) } else { more };
                more.saturating_mul(stride).saturating_add(reach).saturating_sub(padded)
            }
            _ => 0,
        };
        Ok(Around { before, after, beyond })
    }

    /// What a transposed convolution drops around axis number `k` of `count`: for `SAME`, which is `None`, all that is more than
    /// `stride` elements for each window.
    pub(crate) fn dropped(&self, (k, count): (usize, usize)) -> Result<Option<(usize, usize)>> {
        match self.last {
            Last::Whole => self.given(k, count).map(Some),
            Last::Same => Ok(None),
            Last::Begun => {
                let message = "`Padding::ceil` has no transpose: several lengths have the same windows";
                Err(Error::new(ErrorKind::Value, message.to_owned()))
            }
        }
    }

    fn given(&self, k: usize, count: usize) -> Result<(usize, usize)> {
        let (before, after) = match self.count {
            1 => self.sides[0],
            n if n == count => self.sides[k],
            n => {
                let message = format!("{n} numbers as `padding` for {count} axes");
                return Err(Error::new(ErrorKind::Value, message));
            }
        };
        let natural = |n: isize| {
            let message = || format!("`padding` must be at least 0, but is {n}");
            usize::try_from(n).map_err(|_| Error::new(ErrorKind::Value, message()))
        };
        Ok((natural(before)?, natural(after)?))
    }
}

impl<I: Int> From<I> for Padding {
    fn from(both: I) -> Self {
        Self::collect([(both.to_isize(), both.to_isize())])
    }
}

impl From<&Self> for Padding {
    fn from(padding: &Self) -> Self {
        *padding
    }
}

impl From<Sizes> for Padding {
    fn from(both: Sizes) -> Self {
        Self::from(&both)
    }
}

impl From<&Sizes> for Padding {
    fn from(both: &Sizes) -> Self {
        Self::collect(both.get().iter().map(|n| (*n, *n)))
    }
}

macro_rules! lists {
    ($([$($generics:tt)*] $L:ty, $P:ty;)*) => {$(
        impl<$($generics)*> From<$L> for Padding {
            fn from(both: $L) -> Self {
                Self::collect(both.iter().map(|n| (n.to_isize(), n.to_isize())))
            }
        }
        impl<$($generics)*> From<$P> for Padding {
            fn from(pairs: $P) -> Self {
                Self::collect(pairs.iter().map(|(before, after)| (before.to_isize(), after.to_isize())))
            }
        }
    )*};
}
lists! {
    [I: Int, const N: usize] [I; N], [(I, I); N];
    [I: Int, const N: usize] &[I; N], &[(I, I); N];
    [I: Int] &[I], &[(I, I)];
    [I: Int] Vec<I>, Vec<(I, I)>;
    [I: Int] &Vec<I>, &Vec<(I, I)>;
}

/// What emitted code makes of `Padding::SAME`. A constant of that name that is no padding is a type error here.
#[must_use]
pub fn same(padding: Padding) -> Padding {
    padding
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(padding: impl Into<Padding>, len: usize, reach: usize, stride: usize) -> (usize, usize, usize) {
        let a = padding.into().around((0, 1), len, (reach, stride)).unwrap();
        (a.before, a.after, a.beyond)
    }

    #[test]
    fn from_numbers_and_pairs() {
        assert_eq!(around(1, 5, 3, 1), (1, 1, 0));
        assert_eq!(around([(2usize, 0)], 5, 3, 1), (2, 0, 0));
        let two = Padding::from(vec![(1, 2), (3, 4)]);
        let second = two.around((1, 2), 5, (3, 1)).unwrap();
        assert_eq!((second.before, second.after), (3, 4));
        let error = |p: Padding, at| p.around(at, 5, (3, 1)).unwrap_err().to_string();
        assert_eq!(error(two, (0, 3)), "2 numbers as `padding` for 3 axes");
        assert_eq!(error(Padding::from([0; 9]), (0, 2)), "9 numbers as `padding` for 2 axes");
        assert_eq!(error(Padding::from([(0, -1)]), (0, 1)), "`padding` must be at least 0, but is -1");
    }

    #[test]
    fn same() {
        assert_eq!(around(Padding::SAME, 5, 3, 1), (1, 1, 0));
        assert_eq!(around(Padding::SAME, 5, 4, 1), (1, 2, 0));
        assert_eq!(around(Padding::SAME, 6, 3, 2), (0, 1, 0));
        assert_eq!(around(Padding::SAME, 6, 2, 3), (0, 0, 0));
        assert_eq!(around(Padding::SAME, 0, 3, 2), (0, 0, 0));
        assert_eq!(Padding::ceil(Padding::SAME), Padding::SAME);
    }

    /// A last window that begins in the padding behind the axis is none.
    #[test]
    fn ceil() {
        assert_eq!(around(Padding::ceil(0), 5, 2, 2), (0, 0, 1));
        assert_eq!(around(Padding::ceil(0), 6, 2, 2), (0, 0, 0));
        assert_eq!(around(Padding::ceil(1), 3, 3, 3), (1, 1, 1));
        assert_eq!(around(Padding::ceil(1), 2, 3, 3), (1, 1, 0));
        assert_eq!(around(Padding::ceil(1), 1, 9, 3), (1, 1, 0));
        assert_eq!(around(Padding::ceil(0), 2, 3, 2), (0, 0, 1));
        assert_eq!(around(Padding::ceil(0), 1, 3, 2), (0, 0, 0));
    }
}
