use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.gather(0, x)
}

fn main() {
    let _ = f::vjp;
}
