//! Generic functions that call generic functions: of one parameter, of several of one type, recursion, slices, checkpoints.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, orders};

use crate::declared::normal;

#[differentiable(order = 2)]
trait Cell {
    fn step(&self, h: &Tensor<f64>) -> Tensor<f64>;
}

/// Of tensors alone.
#[derive(Clone, Debug, Differentiable)]
struct Gain {
    by: Tensor<f64>,
}

#[differentiable(order = 2)]
impl Cell for Gain {
    fn step(&self, h: &Tensor<f64>) -> Tensor<f64> {
        (h * &self.by).tanh() + h * 0.5
    }
}

/// With host data, which its pullback holds.
#[derive(Clone, Debug, Differentiable)]
struct Folded {
    by: Tensor<f64>,
    axes: Vec<usize>,
}

#[differentiable(order = 2)]
fn folded(h: &Tensor<f64>, axes: &[usize]) -> Tensor<f64> {
    h.square().sum_keep(axes[0])
}

#[differentiable(order = 2)]
impl Cell for Folded {
    fn step(&self, h: &Tensor<f64>) -> Tensor<f64> {
        (h * &self.by).sin() + folded(h, &self.axes)? * 0.1
    }
}

#[differentiable(order = 2)]
fn inner<C: Cell + Differentiable>(c: &C, h: &Tensor<f64>) -> Tensor<f64> {
    c.step(h)?.sin()
}

#[differentiable(order = 2)]
fn outer_sum<C>(c: &C, h: &Tensor<f64>) -> Scalar<f64>
where
    C: Cell + Differentiable,
{
    inner::<C>(c, &inner(c, h)).sum()
}

#[differentiable]
fn outer_sum_by_hand(by: &Tensor<f64>, h: &Tensor<f64>) -> Scalar<f64> {
    let h = ((h * by).tanh() + h * 0.5).sin();
    ((&h * by).tanh() + &h * 0.5).sin().sum()
}

#[test]
fn functions_of_functions() -> Result<()> {
    let (h, by) = (normal(1, [2, 3]), normal(2, [3]));
    let folded = Folded { by: by.clone(), axes: vec![1] };
    both::<outer_sum<Gain>, outer_sum_by_hand>((&Gain { by: by.clone() }, &h), (&by, &h))?;
    orders::<outer_sum<Folded>>((&folded, &h))
}

#[differentiable(order = 2)]
fn two<C: Cell + Differentiable>(a: &C, b: &C, h: &Tensor<f64>) -> Tensor<f64> {
    b.step(&a.step(h)?)?
}

#[differentiable(order = 2)]
fn mixed<C: Cell + Differentiable, D: Cell + Differentiable>(a: &C, b: &D, h: &Tensor<f64>) -> Scalar<f64> {
    (two(a, a, h) * two(b, b, h)).sum()
}

/// One from each, over a slice and by recursion.
#[differentiable(order = 2)]
fn along<C: Cell + Differentiable>(first: &C, rest: &[C], h: &Tensor<f64>, depth: usize) -> Tensor<f64> {
    if depth == 0 {
        return inner(first, h);
    }
    let mut h = along(first, rest, &first.step(h)?, depth - 1);
    for c in rest {
        h = h + two(first, c, &h) * 0.3;
    }
    h
}

#[differentiable(order = 2)]
fn along_sum<C: Cell + Differentiable>(first: &C, rest: &[C], h: &Tensor<f64>, depth: usize) -> Scalar<f64> {
    along(first, rest, h, depth).sum()
}

#[test]
fn several_of_one_type() -> Result<()> {
    let h = normal(1, [2, 3]);
    let gain = |seed| Gain { by: normal(seed, [3]) };
    let folded = |seed| Folded { by: normal(seed, [3]), axes: vec![1] };
    orders::<mixed<Gain, Folded>>((&gain(2), &folded(3), &h))?;
    orders::<along_sum<Gain>>((&gain(2), &[gain(3), gain(4)], &h, 2))?;
    orders::<along_sum<Folded>>((&folded(2), &[folded(3), folded(4)], &h, 2))
}

/// What a checkpoint calls again in the pullback.
#[differentiable(order = 2)]
fn checked<C: Cell + Differentiable>(c: &C, h: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut s = h.clone();
    #[checkpoint(every = 2)]
    for _ in 0..n {
        s = inner(c, &s) * &s;
    }
    #[checkpoint]
    let y = two(c, c, &s);
    (y + s).sum()
}

/// What another one gives a generic function that does.
#[derive(Clone, Debug, Differentiable)]
struct Pair<C: Differentiable> {
    one: C,
    more: Vec<C>,
}

#[differentiable(order = 2)]
impl<C: Cell + Differentiable> Pair<C> {
    fn with<D: Cell + Differentiable>(&self, d: &D, h: &Tensor<f64>) -> Tensor<f64> {
        let mut h = inner(d, h);
        for c in &self.more {
            h = two(&self.one, c, &h);
        }
        h
    }
}

#[differentiable(order = 2)]
fn through<C: Cell + Differentiable, D: Cell + Differentiable>(
    pair: &Pair<C>,
    d: &D,
    h: &Tensor<f64>,
) -> Scalar<f64> {
    #[checkpoint]
    let y = pair.with(d, h)?;
    (y + inner(&pair.one, h)).sum()
}

#[test]
fn checkpoints() -> Result<()> {
    let h = normal(1, [2, 3]);
    let gain = |seed| Gain { by: normal(seed, [3]) };
    let folded = Folded { by: normal(7, [3]), axes: vec![1] };
    orders::<checked<Gain>>((&gain(2), &h, 3))?;
    orders::<checked<Folded>>((&folded, &h, 3))?;
    let pair = Pair { one: gain(2), more: vec![gain(3), gain(4)] };
    orders::<through<Gain, Folded>>((&pair, &folded, &h))
}

/// What is not generic gives its own structs, and parts of them.
#[derive(Clone, Debug, Differentiable)]
struct Stack {
    low: Gain,
    high: Folded,
}

#[differentiable(order = 2)]
impl Stack {
    fn run(&self, h: &Tensor<f64>) -> Tensor<f64> {
        two(&self.low, &self.low, &inner(&self.high, h))
    }
}

#[differentiable(order = 2)]
fn concrete(stack: &Stack, gain: &Gain, h: &Tensor<f64>) -> Scalar<f64> {
    let h = two(gain, &stack.low, &stack.run(h)?);
    outer_sum(&stack.low, &h) + mixed(&stack.high, &stack.high, &h)
}

#[test]
fn what_is_not_generic_calls_them() -> Result<()> {
    let h = normal(1, [2, 3]);
    let stack =
        Stack { low: Gain { by: normal(2, [3]) }, high: Folded { by: normal(3, [3]), axes: vec![1] } };
    orders::<concrete>((&stack, &Gain { by: normal(4, [3]) }, &h))
}

/// Code that is generic itself has the pullback of what it is given.
#[test]
fn transforms_in_generic_code() -> Result<()> {
    fn gradient<C: Cell + Differentiable>(c: &C, h: &Tensor<f64>) -> Result<Tensor<f64>> {
        let (_, pullback) = outer_sum::vjp(c, h)?;
        Ok(pullback.pull(&Tensor::scalar(1.0))?.h)
    }
    let (h, c) = (normal(1, [2, 3]), Gain { by: normal(2, [3]) });
    assert_eq!(gradient(&c, &h)?.to_vec()?, outer_sum::grad(&c, &h)?.h.to_vec()?);
    Ok(())
}
