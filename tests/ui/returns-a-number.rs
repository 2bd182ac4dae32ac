use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.dim(0) as f32
}

fn main() {
    let _ = f::vjp;
}
