use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>) -> Result<Scalar> {
    let n = x.sum().item();
    Ok((x * n).sum())
}

fn main() {}
