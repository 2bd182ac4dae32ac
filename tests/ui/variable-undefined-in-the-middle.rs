use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>) -> Scalar {
    let y = x.sin() * weigth;
    y.sum()
}

fn main() {}
