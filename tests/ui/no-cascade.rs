use cotangent::prelude::*;

#[differentiable]
fn loss(x: &Tensor<B, I>, w: &Tensor<I, H>) -> Scalar {
    x.matmul(w).tahn().sum()
}

fn main() -> Result<()> {
    let (x, w) = (Tensor::ones([2, 3])?, Tensor::ones([3, 4])?);
    let (value, g) = loss::value_and_grad(&x, &w)?;
    println!("{value} {} {} {}", g.x, g.w, loss(&x, &w));
    let (_, pullback) = loss::vjp(&x, &w)?;
    println!("{}", pullback.pull(&value)?.w);
    Ok(())
}
