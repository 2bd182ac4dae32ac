//! Results

use cotangent::prelude::*;

/// A tensor with declared dims, and a loss.
#[differentiable]
fn product(x: &Tensor<B, I>, w: &Tensor<I, O>) -> Tensor<B, O> {
    x.matmul(w)
}

#[differentiable]
fn loss(x: &Tensor<B, I>, w: &Tensor<I, O>) -> Scalar {
    product(x, w).mean()
}

/// Tuples, with numbers in them too. The first result is the one that `value_and_grad` differentiates.
#[differentiable]
fn several(x: &Tensor<N>) -> (Scalar, Tensor<N>, usize) {
    (x.sum(), x.exp(), N)
}

/// A `Result`: its errors are those of the library.
#[differentiable]
fn fallible(x: &Tensor<N>, n: usize) -> Result<Scalar> {
    if n == 0 {
        return Err(Error::msg("nothing to divide by"));
    }
    Ok(x.sum() / n)
}

/// Structs, lists and options.
#[derive(Clone, Differentiable)]
struct State {
    h: Tensor,
    steps: usize,
}

#[differentiable]
fn state(s: &State) -> State {
    State { h: s.h.exp(), steps: s.steps + 1 }
}

#[differentiable]
fn list(x: &Tensor) -> Vec<Tensor> {
    vec![x.sin(), x.cos()]
}

#[differentiable]
fn option(x: &Tensor, is_there: bool) -> Option<Tensor> {
    if is_there { Some(x.exp()) } else { None }
}
