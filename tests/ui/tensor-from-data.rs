use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x + Tensor::from_vec(vec![x.mean(), x.max()], [2])
}

fn main() {
    let _ = f::vjp;
}
