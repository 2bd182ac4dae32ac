use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x + Tensor::from_vec(vec![1.0, 2.0], [2])
}

fn main() {
    let _ = f::vjp;
}
