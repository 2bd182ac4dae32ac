//! Control flow: a loop in a loop, a jump, a branch with an early return, and kernels inside of all.
use cotangent::prelude::*;

/// Steps of an iteration, with another rule now and then.
#[differentiable(order = 2)]
pub fn rounds(x: &Tensor<B, D>, w: &Tensor<D>, n: usize) -> Result<Scalar> {
    if n > 100 {
        return Err(Error::msg("too many steps"));
    }
    let mut h = x.clone();
    for i in 0..n {
        for _ in 0..i {
            h = (&h * w).tanh();
        }
        match i {
            0 => h = &h + x,
            5.. => break,
            _ => continue,
        }
        h = h.exp() * w;
    }
    Ok(h.mean())
}
