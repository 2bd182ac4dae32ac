use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let g = |a| x * a;
    x.exp()
}

fn main() {
    let _ = f::vjp;
}
