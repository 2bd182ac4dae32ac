use cotangent::prelude::*;

#[differentiable]
fn f(xs: &[Tensor], i: &Tensor<i32>) -> Tensor {
    xs[i].exp()
}

fn main() {
    let _ = f::vjp;
}
