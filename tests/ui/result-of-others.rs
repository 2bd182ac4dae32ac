use cotangent::prelude::*;

#[differentiable]
fn text(x: &Tensor) -> Result<Scalar, String> {
    Ok(x.exp().sum())
}

#[differentiable]
fn boxed(x: &Tensor, p: &str) -> Result<Scalar, Box<dyn std::error::Error>> {
    let k: f32 = p.parse()?;
    Ok((x * k).sum())
}

#[differentiable]
fn io(x: &Tensor) -> std::io::Result<Scalar> {
    Ok(x.exp().sum())
}

fn main() {
    let _ = (text::vjp, boxed::vjp, io::vjp);
}
