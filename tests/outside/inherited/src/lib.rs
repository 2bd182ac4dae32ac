//! Edition 2021, the name of the dependency inherited from the workspace.
//!
//! ```
//! use grad_tools::prelude::*;
//!
//! /// Half of the sum of squares.
//! #[differentiable(order = 2)]
//! fn half(x: &Tensor<f64, N>) -> Scalar<f64> {
//!     (0.5 * x.square()).sum()
//! }
//!
//! fn main() -> Result<()> {
//!     let (x, v): (Tensor<f64>, Tensor<f64>) = (tensor![1.0, 2.0], tensor![0.0, 1.0]);
//!     assert_eq!(half::grad(&x)?.x.to_vec()?, [1.0, 2.0]);
//!     assert_eq!(half::hvp(&x, &v)?.1.x.to_vec()?, [0.0, 1.0]);
//!     Ok(())
//! }
//! ```
#![deny(warnings, missing_docs, rust_2018_idioms, unreachable_pub, clippy::pedantic)]
#![forbid(unsafe_code)]

use grad_tools::prelude::*;

/// Of two active arguments, one of them a tuple.
#[differentiable]
pub fn pairs(w: &Tensor<I, H>, pair: (&Tensor<H>, &Tensor<H>)) -> (Tensor<H>, Scalar) {
    let h = w.sum_axis(0) * pair.0 + pair.1;
    (h.tanh(), h.square().mean())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forward_is_reverse() -> Result<()> {
        let (w, a, b) = (tensor![[1.0, -0.5], [0.25, 2.0]], tensor![0.5, -1.0], tensor![0.0, 1.0]);
        let args = (&w, (&a, &b));
        let direction = <pairs as Function>::actives(&args);
        let seed = (tensor![1.0, 2.0], Tensor::scalar(3.0));
        let [forward, reverse] = library::both_ways::<pairs>(args, &direction, &seed)?;
        assert!((forward - reverse).abs() < 1e-4, "{forward} {reverse}");
        Ok(())
    }
}
