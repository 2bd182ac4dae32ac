use cotangent::{Result, Scalar, Tensor, differentiable};

#[differentiable]
fn pair(x: &Tensor<f64>) -> Result<(Tensor<f64>, Tensor<f64>)> {
    Ok((x.sin(), x.cos()))
}

#[differentiable]
fn a_tensor_that_is_said_to_be_a_number(x: &Tensor<f64>) -> Result<Scalar<f64>> {
    let (w, d): (Tensor<f64>, f64) = pair(x)?;
    Ok((w * d).sum())
}

#[differentiable]
fn either(x: &Tensor<f64>, n: usize) -> (Scalar<f64>, f64) {
    let (w, d) = pair(x);
    let (z, _) = pair(&(if n > 1 { return (x.mean(), 0.5); } else { &w * d }));
    (z.sum(), 0.0)
}

fn main() {}
