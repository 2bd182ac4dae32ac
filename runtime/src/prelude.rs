//! `use cotangent::prelude::*;`: what programs over tensors name.

pub use crate::complex::Complex;
pub use crate::device::Device;
pub use crate::error::{Error, Result};
pub use crate::tensor;
pub use crate::tensor::axes::{Axes, Sizes};
pub use crate::tensor::padding::Padding;
pub use crate::tensor::random::Key;
pub use crate::tensor::shape::Shape;
pub use crate::tensor::{Scalar, Tensor};
pub use crate::training::params::Params;
pub use crate::transforms::explained::Explained;
pub use crate::transforms::function::{Function, Grads, Objective, Pullback, TwiceDifferentiable};
pub use crate::{Element, Float, Num, bf16, f16, hessian, jacobian, pull_all};

#[doc(hidden)]
pub use crate::transforms::function::{NoGradient as _, NoHvp as _};

// Their pages are those of the root: what these link to lies beside them.
#[doc(no_inline)]
pub use crate::{Differentiable, associative_scan, differentiable, einsum};
