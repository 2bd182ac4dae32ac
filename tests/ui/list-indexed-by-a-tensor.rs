use cotangent::prelude::*;

#[differentiable]
fn f(xs: [&Tensor; 2], n: &Tensor<i32>) -> Tensor {
    &xs[n] + &xs[0] + &xs[1]
}

fn main() {
    let _ = f::vjp;
}
