use cotangent::prelude::*;

#[derive(Clone)]
enum Activation {
    Tanh,
}

#[derive(Clone, Differentiable)]
struct Layer {
    w: Tensor,
    activation: Activation,
}

fn main() {}
