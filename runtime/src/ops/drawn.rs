//! Draws of a key as functions, for bodies: what [`Key`] has as methods.

use std::borrow::Borrow;

use cotangent_kernels::Float;

use crate::device::Device;
use crate::error::Result;
use crate::tensor::Tensor;
use crate::tensor::axes::Sizes;
use crate::tensor::random::{Key, renamed};

/// A key, and where it draws.
#[doc(hidden)]
pub trait Drawing {
    /// The key, and where elements are to be.
    fn parts(self) -> (Key, Device);
}

impl<K: Borrow<Key>> Drawing for K {
    fn parts(self) -> (Key, Device) {
        (*self.borrow(), Device::CPU)
    }
}

/// A key that draws on a device.
#[derive(Debug)]
#[doc(hidden)]
pub struct DrawnOn<K>(pub K, pub Device);

impl<K: Borrow<Key>> Drawing for DrawnOn<K> {
    fn parts(self) -> (Key, Device) {
        (*self.0.borrow(), self.1)
    }
}

/// [`Key::uniform_in`]
#[doc(hidden)]
pub fn key_uniform<T: Float>(
    key: impl Drawing,
    low: f64,
    high: f64,
    shape: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    let (key, device) = key.parts();
    let made = key.uniform_at(device, T::from_f64(low)..T::from_f64(high), shape);
    made.map_err(|e| renamed(&e, "key_uniform"))
}

/// [`Key::normal`]
#[doc(hidden)]
pub fn key_normal<T: Float>(key: impl Drawing, shape: impl Into<Sizes>) -> Result<Tensor<T>> {
    let (key, device) = key.parts();
    key.normal_at(device, shape).map_err(|e| renamed(&e, "key_normal"))
}

/// [`Key::bernoulli`]
#[doc(hidden)]
pub fn key_bernoulli(key: impl Drawing, p: f64, shape: impl Into<Sizes>) -> Result<Tensor<bool>> {
    let (key, device) = key.parts();
    key.bernoulli_at(device, p, shape).map_err(|e| renamed(&e, "key_bernoulli"))
}

/// [`Key::randint`]
#[doc(hidden)]
pub fn key_randint(key: impl Drawing, low: i32, high: i32, shape: impl Into<Sizes>) -> Result<Tensor<i32>> {
    let (key, device) = key.parts();
    key.randint_at(device, low..high, shape).map_err(|e| renamed(&e, "key_randint"))
}

/// [`Key::permutation`]
#[doc(hidden)]
pub fn key_permutation(key: impl Drawing, n: usize) -> Result<Tensor<i32>> {
    key.parts().0.permutation(n).map_err(|e| renamed(&e, "key_permutation"))
}
