use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.cast::<u16>()
}

fn main() {
    let _ = f::vjp;
}
