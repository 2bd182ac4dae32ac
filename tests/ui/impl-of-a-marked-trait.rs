use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Linear {
    w: Tensor,
}

#[differentiable]
trait Marked {
    fn forward(&self, x: &Tensor) -> Tensor;
}

impl Marked for Linear {
    fn forward(&self, x: &Tensor) -> Tensor {
        x * &self.w
    }
}

fn main() {}
