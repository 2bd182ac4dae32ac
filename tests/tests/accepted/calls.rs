//! Calls

use cotangent::prelude::*;

/// Differentiable functions by name and by path, with `?` or without.
mod layers {
    use cotangent::prelude::*;

    #[differentiable]
    pub(super) fn dense(x: &Tensor, w: &Tensor) -> Tensor {
        x.matmul(w).tanh()
    }
}
use layers::dense;

#[differentiable]
fn called(x: &Tensor, w: &Tensor) -> Scalar {
    let h = dense(x, w);
    layers::dense(&h, w)?.sum()
}

/// Functions that call themselves.
#[differentiable]
fn power(x: &Tensor<N>, n: usize) -> Tensor<N> {
    if n == 0 { Tensor::ones([N]) } else { power(x, n - 1) * x }
}

/// Some results of several.
#[differentiable]
fn moments(x: &Tensor) -> (Scalar, Scalar) {
    let mean = x.mean();
    (mean.clone(), (x - mean).square().mean())
}

#[differentiable]
fn centred(x: &Tensor) -> Scalar {
    let (mean, _) = moments(x);
    (x - mean).square().sum()
}

/// Generic functions.
#[differentiable]
fn norm<T: Float>(x: &Tensor<T, N>) -> Scalar<T> {
    x.square().sum().sqrt()
}

#[differentiable]
fn normed(x: &Tensor<f64, N>) -> Scalar<f64> {
    norm(x)
}

/// Functions with rules of their own, whose bodies are plain Rust.
#[differentiable(vjp = root_rule)]
fn root(x: &Tensor<N>) -> Tensor<N> {
    let found: Vec<f32> = x.to_vec().unwrap().into_iter().map(f32::cbrt).collect();
    Tensor::from_vec(found, [x.numel()]).unwrap()
}

fn root_rule(_x: &Tensor, y: &Tensor, g: &Tensor) -> Result<Tensor> {
    g.div(&(y.square()? * 3.0))
}

/// Derivatives of functions of the same module, which are differentiated again.
#[differentiable]
mod derived {
    use cotangent::prelude::*;

    #[differentiable]
    fn energy(x: &Tensor<N>) -> Scalar {
        x.cos().sum()
    }

    #[differentiable]
    fn settled(x: &Tensor<N>, steps: usize) -> Tensor<N> {
        let mut x = x.clone();
        for _ in 0..steps {
            x = &x - energy::grad(&x)?.x * 0.1;
        }
        x
    }

    #[differentiable]
    pub(super) fn both(x: &Tensor<N>, dx: &Tensor<N>) -> Scalar {
        let (e, g) = energy::value_and_grad(x)?;
        let (_, along) = energy::jvp(x, dx)?;
        settled(&g.x, 3).sum() * e + along
    }
}

/// A module as one unit: its functions are inlined.
#[differentiable]
mod unit {
    use cotangent::prelude::*;

    #[differentiable]
    fn gated(x: &Tensor<N>) -> Tensor<N> {
        x * x.sigmoid()
    }

    #[differentiable]
    pub(super) fn loss(x: &Tensor<N>) -> Scalar {
        gated(x).sum()
    }
}
