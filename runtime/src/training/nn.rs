//! Whole layers, as differentiable functions that bodies call like those of their own crate.
//!
//! A layer that needs a loop over steps stands here; one that does not is an op.

use crate::error::Result;
use crate::tensor::Tensor;
use cotangent_macros::differentiable;

/// A long short-term memory over all steps of `xs`: its state `h` after each, and the last `h` and `c`.
///
/// Gates and `bias` are those of [`lstm_cell`](crate::ops::lstm_cell). The other direction reads and gives flipped steps:
///
/// ```
/// use cotangent::nn::lstm;
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn backward(xs: &Tensor<N, L, I>, w: &Tensor<_, I>, u: &Tensor<_, H>, bias: &Tensor<_>) -> Tensor<N, L, H> {
///     let zero = zeros([xs.dim(0), u.dim(1)]);
///     let (hs, _, _) = lstm(&xs.flip(1), &zero, &zero, w, u, bias)?;
///     hs.flip(1)
/// }
///
/// let draw = |seed, shape: &[usize]| Key::new(seed).normal(shape);
/// let (xs, w, u): (Tensor, Tensor, Tensor) = (draw(1, &[2, 5, 3])?, draw(2, &[16, 3])?, draw(3, &[16, 4])?);
/// assert_eq!(backward(&xs, &w, &u, &Tensor::zeros([16])?).shape(), [2, 5, 4]);
/// # Ok::<(), cotangent::Error>(())
/// ```
#[differentiable(crate = crate, order = 2)]
pub fn lstm<T: cotangent_kernels::Float>(
    xs: &Tensor<T, N, L, I>,
    h: &Tensor<T, N, H>,
    c: &Tensor<T, N, H>,
    w: &Tensor<T, _, I>,
    u: &Tensor<T, _, H>,
    bias: &Tensor<T, _>,
) -> Result<(Tensor<T, N, L, H>, Tensor<T, N, H>, Tensor<T, N, H>)> {
    let (mut h, mut c) = (h.clone(), c.clone());
    let mut hs = Vec::new();
    for t in 0..xs.dim(1) {
        (h, c) = xs.narrow(1, t, 1).squeeze(1).lstm_cell(&h, &c, w, u, bias);
        hs.push(h.clone());
    }
    Ok((stack(&hs, 1), h, c))
}

/// A gated recurrent unit over all steps of `xs`: its state after each, and the last one.
///
/// Gates and the two biases are those of [`gru_cell`](crate::ops::gru_cell).
#[differentiable(crate = crate, order = 2)]
pub fn gru<T: cotangent_kernels::Float>(
    xs: &Tensor<T, N, L, I>,
    h: &Tensor<T, N, H>,
    w: &Tensor<T, _, I>,
    u: &Tensor<T, _, H>,
    of_x: &Tensor<T, _>,
    of_h: &Tensor<T, _>,
) -> Result<(Tensor<T, N, L, H>, Tensor<T, N, H>)> {
    let mut h = h.clone();
    let mut hs = Vec::new();
    for t in 0..xs.dim(1) {
        h = xs.narrow(1, t, 1).squeeze(1).gru_cell(&h, w, u, of_x, of_h);
        hs.push(h.clone());
    }
    Ok((stack(&hs, 1), h))
}
