use cotangent::prelude::*;

#[differentiable(order = 2, order = 2)]
fn twice(x: &Tensor) -> Tensor {
    x.exp()
}

#[differentiable(order)]
fn no_value(x: &Tensor) -> Tensor {
    x.exp()
}

#[differentiable(crate = 3)]
fn no_path(x: &Tensor) -> Tensor {
    x.exp()
}

#[differentiable(name = "other")]
fn no_identifier(x: &Tensor) -> Tensor {
    x.exp()
}

#[derive(Clone, Differentiable)]
struct Layer {
    w: Tensor,
}

#[differentiable(name = Forward)]
impl Layer {
    fn forward(&self, x: &Tensor) -> Tensor {
        x * &self.w
    }
}

#[differentiable]
impl (f32, f32) {
    fn forward(&self, x: &Tensor) -> Tensor {
        x.exp()
    }
}

fn main() {}
