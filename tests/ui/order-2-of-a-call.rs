use cotangent::prelude::*;

#[differentiable]
fn layer(x: &Tensor) -> Tensor {
    x.tanh()
}

#[differentiable(order = 2)]
fn f(x: &Tensor) -> Scalar {
    let h = layer(x);
    h.sum()
}

#[derive(Clone, Differentiable)]
struct Linear {
    w: Tensor,
}

#[differentiable]
impl Linear {
    fn forward(&self, x: &Tensor) -> Tensor {
        x.matmul(&self.w)
    }
}

#[differentiable]
trait Layer {
    fn apply(&self, x: &Tensor) -> Tensor;
}

#[differentiable]
impl Layer for Linear {
    fn apply(&self, x: &Tensor) -> Tensor {
        self.forward(x)
    }
}

#[differentiable(order = 2)]
fn g(l: &Linear, x: &Tensor) -> Scalar {
    let h = l.forward(x);
    let y = l.apply(&h);
    y.sum()
}

fn main() {
    let _ = (f::vjp, g::value_and_grad);
}
