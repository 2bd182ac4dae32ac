use cotangent::prelude::*;

#[differentiable]
fn f(xs: &[Tensor]) -> Tensor {
    concat(&xs[1..], 0)
}

fn main() {
    let _ = f::vjp;
}
