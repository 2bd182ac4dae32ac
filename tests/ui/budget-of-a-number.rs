use cotangent::prelude::*;

#[differentiable(budget = 4096)]
fn f(x: &Tensor<B>) -> Tensor<B> {
    x.tanh()
}

fn main() {
    let _ = f::vjp;
}
