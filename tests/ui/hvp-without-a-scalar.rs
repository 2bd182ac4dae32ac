use cotangent::prelude::*;

#[differentiable]
fn layer(x: &Tensor<B, I>, w: &Tensor<I, O>) -> Tensor<B, O> {
    x.matmul(w).tanh()
}

fn main() -> Result<()> {
    let (x, w) = (Tensor::ones([2, 3])?, Tensor::ones([3, 4])?);
    let h = layer::hvp(&x, &w, &x, &w)?;
    Ok(())
}
