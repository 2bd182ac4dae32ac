use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<{ 2 * K }>) -> Tensor {
    x.exp()
}

fn main() {
    let _ = f::vjp;
}
