//! A library that is generic over differentiable functions; its users write them.
#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

use cotangent::prelude::*;
use cotangent::tree::{self, Path, Walk};

struct Descent(f32);

impl Walk<2> for Descent {
    fn leaf<T: Float>(&mut self, _: &Path, [x, gradient]: [&Tensor<T>; 2]) -> Result<Tensor<T>> {
        Ok(x - gradient * self.0)
    }
}

/// The value of a loss, and its active arguments after one step of gradient descent.
pub fn descend<F: Objective>(args: F::Args<'_>, rate: f32) -> Result<(F::Output, Grads<F>)> {
    let x = F::actives(&args)?;
    let (value, gradient) = F::value_and_grad(args)?;
    Ok((value, tree::zip(&x, &gradient, &mut Descent(rate))?))
}

/// The loss after `steps` steps.
pub fn minimum<F: Objective<Output = Scalar>>(args: F::Args<'_>, rate: f32, steps: usize) -> Result<f32> {
    let mut x = F::actives(&args)?;
    for _ in 0..steps {
        x = F::replace(&args, &x, |args| descend::<F>(args, rate))?.1;
    }
    F::replace(&args, &x, |args| F::call(args)?.item())
}

/// A step of Newton's method along one direction: how far the quadratic model says to go.
pub fn newton<F: TwiceDifferentiable>(args: F::Args<'_>, along: &Grads<F>) -> Result<f64> {
    let (gradient, product) = F::hvp(args, along)?;
    Ok(-dot(along, &gradient)? / dot(along, &product)?)
}

/// The derivative along `direction`, paired with `seed` by forward and by reverse mode: two equal numbers.
pub fn both_ways<F: Function>(
    args: F::Args<'_>,
    direction: &Grads<F>,
    seed: &F::Tangent,
) -> Result<[f64; 2]> {
    let (_, tangent) = F::jvp(args.clone(), direction)?;
    let (_, pullback) = F::vjp(args)?;
    Ok([dot(&tangent, seed)?, dot(&pullback.clone().pull(seed)?, direction)?])
}

/// A step of a cell with a state of two tensors, for functions of other crates to call.
#[differentiable(order = 2)]
pub fn cell(x: &Tensor, state: (&Tensor, &Tensor), w: &Tensor, keep: f32) -> (Tensor, Tensor) {
    let (h, c) = state;
    let c = c * keep + (x * w + h).tanh();
    (c.tanh() * h, c)
}

struct Dot(f64);

impl Walk<2> for Dot {
    fn leaf<T: Float>(&mut self, _: &Path, [a, b]: [&Tensor<T>; 2]) -> Result<Tensor<T>> {
        self.0 += (a * b).sum()?.item()?.to_f64();
        Ok(a.clone())
    }
}

fn dot<A: tree::TensorTree>(a: &A, b: &A) -> Result<f64> {
    let mut dot = Dot(0.0);
    tree::zip(a, b, &mut dot)?;
    Ok(dot.0)
}
