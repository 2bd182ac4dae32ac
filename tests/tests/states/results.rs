//! Structs that functions and methods make: returned, handed from round to round, changed field by field.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, near, numbers, orders, same};

use crate::normal;

/// What a cell carries.
#[derive(Clone, Debug, Differentiable)]
struct State {
    h: Tensor<f64>,
    c: Tensor<f64>,
    steps: usize,
}

impl State {
    /// Plain Rust.
    fn zeros(n: usize) -> Result<Self> {
        Ok(Self { h: Tensor::zeros([n])?, c: Tensor::zeros([n])?, steps: 0 })
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Cell {
    w: Tensor<f64>,
    u: Tensor<f64>,
    first: Tensor<f64>,
}

#[differentiable(order = 2, float = f64)]
impl Cell {
    /// It takes tensors, so it has a derivative.
    fn step(&self, s: &State, x: &Tensor<f64>) -> State {
        let gate = (x.matmul(&self.w) + s.h.matmul(&self.u)).sigmoid();
        let c = &s.c * &gate + x.matmul(&self.w) * (1.0 - &gate);
        State { h: c.tanh() * gate, c, steps: s.steps + 1 }
    }

    /// The method takes no tensors, so an attribute says that it has a derivative.
    #[differentiable]
    fn initial(&self) -> Result<State> {
        Ok(State { h: self.first.tanh(), ..State::zeros(self.first.dim(0))? })
    }

    /// The state starts as plain Rust made it.
    fn run(&self, xs: &Tensor<f64>) -> Result<Scalar<f64>> {
        let mut s = State::zeros(self.first.dim(0))?;
        for t in 0..xs.dim(0) {
            s = self.step(&s, &xs.narrow(0, t, 1).squeeze(0))?;
        }
        Ok((s.h * &s.c).sum())
    }

    /// The state starts as a differentiable method made it.
    fn learned(&self, xs: &Tensor<f64>) -> (Tensor<f64>, usize) {
        let mut s = self.initial()?;
        for t in 0..xs.dim(0) {
            s = self.step(&s, &xs.narrow(0, t, 1).squeeze(0))?;
        }
        ((s.h + s.c).square().sum(), s.steps)
    }
}

/// The same over tensors.
#[differentiable(order = 2)]
fn step_of_tensors(
    w: &Tensor<f64>,
    u: &Tensor<f64>,
    h: &Tensor<f64>,
    c: &Tensor<f64>,
    x: &Tensor<f64>,
) -> (Tensor<f64>, Tensor<f64>) {
    let gate = (x.matmul(w) + h.matmul(u)).sigmoid();
    let c = c * &gate + x.matmul(w) * (1.0 - &gate);
    (c.tanh() * gate, c)
}

#[differentiable(order = 2)]
fn run(cell: &Cell, xs: &Tensor<f64>) -> Scalar<f64> {
    cell.run(xs)?
}

#[differentiable]
fn run_of_tensors(cell: &Cell, xs: &Tensor<f64>) -> Scalar<f64> {
    let mut h = Tensor::zeros([cell.first.dim(0)]);
    let mut c = Tensor::zeros([cell.first.dim(0)]);
    for t in 0..xs.dim(0) {
        (h, c) = step_of_tensors(&cell.w, &cell.u, &h, &c, &xs.narrow(0, t, 1).squeeze(0))?;
    }
    (h * c).sum()
}

#[differentiable(order = 2)]
fn learned(cell: &Cell, xs: &Tensor<f64>) -> Scalar<f64> {
    let (y, steps) = cell.learned(xs)?;
    y * (steps as f64)
}

#[differentiable]
fn learned_of_tensors(cell: &Cell, xs: &Tensor<f64>) -> Scalar<f64> {
    let mut h = cell.first.tanh();
    let mut c = Tensor::zeros([cell.first.dim(0)]);
    for t in 0..xs.dim(0) {
        (h, c) = step_of_tensors(&cell.w, &cell.u, &h, &c, &xs.narrow(0, t, 1).squeeze(0))?;
    }
    (h + c).square().sum() * (xs.dim(0) as f64)
}

fn cell() -> Result<Cell> {
    Ok(Cell { w: normal(1, [3, 4]), u: normal(2, [4, 4]), first: normal(3, [4]) })
}

#[test]
fn states_go_from_round_to_round() -> Result<()> {
    let cell = cell()?;
    for n in [0, 1, 3] {
        let xs = normal(4, [n, 3]);
        both::<run, run_of_tensors>((&cell, &xs), (&cell, &xs))?;
        both::<learned, learned_of_tensors>((&cell, &xs), (&cell, &xs))?;
    }
    Ok(())
}

/// A struct is the result of a function that has transforms of its own.
#[differentiable(order = 2)]
fn split(x: &Tensor<f64>, #[constant] n: usize) -> State {
    State { h: x.sin(), c: x * x, steps: n + 2 }
}

#[differentiable(order = 2)]
fn split_to_tensors(x: &Tensor<f64>, #[constant] n: usize) -> (Tensor<f64>, Tensor<f64>) {
    let _ = n;
    (x.sin(), x * x)
}

#[test]
fn a_struct_has_a_cotangent_of_its_own_type() -> Result<()> {
    let x = normal(5, [3]);
    let (state, pullback) = split::vjp(&x, 3)?;
    assert_eq!(state.steps, 5);
    let g = StateTangent { h: normal(6, [3]), c: normal(7, [3]) };
    let (_, of_tensors) = split_to_tensors::vjp(&x, 3)?;
    let wanted = of_tensors.pull((&g.h, &g.c))?;
    near("the gradient", &numbers(&pullback.clone().pull(&g)?)?, &numbers(&wanted)?, 1e-14);
    near("of no cotangent", &numbers(&pullback.clone().pull(None)?)?, &[0.0; 3], 0.0);
    let bad = StateTangent { h: normal(6, [2]), ..g };
    let error = pullback.pull(&bad).expect_err("a wrong shape").to_string();
    assert!(error.contains("`split`") && error.contains('h') && error.contains("[2]"), "{error}");
    let (_, dot) = split::jvp(&x, 3, &x)?;
    let (_, wanted) = split_to_tensors::jvp(&x, 3, &x)?;
    near("the tangent", &numbers(&dot)?, &numbers(&wanted)?, 1e-14);
    same::<split, split_to_tensors>((&x, 1), (&x, 1))?;
    cotangent::check::gradients::<split>((&x, 1)).map(drop)
}

/// Positions, generics, arrays and lists in fields; a struct in a struct.
#[derive(Clone, Debug, Differentiable)]
struct Pair<T: Float>(Tensor<T>, Tensor<T>);

#[derive(Clone, Debug, Differentiable)]
struct Nest<T: Float> {
    pair: Pair<T>,
    list: Vec<Tensor<T>>,
    both: (Tensor<T>, Tensor<T>),
    two: [Tensor<T>; 2],
    maybe: Option<Tensor<T>>,
    #[constant]
    mask: Tensor<T>,
    name: String,
}

#[differentiable(order = 2)]
fn nested<T: Float>(x: &Tensor<T>, y: &Tensor<T>, #[constant] name: &str) -> Nest<T> {
    let two = [x.sin(), y.cos()];
    Nest {
        pair: Pair(x * y, y.exp()),
        list: vec![x.clone(), x + y, y.square()],
        both: (x.tanh(), x - y),
        two,
        maybe: Some(x * 3.0),
        mask: x.relu(),
        name: name.to_owned(),
    }
}

#[differentiable(order = 2)]
fn of_nested<T: Float>(x: &Tensor<T>, y: &Tensor<T>) -> Scalar<T> {
    let n = nested(x, y, "a")?;
    let (a, b) = n.both;
    let [c, d] = n.two;
    let mut sum = &n.pair.0 * &n.pair.1 + a * b + c * d;
    for (i, item) in n.list.iter().enumerate() {
        sum = sum + item * (i as f64 + 1.0);
    }
    if let Some(m) = &n.maybe {
        sum = sum * m;
    }
    sum.sum()
}

#[differentiable]
fn flat<T: Float>(x: &Tensor<T>, y: &Tensor<T>) -> Scalar<T> {
    let sum = x * y * y.exp() + x.tanh() * (x - y) + x.sin() * y.cos();
    let sum = sum + x + (x + y) * 2.0 + y.square() * 3.0;
    (sum * (x * 3.0)).sum()
}

#[differentiable]
fn of_mask<T: Float>(x: &Tensor<T>, y: &Tensor<T>) -> Scalar<T> {
    (nested(x, y, "a")?.mask * x).sum()
}

#[differentiable]
fn stopped<T: Float>(x: &Tensor<T>, y: &Tensor<T>) -> Scalar<T> {
    (x.relu().stop_gradient() * x).sum() + y.sum() * 0.0
}

#[test]
fn fields_are_of_any_form() -> Result<()> {
    let (x, y) = (normal(8, [3]), normal(9, [3]));
    let made = nested(&x, &y, "name");
    assert_eq!((made.name.as_str(), made.list.len()), ("name", 3));
    both::<of_nested<f64>, flat<f64>>((&x, &y), (&x, &y))?;
    same::<of_mask<f64>, stopped<f64>>((&x, &y), (&x, &y))?;
    cotangent::check::gradients::<nested<f64>>((&x, &y, "b")).map(drop)
}

/// No tensor in the signature, but a type parameter.
#[differentiable]
impl<T: Float> Pair<T> {
    #[differentiable]
    fn swapped(&self) -> Self {
        Self(self.1.sin(), &self.0 * 2.0)
    }
}

#[differentiable]
fn of_swapped(p: &Pair<f64>) -> Scalar<f64> {
    let q = p.swapped()?;
    (&q.0 * &q.1).sum()
}

#[test]
fn type_parameters_say_what_fields_are() -> Result<()> {
    let pair = Pair(normal(1, [3]), normal(2, [3]));
    cotangent::check::gradients::<of_swapped>((&pair,)).map(drop)
}

/// Fields are assigned one by one, in branches and in loops, deep ones too.
#[derive(Clone, Debug, Differentiable)]
struct Body {
    at: Pair<f64>,
    mass: Tensor<f64>,
    #[constant]
    hits: usize,
}

#[differentiable(order = 2)]
fn flight(body: &Body, force: &Tensor<f64>, #[constant] steps: usize) -> Body {
    let mut b = body.clone();
    for t in 0..steps {
        b.at.1 += force / &b.mass * 0.1;
        b.at.0 = &b.at.0 + &b.at.1 * 0.1;
        if t % 2 == 1 {
            b.at.1 = -&b.at.1;
            b.hits += 1;
        }
    }
    Body { mass: b.mass.exp(), ..b }
}

#[differentiable]
fn flight_of_tensors(
    body: &Body,
    force: &Tensor<f64>,
    #[constant] steps: usize,
) -> (Tensor<f64>, Tensor<f64>, Tensor<f64>) {
    let (mut x, mut v) = (body.at.0.contiguous(), body.at.1.contiguous());
    for t in 0..steps {
        v = &v + force / &body.mass * 0.1;
        x = &x + &v * 0.1;
        if t % 2 == 1 {
            v = -&v;
        }
    }
    (x, v, body.mass.exp())
}

#[differentiable(order = 2)]
fn end(body: &Body, force: &Tensor<f64>, #[constant] steps: usize) -> Scalar<f64> {
    let b = flight(body, force, steps)?;
    (&b.at.0 * &b.at.1 * &b.mass).sum()
}

#[test]
fn fields_are_assigned() -> Result<()> {
    let body = Body { at: Pair(normal(1, [2]), normal(2, [2])), mass: normal(3, [2]).exp()?, hits: 0 };
    let force = normal(4, [2]);
    for steps in [0, 1, 4] {
        same::<flight, flight_of_tensors>((&body, &force, steps), (&body, &force, steps))?;
        orders::<end>((&body, &force, steps))?;
        assert_eq!(flight(&body, &force, steps).hits, steps / 2);
    }
    Ok(())
}

/// Enums and options come out of branches.
#[derive(Clone, Debug, Differentiable)]
enum Solid {
    Disc { r: Tensor<f64> },
    Box(Tensor<f64>, Tensor<f64>),
    Point,
}

#[differentiable(order = 2)]
fn shape(x: &Tensor<f64>, y: &Tensor<f64>, #[constant] kind: u32) -> Solid {
    match kind {
        0 => Solid::Disc { r: x * y },
        1 => Solid::Box(x.exp(), y.sin()),
        _ => Solid::Point,
    }
}

#[differentiable(order = 2)]
fn area(x: &Tensor<f64>, y: &Tensor<f64>, #[constant] kind: u32) -> Scalar<f64> {
    let s = shape(x, y, kind)?;
    match &s {
        Solid::Disc { r } => (r * r).sum() * 3.0,
        Solid::Box(a, b) => (a * b).sum(),
        Solid::Point => x.sum() * 0.0,
    }
}

#[differentiable(order = 2)]
fn perhaps(x: &Tensor<f64>, #[constant] there: bool) -> (Tensor<f64>, Option<Tensor<f64>>) {
    let more = if there { Some(x.sin()) } else { None };
    (x.sum(), more)
}

#[differentiable(order = 2)]
fn of_perhaps(x: &Tensor<f64>, #[constant] there: bool) -> Scalar<f64> {
    let (sum, more) = perhaps(x, there)?;
    if let Some(m) = &more { sum * m.sum() } else { sum * 2.0 }
}

#[test]
fn enums_come_out_of_branches() -> Result<()> {
    let (x, y) = (normal(1, [2]), normal(2, [2]));
    for kind in 0..3 {
        orders::<area>((&x, &y, kind))?;
        cotangent::check::gradients::<shape>((&x, &y, kind))?;
    }
    for there in [true, false] {
        orders::<of_perhaps>((&x, there))?;
        cotangent::check::gradients::<perhaps>((&x, there))?;
    }
    Ok(())
}

/// A loss with something beside it, which has no part in the gradient.
#[differentiable(order = 2)]
fn with_others(x: &Tensor<f64>, #[constant] n: usize) -> Result<(Scalar<f64>, State, usize, String)> {
    let s = split(x, n)?;
    let loss = s.h.sum() * 2.0;
    let name = format!("{n} steps");
    Ok((loss, s, n * 2, name))
}

#[test]
fn others_stand_beside_a_loss() -> Result<()> {
    let x = normal(3, [3]);
    let ((loss, state, n, name), grads) = with_others::value_and_grad(&x, 4)?;
    assert_eq!((state.steps, n, name.as_str()), (6, 8, "4 steps"));
    let xs = numbers(&x)?;
    near("the loss", &numbers(&loss)?, &[xs.iter().map(|x| 2.0 * x.sin()).sum()], 1e-14);
    let cosines: Vec<f64> = xs.iter().map(|x| 2.0 * x.cos()).collect();
    near("the gradient", &numbers(&grads)?, &cosines, 1e-14);
    orders::<with_others>((&x, 4))
}
