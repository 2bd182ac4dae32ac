use cotangent::prelude::*;

#[differentiable]
fn f(xs: &[Tensor]) -> Tensor {
    xs.first().unwrap() + &xs[0]
}

fn main() {
    let _ = f::vjp;
}
