//! What is generic over a trait.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, near, numbers, orders};

use crate::declared::{Layer, Linear, Scaled, linear, normal, scaled};

#[differentiable(order = 2)]
pub(crate) fn apply<L: Layer + Differentiable>(l: &L, x: &Tensor<f64>) -> Scalar<f64> {
    let h = l.forward(x)?;
    (l.residual(&h, 0.3)?.square()).mean() + l.penalty()? * L::DECAY
}

#[differentiable]
fn apply_by_hand(w: &Tensor<f64>, b: &Tensor<f64>, x: &Tensor<f64>) -> Scalar<f64> {
    let h = x.matmul(w) + b;
    let r = &h + ((h.matmul(w) + b) * 0.3).tanh();
    r.square().mean() + w.square().sum() * 0.01
}

/// By the receiver and by what it is given, at both orders.
#[test]
fn generic_callers() -> Result<()> {
    let (x, l) = (normal(1, [4, 3]), linear(3, 3));
    both::<apply<Linear>, apply_by_hand>((&l, &x), (&l.w, &l.b, &x))?;
    orders::<apply<Scaled>>((&scaled(5, 3), &x))
}

/// As in plain Rust, where the bound is needed for the derivative alone.
#[test]
fn generic_transforms() -> Result<()> {
    fn gradient<L: Layer + Differentiable>(l: &L, x: &Tensor<f64>) -> Result<(L::Tangent, Tensor<f64>)> {
        let (y, pullback) = l.forward_vjp(x)?;
        let g = pullback.pull(&y)?;
        Ok((g.this, g.x))
    }
    let (x, l) = (normal(1, [4, 3]), linear(3, 3));
    let (this, of_x) = gradient(&l, &x)?;
    let y = l.forward(&x);
    near("w", &this.w.to_vec()?, &x.t()?.matmul(&y)?.to_vec()?, 1e-13);
    near("x", &of_x.to_vec()?, &y.matmul(&l.w.t()?)?.to_vec()?, 1e-13);
    Ok(())
}

/// A struct of layers is a layer.
#[derive(Clone, Debug, Differentiable)]
struct Chain<A, B> {
    first: A,
    rest: Vec<B>,
}

#[differentiable(order = 2)]
impl<A: Layer + Differentiable, B: Layer + Differentiable> Layer for Chain<A, B> {
    const DECAY: f64 = A::DECAY;
    type Config = A::Config;

    fn config(&self) -> Self::Config {
        self.first.config()
    }

    fn forward(&self, x: &Tensor<f64>) -> Tensor<f64> {
        let mut h = self.first.forward(x)?;
        for layer in &self.rest {
            h = layer.residual(&h, 0.4)?;
        }
        h
    }

    fn penalty(&self) -> Scalar<f64> {
        let mut total = self.first.penalty()?;
        for layer in &self.rest {
            total = total + layer.penalty()?;
        }
        total
    }

    fn pair(&self, xs: &[Tensor<f64>], first: usize) -> Result<(Tensor<f64>, Tensor<f64>)> {
        let (a, b) = self.first.pair(xs, first)?;
        Ok((a, b))
    }
}

#[differentiable]
fn chain_by_hand(w: &Tensor<f64>, b: &Tensor<f64>, by: &[Tensor<f64>; 2], x: &Tensor<f64>) -> Scalar<f64> {
    let h = x.matmul(w) + b;
    let h = &h + (&h * &by[0] * 0.8).sin();
    let h = &h + (&h * &by[1] * 0.8).sin();
    let h = h.matmul(w) + b;
    let h = &h + (&h * &by[0] * 0.8).sin();
    let h = &h + (&h * &by[1] * 0.8).sin();
    let penalty = w.square().sum() + (by[0].square().sum() + by[1].square().sum()) * 3.0;
    h.square().mean() + penalty * 0.01
}

#[differentiable(order = 2)]
fn twice<L: Layer + Differentiable>(l: &L, x: &Tensor<f64>) -> Scalar<f64> {
    let h = l.forward(&l.forward(x)?)?;
    h.square().mean() + l.penalty()? * L::DECAY
}

#[test]
fn layers_of_layers() -> Result<()> {
    let x = normal(1, [4, 3]);
    let chain = Chain { first: linear(3, 3), rest: vec![scaled(5, 3), scaled(6, 3)] };
    let by = [chain.rest[0].by.clone(), chain.rest[1].by.clone()];
    both::<twice<Chain<Linear, Scaled>>, chain_by_hand>(
        (&chain, &x),
        (&chain.first.w, &chain.first.b, &by, &x),
    )
}

/// A trait with a parameter, and a method with one of its own.
#[differentiable(order = 2)]
trait Kernel<T: Float>: Clone {
    fn between(&self, a: &Tensor<T>, b: &Tensor<T>) -> Tensor<T>;

