//! Complex tensors: two real ones of one shape.

pub(crate) mod operators;

use std::fmt;

use cotangent_kernels::Float;

use crate::device::Device;
use crate::emitted::calls::Part;
use crate::error::Result;
use crate::ops;
use crate::ops::rt as __rt;
use crate::tensor::Tensor;
use crate::tensor::axes::{Axes, Sizes};

pub use operators::ComplexOperand;

/// A complex tensor: its real and its imaginary parts, of one shape and on one device.
///
/// Its tangents and cotangents are complex too. The cotangent of `z` is that of its parts, `∂L/∂re + i ∂L/∂im`, as in `PyTorch`: a step
/// against it descends. Inside of bodies the type may carry dims, `Complex<f64, N>`.
#[derive(Clone, cotangent_macros::Differentiable)]
#[cotangent(tangent = Complex, crate = crate)]
pub struct Complex<T: Float = f32> {
    /// The real parts.
    pub re: Tensor<T>,
    /// The imaginary parts.
    pub im: Tensor<T>,
}

impl<T: Float> Complex<T> {
    /// Of real and imaginary parts, which broadcast with one another.
    pub fn new(re: &Tensor<T>, im: &Tensor<T>) -> Result<Self> {
        if re.shape() == im.shape() && re.device() == im.device() {
            return Ok(Self { re: re.clone(), im: im.clone() });
        }
        let both = ops::add(re, im)?;
        let shape = || Sizes::from(both.shape());
        Ok(Self { re: re.broadcast_to(shape())?, im: im.broadcast_to(shape())? })
    }

    /// A real tensor, with imaginary parts of 0.
    pub fn from_real(re: &Tensor<T>) -> Result<Self> {
        Ok(Self { re: re.clone(), im: re.zeros_like()? })
    }

    /// Of magnitudes and angles.
    pub fn polar(r: &Tensor<T>, angle: &Tensor<T>) -> Result<Self> {
        let (re, im) = ops::polar(r, angle)?;
        Ok(Self { re, im })
    }

    /// The shape of both parts.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        self.re.shape()
    }

    /// The number of axes.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.re.rank()
    }

    /// The number of elements.
    #[must_use]
    pub fn numel(&self) -> usize {
        self.re.numel()
    }

    /// The length of an axis.
    #[must_use]
    pub fn dim(&self, axis: isize) -> usize {
        self.re.dim(axis)
    }

    /// Where it lives.
    #[must_use]
    pub fn device(&self) -> Device {
        self.re.device()
    }

    /// On another device.
    pub fn to(&self, device: &Device) -> Result<Self> {
        Ok(Self { re: self.re.to(device)?, im: self.im.to(device)? })
    }

    /// The one element.
    pub fn item(&self) -> Result<(T, T)> {
        Ok((self.re.item()?, self.im.item()?))
    }

    /// The elements in row-major order, each as its parts.
    pub fn to_vec(&self) -> Result<Vec<(T, T)>> {
        Ok(self.re.to_vec()?.into_iter().zip(self.im.to_vec()?).collect())
    }

    /// The product of matrices.
    pub fn matmul(&self, other: &Self) -> Result<Self> {
        let of = |a: &Tensor<T>, b: &Tensor<T>| a.matmul(b);
        Ok(Self {
            re: ops::sub(&of(&self.re, &other.re)?, &of(&self.im, &other.im)?)?,
            im: ops::add(&of(&self.re, &other.im)?, &of(&self.im, &other.re)?)?,
        })
    }

    /// The mean of all elements.
    pub fn mean(&self) -> Result<Self> {
        Ok(Self { re: self.re.mean()?, im: self.im.mean()? })
    }

    /// The mean over axes, which are dropped.
    pub fn mean_axis(&self, axes: impl Into<Axes>) -> Result<Self> {
        let axes = axes.into();
        Ok(Self { re: self.re.mean_axis(axes)?, im: self.im.mean_axis(axes)? })
    }

    /// [`fft`](Self::fft) along several axes.
    #[cfg(feature = "fft")]
    pub fn fftn(&self, axes: impl Into<Axes>) -> Result<Self> {
        self.along(&axes.into(), Self::fft)
    }

    /// [`ifft`](Self::ifft) along several axes.
    #[cfg(feature = "fft")]
    pub fn ifftn(&self, axes: impl Into<Axes>) -> Result<Self> {
        self.along(&axes.into(), Self::ifft)
    }

    #[cfg(feature = "fft")]
    fn along(&self, axes: &Axes, one: impl Fn(&Self, isize) -> Result<Self>) -> Result<Self> {
        let (axes, count) = axes.list(self.rank())?;
        axes[..count].iter().rev().try_fold(self.clone(), |z, axis| one(&z, *axis as isize))
    }

    /// `zⁿ` by products.
    pub fn powi(&self, n: i32) -> Result<Self> {
        let mut power = if n < 0 { self.recip()? } else { self.clone() };
        let (mut left, mut product) = (n.unsigned_abs(), None::<Self>);
        while left > 0 {
            if left % 2 == 1 {
                product = Some(match product {
                    Some(done) => operators::product(&done, &power)?,
                    None => power.clone(),
                });
            }
            left /= 2;
            if left > 0 {
                power = operators::product(&power, &power)?;
            }
        }
        product.map_or_else(|| Self::from_real(&self.re.ones_like()?), Ok)
    }
}

impl<T: Float> fmt::Debug for Complex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Complex").field("re", &self.re).field("im", &self.im).finish()
    }
}

impl<T: Float> Part<0> for Complex<T> {
    type Part = Tensor<T>;
    fn lend(&self) -> &Tensor<T> {
        &self.re
    }
    fn part(&self) -> Tensor<T> {
        self.re.clone()
    }
}

impl<T: Float> Part<1> for Complex<T> {
    type Part = Tensor<T>;
    fn lend(&self) -> &Tensor<T> {
        &self.im
    }
    fn part(&self) -> Tensor<T> {
        self.im.clone()
    }
}

/// What [`Complex`] is made of, in the types of emitted code. Constants have no tangent.
pub trait PartOf: Sized {
    /// The whole.
    type Complex;
    /// The whole of these.
    fn of(re: Self, im: Self) -> Self::Complex;
}

impl<T: Float> PartOf for Tensor<T> {
    type Complex = Complex<T>;
    #[inline]
    fn of(re: Self, im: Self) -> Complex<T> {
        Complex { re, im }
    }
}

impl PartOf for () {
    type Complex = ();
    fn of((): (), (): ()) {}
}

/// The complex tensor of such parts.
pub type ComplexOf<P> = <P as PartOf>::Complex;

/// A complex tensor of its parts, or what constant ones have in its place.
#[inline]
pub fn complex<P: PartOf>(re: P, im: P) -> P::Complex {
    P::of(re, im)
}

cotangent_macros::eager_complex!();
