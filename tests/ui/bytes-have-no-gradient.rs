use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<u8, N>, w: &Tensor<N>) -> Scalar {
    (x.cast::<f32>() * w).sum()
}

fn main() -> Result<()> {
    let (_, g) = f::value_and_grad(&tensor![1, 2], &tensor![0.5, 1.5])?;
    assert_eq!(g.x.to_vec()?, g.w.to_vec()?);
    Ok(())
}
