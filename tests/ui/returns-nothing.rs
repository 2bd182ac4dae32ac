use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor) {
    x.exp();
}

fn main() {}
