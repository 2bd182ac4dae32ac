//! Slices of structs, and of whatever else has a tangent, as parameters of functions and methods.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, near, orders};

use crate::models::{Linear, LinearTangent, Model, linear, model, normal};

/// A loop by reference, one by index, backwards and beside another list.
#[differentiable(order = 2)]
fn of_slice(layers: &[Linear], gates: &[Tensor<f64>], x: &Tensor<f64, B, D>) -> Scalar<f64> {
    let mut h = x.clone();
    for layer in layers {
        h = (h.matmul(&layer.w) + &layer.b).tanh();
    }
    for i in 0..layers.len() {
        h = (h.matmul(&layers[i].w) * (i + 1)).tanh();
    }
    for (i, (layer, gate)) in layers.iter().rev().zip(gates).enumerate() {
        if i < 100 && !layers.is_empty() {
            h = (h.matmul(&layer.w) * gate).sin();
        }
    }
    h.square().sum()
}

/// The same of what works otherwise.
#[differentiable(order = 2)]
fn of_vec(layers: &Vec<Linear>, gates: &Vec<Tensor<f64>>, x: &Tensor<f64, B, D>) -> Scalar<f64> {
    let mut h = x.clone();
    for layer in layers {
        h = (h.matmul(&layer.w) + &layer.b).tanh();
    }
    for i in 0..layers.len() {
        h = (h.matmul(&layers[i].w) * (i + 1)).tanh();
    }
    for (layer, gate) in layers.iter().rev().zip(gates) {
        h = (h.matmul(&layer.w) * gate).sin();
    }
    h.square().sum()
}

#[test]
fn slices_of_structs() -> Result<()> {
    let (layers, x) = (model(2).rest, normal(3, [5, 4]));
    let gates = vec![normal(21, [4]), normal(22, [4])];
    both::<of_slice, of_vec>((&layers, &gates, &x), (&layers, &gates, &x))?;
    let g: Vec<LinearTangent> = of_slice::grad(&layers, &gates, &x)?.layers;
    let (_, dot) = of_slice::jvp(&layers, &gates, &x, &g[..], &gates, &x)?;
    let (_, same) = of_vec::jvp(&layers, &gates, &x, &g, &gates, &x)?;
    near("jvp", &[dot.item()?], &[same.item()?], 0.0);
    assert!(of_slice::grad(&[], &[], &x)?.layers.is_empty());
    orders::<of_slice>((&[], &[], &x))
}

#[differentiable(order = 2)]
impl Model {
    /// A method that takes a slice.
    fn through(&self, layers: &[Linear], x: &Tensor<f64>) -> Tensor<f64> {
        let mut h = x * self.scale;
        for layer in layers.iter().skip(1) {
            h = (h.matmul(&layer.w) + &self.pair.0).tanh();
        }
        h
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Twins {
    both: [Linear; 2],
}

/// Lists, parts of structs and arrays as arguments.
#[differentiable(order = 2)]
fn given(m: &Model, twins: &Twins, more: &[Linear], gates: &[Tensor<f64>], x: &Tensor<f64>) -> Scalar<f64> {
    let a = of_slice(&m.rest, gates, x)?;
    let b = of_slice(&m.rest[..], gates, x)?;
    let c = of_slice(&twins.both, gates, x)?;
    let d = of_slice(more, gates, x)?;
    let e = m.through(more, x)?.sum() + m.through(&m.rest, x)?.sum();
    a * b + c * d + e
}

#[test]
fn slices_as_arguments() -> Result<()> {
    let twins = Twins { both: [linear(31, 4, 4), linear(33, 4, 4)] };
    let more = [linear(41, 4, 4), linear(43, 4, 4), linear(45, 4, 4)];
    orders::<given>((&model(2), &twins, &more, &[normal(5, [4])], &normal(3, [2, 4])))
}

/// What is computed again borrows what it is computed from.
#[differentiable(order = 2)]
fn again(m: &Model, layers: &[Linear], x: &Tensor<f64>) -> Scalar<f64> {
    #[checkpoint]
    let a = m.through(layers, x)?;
    #[checkpoint]
    let b = inner(layers, m, x)?;
    let mut h = x.clone();
    #[checkpoint(every = 2)]
    for layer in layers {
        h = (h.matmul(&layer.w) + &layer.b).tanh();
    }
    a.sum() * b + h.square().sum()
}

#[differentiable(order = 2)]
fn inner(layers: &[Linear], m: &Model, x: &Tensor<f64>) -> Scalar<f64> {
    m.through(layers, &m.through(&m.rest, x)?)?.square().sum()
}

#[test]
fn checkpoints_of_lent_structs() -> Result<()> {
    let layers = [linear(41, 4, 4), linear(43, 4, 4), linear(45, 4, 4)];
    orders::<again>((&model(2), &layers, &normal(3, [2, 4])))
}

/// Other items that rustc alone knows; a constant slice has no gradient.
#[differentiable(order = 2)]
fn of_others(
    pairs: &[(Linear, usize)],
    lists: &[Vec<Tensor<f64>>],
    options: &[Option<Tensor<f64>>],
    mixed: &[(Linear, Tensor<f64>)],
    #[constant] fixed: &[Linear],
    x: &Tensor<f64>,
) -> Scalar<f64> {
    let mut h = x.clone();
    for (layer, times) in pairs {
        for _ in 0..times {
            h = (h.matmul(&layer.w) + &layer.b).tanh();
        }
    }
    for list in lists {
        for t in list {
            h = (h + t).sin();
        }
    }
    for option in options {
        if let Some(t) = option {
            h = h * t;
        }
    }
    for (layer, t) in mixed.iter().rev() {
        h = h.matmul(&layer.w) * t;
    }
    (h * fixed.len()).square().sum()
}

#[test]
fn slices_of_other_forms() -> Result<()> {
    let t = |seed| normal(seed, [4]);
    let (a, b) = (linear(1, 4, 4), linear(3, 4, 4));
    orders::<of_others>((
        &[(a.clone(), 2), (b.clone(), 0)],
        &[vec![t(1), t(2)], vec![], vec![t(3)]],
        &[None, Some(t(4))],
        &[(a.clone(), t(5)), (b, t(6))],
        &[a.clone(), a],
        &normal(3, [2, 4]),
    ))
}
