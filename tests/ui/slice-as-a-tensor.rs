use cotangent::prelude::*;

#[differentiable]
fn f(xs: &[Tensor]) -> Tensor {
    xs.exp() + xs.dim(0) * 2.0
}

fn main() {
    let _ = f::vjp;
}
