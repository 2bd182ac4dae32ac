//! Numbers among the tensors of structs and tuples: what is copied out of a reference is one, whatever stands beside it.

use cotangent::prelude::*;
use cotangent_tests::flow::orders;

#[derive(Clone, Debug, Differentiable)]
struct State {
    pos: Tensor<f64>,
    t: f64,
    count: usize,
}

#[derive(Clone, Debug, Differentiable)]
struct World {
    g: Tensor<f64>,
    k: f64,
}

#[differentiable(order = 2, float = f64)]
impl World {
    #[differentiable]
    fn step(&self, s: &State, dt: f64) -> Result<State> {
        let t = s.t + dt * self.k;
        let before = s;
        Ok(State { pos: &before.pos + &self.g * t, t, count: before.count * s.count + 1 })
    }
}

fn world() -> World {
    World { g: tensor![0.7, -0.4], k: 1.5 }
}

fn state(seed: f64) -> State {
    State { pos: tensor![0.1, 0.6] * seed, t: seed, count: 2 }
}

#[differentiable(order = 2, float = f64)]
fn walked(w: &World, s: &State, n: usize) -> Result<State> {
    let mut s = s.clone();
    for _ in 0..n {
        s = w.step(&s, 0.1)?;
    }
    Ok(s)
}

#[differentiable(order = 2, float = f64)]
fn joined(a: &State, b: &State) -> State {
    State { pos: &a.pos * &b.pos, t: -(a.t * b.t), count: a.count + b.count }
}

#[differentiable(order = 2, float = f64)]
fn over(all: &[State], w: &World) -> Scalar<f64> {
    let mut y = State { pos: all[0].pos.sin(), t: all[0].t * w.k, count: 0 };
    for s in all {
        y = State { pos: &y.pos * &s.pos, t: s.t + w.k, count: y.count + s.count };
    }
    for (a, b) in all.iter().zip(all) {
        y = State { pos: &a.pos * &b.pos + &y.pos, t: a.t * b.t, count: y.count + 1 };
    }
    (&y.pos * y.t).sum() * y.count as f64
}

/// Owned fields are moved, and may be tensors.
#[differentiable(order = 2)]
fn moved(x: &Tensor<f64>) -> Scalar<f64> {
    let (p, q) = (World { g: x.sin(), k: 2.0 }, World { g: x.cos(), k: 1.0 });
    let y = p.g * q.g;
    y.sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Traced {
    h: Tensor<f64>,
    trace: (Tensor<f64>, f64),
}

#[differentiable(order = 2, float = f64)]
fn stepped(s: &Traced, x: &Tensor<f64>) -> Traced {
    let mut next = s.clone();
    next.h = &s.h + x;
    next.trace.0 = &s.trace.0 * next.h.sum();
    next.trace.1 = s.trace.1 * 0.5 + 1.0;
    next
}

#[differentiable(order = 2, float = f64)]
fn traced(s: &Traced, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut s = s.clone();
    for _ in 0..n {
        s = stepped(&s, x);
    }
    let Traced { h, trace: (t, k) } = s;
    (h.sin() + t).sum() * k
}

#[differentiable(order = 2)]
fn of_a_tuple(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut p = (x.sin(), (x.cos(), World { g: x.exp(), k: 0.5 }));
    for _ in 0..n {
        p.0 = &p.1.0 * 2.0;
        p.1.0 += x;
        p.1.1.g = &p.0 * p.1.1.k;
    }
    (p.0 * p.1.0 * &p.1.1.g).sum()
}

#[test]
fn arithmetic_over_what_is_copied_out_is_of_numbers() -> Result<()> {
    let made = walked::call(&world(), &state(1.0), 2)?;
    assert_eq!(made.count, 26);
    assert!((made.t - 1.3).abs() < 1e-12, "{}", made.t);
    cotangent::check::gradients::<walked>((&world(), &state(1.0), 3))?;
    let both = joined::call(&state(1.0), &state(3.0))?;
    assert_eq!((both.t, both.count), (-3.0, 4));
    cotangent::check::gradients::<joined>((&state(1.0), &state(3.0)))?;
    orders::<over>((&[state(0.5), state(2.0)], &world()))?;
    orders::<moved>((&tensor![0.3, -0.8],))
}

#[test]
fn entries_of_tuples_are_assigned() -> Result<()> {
    let s = Traced { h: tensor![0.1, 0.6], trace: (tensor![0.5, -0.3], 0.25) };
    let x = tensor![0.3, -0.8];
    for n in 0..3 {
        orders::<traced>((&s, &x, n))?;
        orders::<of_a_tuple>((&x, n))?;
    }
    Ok(())
}
