//! Factorisations are opaque calls: the rules of `solve` and `logdet` meet in one pullback.
use cotangent::prelude::*;

/// Negative log density of a normal distribution with covariance `a` at the columns of `b`, without constants.
#[differentiable]
pub fn solve(a: &Tensor<N, N>, b: &Tensor<N, K>) -> Scalar {
    let (_, logdet) = a.slogdet();
    let x = a.solve(b);
    0.5 * (b * x).sum() + 0.5 * logdet
}
