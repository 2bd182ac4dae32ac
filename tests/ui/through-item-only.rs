use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor) -> Result<Scalar> {
    let s = x.sum().item()?;
    Ok(Tensor::scalar(s))
}

fn main() {
    let _ = f::vjp;
}
