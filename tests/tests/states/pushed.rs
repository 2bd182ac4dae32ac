//! Structs, and tuples with other things than tensors in them, that are pushed to a `Vec`: against the same without one.

use cotangent::prelude::*;
use cotangent_tests::flow::{orders, same};

#[derive(Clone, Debug, Differentiable)]
struct State {
    h: Tensor<f64>,
    c: Tensor<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Cell {
    w: Tensor<f64>,
}

#[differentiable(order = 2, float = f64)]
impl Cell {
    fn step(&self, s: &State, x: &Tensor<f64>) -> State {
        let h = (&s.h * &self.w + x).tanh();
        State { c: &s.c * 0.5 + &h, h }
    }
}

fn cell() -> Cell {
    Cell { w: tensor![0.7, -0.4] }
}

fn state() -> State {
    State { h: tensor![0.1, 0.6], c: tensor![-0.5, 0.9] }
}

fn inputs() -> Vec<Tensor<f64>> {
    vec![tensor![0.3, -0.8], tensor![1.1, 0.2], tensor![-0.6, 0.5]]
}

#[differentiable(order = 2)]
fn gathered(cell: &Cell, xs: &[Tensor<f64>], s: &State) -> Scalar<f64> {
    let mut s = s.clone();
    let mut all = Vec::new();
    for x in xs {
        s = cell.step(&s, x);
        all.push(s.clone());
    }
    let mut total = Tensor::scalar(0.0);
    for s in &all {
        total += (&s.h * &s.c).sum();
    }
    total
}

#[differentiable(order = 2)]
fn at_once(cell: &Cell, xs: &[Tensor<f64>], s: &State) -> Scalar<f64> {
    let mut s = s.clone();
    let mut total = Tensor::scalar(0.0);
    for x in xs {
        s = cell.step(&s, x);
        total += (&s.h * &s.c).sum();
    }
    total
}

/// What is read of the list goes into it again.
#[differentiable(order = 2)]
fn unrolled(cell: &Cell, xs: &[Tensor<f64>], s: &State) -> Vec<State> {
    let mut all: Vec<State> = vec![s.clone()];
    for (i, x) in xs.iter().enumerate() {
        all.push(cell.step(&all[i], x));
    }
    all
}

#[differentiable(order = 2)]
fn of_results(cell: &Cell, xs: &[Tensor<f64>], s: &State) -> Scalar<f64> {
    let all = unrolled(cell, xs, s);
    let mut total = (&all[0].h * &all[1].c).sum();
    for (i, s) in all.iter().enumerate() {
        total += (&s.h * &s.c).sum() * i as f64;
    }
    total
}

/// In some rounds, in an arm, from a literal; entries by host indices.
#[differentiable(order = 2)]
fn some(cell: &Cell, xs: &[Tensor<f64>], s: &State, odd: usize) -> Scalar<f64> {
    let mut all: Vec<State> = Vec::with_capacity(3);
    let mut last = s.clone();
    let mut i = 0;
    while i < xs.len() {
        last = cell.step(&last, &xs[i]);
        if i % 2 == odd {
            all.push(last.clone());
        }
        i += 1;
    }
    all.push(State { h: &last.h * 2.0, c: last.c.exp() });
    let n = all.len();
    let end = &all[n - 1];
    (&end.h * &all[0].c).sum() + all[0].h.sum() * n as f64
}

#[differentiable(order = 2)]
fn pairs(xs: &[Tensor<f64>], s: &State) -> Scalar<f64> {
    let mut all = Vec::new();
    for (i, x) in xs.iter().enumerate() {
        all.push((State { h: x * &s.h, c: x.sin() }, i as f64, x * 2.0));
    }
    let mut total = Tensor::scalar(0.0);
    for (s, k, y) in &all {
        total += (&s.h * &s.c * *k + y * y).sum();
    }
    total
}

#[differentiable]
fn pairs_apart(xs: &[Tensor<f64>], s: &State) -> Scalar<f64> {
    let mut total = Tensor::scalar(0.0);
    for (i, x) in xs.iter().enumerate() {
        let y = x * 2.0;
        total += (x * &s.h * x.sin() * i as f64 + &y * &y).sum();
    }
    total
}

/// To the list of a struct, with a checkpoint around it.
#[derive(Clone, Debug, Differentiable)]
struct Trace {
    all: Vec<State>,
}

#[differentiable(order = 2)]
fn taken_out(cell: &Cell, trace: &Trace, x: &Tensor<f64>) -> Scalar<f64> {
    let mut all = trace.all.clone();
    #[checkpoint]
    for k in 0..2 {
        let s = cell.step(&all[k], x);
        all.push(s);
    }
    let end = &all[all.len() - 1];
    (&end.h * &end.c).sum()
}

#[test]
fn structs_are_pushed_in_loops() -> Result<()> {
    let (cell, s) = (cell(), state());
    for n in [0, 1, 3] {
        let xs = &inputs()[..n];
        orders::<gathered>((&cell, xs, &s))?;
        same::<gathered, at_once>((&cell, xs, &s), (&cell, xs, &s))?;
    }
    orders::<of_results>((&cell, &inputs(), &s))?;
    cotangent::check::gradients::<unrolled>((&cell, &inputs(), &s))?;
    Ok(())
}

#[test]
fn structs_are_pushed_in_some_rounds() -> Result<()> {
    for odd in [0, 1, 2] {
        orders::<some>((&cell(), &inputs(), &state(), odd))?;
    }
    Ok(())
}

#[test]
fn tuples_of_structs_numbers_and_tensors_are_pushed() -> Result<()> {
    orders::<pairs>((&inputs(), &state()))?;
    same::<pairs, pairs_apart>((&inputs(), &state()), (&inputs(), &state()))
}

#[test]
fn lists_of_structs_grow() -> Result<()> {
    let trace = Trace { all: vec![state(), State { h: tensor![0.2, 0.4], c: tensor![0.8, -0.3] }] };
    orders::<taken_out>((&cell(), &trace, &tensor![0.5, 0.25]))
}
