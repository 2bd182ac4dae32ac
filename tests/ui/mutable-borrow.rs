use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let y = &mut x;
    y.exp()
}

fn main() {
    let _ = f::vjp;
}
