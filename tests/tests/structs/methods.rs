//! Methods: inherent ones and associated functions, of generic types too, called by each other and from outside.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers, orders};

use crate::models::normal;

#[derive(Clone, Debug, Differentiable)]
pub(crate) struct Dense<T: Float> {
    w: Tensor<T>,
    b: Tensor<T>,
}

#[differentiable(order = 2)]
impl<T: Float> Dense<T> {
    /// Plain Rust: it takes nothing that moves.
    pub(crate) fn new(key: Key, i: usize, o: usize) -> Result<Self> {
        Ok(Self { w: key.fold(1).normal([i, o])?, b: key.fold(2).normal([o])? })
    }

    /// Affine.
    pub(crate) fn forward(&self, x: &Tensor<T, B, I>) -> Tensor<T> {
        x.matmul(&self.w) + &self.b
    }

    /// Plain Rust too: integers have no derivative.
    fn likeliest(&self, x: &Tensor<T>) -> Result<Tensor<i32>> {
        let scores = self.forward(x);
        scores.argmax_axis(-1)
    }

    fn penalty(&self) -> Tensor<T> {
        self.w.square().sum() + self.b.square().sum()
    }

    /// No receiver.
    fn squash(x: &Tensor<T>, by: f64) -> Tensor<T> {
        (x * by).tanh()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Mlp {
    layers: Vec<Dense<f64>>,
    last: Dense<f64>,
    heads: usize,
}

#[differentiable(order = 2)]
impl Mlp {
    const DECAY: f64 = 0.01;

    fn width(&self) -> usize {
        self.heads * 2
    }

    /// Calls the fields' methods, its own, and associated functions.
    fn forward(&self, x: &Tensor<f64, B, I>) -> Tensor<f64> {
        let mut h = x.clone();
        for layer in &self.layers {
            h = Dense::squash(&layer.forward(&h)?, 0.5)?;
        }
        let h = h.reshape([x.dim(0), self.width()]);
        self.last.forward(&h)?
    }

    /// A loss.
    #[differentiable(name = MlpLoss)]
    fn loss(&self, #[constant] x: &Tensor<f64, B, I>, #[constant] y: &Tensor<f64, B, O>) -> Scalar<f64> {
        let p = self.forward(x)?;
        let mut penalty = self.last.penalty()?;
        for layer in &self.layers {
            penalty = penalty + layer.penalty()?;
        }
        (p - y).square().mean() + penalty * Self::DECAY
    }
}

#[differentiable(order = 2)]
fn loss(m: &Mlp, #[constant] x: &Tensor<f64, B, I>, #[constant] y: &Tensor<f64, B, O>) -> Scalar<f64> {
    m.loss(x, y)?
}

#[differentiable]
#[allow(clippy::too_many_arguments)]
fn by_hand(
    w: &Tensor<f64, I, H>,
    b: &Tensor<f64, H>,
    v: &Tensor<f64, H, O>,
    c: &Tensor<f64, O>,
    #[constant] x: &Tensor<f64, B, I>,
    #[constant] y: &Tensor<f64, B, O>,
) -> Scalar<f64> {
    let h = ((x.matmul(w) + b) * 0.5).tanh();
    let penalty = w.square().sum() + b.square().sum() + v.square().sum() + c.square().sum();
    (h.matmul(v) + c - y).square().mean() + penalty * 0.01
}

fn mlp(depth: usize) -> Result<Mlp> {
    let key = Key::new(7);
    let layers = (0..depth).map(|i| Dense::new(key.fold(i as u64), if i == 0 { 3 } else { 4 }, 4));
    Ok(Mlp { layers: layers.collect::<Result<_>>()?, last: Dense::new(key.fold(99), 4, 2)?, heads: 2 })
}

#[test]
fn methods_are_functions_of_their_receiver() -> Result<()> {
    let (m, x, y) = (mlp(1)?, normal(1, [5, 3]), normal(2, [5, 2]));
    let (value, g) = m.loss_value_and_grad(&x, &y)?;
    let first = &m.layers[0];
    let (want, h) = by_hand::value_and_grad(&first.w, &first.b, &m.last.w, &m.last.b, &x, &y)?;
    near("value", &[value.item()?, m.loss(&x, &y).item()?], &[want.item()?; 2], 1e-13);
    near("w", &g.this.layers[0].w.to_vec()?, &h.w.to_vec()?, 1e-13);
    near("c", &g.this.last.b.to_vec()?, &h.c.to_vec()?, 1e-13);
    near("grad", &numbers(&m.loss_grad(&x, &y)?)?, &numbers(&g)?, 0.0);
    let (_, pullback) = m.loss_vjp(&x, &y)?;
    near("vjp", &numbers(&pullback.pull(&Tensor::scalar(1.0))?)?, &numbers(&g)?, 1e-13);
    let (_, dot) = m.loss_jvp(&x, &y, &g.this)?;
    near("jvp", &[dot.item()?], &[cotangent::tree::dot(&g.this, &g.this)?], 1e-12);
    let (again, _) = m.loss_hvp(&x, &y, &g.this)?;
    near("hvp", &numbers(&again)?, &numbers(&g)?, 1e-13);
    assert!(Mlp::loss_explain().contains("loss"));
    Ok(())
}

#[test]
fn methods_call_methods() -> Result<()> {
    let (x, y) = (normal(1, [5, 3]), normal(2, [5, 2]));
    for depth in [1, 3] {
        let m = mlp(depth)?;
        orders::<loss>((&m, &x, &y))?;
        orders::<MlpLoss>((&m, &x, &y))?;
    }
    Ok(())
}

/// The transforms of a method are generic as it is.
#[test]
fn methods_of_generic_types() -> Result<()> {
    let layer = Dense::<f32>::new(Key::new(1), 3, 2)?;
    let x: Tensor = Key::new(2).normal([4, 3])?;
    let (y, pullback) = layer.forward_vjp(&x)?;
    let g = pullback.pull(&y)?;
    assert_eq!((g.this.w.shape(), g.x.shape()), (&[3, 2][..], &[4, 3][..]));
    let want = x.t()?.matmul(&y)?;
    assert_eq!(g.this.w.to_vec()?, want.to_vec()?);
    assert_eq!(layer.likeliest(&x)?.to_vec()?, y.argmax_axis(-1)?.to_vec()?);
    let (_, pullback) = Dense::squash_vjp(&x, 2.0)?;
    assert_eq!(pullback.pull(&x)?.x.shape(), [4, 3]);
    Ok(())
}

/// What takes itself by value, inherent and of a trait: transforms only look at it.
#[derive(Clone, Debug, Differentiable)]
struct Step {
    w: Tensor<f64>,
    by: f64,
}

#[differentiable(order = 2)]
trait Apply {
    fn applied(self, x: &Tensor<f64>) -> Tensor<f64>;
    fn twice(self, x: &Tensor<f64>) -> Tensor<f64> {
        self.applied(&self.applied(x)?)?
    }
}

#[differentiable(order = 2)]
impl Apply for Step {
    fn applied(self, x: &Tensor<f64>) -> Tensor<f64> {
        (x * &self.w).tanh() * self.by
    }
}

#[differentiable(order = 2)]
impl Step {
    fn taken(self, x: &Tensor<f64>) -> Result<Tensor<f64>> {
        let Step { w, by } = self;
        Ok((x + w * by).sin())
    }
}

#[differentiable(order = 2)]
fn by_value(step: &Step, steps: &[Step], x: &Tensor<f64>) -> Scalar<f64> {
    let mut h = step.taken(x)?;
    for s in steps {
        h = s.twice(&h)? + step.applied(&h)?;
    }
    h.square().sum()
}

#[test]
fn receivers_by_value() -> Result<()> {
    let (a, b, x) =
        (Step { w: normal(1, [3]), by: 0.7 }, Step { w: normal(2, [3]), by: 1.3 }, normal(3, [3]));
    orders::<by_value>((&a, &[b.clone(), a.clone()], &x))?;
    let (y, pullback) = a.taken_vjp(&x)?;
    let g = pullback.pull(&y)?;
    near("value", &a.clone().taken(&x)?.to_vec()?, &y.to_vec()?, 0.0);
    near("part", &g.this.w.to_vec()?, &g.x.mul(0.7)?.to_vec()?, 1e-14);
    let (z, _) = b.twice_vjp(&x)?;
    near("provided", &b.twice(&x).to_vec()?, &z.to_vec()?, 0.0);
    Ok(())
}

/// Its parameter stands in constants alone, and has no tangent.
#[derive(Clone, Debug, Differentiable)]
struct Tagged<P> {
    w: Tensor<f64>,
    tag: std::marker::PhantomData<P>,
    #[constant]
    of: Option<P>,
}

trait Tag {
    const BY: f64;
}

#[derive(Clone, Debug)]
struct Twice;

impl Tag for Twice {
    const BY: f64 = 2.0;
}

#[differentiable(order = 2)]
impl<P: Tag + Clone> Tagged<P> {
    fn run(&self, x: &Tensor<f64>) -> Scalar<f64> {
        (x * &self.w * P::BY).sin().sum()
    }
}

#[differentiable(order = 2)]
fn tagged(t: &Tagged<Twice>, x: &Tensor<f64>) -> Scalar<f64> {
    t.run(x)?
}

#[test]
fn parameters_without_a_tangent() -> Result<()> {
    let t = Tagged { w: normal(1, [3]), tag: std::marker::PhantomData, of: Some(Twice) };
    assert!(t.of.is_some(), "the constant is of the parameter");
    orders::<tagged>((&t, &normal(2, [3])))
}
