//! Tangents of receivers and arguments: a method is found in what a box holds, a function takes a reference to that, and both
//! take the tangent of that.

use crate::transforms::differentiable::Differentiable;

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

/// A type of which parameter `K` stands in fields that move: the derive says so. A block of such a type asks for the
/// tangent of that parameter, whatever its own bounds say.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tangent; mark it `#[constant]`, or derive `Differentiable` for it",
    label = "neither a tensor, nor made of tensors by `#[derive(Differentiable)]`"
)]
pub trait Moves<const K: usize> {
    /// The parameter, or `()` where it stands in constants alone.
    type Of;
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
