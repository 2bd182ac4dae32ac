use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Scale {
    by: Tensor,
}

#[differentiable]
impl Scale {
    fn mutable(&mut self, x: &Tensor) -> Tensor {
        x * &self.by
    }
    fn boxed(self: Box<Self>, x: &Tensor) -> Tensor {
        x * &self.by
    }
    fn fine(self, x: &Tensor) -> Tensor {
        x * &self.by
    }
}

fn main() {}
