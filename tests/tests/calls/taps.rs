//! Cotangents of values on the way.

mod arms;
mod exits;
mod forms;
mod programs;
mod rounds;
mod schedules;

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers};

#[differentiable]
fn layers<T: Float>(w: &Tensor<T, D, H>, v: &Tensor<T, H, O>, x: &Tensor<T, B, D>) -> Scalar<T> {
    #[tap]
    let hidden = x.matmul(w).tanh();
    // The same once more, which is not the tapped one.
    let other = x.matmul(w).tanh();
    #[tap(scores)]
    let y: Tensor<T> = hidden.matmul(v);
    #[tap]
    let idle = x.exp();
    println!("{}", idle.dim(0));
    y.square().sum() + other.sum()
}

/// The same from the hidden values on.
#[differentiable]
fn rest(hidden: &Tensor<f64>, v: &Tensor<f64>) -> Scalar<f64> {
    hidden.matmul(v).square().sum()
}

#[derive(Clone, Differentiable)]
struct Head {
    w: Tensor<f64>,
}

#[differentiable]
impl Head {
    fn forward(&self, x: &Tensor<f64>) -> Tensor<f64> {
        #[tap(inner)]
        let h = x * &self.w;
        h.sin() + &h
    }
}

/// A tap of what is computed of constants alone, which the result depends on all the same.
#[differentiable]
fn constant(w: &Tensor<f64>, #[constant] x: &Tensor<f64>) -> Scalar<f64> {
    #[tap]
    let h = x.exp();
    (h * w).sum()
}

fn normal<const N: usize>(seed: u64, sizes: [usize; N]) -> Result<Tensor<f64>> {
    Key::new(seed).normal(sizes)
}

#[test]
fn cotangents_of_tapped_values() -> Result<()> {
    let (w, v, x) = (normal(1, [3, 4])?, normal(2, [4, 2])?, normal(3, [5, 3])?);
    let (loss, grads, taps) = layers::value_and_grad_taps(&w, &v, &x)?;
    let (plain, wanted) = layers::value_and_grad(&w, &v, &x)?;
    near("the loss", &numbers(&loss)?, &numbers(&plain)?, 0.0);
    near("the gradient", &numbers(&grads)?, &numbers(&wanted)?, 1e-13);
    let hidden = x.matmul(&w)?.tanh()?;
    let of_hidden = rest::grad(&hidden, &v)?.hidden;
    near("hidden", &numbers(&taps.hidden)?, &numbers(&of_hidden)?, 1e-13);
    near("scores", &numbers(&taps.scores)?, &numbers(&(hidden.matmul(&v)? * 2.0))?, 1e-13);
    assert_eq!(numbers(&taps.idle)?, [0.0; 15]);
    let (_, pullback) = layers::vjp_taps(&w, &v, &x)?;
    let (grads, taps) = pullback.pull(&Tensor::scalar(3.0))?;
    near("the gradient of the pullback", &numbers(&grads.w)?, &numbers(&(wanted.w * 3.0))?, 1e-13);
    near("hidden of the pullback", &numbers(&taps.hidden)?, &numbers(&(of_hidden * 3.0))?, 1e-13);
    Ok(())
}

#[test]
fn methods_have_taps() -> Result<()> {
    let (head, x) = (Head { w: normal(1, [3])? }, normal(2, [3])?);
    let (y, pullback) = head.forward_vjp_taps(&x)?;
    let (grads, taps) = pullback.pull(&y)?;
    let h = numbers(&(&x * &head.w))?;
    let wanted: Vec<f64> = numbers(&y)?.iter().zip(&h).map(|(y, h)| y * (h.cos() + 1.0)).collect();
    near("the tap", &numbers(&taps.inner)?, &wanted, 1e-13);
    near("the gradient", &numbers(&grads.x)?, &numbers(&(taps.inner * &head.w))?, 1e-13);
    Ok(())
}

#[test]
fn taps_of_constants() -> Result<()> {
    let (w, x) = (normal(1, [3])?, normal(2, [3])?);
    let (_, grads, taps) = constant::value_and_grad_taps(&w, &x)?;
    assert_eq!(numbers(&taps.h)?, numbers(&w)?);
    assert_eq!(numbers(&grads.w)?, numbers(&x.exp()?)?);
    Ok(())
}
