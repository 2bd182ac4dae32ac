//! Draws of a key as functions, for bodies: what [`Key`] has as methods.

use std::borrow::Borrow;

use cotangent_kernels::Float;

use crate::axes::Sizes;
use crate::error::Result;
use crate::random::Key;
use crate::tensor::Tensor;

/// [`Key::uniform_in`]
#[doc(hidden)]
pub fn key_uniform<T: Float>(
    key: impl Borrow<Key>,
    low: f64,
    high: f64,
    shape: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    key.borrow().uniform_in(T::from_f64(low), T::from_f64(high), shape)
}

/// [`Key::normal`]
#[doc(hidden)]
pub fn key_normal<T: Float>(key: impl Borrow<Key>, shape: impl Into<Sizes>) -> Result<Tensor<T>> {
    key.borrow().normal(shape)
}

/// [`Key::bernoulli`]
#[doc(hidden)]
pub fn key_bernoulli(key: impl Borrow<Key>, p: f64, shape: impl Into<Sizes>) -> Result<Tensor<bool>> {
    key.borrow().bernoulli(p, shape)
}

/// [`Key::randint`]
#[doc(hidden)]
pub fn key_randint(
    key: impl Borrow<Key>,
    low: i32,
    high: i32,
    shape: impl Into<Sizes>,
) -> Result<Tensor<i32>> {
    key.borrow().randint(low, high, shape)
}

/// [`Key::permutation`]
#[doc(hidden)]
pub fn key_permutation(key: impl Borrow<Key>, n: usize) -> Result<Tensor<i32>> {
    key.borrow().permutation(n)
}
