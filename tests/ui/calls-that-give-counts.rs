use cotangent::prelude::*;

#[differentiable]
fn counted(x: &Tensor<f64, N>) -> Result<(Tensor<f64>, usize)> {
    Ok((x.sin(), 1))
}

#[differentiable]
fn f(x: &Tensor<f64, N>, y: &Tensor<f64, N>) -> Result<Scalar<f64>> {
    let (z, mut c) = counted(x)?;
    let (w, d) = counted(y)?;
    c += d;
    Ok((z * w).sum() * c as f64)
}

fn main() {}
