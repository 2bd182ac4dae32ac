//! A trait, what implements it, and what calls it.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, near, numbers, orders, same};

pub(crate) fn normal(seed: u64, sizes: impl Into<cotangent::Sizes>) -> Tensor<f64> {
    Key::new(seed).normal(sizes).expect("sizes are small")
}

/// Layers.
#[differentiable(order = 2)]
pub(crate) trait Layer {
    /// Weight of the penalty.
    const DECAY: f64;
    /// What the layer is made from.
    type Config: Clone + std::fmt::Debug;

    /// Plain Rust.
    fn config(&self) -> Self::Config;

    /// Plain Rust, with a body.
    fn doubled(&self) -> bool {
        false
    }

    /// The layer itself.
    fn forward(&self, x: &Tensor<f64>) -> Tensor<f64>;

    /// A loss that an implementation may have for itself.
    fn penalty(&self) -> Scalar<f64>;

    /// Calls what is required, on itself and through `Self`.
    fn residual(&self, x: &Tensor<f64>, scale: f64) -> Tensor<f64> {
        let y: Tensor<f64> = self.forward(x)?;
        let y = if self.doubled() { y * 2.0 } else { y };
        x + Self::squash(&y, scale)?
    }

    /// No receiver.
    fn squash(x: &Tensor<f64>, scale: f64) -> Tensor<f64> {
        (x * scale).tanh()
    }

    /// Provided, with a constant of the implementation.
    fn loss(&self, x: &Tensor<f64>, #[constant] y: &Tensor<f64>) -> Scalar<f64> {
        (self.residual(x, 0.7)? - y).square().mean() + self.penalty()? * Self::DECAY
    }

    /// Two results, of a slice and an option.
    fn pair(&self, xs: &[Tensor<f64>], first: usize) -> Result<(Tensor<f64>, Tensor<f64>)>;
}

#[derive(Clone, Debug, Differentiable)]
pub(crate) struct Linear {
    pub w: Tensor<f64>,
    pub b: Tensor<f64>,
}

#[differentiable(order = 2)]
impl Layer for Linear {
    const DECAY: f64 = 0.01;
    type Config = (usize, usize);

    fn config(&self) -> Self::Config {
        (self.w.shape()[0], self.w.shape()[1])
    }

    /// Affine.
    fn forward(&self, x: &Tensor<f64, B, I>) -> Tensor<f64> {
        x.matmul(&self.w) + &self.b
    }

    fn penalty(&self) -> Scalar<f64> {
        self.w.square().sum()
    }

    fn pair(&self, xs: &[Tensor<f64>], first: usize) -> Result<(Tensor<f64>, Tensor<f64>)> {
        let x = &xs[first];
        let mut total = x * 0.0;
        for y in xs {
            total = total + y.square();
        }
        Ok((self.forward(x)?, total))
    }
}

/// Overrides what is provided.
#[derive(Clone, Debug, Differentiable)]
pub(crate) struct Scaled {
    pub by: Tensor<f64>,
    depth: usize,
}

#[differentiable(order = 2)]
impl Layer for Scaled {
    const DECAY: f64 = 0.5;
    type Config = usize;

    fn config(&self) -> usize {
        self.depth
    }

    fn doubled(&self) -> bool {
        true
    }

    fn forward(&self, x: &Tensor<f64>) -> Tensor<f64> {
        x * &self.by
    }

    fn penalty(&self) -> Scalar<f64> {
        let depth = self.config() as f64;
        self.by.square().sum() * depth
    }

    fn squash(x: &Tensor<f64>, scale: f64) -> Tensor<f64> {
        (x * scale).sin()
    }

    fn pair(&self, xs: &[Tensor<f64>], first: usize) -> Result<(Tensor<f64>, Tensor<f64>)> {
        Ok((&xs[first] * &self.by, xs[0].clone()))
    }
}

#[differentiable(order = 2)]
fn of_linear(l: &Linear, x: &Tensor<f64>, #[constant] y: &Tensor<f64>) -> Scalar<f64> {
    l.loss(x, y)?
}

#[differentiable(order = 2)]
fn linear_by_hand(
    w: &Tensor<f64>,
    b: &Tensor<f64>,
    x: &Tensor<f64>,
    #[constant] y: &Tensor<f64>,
) -> Scalar<f64> {
    let h = x + ((x.matmul(w) + b) * 0.7).tanh();
    (h - y).square().mean() + w.square().sum() * 0.01
}

#[differentiable(order = 2)]
fn of_scaled(l: &Scaled, x: &Tensor<f64>, #[constant] y: &Tensor<f64>) -> Scalar<f64> {
    l.loss(x, y)?
}

#[differentiable]
fn scaled_by_hand(by: &Tensor<f64>, x: &Tensor<f64>, #[constant] y: &Tensor<f64>) -> Scalar<f64> {
    let h = x + ((x * by) * 2.0 * 0.7).sin();
    (h - y).square().mean() + by.square().sum() * 3.0 * 0.5
}

pub(crate) fn linear(seed: u64, n: usize) -> Linear {
    Linear { w: normal(seed, [n, n]), b: normal(seed + 1, [n]) }
}

