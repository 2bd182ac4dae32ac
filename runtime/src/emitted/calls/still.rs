//! Calls of what has no derivative: plain methods of differentiable types.

use std::fmt;
use std::marker::PhantomData;

use super::{PullOutput, Pullback2, Slots};
use crate::error::Result;
use crate::transforms::differentiable::{Differentiable, Form};
use crate::transforms::hooks::Hooks;

/// A pullback to parameters that are all constant: `S` has one `()` for each.
pub struct Still<Y, S>(PhantomData<fn(Y) -> S>);

impl<Y, S> Still<Y, S> {
    /// A pullback that holds nothing.
    #[allow(clippy::new_without_default)] // Emitted code makes them.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<Y, S> Clone for Still<Y, S> {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl<Y, S> fmt::Debug for Still<Y, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Still")
    }
}

/// No gradients, by position.
#[derive(Clone, Debug, Default)]
pub struct Nothing<S>(S);

impl<S> Slots for Nothing<S> {
    type Slots = S;
    fn slots(self) -> S {
        self.0
    }
}

impl<Y: Differentiable, S: Default> PullOutput for Still<Y, S> {
    type Output = Y;
    type Slots = Nothing<S>;
    fn pull_output(self, _: Y::Tangent, _: Hooks<'_>) -> Result<Nothing<S>> {
        Ok(Nothing::default())
    }
    fn residual_bytes(&self) -> usize {
        0
    }
}

impl<Y: Differentiable, S: Default> Pullback2 for Still<Y, S> {
    type Output = Y;
    type Grads = Nothing<S>;
    fn pull(self, _: Y::Tangent, _: Y::Tangent) -> Result<(Nothing<S>, Nothing<S>)> {
        Ok((Nothing::default(), Nothing::default()))
    }
}

/// A value that does not move, and its tangent.
pub fn unmoved<Y: Differentiable>(value: Y) -> Result<(Y, Y::Tangent)> {
    let still = still(&value)?;
    Ok((value, still))
}

/// The tangent of a value that does not move.
pub fn still<Y: Differentiable>(value: &Y) -> Result<Y::Tangent> {
    value.form().zeros()
}
