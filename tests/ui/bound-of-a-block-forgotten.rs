use cotangent::prelude::*;

#[differentiable]
pub trait Layer {
    fn forward(&self, x: &Tensor) -> Tensor;
}

#[derive(Clone, Differentiable)]
pub struct Stack<L> {
    pub first: L,
    pub w: Tensor,
}

#[differentiable]
impl<L: Layer> Stack<L> {
    pub fn run(&self, x: &Tensor) -> Tensor {
        self.first.forward(x)? * &self.w
    }
}

fn main() {}
