use cotangent::prelude::*;

struct Model;

impl Model {
    fn scale(x: &Tensor) -> Tensor {
        x * 2.0
    }
}

#[differentiable]
fn f(x: &Tensor) -> Scalar {
    Model::scale(x).sum()
}

fn main() {}
