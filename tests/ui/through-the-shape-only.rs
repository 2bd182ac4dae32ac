use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    Tensor::ones(x.shape())
}

fn main() {
    let _ = f::vjp;
}
