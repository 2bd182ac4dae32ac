//! Fields of structs: tensors, structs, numbers.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, near, numbers, orders};

use crate::models::{Config, Linear, Model, Pair, linear, model, normal};

#[differentiable(order = 2)]
fn of_fields(l: &Linear, x: &Tensor<f64, B, I>) -> Scalar<f64> {
    (x.matmul(&l.w) + &l.b).tanh().square().sum()
}

#[differentiable(order = 2)]
fn of_tensors(w: &Tensor<f64, I, O>, b: &Tensor<f64, O>, x: &Tensor<f64, B, I>) -> Scalar<f64> {
    (x.matmul(w) + b).tanh().square().sum()
}

#[test]
fn a_struct_is_its_fields() -> Result<()> {
    let (l, x) = (linear(1, 3, 4), normal(3, [5, 3]));
    both::<of_fields, of_tensors>((&l, &x), (&l.w, &l.b, &x))?;
    let (value, grads) = of_fields::value_and_grad(&l, &x)?;
    let (_, plain) = of_tensors::value_and_grad(&l.w, &l.b, &x)?;
    assert_eq!(value.item()?, of_fields(&l, &x).item()?);
    near("w", &grads.l.w.to_vec()?, &plain.w.to_vec()?, 1e-14);
    near("b", &grads.l.b.to_vec()?, &plain.b.to_vec()?, 1e-14);
    Ok(())
}

/// By value, moved parts and all.
#[differentiable(order = 2)]
fn by_value(l: Linear, x: Tensor<f64, B, I>) -> Scalar<f64> {
    (x.matmul(l.w) + l.b).tanh().square().sum()
}

#[test]
fn structs_by_value() -> Result<()> {
    let (l, x) = (linear(1, 3, 4), normal(3, [5, 3]));
    both::<by_value, of_fields>((l.clone(), x.clone()), (&l, &x))
}

/// Numbers of a struct are host values where one is wanted, and factors where a tensor stands beside them; those of a
/// constant field, whose type has no tangent, too.
#[differentiable(order = 2)]
fn of_numbers(m: &Model, x: &Tensor<f64, B, I>) -> Result<Scalar<f64>> {
    assert!(m.config.name.len() == 3 && !m.config.name.is_empty());
    let heads = m.config.heads;
    let half = m.config.heads * 2 / 4;
    let gain: f64 = m.config.gain * 2.0;
    let h = (x.matmul(&m.first.w) + &m.first.b) * m.scale;
    let h = h.reshape([x.dim(0), heads, 4 / heads]).sum_axis(half) * m.config.gain;
    let ratio = m.pair.1 as f64 / (m.config.heads + 1) as f64;
    let h = if m.config.heads > 1 { h * gain } else { h.exp() };
    Ok((h * ratio).square().sum() + (&m.pair.0 * m.scale).exp().sum())
}

#[differentiable]
fn of_numbers_by_hand(
    w: &Tensor<f64, I, 4>,
    b: &Tensor<f64, 4>,
    p: &Tensor<f64>,
    x: &Tensor<f64, B, I>,
) -> Scalar<f64> {
    let h = (x.matmul(w) + b) * 0.75;
    let h = h.reshape([x.dim(0), 2, 2]).sum_axis(1) * 1.5 * 3.0;
    (h * (2.0 / 3.0)).square().sum() + (p * 0.75).exp().sum()
}

#[test]
fn numbers_of_a_struct() -> Result<()> {
    let (m, x) = (model(1), normal(3, [5, 3]));
    orders::<of_numbers>((&m, &x))?;
    let (value, g) = of_numbers::value_and_grad(&m, &x)?;
    let (want, h) = of_numbers_by_hand::value_and_grad(&m.first.w, &m.first.b, &m.pair.0, &x)?;
    near("value", &[value.item()?], &[want.item()?], 1e-13);
    near("w", &g.m.first.w.to_vec()?, &h.w.to_vec()?, 1e-13);
    near("b", &g.m.first.b.to_vec()?, &h.b.to_vec()?, 1e-13);
    near("p", &g.m.pair.0.to_vec()?, &h.p.to_vec()?, 1e-13);
    // What is not used has zeros, and a constant field has nothing.
    assert!(numbers(&g.m.rest)?.iter().all(|&g| g == 0.0));
    Ok(())
}

