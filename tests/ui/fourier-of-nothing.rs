use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, 0>) -> Scalar {
    x.rfft(1).re.sum()
}

fn main() {}
