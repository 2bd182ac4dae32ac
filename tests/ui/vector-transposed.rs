use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A>) -> Tensor {
    x.t()
}

fn main() {
    let _ = f::vjp;
}
