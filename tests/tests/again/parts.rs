//! Parts of structs that blocks and calls read: their gradients are added up as without the checkpoint.

use cotangent::prelude::*;
use cotangent_tests::flow::{everything, normal, orders};

#[derive(Clone, Debug, Differentiable)]
pub struct Layer {
    w: Tensor<f64>,
    b: Tensor<f64>,
    gain: f64,
}

#[derive(Clone, Debug, Differentiable)]
pub struct Model {
    first: Layer,
    layers: Vec<Layer>,
    pair: (Tensor<f64>, Tensor<f64>),
    scale: Tensor<f64>,
}

fn layer(seed: u64) -> Layer {
    Layer { w: normal(seed, [7]), b: normal(seed + 1, [7]), gain: 0.7 }
}

fn model() -> Model {
    let layers = (0..3).map(|i| layer(10 + 2 * i)).collect();
    Model { first: layer(1), layers, pair: (normal(3, [7]), normal(4, [7])), scale: normal(5, [7]) }
}

#[differentiable(order = 2)]
pub fn mixed(p: &Tensor<f64>, q: &Tensor<f64>) -> Tensor<f64> {
    (p * q).sin() + q.cos()
}

#[differentiable(order = 2)]
impl Layer {
    pub fn forward(&self, x: &Tensor<f64>) -> Tensor<f64> {
        (x * &self.w + &self.b).tanh() * self.gain
    }
}

