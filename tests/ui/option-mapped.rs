use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>, b: &Option<Tensor>) -> Scalar {
    b.as_ref().map_or(x.sum(), |b| (x + b).sum())
}

fn main() {}
