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

/// A host value that is made of references.
#[derive(Clone, Debug)]
pub struct Rates<'r, F> {
    /// The factor.
    pub factor: &'r f32,
    /// What is made of it.
    pub shape: F,
}

/// The pullback keeps the reference to the scale, and nothing else that is borrowed.
#[differentiable]
pub fn scaled(x: &Tensor<N>, scale: &f32, all: &[f32]) -> Scalar {
    (x.square() * scale * all[0]).sum()
}

/// References with and without names, and references of calls that belong to nobody.
#[differentiable]
pub fn shaped<'r, T, F>(
    x: &Tensor<T, N>,
    #[constant] rates: Rates<'_, F>,
    least: &'r f32,
    most: &&'r f32,
) -> Scalar<T>
where
    T: Float,
    F: Fn(&f32) -> f32 + Clone,
{
    let factor = (rates.shape)(rates.factor);
    (x.exp() * factor * least * *most).sum()
}

/// Functions as values.
#[differentiable]
pub fn applied(x: &Tensor, with: &dyn Fn(&f32) -> f32, then: fn(&f32) -> &f32) -> Scalar {
    (x.exp() * with(then(&1.0))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pullback_outlives_the_tensors_and_not_what_it_borrows() -> Result<()> {
        let (scale, seed) = (2.0, Tensor::scalar(1.0));
        let pullback = scaled::vjp(&tensor![1.0, 2.0], &scale, &[0.5])?.1;
        assert_eq!(pullback.pull(&seed)?.x.to_vec()?, [2.0, 4.0]);
        let (factor, least, most) = (2.0, 1.0, &3.0);
        let gradient = {
            let rates = Rates { factor: &factor, shape: |f: &f32| f + 1.0 };
            let pullback = shaped::vjp(&tensor![0.0, 0.0], rates.clone(), &least, &most)?.1;
            assert_eq!(pullback.clone().pull(&seed)?.x.to_vec()?, [9.0, 9.0]);
            let double = |f: &f32| f * rates.factor;
            let pullback = applied::vjp(&tensor![0.0], &double, |f| f)?.1;
            pullback.pull(&seed)?
        };
        assert_eq!(gradient.x.to_vec()?, [2.0]);
        Ok(())
    }

    #[test]
    fn forward_is_reverse() -> Result<()> {
        let (w, a, b) = (tensor![[1.0, -0.5], [0.25, 2.0]], tensor![0.5, -1.0], tensor![0.0, 1.0]);
        let args = (&w, (&a, &b));
        let direction = <pairs as Function>::actives(&args)?;
        let seed = (tensor![1.0, 2.0], Tensor::scalar(3.0));
        let [forward, reverse] = library::both_ways::<pairs>(args, &direction, &seed)?;
        assert!((forward - reverse).abs() < 1e-4, "{forward} {reverse}");
        Ok(())
    }
}
