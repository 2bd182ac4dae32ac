use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>) -> Result<Scalar> {
    let y = x.sin() * x.max().item();
    Ok(y.sum())
}

fn main() {}
