//! Options and enums that hold tensors, matched.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers, orders};

use crate::models::{Linear, linear, normal};

#[derive(Clone, Debug, Differentiable)]
enum Norm {
    Nothing,
    Scale(Tensor<f64>),
    Affine { gain: Tensor<f64>, shift: Tensor<f64>, eps: f64 },
    Through(Linear),
}

/// No tangent.
#[derive(Clone, Copy, Debug)]
enum Act {
    Tanh,
    Leaky(f64),
}

#[derive(Clone, Debug, Differentiable)]
struct Block {
    w: Tensor<f64>,
    b: Option<Tensor<f64>>,
    norm: Norm,
    #[constant]
    act: Act,
}

#[differentiable(order = 2)]
impl Block {
    fn forward(&self, x: &Tensor<f64, B, D>) -> Tensor<f64> {
        let mut h = x.matmul(&self.w);
        if let Some(b) = &self.b {
            h = h + b;
        }
        let h = match self.act {
            Act::Tanh => h.tanh(),
            Act::Leaky(slope) => h.maximum(&(&h * slope)),
        };
        match &self.norm {
            Norm::Nothing => h,
            Norm::Scale(by) => h * by,
            Norm::Affine { gain, shift, eps } => (h + eps) * gain + shift,
            Norm::Through(l) => (h.matmul(&l.w) + &l.b).tanh(),
        }
    }
}

#[differentiable(order = 2)]
fn chain(blocks: &Vec<Block>, extra: &Option<Tensor<f64>>, x: &Tensor<f64, B, D>) -> Scalar<f64> {
    let mut h = x.clone();
    for block in blocks {
        h = block.forward(&h)?;
    }
    let y = if let Some(extra) = extra.as_ref() { h * extra } else { h };
    y.square().sum()
}

fn block(seed: u64, b: bool, norm: Norm, act: Act) -> Block {
    Block { w: normal(seed, [4, 4]), b: b.then(|| normal(seed + 1, [4])), norm, act }
}

#[test]
fn options_and_enums_of_tensors() -> Result<()> {
    let affine = Norm::Affine { gain: normal(31, [4]), shift: normal(32, [4]), eps: 0.25 };
    let blocks = vec![
        block(1, true, Norm::Scale(normal(30, [4])), Act::Tanh),
        block(3, false, affine, Act::Leaky(0.1)),
        block(5, true, Norm::Through(linear(33, 4, 4)), Act::Tanh),
        block(7, false, Norm::Nothing, Act::Leaky(0.3)),
    ];
    let x = normal(40, [2, 4]);
    orders::<chain>((&blocks, &Some(normal(41, [4])), &x))?;
    orders::<chain>((&blocks, &None, &x))?;
    let g = chain::grad(&blocks, &None, &x)?;
    assert!(g.extra.is_none() && g.blocks[1].b.is_none());
    assert!(matches!((&g.blocks[3].norm, &g.blocks[0].norm), (NormTangent::Nothing, NormTangent::Scale(_))));
    Ok(())
}

#[differentiable]
fn plain(
    w: &Tensor<f64, D, D>,
    b: &Tensor<f64, D>,
    by: &Tensor<f64, D>,
    x: &Tensor<f64, B, D>,
) -> Scalar<f64> {
    (((x.matmul(w) + b).tanh()) * by).square().sum()
}

#[test]
fn one_variant_is_the_program_without() -> Result<()> {
    let (by, x) = (normal(30, [4]), normal(40, [2, 4]));
    let blocks = vec![block(1, true, Norm::Scale(by.clone()), Act::Tanh)];
    let (value, g) = chain::value_and_grad(&blocks, &None, &x)?;
    let b = blocks[0].b.as_ref().expect("there is one");
    let (want, h) = plain::value_and_grad(&blocks[0].w, b, &by, &x)?;
    near("value", &[value.item()?], &[want.item()?], 1e-13);
    near("blocks", &numbers(&g.blocks)?, &numbers(&(h.w, h.b, h.by))?, 1e-13);
    Ok(())
}

#[derive(Clone, Debug, Differentiable)]
struct Shifted {
    b: Option<Tensor<f64>>,
    k: f64,
}

#[differentiable(order = 2)]
fn by_ref(m: &Shifted, x: &Tensor<f64>) -> Scalar<f64> {
    let y = match m.b {
        Some(ref b) => x * b,
        None => x.clone(),
    };
    let Shifted { ref b, k } = *m;
    let z = if let Some(b) = b { b.sin() * k } else { x.clone() };
    (y * z).sum()
}

#[test]
fn ref_is_nothing_new() -> Result<()> {
    let x = Tensor::from_vec(vec![0.5, -0.25], [2])?;
    orders::<by_ref>((&Shifted { b: Some(x.sin()?), k: 1.5 }, &x))?;
    orders::<by_ref>((&Shifted { b: None, k: 1.5 }, &x))
}
