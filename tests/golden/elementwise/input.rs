//! A chain of elementwise ops under a mean: value and gradient are one kernel.
use cotangent::prelude::*;

#[differentiable]
pub fn elementwise(x: &Tensor<N>) -> Scalar {
    (x.gelu_tanh() * x.sigmoid() + (-x.abs()).exp().log1p()).mean()
}
