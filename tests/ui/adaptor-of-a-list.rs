use cotangent::prelude::*;

#[differentiable]
fn mapped(xs: &[Tensor]) -> Scalar {
    let mut total = xs[0].clone();
    for x in xs.iter().map(|x| x * 2.0) {
        total += x;
    }
    total.sum()
}

#[differentiable]
fn windows(xs: &[Tensor]) -> Scalar {
    let mut total = xs[0].clone();
    for pair in xs.windows(2) {
        total += &pair[0] * &pair[1];
    }
    total.sum()
}

#[differentiable]
fn rows(x: &Tensor<B, D>) -> Scalar {
    let mut total = Tensor::zeros([D]);
    for row in x {
        total += row;
    }
    total.sum()
}

fn main() {}
