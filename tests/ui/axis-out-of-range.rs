use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.sum_axis(2)
}

fn main() {
    let _ = f::vjp;
}
