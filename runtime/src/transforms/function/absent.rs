//! Messages of ours for missing transforms. rustc finds these names where `f::grad` or `f::hvp` is asked of a function without them,
//! and says which condition fails. A transform of the function itself is found before these names. rustc says the words of a
//! condition only if it is the only one, so nothing asks for a `Function`.

use std::convert::Infallible;

/// Nothing implements it: functions with a `Scalar` have their own `grad`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no function that returns a `Scalar`, so it has no gradient",
    label = "of a function to `Scalar` alone",
    note = "write `-> Scalar` and end in `.sum()` or `.mean()`, or pull a cotangent back: `let (y, pullback) = {Self}::vjp(..)?`"
)]
pub trait ReturnsScalar {}

/// Nothing implements it: functions of order 2 have their own `hvp`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no function of order 2, so it has no second derivatives",
    label = "of order 2 alone",
    note = "write `#[differentiable(order = 2)]` on it"
)]
pub trait OfOrder2 {}

/// See the module.
pub trait NoGradient {
    /// Of a scalar alone.
    fn grad() -> Infallible;
    /// As above.
    fn value_and_grad() -> Infallible;
}

#[diagnostic::do_not_recommend]
impl<F: ReturnsScalar> NoGradient for F {
    fn grad() -> Infallible {
        unreachable!()
    }
    fn value_and_grad() -> Infallible {
        unreachable!()
    }
}

/// See the module.
pub trait NoHvp {
    /// Of order 2 alone.
    fn hvp() -> Infallible;
}

#[diagnostic::do_not_recommend]
impl<F: OfOrder2> NoHvp for F {
    fn hvp() -> Infallible {
        unreachable!()
    }
}
