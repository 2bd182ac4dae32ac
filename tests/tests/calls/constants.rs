//! Host values behind references that are handed on: a callee's pullback holds all of them, whatever their lifetimes.

use cotangent::prelude::*;
use cotangent_tests::flow::orders;

#[derive(Clone, Debug, Differentiable)]
struct Net {
    w: Tensor<f64>,
}

#[derive(Clone, Debug)]
struct Config {
    rounds: usize,
}

#[differentiable(order = 2)]
fn inner(x: &Tensor<f64>, #[constant] a: &[usize], #[constant] on: &[bool], c: &str) -> Tensor<f64> {
    let mut h = x.clone();
    for (i, &t) in a.iter().enumerate() {
        if on[i] && i < c.len() {
            h = (h * t as f64).sin();
        }
    }
    h
}

#[differentiable(order = 2)]
fn elided(x: &Tensor<f64>, #[constant] a: &[usize], #[constant] on: &[bool], c: &str) -> Scalar<f64> {
    inner(x, a, on, c).sum()
}

#[differentiable(order = 2)]
fn named<'a, 'b>(x: &Tensor<f64>, #[constant] a: &'a [usize], #[constant] on: &'b [bool]) -> Scalar<f64> {
    inner(x, a, on, "two").sum()
}

#[differentiable(order = 2)]
impl Net {
    fn part(&self, x: &Tensor<f64>, #[constant] a: &[usize], #[constant] c: &Config) -> Tensor<f64> {
        let mut h = x * &self.w;
        for &t in a.iter().take(c.rounds) {
            h = h.sin() * t as f64;
        }
        h
    }

    fn whole(&self, x: &Tensor<f64>, #[constant] a: &[usize], #[constant] c: &Config) -> Scalar<f64> {
        let mut h = x.clone();
        for _ in 0..2 {
            h = self.part(&h, a, c);
        }
        h.sum()
    }
}

#[differentiable(order = 2)]
trait Layer: Differentiable {
    fn go(&self, x: &Tensor<f64>, #[constant] a: &[usize], #[constant] c: &Config) -> Tensor<f64>;
    fn twice(&self, x: &Tensor<f64>, #[constant] a: &[usize], #[constant] c: &Config) -> Tensor<f64> {
        self.go(&self.go(x, a, c), a, c)
    }
}

#[differentiable(order = 2)]
impl Layer for Net {
    fn go(&self, x: &Tensor<f64>, #[constant] a: &[usize], #[constant] c: &Config) -> Tensor<f64> {
        self.part(x, a, c)
    }
}

#[differentiable(order = 2)]
fn generic<L: Layer>(
    net: &L,
    x: &Tensor<f64>,
    #[constant] a: &[usize],
    #[constant] c: &Config,
) -> Scalar<f64> {
    net.twice(x, a, c).sum()
}

#[differentiable(order = 2)]
fn of_methods(net: &Net, x: &Tensor<f64>, #[constant] a: &[usize], #[constant] c: &Config) -> Scalar<f64> {
    net.whole(x, a, c)
}

#[test]
fn several_references_are_handed_on() -> Result<()> {
    let (x, net, c) = (tensor![0.3, -0.8], Net { w: tensor![0.7, 1.2] }, Config { rounds: 2 });
    let (a, on) = (vec![2, 1, 3], vec![true, false, true]);
    orders::<elided>((&x, &a, &on, "three"))?;
    orders::<named>((&x, &a, &on))?;
    orders::<of_methods>((&net, &x, &a, &c))?;
    orders::<generic<Net>>((&net, &x, &a, &c))
}

/// The pullback lives as long as the shortest of them, and no longer than it must.
#[test]
fn a_pullback_holds_what_was_handed_on() -> Result<()> {
    let (x, a) = (tensor![0.3, -0.8], vec![2, 1, 3]);
    let pull = {
        let x = x.clone();
        let on = Box::leak(Box::new([true, true, false]));
        elided::vjp(&x, &a, on, "three")?.1
    };
    let g = pull.pull(&Tensor::scalar(1.0))?;
    assert_eq!(g.x.shape(), [2]);
    Ok(())
}
