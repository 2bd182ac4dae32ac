//! A rule of one's own within layers that are generic over others.

use cotangent::prelude::*;

/// Rounds, and lets the cotangent through.
#[differentiable(vjp = through)]
fn quantized(x: &Tensor<N, D>, levels: f32) -> Result<Tensor> {
    (x * levels).round()?.div(&Tensor::scalar(levels))
}

fn through(_x: &Tensor, _levels: f32, _y: &Tensor, g: &Tensor) -> Result<Tensor> {
    Ok(g.clone())
}

#[differentiable]
trait Layer: Differentiable {
    fn forward(&self, x: &Tensor<B, D>) -> Tensor;
}

#[derive(Clone, Differentiable)]
struct Dense {
    w: Tensor,
}

#[differentiable]
impl Layer for Dense {
    fn forward(&self, x: &Tensor<B, D>) -> Tensor {
        x.matmul(&self.w)
    }
}

/// No parameters.
#[derive(Clone, Differentiable)]
struct Quantize {
    levels: f32,
}

#[differentiable]
impl Layer for Quantize {
    fn forward(&self, x: &Tensor<B, D>) -> Tensor {
        quantized(x, self.levels)?
    }
}

#[derive(Clone, Differentiable)]
struct Chain<A, B> {
    first: A,
    second: B,
}

#[differentiable]
impl<F: Layer, G: Layer> Layer for Chain<F, G> {
    fn forward(&self, x: &Tensor<B, D>) -> Tensor {
        self.second.forward(&self.first.forward(x)?)?
    }
}

#[differentiable]
fn loss<L: Layer>(model: &L, #[constant] x: &Tensor<B, D>) -> Scalar {
    model.forward(x)?.square().sum()
}

#[test]
fn the_rule_is_used_within_generic_layers() -> Result<()> {
    let model = Chain {
        first: Dense { w: tensor![[0.3, -0.7], [1.1, 0.2]] },
        second: Chain { first: Quantize { levels: 4.0 }, second: Dense { w: tensor![[2.0], [-1.0]] } },
    };
    let x = tensor![[1.0, 0.5]];
    let (value, g) = loss::value_and_grad(&model, &x)?;
    // [0.85, -0.6] is rounded to [0.75, -0.5]; 2 * 0.75 + 0.5 = 2, whose square is 4.
    assert_eq!(value.item()?, 4.0);
    assert_eq!(g.model.second.second.w.to_vec()?, [3.0, -2.0]);
    assert_eq!(g.model.first.w.to_vec()?, [8.0, -4.0, 4.0, -2.0]);
    Ok(())
}
