use cotangent::prelude::*;

#[differentiable]
trait Layer {
    fn forward(&self, x: &Tensor) -> Tensor;
}

#[differentiable]
fn f<L: Layer>(layer: &L, x: &Tensor) -> Scalar {
    layer.forward(x).sum()
}

fn main() {}
