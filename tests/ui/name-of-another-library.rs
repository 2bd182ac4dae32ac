use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.log().cat(x)
}

fn main() {
    let _ = f::vjp;
}
