use cotangent::prelude::*;

#[differentiable]
trait Layer {
    fn forward(&self, x: &Tensor) -> Tensor;
}

struct Relu;

#[differentiable]
impl Layer for Relu {
    fn forward(&self, x: &Tensor) -> Tensor {
        x.relu()
    }
}

fn main() {}
