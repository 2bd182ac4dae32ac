use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Layer {
    weight: Tensor,
    bias: Option<Tensor>,
    heads: usize,
}

#[differentiable]
impl Layer {
    fn forward(&self, x: &Tensor) -> Tensor {
        x.matmul(&self.weight) + &self.bias
    }
}

fn main() {}
