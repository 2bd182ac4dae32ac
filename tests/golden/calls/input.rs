//! Calls: a tensor, a tuple and a constant in and out, in a loop over a list.
use cotangent::prelude::*;

/// What is called: a cell and its state.
#[differentiable(order = 2)]
pub fn calls(xs: &[Tensor], h: &Tensor, w: &Tensor, k: f32) -> Scalar {
    let mut state = (h.clone(), h.tanh());
    for x in xs {
        state = cell(x, (&state.0, &state.1), w, k);
    }
    let (h, c) = state;
    (h * c).mean()
}

/// One step.
#[differentiable(order = 2)]
pub fn cell(x: &Tensor, state: (&Tensor, &Tensor), w: &Tensor, k: f32) -> (Tensor, Tensor) {
    let (h, c) = state;
    let c = c * k + (x * w + h).tanh();
    (c.tanh() * h, c)
}