    fn energy<N: Float>(&self, a: &Tensor<T>, b: &Tensor<T>, weight: &Tensor<N>) -> Scalar<T> {
        (self.between(a, b)? * weight.cast::<T>()).sum()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Gauss<T: Float> {
    width: Tensor<T>,
}

#[differentiable(order = 2)]
impl<T: Float> Kernel<T> for Gauss<T> {
    fn between(&self, a: &Tensor<T>, b: &Tensor<T>) -> Tensor<T> {
        (-((a - b) / &self.width).square()).exp()
    }
}

/// The same type once more, for another parameter of the trait.
#[derive(Clone, Debug, Differentiable)]
struct Two {
    half: Tensor<f32>,
    full: Tensor<f64>,
}

#[differentiable(order = 2)]
impl Kernel<f32> for Two {
    fn between(&self, a: &Tensor<f32>, b: &Tensor<f32>) -> Tensor<f32> {
        a * b * &self.half
    }
}

#[differentiable(order = 2)]
impl Kernel<f64> for Two {
    fn between(&self, a: &Tensor<f64>, b: &Tensor<f64>) -> Tensor<f64> {
        a * b * &self.full
    }
}

#[differentiable(order = 2)]
fn energy<T: Float, K: Kernel<T> + Differentiable>(
    k: &K,
    a: &Tensor<T>,
    b: &Tensor<T>,
    #[constant] weight: &Tensor<f32>,
) -> Scalar<T> {
    k.energy(a, b, weight)?
}

#[differentiable]
fn energy_by_hand(
    width: &Tensor<f64>,
    a: &Tensor<f64>,
    b: &Tensor<f64>,
    #[constant] weight: &Tensor<f32>,
) -> Scalar<f64> {
    ((-((a - b) / width).square()).exp() * weight.cast::<f64>()).sum()
}

#[test]
fn generic_traits() -> Result<()> {
    let (a, b, gauss) = (normal(1, [6]), normal(2, [6]), Gauss { width: normal(3, [6]).square()? + 2.0 });
    let weight: Tensor = Key::new(4).normal([6])?;
    both::<energy<f64, Gauss<f64>>, energy_by_hand>(
        (&gauss, &a, &b, &weight),
        (&gauss.width, &a, &b, &weight),
    )?;
    let two = Two { half: tensor![2.0_f32], full: tensor![3.0_f64] };
    orders::<energy<f64, Two>>((&two, &a, &b, &weight))?;
    let (x, y) = (tensor![1.0_f32, 2.0], tensor![3.0_f32, 4.0]);
    let (value, g) = two.energy_value_and_grad(&x, &y, &tensor![1.0_f64, 2.0])?;
    assert_eq!((value.item()?, g.this.half.to_vec()?), (38.0, vec![19.0]));
    assert_eq!((numbers(&g.this.full)?, g.weight.to_vec()?), (vec![0.0], vec![6.0, 16.0]));
    Ok(())
}

/// A tuple of layers.
#[differentiable(order = 2)]
trait Map {
    fn through(&self, x: &Tensor<f64>) -> Tensor<f64>;
}

#[differentiable(order = 2)]
impl Map for Linear {
    fn through(&self, x: &Tensor<f64>) -> Tensor<f64> {
        x.matmul(&self.w) + &self.b
    }
}

#[differentiable(order = 2)]
impl<A: Map + Differentiable> Map for Vec<A> {
    fn through(&self, x: &Tensor<f64>) -> Tensor<f64> {
        let mut h = x.clone();
        for one in self {
            h = one.through(&h)?.tanh();
        }
        h
    }
}

#[differentiable(order = 2)]
impl<A: Map + Differentiable, B: Map + Differentiable> Map for (A, B) {
    fn through(&self, x: &Tensor<f64>) -> Tensor<f64> {
        let h = self.0.through(x)?;
        self.1.through(&h)?
    }
}

#[differentiable(order = 2)]
fn mapped<M: Map + Differentiable>(m: &M, x: &Tensor<f64>) -> Scalar<f64> {
    m.through(x)?.square().sum()
}

#[differentiable]
fn mapped_by_hand(a: &Linear, b: &Linear, c: &Linear, x: &Tensor<f64>) -> Scalar<f64> {
    let h = (x.matmul(&a.w) + &a.b).tanh();
    let h = (h.matmul(&b.w) + &b.b).tanh();
    (h.matmul(&c.w) + &c.b).square().sum()
}

#[test]
fn types_of_others() -> Result<()> {
    let (x, layers, last) = (normal(1, [2, 3]), vec![linear(3, 3), linear(5, 3)], linear(7, 3));
    let pair = (layers, last);
    both::<mapped<(Vec<Linear>, Linear)>, mapped_by_hand>((&pair, &x), (&pair.0[0], &pair.0[1], &pair.1, &x))
}

/// A method with generics of its own, in a trait without second derivatives.
#[differentiable]
trait Times {
    fn times<T: Float>(&self, x: &Tensor<T>, n: usize) -> Tensor<T>;
}

#[derive(Clone, Debug, Differentiable)]
struct Plain {
    w: Tensor<f64>,
}

#[differentiable]
impl Times for Plain {
    fn times<T: Float>(&self, x: &Tensor<T>, n: usize) -> Tensor<T> {
        x * (n as f64)
    }
}

#[differentiable]
fn timed<L: Times + Differentiable>(l: &L, x: &Tensor<f64>) -> Scalar<f64> {
    l.times(x, 3)?.square().sum()
}

#[test]
fn methods_with_generics() -> Result<()> {
    let (l, x) = (Plain { w: normal(1, [2]) }, normal(2, [3]));
    let g = timed::grad(&l, &x)?;
    near("x", &g.x.to_vec()?, &(&x * 18.0).to_vec()?, 1e-13);
    near("w", &g.l.w.to_vec()?, &[0.0; 2], 0.0);
    Ok(())
}
