use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<T, N>, y: &Tensor<T>) -> Scalar {
    let centred = x - x.mean_axis(1);
    centred.sum()
}

fn main() {}
