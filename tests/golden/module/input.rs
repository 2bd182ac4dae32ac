//! Functions of a module: what is called is part of the caller's kernel, and its dims are the caller's.
use cotangent::prelude::*;

/// A loss and the functions that it is made of.
#[differentiable]
pub mod unit {
    use cotangent::prelude::*;

    /// `x σ(k x)`, of any shape.
    #[differentiable]
    pub fn gated(x: &Tensor, k: f32) -> Tensor {
        x * (x * k).sigmoid()
    }

    /// The squared distance by row, whose rows and columns have names of their own.
    #[differentiable]
    pub fn distance(a: &Tensor<R, C>, b: &Tensor<R, C>) -> Scalar {
        let e: Tensor<R, C> = a - b;
        (&e * &e).sum() * (1.0 / (R as f32))
    }

    /// What is called twice, with one more function in between.
    #[differentiable]
    pub fn scaled(x: &Tensor<B, F>, w: &Tensor<F>) -> Tensor<B, F> {
        gated(&(x * w), 2.0)
    }

    /// One kernel with its gradient: `R` is `N` here, and `C` is `D`.
    #[differentiable]
    pub fn loss(x: &Tensor<N, D>, w: &Tensor<D>, y: &Tensor<N, D>) -> Scalar {
        distance(&scaled(x, w), y)
    }
}
