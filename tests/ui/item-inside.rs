use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    fn inner() {}
    x.exp()
}

fn main() {
    let _ = f::vjp;
}
