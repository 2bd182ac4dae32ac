use cotangent::prelude::*;

#[differentiable]
fn loss(x: &Tensor<N>) -> Scalar {
    x.powi(4).sum()
}

fn main() -> Result<()> {
    let x = Tensor::ones([3])?;
    let h = loss::hvp(&x, &x)?;
    Ok(())
}
