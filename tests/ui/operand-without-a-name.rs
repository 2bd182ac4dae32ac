use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<T, N>) -> Scalar {
    (x.sin() * x.cos().sum_axis(1)).sum()
}

fn main() {}
