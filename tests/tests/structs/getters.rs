//! Plain methods of what a body was given: numbers, sizes, constant tensors, which have no derivative.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers, orders};

use crate::models::normal;

#[derive(Clone, Debug, Differentiable)]
struct Heads {
    w: Tensor<f64>,
    count: usize,
    scale: f64,
    #[constant]
    mask: Tensor<f64>,
}

#[differentiable(order = 2)]
impl Heads {
    fn count(&self) -> usize {
        self.count
    }

    fn scale(&self) -> f64 {
        self.scale
    }

    fn weight(&self, i: usize, powers: &[f64]) -> Result<f64> {
        Ok(powers[i % powers.len()] * self.scale)
    }

    fn label(&self) -> String {
        format!("{} heads", self.count)
    }

    const fn is_wide(&self) -> bool {
        self.count > 2
    }

    #[constant]
    fn mask(&self) -> Tensor<f64> {
        self.mask.clone()
    }

    /// Among them one that has a derivative and takes nothing either.
    fn norm_of_w(&self) -> Tensor<f64> {
        self.w.square().sum().sqrt()
    }

    fn forward(&self, x: &Tensor<f64>) -> Tensor<f64> {
        x.matmul(&self.w) * self.scale()
    }
}

#[differentiable(order = 2)]
trait Sized2 {
    /// Plain, provided by the trait.
    fn halves(&self) -> usize {
        2
    }
    fn factor(&self) -> f64;
    fn apply(&self, x: &Tensor<f64>) -> Tensor<f64>;
}

#[differentiable(order = 2)]
impl Sized2 for Heads {
    fn factor(&self) -> f64 {
        self.scale + 1.0
    }
    fn apply(&self, x: &Tensor<f64>) -> Tensor<f64> {
        x.tanh() * self.scale
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Block<L: Differentiable> {
    heads: Heads,
    boxed: Box<Heads>,
    list: Vec<Heads>,
    inner: L,
}

#[differentiable(order = 2)]
impl<L: Sized2 + Differentiable> Block<L> {
    fn forward(&self, x: &Tensor<f64>) -> Tensor<f64> {
        let n = self.heads.count();
        let mut y = self.heads.forward(x)?;
        let parts = y.reshape([x.dim(0), n, 4 / n]);
        y = parts.sum_axis(1) * self.heads.scale() + self.boxed.scale() * 0.5;
        for (i, h) in self.list.iter().enumerate() {
            for _ in 0..h.count() {
                y = y * h.scale();
            }
            if h.is_wide() {
                y = y + h.mask() * h.weight(i, &[0.5, 0.25])?;
            }
            y = y / h.norm_of_w()?;
        }
        let by: f64 = self.boxed.scale();
        y = y * by + self.inner.apply(&y)? * self.inner.factor();
        y * self.inner.halves() as f64
    }
}

#[differentiable(order = 2)]
fn loss(m: &Block<Heads>, x: &Tensor<f64>) -> Scalar<f64> {
    m.forward(x)?.square().sum()
}

/// The same, with numbers in place of the methods.
#[differentiable]
fn by_hand(m: &Block<Heads>, x: &Tensor<f64>) -> Scalar<f64> {
    let n = m.heads.count;
    let y = x.matmul(&m.heads.w) * m.heads.scale;
    let mut y = y.reshape([x.dim(0), n, 4 / n]).sum_axis(1) * m.heads.scale + m.boxed.scale * 0.5;
    for (i, h) in m.list.iter().enumerate() {
        for _ in 0..h.count {
            y = y * h.scale;
        }
        if h.count > 2 {
            let weight = if i % 2 == 0 { 0.5 } else { 0.25 };
            let mask: Tensor<f64> = h.mask.clone();
            y = y + mask * weight * h.scale;
        }
        let w: Tensor<f64> = h.w.clone();
        y = y / w.square().sum().sqrt();
    }
    y = y * m.boxed.scale + y.tanh() * m.inner.scale * (m.inner.scale + 1.0);
    (y * 2.0).square().sum()
}

fn heads(seed: u64, count: usize) -> Heads {
    let scale = 0.7 + seed as f64 / 8.0;
    Heads { w: normal(seed, [3, 4]), count, scale, mask: normal(seed + 50, [2]) }
}

#[test]
fn plain_methods_are_constants() -> Result<()> {
    let m = Block {
        heads: heads(1, 2),
        boxed: Box::new(heads(2, 1)),
        list: vec![heads(3, 1), heads(4, 3), heads(5, 4)],
        inner: heads(6, 2),
    };
    let x = normal(9, [5, 3]);
    orders::<loss>((&m, &x))?;
    let (value, g) = loss::value_and_grad(&m, &x)?;
    let (want, h) = by_hand::value_and_grad(&m, &x)?;
    near("value", &[value.item()?], &[want.item()?], 1e-13);
    near("gradient", &numbers(&g)?, &numbers(&h)?, 1e-12);
    // They are methods as before, and a trait of them has objects.
    let object: &dyn Sized2 = &m.heads;
    assert_eq!((object.halves(), m.heads.label().as_str()), (2, "2 heads"));
    Ok(())
}
