use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Dense {
    w: Tensor,
}

#[differentiable]
impl Dense {
    fn forward(&self, x: &Tensor) -> Tensor {
        x * &self.w
    }
}

#[differentiable]
trait Layer {
    fn run(&self, x: &Tensor, n: usize) -> Tensor;
}

#[differentiable(order = 2)]
fn one_too_many(net: &Dense, x: &Tensor, y: &Tensor) -> Tensor {
    net.forward(x, y) - y
}

#[differentiable]
fn one_forgotten<L: Layer + Differentiable>(net: &L, x: &Tensor) -> Tensor {
    net.run(x)
}

fn main() {}
