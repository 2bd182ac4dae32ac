use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    f32::max(1.0, x) * x
}

fn main() {
    let _ = f::vjp;
}
