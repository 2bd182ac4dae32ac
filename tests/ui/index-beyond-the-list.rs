use cotangent::prelude::*;

#[differentiable]
fn f(xs: [&Tensor; 2]) -> Tensor {
    xs[2] + &xs[0] + &xs[1]
}

fn main() {
    let _ = f::vjp;
}