pub(crate) fn scaled(seed: u64, n: usize) -> Scaled {
    Scaled { by: normal(seed, [n]), depth: 3 }
}

#[test]
fn provided_methods_are_those_of_each_implementation() -> Result<()> {
    let (x, y) = (normal(1, [4, 3]), normal(2, [4, 3]));
    let (l, s) = (linear(3, 3), scaled(5, 3));
    both::<of_linear, linear_by_hand>((&l, &x, &y), (&l.w, &l.b, &x, &y))?;
    both::<of_scaled, scaled_by_hand>((&s, &x, &y), (&s.by, &x, &y))?;
    assert_eq!((l.config(), s.config()), ((3, 3), 3));
    Ok(())
}

/// The transforms that users call.
#[test]
fn transforms_are_methods_of_the_trait() -> Result<()> {
    let (x, y, l) = (normal(1, [4, 3]), normal(2, [4, 3]), linear(3, 3));
    let (value, g) = l.loss_value_and_grad(&x, &y)?;
    let (want, h) = linear_by_hand::value_and_grad(&l.w, &l.b, &x, &y)?;
    near("value", &[value.item()?, l.loss(&x, &y).item()?], &[want.item()?; 2], 1e-13);
    near("w", &g.this.w.to_vec()?, &h.w.to_vec()?, 1e-13);
    near("b", &g.this.b.to_vec()?, &h.b.to_vec()?, 1e-13);
    near("x", &g.x.to_vec()?, &h.x.to_vec()?, 1e-13);
    near("grad", &numbers(&l.loss_grad(&x, &y)?)?, &numbers(&g)?, 0.0);
    let (_, pullback) = l.forward_vjp(&x)?;
    let seed = normal(9, [4, 3]);
    let of_forward = pullback.pull(&seed)?;
    near("forward", &of_forward.this.w.to_vec()?, &x.t()?.matmul(&seed)?.to_vec()?, 1e-13);
    near("forward by x", &of_forward.x.to_vec()?, &seed.matmul(&l.w.t()?)?.to_vec()?, 1e-13);
    let (_, dot) = l.loss_jvp(&x, &y, &g.this, &g.x)?;
    near("jvp", &[dot.item()?], &[cotangent::tree::dot(&g, &g)?], 1e-12);
    let (again, products) = l.loss_hvp(&x, &y, &g.this, &g.x)?;
    let (_, want) = linear_by_hand::hvp(&l.w, &l.b, &x, &y, &h.w, &h.b, &h.x)?;
    near("the gradient of hvp", &numbers(&again)?, &numbers(&g)?, 1e-13);
    near("hvp", &numbers(&products)?, &numbers(&want)?, 1e-12);
    assert!(Linear::forward_explain().contains("matmul"));
    Ok(())
}

#[differentiable(order = 2)]
fn of_pair(l: &Linear, xs: &[Tensor<f64>]) -> Scalar<f64> {
    let (a, b) = l.pair(xs, 1)?;
    (a * b).sum()
}

#[differentiable]
fn pair_by_hand(w: &Tensor<f64>, b: &Tensor<f64>, xs: &[Tensor<f64>]) -> Scalar<f64> {
    let squares = xs[0].square() + xs[1].square() + xs[2].square();
    ((xs[1].matmul(w) + b) * squares).sum()
}

#[test]
fn slices_go_in_and_tuples_come_out() -> Result<()> {
    let (l, xs) = (linear(3, 3), [normal(1, [2, 3]), normal(2, [2, 3]), normal(4, [2, 3])]);
    both::<of_pair, pair_by_hand>((&l, &xs), (&l.w, &l.b, &xs))?;
    let (_, pullback) = l.pair_vjp(&xs, 1)?;
    let g = pullback.pull((&normal(7, [2, 3]), None))?;
    assert_eq!((g.this.w.shape(), g.xs.len()), (&[3, 3][..], 3));
    let ((a, _), (da, db)) = l.pair_jvp(&xs, 1, &g.this, &g.xs)?;
    assert_eq!((a.shape(), da.shape(), db.shape()), (&[2, 3][..], &[2, 3][..], &[2, 3][..]));
    Ok(())
}

/// Associated functions, called on the type and through a path.
#[differentiable(order = 2)]
fn squashed(x: &Tensor<f64>) -> Scalar<f64> {
    (Linear::squash(x, 0.5)? + Scaled::squash(x, 0.5)?).sum()
}

#[differentiable]
fn squashed_by_hand(x: &Tensor<f64>) -> Scalar<f64> {
    ((x * 0.5).tanh() + (x * 0.5).sin()).sum()
}

#[test]
fn associated_functions() -> Result<()> {
    let x = normal(1, [5]);
    both::<squashed, squashed_by_hand>((&x,), (&x,))?;
    same::<squashed, squashed_by_hand>((&x,), (&x,))?;
    let (y, pullback) = Linear::squash_vjp(&x, 1.0)?;
    assert_eq!(pullback.pull(&y)?.x.shape(), [5]);
    orders::<squashed>((&x,))
}
