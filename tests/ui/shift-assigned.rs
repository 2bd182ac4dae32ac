use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let mut y = x.exp();
    y >>= 1;
    y
}

fn main() {
    let _ = f::vjp;
}
