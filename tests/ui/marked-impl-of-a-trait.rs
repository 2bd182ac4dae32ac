use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Linear {
    w: Tensor,
}

trait Plain {
    fn forward(&self, x: &Tensor) -> Tensor;
}

#[differentiable]
impl Plain for Linear {
    fn forward(&self, x: &Tensor) -> Tensor {
        x * &self.w
    }
}

fn main() {}
