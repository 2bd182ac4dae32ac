//! Functions of constants: tables and embeddings that bodies call.

use cotangent::prelude::*;

use crate::close;

/// Sines and cosines of times.
#[differentiable]
fn time_embedding(times: &Tensor<i32, B>, width: usize) -> Tensor {
    let half = width / 2;
    let rates = (iota(half).cast::<f32>() * (-(1000.0f32.ln()) / half as f32)).exp();
    let angles = times.cast::<f32>().unsqueeze(-1) * rates;
    concat([angles.sin(), angles.cos()], -1)
}

/// It takes no tensor.
#[differentiable]
fn kernel(by: f32) -> Tensor {
    Tensor::ones([3]) * by
}

/// It takes nothing at all.
#[differentiable]
fn one() -> Scalar {
    Tensor::scalar(1.0)
}

/// A tensor that its text declares constant.
#[differentiable]
fn whitened(#[constant] x: &Tensor<N>) -> Tensor {
    x - x.mean()
}

#[differentiable(order = 2)]
fn loss(w: &Tensor<D>, #[constant] times: &Tensor<i32, B>, #[constant] x: &Tensor<N>) -> Scalar {
    let table = time_embedding(times, D)?;
    // The type says that it gives a tensor: it takes none.
    let kernel: Tensor = kernel(0.5)?;
    (table * w).square().sum() + (kernel * whitened(x)?).sum() * w.sum()
}

#[differentiable(order = 2)]
fn by_hand(w: &Tensor<D>, #[constant] table: &Tensor<B, D>, #[constant] k: &Tensor) -> Scalar {
    (table * w).square().sum() + k * w.sum()
}

#[test]
fn a_function_of_constants_is_called() -> Result<()> {
    let times = Tensor::from_vec(vec![0, 3, 7], [3])?;
    let (w, x) = (Key::new(1).normal([4])?, Key::new(2).normal([3])?);
    let table = time_embedding(&times, 4);
    assert_eq!(table.shape(), [3, 4]);
    assert_eq!(table.narrow(0, 0, 1)?.to_vec()?, [0.0, 0.0, 1.0, 1.0]);
    let k = (kernel(0.5) * whitened(&x) * one()).sum()?;
    let (value, g) = by_hand::value_and_grad(&w, &table, &k)?;
    let (found, g_found) = loss::value_and_grad(&w, &times, &x)?;
    close(&found, &value, 1e-6)?;
    close(&g_found.w, &g.w, 1e-6)?;
    let (_, pullback) = loss::vjp(&w, &times, &x)?;
    close(&pullback.pull(&Tensor::scalar(1.0))?.w, &g.w, 1e-6)?;
    let ((_, along), (_, wanted)) = (loss::jvp(&w, &times, &x, &w)?, by_hand::jvp(&w, &table, &k, &w)?);
    close(&along, &wanted, 1e-6)?;
    let ((_, hv), (_, wanted)) = (loss::hvp(&w, &times, &x, &w)?, by_hand::hvp(&w, &table, &k, &w)?);
    close(&hv.w, &wanted.w, 1e-6)?;
    Ok(())
}
