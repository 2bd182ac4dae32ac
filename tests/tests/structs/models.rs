//! What the tests differentiate.

use cotangent::prelude::*;

#[derive(Clone, Debug, Differentiable)]
pub(crate) struct Linear {
    pub w: Tensor<f64>,
    pub b: Tensor<f64>,
}

/// No tensor at all, and no tangent.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub heads: usize,
    pub gain: f64,
    pub name: String,
}

#[derive(Clone, Debug, Differentiable)]
pub(crate) struct Pair(pub Tensor<f64>, pub usize, pub Linear);

#[derive(Clone, Debug, Differentiable)]
pub(crate) struct Model {
    pub first: Linear,
    pub rest: Vec<Linear>,
    pub pair: Pair,
    pub scale: f64,
    #[constant]
    pub config: Config,
}

pub(crate) use cotangent_tests::flow::normal;

pub(crate) fn linear(seed: u64, i: usize, o: usize) -> Linear {
    Linear { w: normal(seed, [i, o]), b: normal(seed + 1, [o]) }
}

pub(crate) fn model(depth: usize) -> Model {
    Model {
        first: linear(1, 3, 4),
        rest: (0..depth).map(|i| linear(10 + 2 * i as u64, 4, 4)).collect(),
        pair: Pair(normal(5, [4]), 2, linear(6, 4, 2)),
        scale: 0.75,
        config: Config { heads: 2, gain: 1.5, name: "toy".to_owned() },
    }
}
