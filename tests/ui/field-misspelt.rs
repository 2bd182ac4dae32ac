use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Layer {
    weight: Tensor,
    heads: usize,
}

#[derive(Clone, Differentiable)]
struct Net {
    first: Layer,
}

#[differentiable]
impl Layer {
    fn forward(&self, x: &Tensor) -> Tensor {
        x.matmul(&self.wieght).tanh()
    }
}

#[differentiable]
fn below(net: &Net, x: &Tensor) -> Tensor {
    x.matmul(&net.frist.weight) + &net.first.wieght
}

#[differentiable]
fn host(layer: &Layer, x: &Tensor) -> Tensor {
    let n: usize = layer.haeds;
    x * &layer.weight * n
}

fn main() {}
