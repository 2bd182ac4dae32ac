//! Types that a trait leaves to its implementations: states that generic loops carry, hand on and give, with host data in
//! them too.

use cotangent::host::Owned;
use cotangent::prelude::*;
use cotangent_tests::flow::{both, near, numbers, orders};

use crate::declared::normal;

#[differentiable(order = 2)]
trait Cell: Differentiable {
    type State: Owned;
    fn start(&self, h: &Tensor<f64>) -> Self::State;
    fn step(&self, s: &Self::State, x: &Tensor<f64>) -> Self::State;
    fn read(&self, s: &Self::State) -> Tensor<f64>;
    fn twice(&self, s: &Self::State, x: &Tensor<f64>) -> Self::State {
        let once = self.step(s, x)?;
        self.step(&once, x)?
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Lstm {
    w: Tensor<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Memory {
    h: Tensor<f64>,
    c: Tensor<f64>,
    steps: usize,
}

#[differentiable(order = 2)]
impl Cell for Lstm {
    type State = Memory;
    fn start(&self, h: &Tensor<f64>) -> Memory {
        Memory { h: h.clone(), c: h * &self.w, steps: 0 }
    }
    fn step(&self, s: &Memory, x: &Tensor<f64>) -> Memory {
        let c = (&s.c * &self.w).tanh() + x;
        Memory { h: c.sin() + &s.h * 0.5, c, steps: s.steps + 1 }
    }
    fn read(&self, s: &Memory) -> Tensor<f64> {
        &s.h * &s.c * (s.steps as f64)
    }
}

/// With a state of another form.
#[derive(Clone, Debug, Differentiable)]
struct Pair {
    w: Tensor<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Two(Tensor<f64>, Tensor<f64>);

#[differentiable(order = 2)]
impl Cell for Pair {
    type State = Two;
    fn start(&self, h: &Tensor<f64>) -> Two {
        Two(h.clone(), h * &self.w)
    }
    fn step(&self, s: &Two, x: &Tensor<f64>) -> Two {
        let Two(h, c) = s;
        let c = (c * &self.w).tanh() + x;
        Two(c.sin() + h * 0.5, c)
    }
    fn read(&self, s: &Two) -> Tensor<f64> {
        &s.0 * &s.1
    }
}

/// And with a tensor.
#[differentiable(order = 2)]
impl Cell for Tensor<f64> {
    type State = Tensor<f64>;
    fn start(&self, h: &Tensor<f64>) -> Tensor<f64> {
        h * self
    }
    fn step(&self, s: &Tensor<f64>, x: &Tensor<f64>) -> Tensor<f64> {
        (s * self).tanh() * 0.3 + s + x
    }
    fn read(&self, s: &Tensor<f64>) -> Tensor<f64> {
        s.sin()
    }
}

/// A function that takes and gives the state.
#[differentiable(order = 2)]
fn advance<C: Cell>(c: &C, s: &C::State, x: &Tensor<f64>) -> C::State
where
    C::State: Owned,
{
    let s = c.twice(s, x)?;
    c.step(&s, x)?
}

#[differentiable(order = 2)]
fn run<C: Cell>(c: &C, h: &Tensor<f64>, xs: &[Tensor<f64>]) -> Scalar<f64>
where
    C::State: Owned,
{
    let mut s = c.start(h)?;
    for x in xs {
        s = advance(c, &s, x)?;
    }
    c.read(&s)?.sum()
}

#[differentiable(order = 2)]
fn run_by_hand(w: &Tensor<f64>, h: &Tensor<f64>, xs: &[Tensor<f64>], counts: bool) -> Scalar<f64> {
    let (mut h, mut c) = (h.clone(), h * w);
    let mut steps = 0;
    for x in xs {
        for _ in 0..3 {
            c = (&c * w).tanh() + x;
            h = c.sin() + &h * 0.5;
            steps += 1;
        }
    }
    let read = h * c;
    if counts { (read * (steps as f64)).sum() } else { read.sum() }
}

/// With a checkpoint, where a body of no generics makes both.
#[differentiable(order = 2)]
fn saved<C: Cell + Owned>(c: &C, s: &C::State, xs: &[Tensor<f64>]) -> Scalar<f64>
where
    C::State: Owned,
{
    let mut s = advance(c, s, &xs[0])?;
    #[checkpoint(every = 2)]
    for x in &xs[1..] {
        s = advance(c, &s, x)?;
    }
    c.read(&s)?.sum()
}

#[differentiable(order = 2)]
fn made(w: &Tensor<f64>, h: &Tensor<f64>, xs: &[Tensor<f64>], counts: bool) -> Scalar<f64> {
    let w = w * 1.0;
    if counts {
        let cell = Lstm { w };
        let s = cell.start(h)?;
        saved(&cell, &s, xs)
    } else {
        let cell = Pair { w };
        let s = cell.start(h)?;
        saved(&cell, &s, xs)
    }
}

#[test]
fn states_of_any_form() -> Result<()> {
    let (w, h) = (normal(1, [3]), normal(2, [3]));
    let xs: Vec<_> = (3..7).map(|seed| normal(seed, [3])).collect();
    for counts in [true, false] {
        both::<made, run_by_hand>((&w, &h, &xs, counts), (&w, &h, &xs, counts))?;
    }
    let (_, by_hand) = run_by_hand::value_and_grad(&w, &h, &xs, true)?;
    let (_, of_cell) = run::value_and_grad(&Lstm { w: w.clone() }, &h, &xs)?;
    near("the gradient by `w`", &numbers(&of_cell.c.w)?, &numbers(&by_hand.w)?, 1e-12);
    orders::<run<Lstm>>((&Lstm { w: w.clone() }, &h, &xs))?;
    orders::<run<Tensor<f64>>>((&w, &h, &xs))?;
    orders::<run<Pair>>((&Pair { w }, &h, &xs))
}

/// What such a function gives has one cotangent, in the form of the state.
#[test]
fn cotangents_of_a_generic_result() -> Result<()> {
    let (w, h, c, x) = (normal(1, [3]), normal(2, [3]), normal(3, [3]), normal(4, [3]));
    let (g, none) = (normal(5, [3]), Tensor::zeros([3])?);
    let (lstm, pair) = (Lstm { w: w.clone() }, Pair { w: w.clone() });
    let (_, of_lstm) = advance::vjp(&lstm, &Memory { h: h.clone(), c: c.clone(), steps: 1 }, &x)?;
    let (_, of_pair) = advance::vjp(&pair, &Two(h.clone(), c.clone()), &x)?;
    let of_lstm = of_lstm.pull(&MemoryTangent { h: g.clone(), c: none.clone() })?;
    let of_pair = of_pair.pull(Some(&TwoTangent(g, none)))?;
    assert!(numbers(&of_pair.x)?.iter().all(|x| *x != 0.0));
    assert_eq!(numbers(&of_lstm)?, numbers(&of_pair)?);
    Ok(())
}

/// Host data in it, which pullbacks hold: whoever calls such a method keeps the state.
#[differentiable(order = 2)]
trait Fold: Differentiable {
    type Mesh: Differentiable;
    fn fold(&self, mesh: &Self::Mesh, x: &Tensor<f64>) -> Tensor<f64>;
}

#[derive(Clone, Debug, Differentiable)]
struct Mesh {
    h: Tensor<f64>,
    axes: Vec<usize>,
}

#[differentiable(order = 2)]
fn folded(h: &Tensor<f64>, axes: &[usize]) -> Tensor<f64> {
    h.square().sum_keep(axes[0])
}

#[differentiable(order = 2)]
impl Fold for Pair {
    type Mesh = Mesh;
    fn fold(&self, mesh: &Mesh, x: &Tensor<f64>) -> Tensor<f64> {
        folded(&(&mesh.h * &self.w * x), &mesh.axes)?
    }
}

/// The same where the trait has it as its parameter.
#[differentiable(order = 2)]
trait FoldOver<M: Differentiable>: Differentiable {
    fn fold_over(&self, mesh: &M, x: &Tensor<f64>) -> Tensor<f64>;
}

#[differentiable(order = 2)]
impl FoldOver<Mesh> for Pair {
    fn fold_over(&self, mesh: &Mesh, x: &Tensor<f64>) -> Tensor<f64> {
        folded(&(&mesh.h * &self.w * x), &mesh.axes)?
    }
}

#[differentiable(order = 2)]
fn folds<F: Fold>(f: &F, mesh: &F::Mesh, xs: &[Tensor<f64>]) -> Scalar<f64> {
    let mut t = xs[0].sin();
    for x in xs {
        t = t * 0.5 + f.fold(mesh, x)?;
    }
    t.sum()
}

#[differentiable]
fn folds_over(f: &Pair, mesh: &Mesh, xs: &[Tensor<f64>]) -> Scalar<f64> {
    let mut t = xs[0].sin();
    for x in xs {
        t = t * 0.5 + f.fold_over(mesh, x)?;
    }
    t.sum()
}

#[test]
fn types_with_host_data() -> Result<()> {
    let (f, mesh) = (Pair { w: normal(1, [3]) }, Mesh { h: normal(2, [2, 3]), axes: vec![1] });
    let xs: Vec<_> = (3..6).map(|seed| normal(seed, [2, 3])).collect();
    both::<folds<Pair>, folds_over>((&f, &mesh, &xs), (&f, &mesh, &xs))
}
