use cotangent::prelude::*;

/// What uses a function whose signature is refused meets no other error.
#[differentiable]
fn updated(w: &mut Tensor<N, D>, x: &Tensor<f64, N>, rate: f32) -> Scalar<f64> {
    (w.matmul(x) * rate).sum()
}

#[differentiable(order = 2)]
fn nothing(x: &Tensor<N>) {
    x.sum();
}

#[differentiable]
fn measured(x: &Tensor<N>, (a, b): (f32, f32)) -> Result<f32> {
    (x * (a + b)).sum().item()
}

#[differentiable]
async fn awaited<T: Float>(x: &Tensor<T, N>) -> Result<Scalar<T>> {
    Ok(x.sum())
}

fn step<F: Objective>(args: F::Args<'_>) -> Result<Grads<F>> {
    Ok(F::value_and_grad(args)?.1)
}

fn main() -> Result<()> {
    let (mut w, x): (Tensor, Tensor<f64>) = (Tensor::ones([2, 2])?, Tensor::ones([2])?);
    let (value, pullback) = updated::vjp(&mut w, &x, 0.5)?;
    let g = pullback.pull(&value)?;
    w = g.w;
    let _: Tensor<f64> = g.x;
    step::<updated>((&w, &x, 0.5))?;
    nothing::hvp(&w, &w)?;
    nothing::jvp(&w, &w)?.1.item()?;
    println!("{}", measured::explain());
    measured::call(&w, (1.0, 2.0))?;
    let _: Tensor<f64> = awaited::<f64>::grad(&x)?.x;
    let _ = awaited(&x);
    Ok(())
}
