//! Patterns that look deeper: structs in options, variants in variants, tuples of tensors.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, orders};

use crate::models::normal;

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Tensor<f64>,
    b: Option<Tensor<f64>>,
    gain: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Pair(Tensor<f64>, Layer);

#[derive(Clone, Debug, Differentiable)]
enum Stage {
    Nothing,
    One(Layer),
    Two { first: Layer, scales: (Tensor<f64>, Tensor<f64>) },
    Deep(Option<Pair>),
}

#[differentiable(order = 2)]
fn staged(stage: &Stage, side: &Option<(Tensor<f64>, Tensor<f64>)>, x: &Tensor<f64>) -> Scalar<f64> {
    let h = match stage {
        Stage::Nothing => x.clone(),
        Stage::One(Layer { w, b: Some(b), .. }) => x * w + b,
        Stage::One(Layer { w, gain, .. }) => (x * w).sin() * gain,
        Stage::Two { first: layer @ Layer { w, .. }, scales: (a, b) } => {
            let Layer { gain, .. } = layer;
            (x * w * a).cos() + b * gain
        }
        Stage::Deep(Some(Pair(by, Layer { w, b: None, .. }))) => (x * by).sin() * w,
        Stage::Deep(Some(pair)) => {
            let Pair(by, layer) = pair;
            x * by + &layer.w
        }
        Stage::Deep(None) => x * 2.0,
    };
    let h = if let Some((a, b)) = side { h * a + b } else { h };
    (h * x).sum()
}

#[differentiable(order = 2)]
fn one(w: &Tensor<f64>, b: &Tensor<f64>, x: &Tensor<f64>) -> Scalar<f64> {
    ((x * w + b) * x).sum()
}

#[differentiable(order = 2)]
fn two(
    w: &Tensor<f64>,
    a: &Tensor<f64>,
    b: &Tensor<f64>,
    c: &Tensor<f64>,
    d: &Tensor<f64>,
    x: &Tensor<f64>,
) -> Scalar<f64> {
    ((((x * w * a).cos() + b * 0.5) * c + d) * x).sum()
}

#[test]
fn nested() -> Result<()> {
    let t = |seed| normal(seed, [3]);
    let layer = |seed, b: bool| Layer { w: t(seed), b: b.then(|| t(seed + 1)), gain: 0.5 };
    let x = t(1);
    both::<staged, one>((&Stage::One(layer(2, true)), &None, &x), (&t(2), &t(3), &x))?;
    let side = Some((t(20), t(21)));
    let stage = Stage::Two { first: layer(4, false), scales: (t(6), t(7)) };
    both::<staged, two>((&stage, &side, &x), (&t(4), &t(6), &t(7), &t(20), &t(21), &x))?;
    for stage in [
        Stage::Nothing,
        Stage::One(layer(8, false)),
        Stage::Deep(None),
        Stage::Deep(Some(Pair(t(9), layer(10, true)))),
        Stage::Deep(Some(Pair(t(12), layer(13, false)))),
    ] {
        orders::<staged>((&stage, &side, &x))?;
        orders::<staged>((&stage, &None, &x))?;
    }
    Ok(())
}

/// Arrays of structs, by index and one by one.
#[differentiable(order = 2)]
fn chained(layers: &[Layer; 2], x: &Tensor<f64>) -> Scalar<f64> {
    let mut h = x * &layers[1].w;
    for Layer { w, b, gain } in layers {
        h = (h * w).sin() * gain;
        if let Some(b) = b {
            h = h + b;
        }
    }
    (h * x).sum()
}

#[test]
fn arrays() -> Result<()> {
    let t = |seed| normal(seed, [3]);
    let layers = [Layer { w: t(1), b: None, gain: 0.5 }, Layer { w: t(2), b: Some(t(3)), gain: 2.0 }];
    orders::<chained>((&layers, &t(4)))
}

#[derive(Clone, Debug, Differentiable)]
struct Norm {
    w: Tensor<f64>,
    ends: [Tensor<f64>; 2],
    #[constant]
    seen: [Tensor<f64>; 2],
    #[constant]
    by: (Tensor<f64>, f64),
}

/// Arrays and tuples taken apart: the tangent of a constant field has no entries.
#[differentiable(order = 2)]
fn centred(norm: &Norm, x: &Tensor<f64>) -> Scalar<f64> {
    let [mean, var] = &norm.seen;
    let (scale, eps) = &norm.by;
    let [a, b] = &norm.ends;
    let h = (x - mean) / (var + eps) * scale * &norm.w;
    ((h * a).sin() + b * x).sum()
}

#[differentiable(order = 2)]
fn centred_by_hand(
    w: &Tensor<f64>,
    a: &Tensor<f64>,
    b: &Tensor<f64>,
    #[constant] seen: &[Tensor<f64>],
    #[constant] scale: &Tensor<f64>,
    x: &Tensor<f64>,
) -> Scalar<f64> {
    let h = (x - &seen[0]) / (&seen[1] + 0.5) * scale * w;
    ((h * a).sin() + b * x).sum()
}

#[test]
fn constant_arrays() -> Result<()> {
    let t = |seed| normal(seed, [3]);
    let (seen, x) = ([t(1), t(2).square()?], t(3));
    let norm = Norm { w: t(4), ends: [t(5), t(6)], seen: seen.clone(), by: (t(7), 0.5) };
    let by_hand = (&norm.w, &norm.ends[0], &norm.ends[1], &seen[..], &norm.by.0, &x);
    both::<centred, centred_by_hand>((&norm, &x), by_hand)
}
