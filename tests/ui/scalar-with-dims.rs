use cotangent::prelude::*;

#[differentiable]
fn f(x: &Scalar<f32, 3>) -> Scalar {
    x.exp()
}

fn main() {}
