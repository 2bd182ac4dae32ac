use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Layer {
    weight: Tensor,
}

#[differentiable]
impl Layer {
    fn forward(&self, x: &Tensor) -> Tensor {
        x.matmul(&self.weight.tarnspose()).tanh()
    }
}

#[derive(Clone, Differentiable)]
struct Net {
    first: Layer,
}

#[differentiable]
fn apply(net: &Net, x: &Tensor) -> Tensor {
    net.first.foward(x)
}

fn main() {}
