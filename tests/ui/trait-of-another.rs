use cotangent::prelude::*;

trait Module {
    fn forward(&self, x: &Tensor) -> Tensor;
}

#[derive(Clone, Differentiable)]
struct Scale {
    by: Tensor,
}

#[differentiable]
impl Module for Scale {
    fn forward(&self, x: &Tensor) -> Tensor {
        x * &self.by
    }
}

fn main() {}
