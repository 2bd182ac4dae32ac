//! Methods and traits

use cotangent::prelude::*;

/// Methods with a receiver, plain Rust beside them, and associated functions.
#[derive(Clone, Differentiable)]
struct Dense {
    w: Tensor,
    heads: usize,
}

#[differentiable]
impl Dense {
    fn new(key: Key, heads: usize) -> Result<Self> {
        Ok(Self { w: key.normal([4, 4])?, heads })
    }

    fn heads(&self) -> usize {
        self.heads
    }

    fn squash(x: &Tensor) -> Tensor {
        x.tanh()
    }

    fn forward(&self, x: &Tensor<B, I>) -> Tensor {
        Self::squash(&x.matmul(&self.w)) * self.heads()
    }

    fn consumed(self, x: &Tensor<B, I>) -> Scalar {
        self.forward(x)?.sum()
    }
}

/// Traits that are marked, with methods that they provide.
#[differentiable]
trait Layer {
    fn forward(&self, x: &Tensor) -> Tensor;

    fn residual(&self, x: &Tensor) -> Tensor {
        x + self.forward(x)?
    }
}

#[derive(Clone, Differentiable)]
struct Scale {
    by: Tensor,
}

#[differentiable]
impl Layer for Scale {
    fn forward(&self, x: &Tensor) -> Tensor {
        x * &self.by
    }
}

#[differentiable]
fn energy<L: Layer + Differentiable>(layers: &[L], x: &Tensor) -> Scalar {
    let mut y = x.clone();
    for layer in layers {
        y = layer.residual(&y)?;
    }
    y.square().sum()
}

/// Implementations of traits that are not marked.
trait Module {
    fn run(&self, x: &Tensor) -> Tensor;
}

#[differentiable(inherent)]
impl Module for Scale {
    fn run(&self, x: &Tensor) -> Tensor {
        x * &self.by
    }
}
