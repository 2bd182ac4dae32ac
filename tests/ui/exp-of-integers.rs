use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, i: &Tensor<i32>) -> Tensor {
    x * i.exp()
}

fn main() {
    let _ = f::vjp;
}
