//! The inputs of a launch: each says by its own type what may become of it.

use cotangent_kernels::Element;
use cotangent_kernels::kernel::{List, Row};

use super::Read;
use crate::tensor::Tensor;

/// An input of a launch whose kind is decided when it runs.
#[derive(Debug)]
pub enum Arg<'a, T: Element> {
    /// As `&Tensor`.
    Ref(&'a Tensor<T>),
    /// As `Tensor`.
    Own(Tensor<T>),
    /// A tensor that the caller replaces by a result: as `Own`, but still there after an error, unchanged.
    Mut(&'a mut Tensor<T>),
}

mod sealed {
    /// Operands have the element types that kernels are told: nobody else may say so.
    pub trait Sealed {}
}
use sealed::Sealed;

/// An input of a launch: `&Tensor`, which is read only; `Tensor`, at its last use, into whose buffer the launch may write a
/// result; or an [`Arg`]. Sealed.
pub trait Input<T: Element>: Sealed {
    #[doc(hidden)]
    fn read(&self, nan: bool) -> Read<'_>;
    #[doc(hidden)]
    fn tensor(&self) -> &Tensor<T>;
}

impl<T: Element> Sealed for &Tensor<T> {}
impl<T: Element> Input<T> for &Tensor<T> {
    #[inline(always)]
    fn read(&self, _: bool) -> Read<'_> {
        Read::new(self, false)
    }

    fn tensor(&self) -> &Tensor<T> {
        self
    }
}

impl<T: Element> Sealed for Tensor<T> {}
impl<T: Element> Input<T> for Tensor<T> {
    #[inline(always)]
    fn read(&self, _: bool) -> Read<'_> {
        Read::new(self, true)
    }

    fn tensor(&self) -> &Tensor<T> {
        self
    }
}

impl<T: Element> Sealed for Arg<'_, T> {}
impl<T: Element> Input<T> for Arg<'_, T> {
    #[inline(always)]
    fn read(&self, nan: bool) -> Read<'_> {
        match self {
            Self::Ref(t) => Read::new(t, false),
            Self::Own(t) => Read::new(t, true),
            // A NaN is found when the result is there, and the target of an error must be as before.
            Self::Mut(t) => Read::new(t, !nan),
        }
    }

    fn tensor(&self) -> &Tensor<T> {
        match self {
            Self::Ref(t) => t,
            Self::Own(t) => t,
            Self::Mut(t) => t,
        }
    }
}

/// The inputs of a launch for a list of element types: an array or a tuple for `[T; N]`, `()` and `(x, rest)` for such a
/// list. Sealed.
pub trait Inputs<L: List>: Sealed {
    #[doc(hidden)]
    fn reads<'v>(&'v self, nan: bool, into: &mut [Read<'v>]);
}

impl Sealed for () {}
impl Inputs<()> for () {
    #[inline(always)]
    fn reads<'v>(&'v self, _: bool, _: &mut [Read<'v>]) {}
}

impl<T: Element> Inputs<[T; 0]> for ()
where
    [T; 0]: Row,
{
    #[inline(always)]
    fn reads<'v>(&'v self, _: bool, _: &mut [Read<'v>]) {}
}

impl<X: Sealed, R: Sealed> Sealed for (X, R) {}
impl<T: Element, L: List, X: Input<T>, R: Inputs<L>> Inputs<(T, L)> for (X, R) {
    #[inline(always)]
    fn reads<'v>(&'v self, nan: bool, into: &mut [Read<'v>]) {
        if let [first, rest @ ..] = into {
            *first = self.0.read(nan);
            self.1.reads(nan, rest);
        }
    }
}

impl<X: Sealed, const N: usize> Sealed for [X; N] {}
impl<T: Element, X: Input<T>, const N: usize> Inputs<[T; N]> for [X; N]
where
    [T; N]: Row,
{
    #[inline(always)]
    fn reads<'v>(&'v self, nan: bool, into: &mut [Read<'v>]) {
        for (to, x) in into.iter_mut().zip(self) {
            *to = x.read(nan);
        }
    }
}

macro_rules! tuple {
    ($n:literal: $($X:ident $at:tt),+) => {
        impl<T: Element, $($X: Input<T>),+> Inputs<[T; $n]> for ($($X,)+) {
            #[inline(always)]
            fn reads<'v>(&'v self, nan: bool, into: &mut [Read<'v>]) {
                $(into[$at] = self.$at.read(nan);)+
            }
        }
    };
    (sealed $n:literal: $($X:ident $at:tt),+) => {
        impl<$($X: Sealed),+> Sealed for ($($X,)+) {}
        tuple!($n: $($X $at),+);
    };
}

tuple!(2: A 0, B 1);
tuple!(sealed 3: A 0, B 1, C 2);
tuple!(sealed 4: A 0, B 1, C 2, D 3);
tuple!(sealed 5: A 0, B 1, C 2, D 3, E 4);
tuple!(sealed 6: A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(sealed 7: A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(sealed 8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(sealed 9: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(sealed 10: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(sealed 11: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(sealed 12: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
