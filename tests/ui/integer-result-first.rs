use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor) -> (Tensor<i32>, Tensor) {
    (x.argmax(), x.max())
}

fn main() {}
