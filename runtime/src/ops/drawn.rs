//! Draws of a key as functions, for bodies: what [`Key`] has as methods.

use std::borrow::Borrow;

use cotangent_kernels::Float;

use crate::axes::Sizes;
use crate::error::Result;
use crate::random::{Key, renamed};
use crate::tensor::Tensor;

/// [`Key::uniform_in`]
#[doc(hidden)]
pub fn key_uniform<T: Float>(
    key: impl Borrow<Key>,
    low: f64,
    high: f64,
    shape: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    key.borrow()
        .uniform_in(T::from_f64(low), T::from_f64(high), shape)
        .map_err(|e| renamed(&e, "key_uniform"))
}

/// [`Key::normal`]
#[doc(hidden)]
pub fn key_normal<T: Float>(key: impl Borrow<Key>, shape: impl Into<Sizes>) -> Result<Tensor<T>> {
    key.borrow().normal(shape).map_err(|e| renamed(&e, "key_normal"))
}

/// [`Key::bernoulli`]
#[doc(hidden)]
pub fn key_bernoulli(key: impl Borrow<Key>, p: f64, shape: impl Into<Sizes>) -> Result<Tensor<bool>> {
    key.borrow().bernoulli(p, shape).map_err(|e| renamed(&e, "key_bernoulli"))
}

/// [`Key::randint`]
#[doc(hidden)]
pub fn key_randint(
    key: impl Borrow<Key>,
    low: i32,
    high: i32,
    shape: impl Into<Sizes>,
) -> Result<Tensor<i32>> {
    key.borrow().randint(low, high, shape).map_err(|e| renamed(&e, "key_randint"))
}

/// [`Key::permutation`]
#[doc(hidden)]
pub fn key_permutation(key: impl Borrow<Key>, n: usize) -> Result<Tensor<i32>> {
    key.borrow().permutation(n).map_err(|e| renamed(&e, "key_permutation"))
}
