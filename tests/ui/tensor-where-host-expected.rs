use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.sum_axis(x)
}

fn main() {
    let _ = f::vjp;
}
