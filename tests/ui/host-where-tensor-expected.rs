use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.matmul(2.0)
}

fn main() {
    let _ = f::vjp;
}
