//! Tangents of receivers and arguments: a method is found in what a box holds, a function takes a reference to that, and both
//! take the tangent of that.

use crate::differentiable::Differentiable;

/// The tangent of an argument, as that of the callee's parameter: of what is in a box, where the caller has the box.
#[diagnostic::on_unimplemented(
    message = "the function that is called here takes a tangent `{T}`, and is given `{Self}`",
    label = "an argument of another type"
)]
pub trait Along<T> {
    /// The tangent itself, or the one in the box.
    fn along(&self) -> &T;
}

impl<T> Along<T> for T {
    #[inline]
    fn along(&self) -> &T {
        self
    }
}

impl<T> Along<T> for Box<T> {
    #[inline]
    fn along(&self) -> &T {
        self
    }
}

/// [`Along`] the tangent of an `X`, as a bound that names no tangent: where `X` has none, rustc would tell of all bounds beside it.
#[diagnostic::on_unimplemented(
    message = "the function that is called here takes a tangent of `{X}`, and is given `{Self}`",
    label = "an argument of another type"
)]
pub trait AlongOf<X> {
    /// The tangent itself, or the one in the box.
    fn along_of(&self) -> &X::Tangent
    where
        X: Differentiable;
}

#[diagnostic::do_not_recommend]
impl<X: Differentiable, D: Along<X::Tangent>> AlongOf<X> for D {
    #[inline]
    fn along_of(&self) -> &X::Tangent {
        self.along()
    }
}
