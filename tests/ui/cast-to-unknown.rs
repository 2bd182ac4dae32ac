use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.cast::<u8>()
}

fn main() {
    let _ = f::vjp;
}