/// Numbers go where the tensors are, and so does what is made of none.
#[test]
fn structs_on_another_device() -> Result<()> {
    let (m, x) = (model(1), normal(3, [5, 3]));
    let there = Device::cpu(1);
    let (far, y) = (cotangent::Differentiable::to_device(&m, &there)?, x.to(there)?);
    let (value, g) = of_numbers::value_and_grad(&far, &y)?;
    let (want, h) = of_numbers::value_and_grad(&m, &x)?;
    assert_eq!(value.device(), there);
    near("value", &[value.item()?], &[want.item()?], 0.0);
    near("gradient", &numbers(&g)?, &numbers(&h)?, 0.0);
    let (_, dot) = of_numbers::jvp(&far, &y, &g.m, &g.x)?;
    assert_eq!((dot.device(), g.m.first.w.device()), (there, there));
    let (value, g) = decay::value_and_grad(&far)?;
    assert_eq!((value.device(), g.m.pair.0.device()), (there, there));
    assert!(of_numbers::value_and_grad(&m, &y).is_err());
    Ok(())
}

/// No parameter is a tensor.
#[differentiable]
fn decay(m: &Model) -> Scalar<f64> {
    (&m.pair.0 * m.scale + 1.0).square().sum() * m.scale
}

/// Calls with structs: whole ones, fields, tuples of them, one that was bound before.
#[differentiable(order = 2)]
fn step(l: &Linear, x: &Tensor<f64, B, I>) -> Tensor<f64> {
    (x.matmul(&l.w) + &l.b).tanh()
}

#[differentiable(order = 2)]
fn scaled(pair: &Pair, #[constant] c: &Config, x: &Tensor<f64, B, D>) -> Tensor<f64> {
    step(&pair.2, &(x * &pair.0))? * c.gain
}

#[differentiable(order = 2)]
fn calls(m: &Model, x: &Tensor<f64, B, I>) -> Scalar<f64> {
    let first = &m.first;
    let h = step(first, x)?;
    let pair = m.pair.clone();
    let y = scaled(&pair, &m.config, &h)?;
    y.square().sum() + (&pair.2.b * 2.0).sum() + first.b.sin().sum()
}

#[test]
fn structs_go_into_calls() -> Result<()> {
    orders::<calls>((&model(0), &normal(3, [5, 3])))
}

/// In branches and loops only the fields that their text names are captured.
#[differentiable(order = 2)]
fn regions(m: &Model, x: &Tensor<f64, D>, n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    for i in 0..n {
        h = if i % 2 == 0 { h.matmul(&m.pair.2.w).tile([2]).tanh() * m.scale } else { &h * &m.pair.0 };
        if m.config.heads == 2 && i > 0 {
            h = h + &m.pair.0 * m.scale;
        }
    }
    h.square().sum() * m.scale
}

#[differentiable]
fn regions_by_hand(w: &Tensor<f64, D, E>, p: &Tensor<f64, D>, x: &Tensor<f64, D>, n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    for i in 0..n {
        h = if i % 2 == 0 { h.matmul(w).tile([2]).tanh() * 0.75 } else { &h * p };
        if i > 0 {
            h = h + p * 0.75;
        }
    }
    h.square().sum() * 0.75
}

#[test]
fn fields_in_branches_and_loops() -> Result<()> {
    let (m, x) = (model(0), normal(3, [4]));
    for n in [0, 1, 4] {
        orders::<regions>((&m, &x, n))?;
        let (value, g) = regions::value_and_grad(&m, &x, n)?;
        let (want, h) = regions_by_hand::value_and_grad(&m.pair.2.w, &m.pair.0, &x, n)?;
        near("value", &[value.item()?], &[want.item()?], 1e-13);
        near("w", &g.m.pair.2.w.to_vec()?, &h.w.to_vec()?, 1e-13);
        near("p", &g.m.pair.0.to_vec()?, &h.p.to_vec()?, 1e-13);
    }
    Ok(())
}

/// What the pullback keeps is the tensors that it reads, and not the struct.
#[test]
fn a_pullback_keeps_fields() -> Result<()> {
    let (m, x) = (model(3), normal(3, [5, 3]));
    let (_, pullback) = of_fields::vjp(&m.first, &x)?;
    // `w` of 12 numbers, `x` of 15, the result of `tanh` of 20.
    assert!(pullback.residual_bytes() <= 8 * (12 + 15 + 20), "{}", pullback.residual_bytes());
    let weak = m.rest[0].w.clone();
    drop(m);
    drop(weak);
    pullback.pull(&Tensor::scalar(1.0))?;
    Ok(())
}
