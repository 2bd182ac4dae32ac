use cotangent::prelude::*;

#[derive(Clone)]
struct Layer {
    weight: Tensor,
}

#[differentiable]
impl Layer {
    fn forward(&self, x: &Tensor) -> Tensor {
        x.matmul(&self.weight).tanh()
    }
}

fn main() {}
