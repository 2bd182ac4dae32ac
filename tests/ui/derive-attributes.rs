use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
#[cotangent(name = Delta)]
struct Layer {
    w: Tensor,
    #[constant(true)]
    mean: Tensor,
}

#[derive(Clone, Differentiable)]
#[constant]
struct Config {
    width: usize,
}

#[derive(Clone, Differentiable)]
enum Activation {
    #[constant]
    Leaky(Tensor),
    Tanh,
}

fn main() {
    let layer = Layer { w: tensor![1.0], mean: tensor![1.0] };
    let LayerTangent { w } = layer.zero_tangent().unwrap();
}
