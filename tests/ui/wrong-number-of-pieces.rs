use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let [a, b, c] = x.split([1, 2], 0);
    a + b + c
}

fn main() {
    let _ = f::vjp;
}
