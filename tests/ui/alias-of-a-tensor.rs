use cotangent::prelude::*;

type V = Tensor<f64>;

#[differentiable]
fn f(x: &V) -> V {
    x.tanh()
}

fn main() {}