/// The same programs with their checkpoints and without.
macro_rules! programs {
    ($module:ident $(#[$attr:ident])?) => {
        mod $module {
            use super::*;

            #[differentiable(order = 2)]
            pub fn call(l: &Layer) -> Scalar<f64> {
                $(#[$attr])?
                let a = mixed(&l.w, &l.w);
                (a * &l.w).sum()
            }

            /// Read before, inside, again inside, and after.
            #[differentiable(order = 2)]
            pub fn block(l: &Layer, x: &Tensor<f64>) -> Scalar<f64> {
                let before = &l.w * x + l.b.sin();
                let a = $(#[$attr])? {
                    let t = (&l.w * &l.b).tanh() + mixed(&l.b, x) * &l.w;
                    t.exp() * &l.w * l.gain
                };
                (a * &l.w + before.cos() * &l.b).sum()
            }

            /// Only what is read by nobody else, once and several times.
            #[differentiable(order = 2)]
            pub fn alone(l: &Layer, x: &Tensor<f64>) -> Scalar<f64> {
                let a = $(#[$attr])? {
                    let t = (x * &l.w).sin();
                    t.exp() * &l.w + mixed(&l.w, &l.b)
                };
                (a * x).sum()
            }

            /// Of structs in structs, with a whole one beside them.
            #[differentiable(order = 2)]
            pub fn nested(m: &Model, x: &Tensor<f64>) -> Scalar<f64> {
                let h = $(#[$attr])? {
                    let t = m.first.forward(x)? * &m.first.w;
                    mixed(&(t * &m.first.w), &m.scale) * &m.scale + mixed(&m.scale, x)
                };
                let (p, q) = &m.pair;
                $(#[$attr])?
                let k = mixed(&(&h * p), q);
                (h * &m.first.w * &m.scale + k * p * q + m.first.forward(x)? * &m.scale).sum()
            }

            #[differentiable(order = 2)]
            pub fn rounds(m: &Model, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
                let mut h = x * &m.scale;
                for layer in &m.layers {
                    $(#[$attr])?
                    let a = mixed(&(&h * &layer.w), &layer.w);
                    h = $(#[$attr])? {
                        let t = (&a * &layer.w + &layer.b).sin() * &m.scale;
                        if n > 1 { t * &layer.w + &m.scale } else { t * &layer.b }
                    };
                    h = h * &layer.w + &layer.b;
                }
                for _ in 0..n {
                    $(#[$attr])?
                    {
                        h = (h * &m.first.w + &m.first.b).tanh() * &m.first.w;
                    }
                    h = h + &m.first.w * &m.first.b;
                }
                (h * &m.scale).sum()
            }

            /// A checkpoint in another.
            #[differentiable(order = 2)]
            pub fn inner(m: &Model, x: &Tensor<f64>) -> Scalar<f64> {
                let before = &m.scale * x;
                let h = $(#[$attr])? {
                    let t = x * &m.first.w * &m.first.b;
                    $(#[$attr])?
                    let a = mixed(&(t * &m.first.w), &m.first.w) * &m.scale;
                    let b = $(#[$attr])? {
                        let c = (&a * &m.first.b * &m.scale).sin();
                        c * &m.first.b * &m.scale + &m.pair.0
                    };
                    a * b * &m.first.w * &m.first.b * &m.scale
                };
                (h * &m.first.w * &m.first.b + before * &m.scale * &m.pair.0).sum()
            }

            /// A struct that the body made and changes.
            #[differentiable(order = 2)]
            pub fn made(l: &Layer, x: &Tensor<f64>) -> Scalar<f64> {
                let mut s = Layer { w: x * &l.w, b: x.sin(), gain: 2.0 };
                let a = $(#[$attr])? {
                    let t = (&s.w * &s.b).tanh() * &s.w;
                    t * &s.w + mixed(&s.w, &l.w)
                };
                s.w = &s.w * a;
                $(#[$attr])?
                let b = mixed(&s.w, &s.b);
                (b * &s.w * &s.b * &l.w).sum()
            }
        }
    };
}
programs!(kept);
programs!(again #[checkpoint]);

macro_rules! methods {
    ($module:ident $name:ident $(#[$attr:ident])?) => {
        mod $module {
            use super::*;

            #[differentiable(order = 2)]
            impl Model {
                pub fn $name(&self, x: &Tensor<f64>) -> Tensor<f64> {
                    let before = x * &self.scale;
                    $(#[$attr])?
                    let a = mixed(&self.scale, &self.first.w);
                    let b = $(#[$attr])? {
                        let t = (&a * &self.scale).tanh() * &self.first.w;
                        t * &self.scale * self.first.gain + self.first.forward(&before)?
                    };
                    b * &self.scale * &self.first.w + before
                }
            }

            #[differentiable(order = 2)]
            pub fn loss(m: &Model, x: &Tensor<f64>) -> Scalar<f64> {
                m.$name(x).square().sum()
            }
        }
    };
}
methods!(kept_method kept);
methods!(again_method again #[checkpoint]);

#[test]
fn parts_of_structs() -> Result<()> {
    for seed in 0..8 {
        let (l, x) = (&layer(20 + seed), &normal(40 + seed, [7]));
        assert_eq!(everything::<again::call>((l,))?, everything::<kept::call>((l,))?);
        assert_eq!(everything::<again::block>((l, x))?, everything::<kept::block>((l, x))?);
        assert_eq!(everything::<again::alone>((l, x))?, everything::<kept::alone>((l, x))?);
        assert_eq!(everything::<again::made>((l, x))?, everything::<kept::made>((l, x))?);
    }
    let (l, x) = (&layer(20), &normal(40, [7]));
    orders::<again::block>((l, x))?;
    orders::<again::made>((l, x))
}

#[test]
fn parts_of_nested_structs() -> Result<()> {
    let m = &model();
    for seed in 0..8 {
        let x = &normal(40 + seed, [7]);
        assert_eq!(everything::<again::nested>((m, x))?, everything::<kept::nested>((m, x))?);
        assert_eq!(everything::<again::inner>((m, x))?, everything::<kept::inner>((m, x))?);
        for n in [0, 1, 3] {
            assert_eq!(everything::<again::rounds>((m, x, n))?, everything::<kept::rounds>((m, x, n))?);
        }
        assert_eq!(everything::<again_method::loss>((m, x))?, everything::<kept_method::loss>((m, x))?);
    }
    let x = &normal(40, [7]);
    orders::<again::inner>((m, x))?;
    orders::<again_method::loss>((m, x))
}
