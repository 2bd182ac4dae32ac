//! Named dims: the bias un-broadcasts over an axis that is known at expansion.
use cotangent::prelude::*;

/// Mean squared error of one layer.
#[differentiable]
pub fn layer(
    #[constant] x: &Tensor<B, I>,
    w: &Tensor<I, H>,
    b: &Tensor<H>,
    #[constant] y: &Tensor<B, H>,
) -> Scalar {
    let h = (x.matmul(w) + b).tanh();
    let e = h - y;
    (&e * &e).mean()
}
