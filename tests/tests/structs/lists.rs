//! Lists of structs: gone over by reference and by index, with a length of run time.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, orders};

use crate::models::{Linear, Model, linear, model, normal};

#[differentiable(order = 2)]
fn gone_over(m: &Model, x: &Tensor<f64, B, D>) -> Scalar<f64> {
    let mut h = x.clone();
    for layer in &m.rest {
        h = (h.matmul(&layer.w) + &layer.b).tanh();
    }
    h.square().sum()
}

#[differentiable(order = 2)]
fn by_index(m: &Model, x: &Tensor<f64, B, D>) -> Scalar<f64> {
    let mut h = x.clone();
    for i in 0..m.rest.len() {
        h = (h.matmul(&m.rest[i].w) + &m.rest[i].b).tanh();
    }
    h.square().sum()
}

#[differentiable(order = 2)]
fn of_vec(layers: &Vec<Linear>, x: &Tensor<f64, B, D>) -> Scalar<f64> {
    let mut h = x.clone();
    for (i, layer) in layers.iter().enumerate() {
        if i < 100 {
            h = (h.matmul(&layer.w) + &layer.b).tanh();
        }
    }
    h.square().sum()
}

#[differentiable]
fn unrolled(
    w: &Tensor<f64, D, D>,
    b: &Tensor<f64, D>,
    v: &Tensor<f64, D, D>,
    c: &Tensor<f64, D>,
    x: &Tensor<f64, B, D>,
) -> Scalar<f64> {
    let h = (x.matmul(w) + b).tanh();
    let h = (h.matmul(v) + c).tanh();
    h.square().sum()
}

#[test]
fn lists_of_structs() -> Result<()> {
    let (m, x) = (model(2), normal(3, [5, 4]));
    let layers = &m.rest;
    let (want, g) = unrolled::value_and_grad(&layers[0].w, &layers[0].b, &layers[1].w, &layers[1].b, &x)?;
    orders::<gone_over>((&m, &x))?;
    orders::<by_index>((&m, &x))?;
    orders::<of_vec>((layers, &x))?;
    let (a, of_a) = gone_over::value_and_grad(&m, &x)?;
    let (b, of_b) = by_index::value_and_grad(&m, &x)?;
    let (c, of_c) = of_vec::value_and_grad(layers, &x)?;
    near("values", &[a.item()?, b.item()?, c.item()?], &[want.item()?; 3], 1e-13);
    for grads in [&of_a.m.rest, &of_b.m.rest, &of_c.layers] {
        near("first", &grads[0].w.to_vec()?, &g.w.to_vec()?, 1e-13);
        near("second", &grads[1].b.to_vec()?, &g.c.to_vec()?, 1e-13);
    }
    Ok(())
}

#[test]
fn an_empty_list() -> Result<()> {
    let (m, x) = (model(0), normal(3, [5, 4]));
    orders::<gone_over>((&m, &x))?;
    assert!(gone_over::grad(&m, &x)?.m.rest.is_empty());
    Ok(())
}

/// Two lists side by side, one backwards, one of tensors.
#[differentiable(order = 2)]
fn zipped(layers: &Vec<Linear>, gates: &[Tensor<f64, D>], x: &Tensor<f64, D>) -> Scalar<f64> {
    let mut h = x.clone();
    for (layer, gate) in layers.iter().rev().zip(gates) {
        h = (h.matmul(&layer.w) * gate).tanh();
    }
    h.square().sum()
}

#[test]
fn lists_side_by_side() -> Result<()> {
    let gates = [normal(21, [4]), normal(22, [4]), normal(23, [4])];
    orders::<zipped>((&vec![linear(1, 4, 4), linear(3, 4, 4)], &gates, &normal(3, [4])))
}

/// An index that is not there is an error of the call.
#[differentiable]
fn beyond(m: &Model, x: &Tensor<f64, D>, i: usize) -> Result<Scalar<f64>> {
    Ok((x * &m.rest[i].b).sum())
}

#[test]
fn an_entry_that_is_not_there() -> Result<()> {
    let (m, x) = (model(2), normal(3, [4]));
    assert_eq!(beyond::grad(&m, &x, 1)?.m.rest.len(), 2);
    let error = beyond::grad(&m, &x, 2).expect_err("there are two");
    assert!(error.to_string().contains("entry 2 of a list of 2"), "{error}");
    Ok(())
}

#[derive(Clone, Debug, Differentiable)]
struct Wave {
    w: Tensor<f64>,
    k: usize,
}

#[derive(Clone, Debug, Differentiable)]
struct Waves {
    all: Vec<Wave>,
    two: [Wave; 2],
}

#[differentiable(order = 2)]
impl Wave {
    fn go(&self, x: &Tensor<f64>) -> Tensor<f64> {
        (x * &self.w).sin()
    }
}

#[differentiable(order = 2)]
fn first(waves: &[Wave], x: &Tensor<f64>) -> Result<Scalar<f64>> {
    let Some(wave) = waves.first() else { return Ok(x.sum()) };
    Ok((&wave.w * x).sin().sum() * wave.k)
}

#[differentiable(order = 2)]
fn get(waves: &[Wave], x: &Tensor<f64>, i: usize) -> Result<Scalar<f64>> {
    let y = match waves.get(i + 1) {
        Some(Wave { w, k }) if *k > 0 => (w * x).sum() * *k,
        Some(wave) => wave.w.sin().sum(),
        None => x.sum(),
    };
    let mut h = x.clone();
    for j in 0..4 {
        if let Some(wave) = waves.get(j) {
            h = wave.go(&h);
        }
    }
    Ok(y * h.sum())
}

#[differentiable(order = 2)]
impl Waves {
    fn ends(&self, x: &Tensor<f64>) -> Result<Scalar<f64>> {
        let y = if let Some(wave) = self.all.last() { wave.go(x)? } else { x.clone() };
        let z = if let (Some(a), Some(b)) = (self.all.first(), self.two.last()) {
            a.go(&y)? * b.go(x)?
        } else {
            y.clone()
        };
        let u = self.two.last().unwrap().go(&z)?;
        Ok((u * z * &self.two.first().unwrap().w).sum())
    }
}

#[differentiable(order = 2)]
fn ends(waves: &Waves, x: &Tensor<f64>) -> Result<Scalar<f64>> {
    Ok(waves.ends(x)?)
}

#[test]
fn entries_that_may_not_be_there() -> Result<()> {
    let wave = |seed: u64| Wave { w: normal(seed, [2]), k: seed as usize - 1 };
    let x = normal(9, [2]);
    for n in 0..3 {
        let waves: Vec<Wave> = (1..=n).map(wave).collect();
        orders::<first>((&waves, &x))?;
        for i in 0..3 {
            orders::<get>((&waves, &x, i))?;
        }
        orders::<ends>((&Waves { all: waves, two: [wave(4), wave(5)] }, &x))?;
    }
    Ok(())
}
