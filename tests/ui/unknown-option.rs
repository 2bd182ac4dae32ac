use cotangent::prelude::*;

#[differentiable(ordr = 2)]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.exp()
}

fn main() {
    let _ = f::vjp;
}
