use cotangent::prelude::*;

#[differentiable]
trait Layer {
    fn forward(&self, x: &Tensor) -> Tensor;
    fn consumed(self, x: &Tensor) -> Tensor;
    fn unreadable(&self, x: &Tensor) -> Tensor<B>;
    fn provided(&self, x: &Tensor) -> Tensor {
        x.tahn()
    }
}

#[differentiable]
fn object(l: &dyn Layer, x: &Tensor) -> Tensor {
    l.forward(x)?
}

#[differentiable(inherent)]
fn free(x: &Tensor) -> Tensor {
    x.exp()
}

#[differentiable(inherent)]
trait Other {
    fn forward(&self, x: &Tensor) -> Tensor;
}

fn main() {}
