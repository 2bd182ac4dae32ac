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

fn main() {}
