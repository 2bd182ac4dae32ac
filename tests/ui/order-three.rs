use cotangent::prelude::*;

#[differentiable(order = 3)]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.exp()
}

fn main() {
    let _ = f::vjp;
}
