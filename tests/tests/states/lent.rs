//! Structs that a body makes and hands to methods which hand parts of them on: what pullbacks hold of them is a question of
//! the types. All against difference quotients, at both orders, and what goes round against the same written out.

use cotangent::check;
use cotangent::prelude::*;

/// Tensors and a number: nothing of it can be held.
#[derive(Clone, Debug, Differentiable)]
struct State<T: Float> {
    h: Tensor<T>,
    c: Tensor<T>,
    n: usize,
}

/// With host data that is lent to a function whose pullback needs it.
#[derive(Clone, Debug, Differentiable)]
struct Gate<T: Float> {
    w: Tensor<T>,
    axes: Vec<isize>,
}

#[differentiable(order = 2)]
fn with_sums<T: Float>(x: &Tensor<T>, axes: &[isize]) -> Tensor<T> {
    x + x.sum_keep(axes) * 0.25
}

#[differentiable(order = 2)]
impl<T: Float> Gate<T> {
    fn one(&self, x: &Tensor<T>) -> Tensor<T> {
        x.matmul(&self.w).tanh()
    }
    fn both(&self, s: &State<T>) -> Tensor<T> {
        with_sums((&s.h + &s.c).matmul(&self.w).tanh(), &self.axes)
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Cell<T: Float> {
    gate: Gate<T>,
}

#[differentiable(order = 2)]
impl<T: Float> Cell<T> {
    fn step(&self, s: &State<T>, x: &Tensor<T>) -> State<T> {
        let h = self.gate.one(&s.h) + x;
        let c = self.gate.both(s);
        State { h, c, n: s.n + 1 }
    }
    fn along(&self, states: &[State<T>], x: &Tensor<T>) -> Tensor<T> {
        let mut y = x.clone();
        for s in states {
            let t = self.step(s, &y);
            y = t.h + t.c * (t.n as f64);
        }
        y
    }
}

#[differentiable(order = 2)]
trait Step<T: Float> {
    fn go(&self, s: &State<T>, x: &Tensor<T>) -> State<T>;
    fn twice(&self, s: &State<T>, x: &Tensor<T>, really: bool) -> State<T> {
        let mut t = self.go(s, x);
        if really {
            t = self.go(&t, x);
        }
        t
    }
}

#[differentiable(order = 2)]
impl<T: Float> Step<T> for Cell<T> {
    fn go(&self, s: &State<T>, x: &Tensor<T>) -> State<T> {
        self.step(s, x)
    }
}

/// Its pullback holds nothing, whatever calls it.
#[derive(Clone, Debug, Differentiable)]
struct Decay<T: Float> {
    by: Tensor<T>,
}

#[differentiable(order = 2)]
impl<T: Float> Step<T> for Decay<T> {
    fn go(&self, s: &State<T>, x: &Tensor<T>) -> State<T> {
        State { h: &s.h * &self.by, c: &s.c + x, n: s.n }
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Block<M: Differentiable> {
    inner: M,
    w: Tensor<f64>,
}

#[differentiable(order = 2)]
impl<M: Step<f64> + Differentiable> Block<M> {
    fn run(&self, s: &State<f64>, x: &Tensor<f64>) -> Tensor<f64> {
        let t = self.inner.twice(s, x, true);
        t.h * &self.w
    }
}

#[differentiable(order = 2)]
fn straight<T: Float>(cell: &Cell<T>, x: &Tensor<T>) -> Scalar<T> {
    let s = State { h: x * 2.0, c: x.sin(), n: 0 };
    let t = cell.step(&s, x);
    let u = cell.step(&t, x);
    let v = cell.step(&u, x);
    v.h.sum() + v.c.sum()
}

#[differentiable(order = 2)]
fn rounds<T: Float>(cell: &Cell<T>, x: &Tensor<T>, n: usize) -> Scalar<T> {
    let mut s = State { h: x * 2.0, c: x.sin(), n: 0 };
    for _ in 0..n {
        s = cell.step(&s, x);
    }
    s.h.sum() + s.c.sum()
}

#[differentiable(order = 2)]
fn lists(cell: &Cell<f64>, x: &Tensor<f64>) -> Scalar<f64> {
    let s = [State { h: x * 2.0, c: x * 1.0, n: 0 }, State { h: x * 1.5, c: x.sin(), n: 1 }];
    cell.along(&s, x).sum()
}

#[differentiable(order = 2)]
fn generic<T: Float, S: Step<T> + Differentiable>(step: &S, x: &Tensor<T>, n: usize) -> Scalar<T> {
    let mut s = State { h: x * 2.0, c: x.sin(), n: 0 };
    for i in 0..n {
        s = step.go(&s, x);
        s = step.twice(&s, x, i > 0);
    }
    s.h.square().sum() + s.c.sum()
}

#[differentiable(order = 2)]
fn each<S: Step<f64> + Differentiable>(steps: &[S], x: &Tensor<f64>) -> Scalar<f64> {
    let mut s = State { h: x * 2.0, c: x * 1.0, n: 0 };
    for step in steps {
        s = step.twice(&s, x, true);
    }
    (s.h * s.c).sum()
}

/// One that holds nothing, and one that holds its parameter.
#[differentiable(order = 2)]
fn callers(decay: &Decay<f64>, cell: &Cell<f64>, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    generic(decay, x, n) + generic(cell, x, n)
}

#[differentiable(order = 2)]
fn blocks(a: &Block<Cell<f64>>, b: &Block<Decay<f64>>, x: &Tensor<f64>) -> Scalar<f64> {
    let s = State { h: x * 2.0, c: x * 1.0, n: 0 };
    let y = a.run(&s, x);
    b.run(&s, &y).square().sum()
}

#[differentiable(order = 2)]
fn still(decay: &Decay<f64>, x: &Tensor<f64>) -> Tensor<f64> {
    let s = State { h: x * 2.0, c: x.sin(), n: 0 };
    let s = decay.twice(&s, x, true);
    s.h * s.c
}

fn matrix(data: [f64; 4]) -> Result<Tensor<f64>> {
    Tensor::from_vec(data.to_vec(), [2, 2])
}

fn cell() -> Result<Cell<f64>> {
    Ok(Cell { gate: Gate { w: matrix([0.3, -0.2, 0.5, 0.7])?, axes: vec![0] } })
}

fn decay() -> Result<Decay<f64>> {
    Ok(Decay { by: matrix([0.9, 0.8, -0.7, 0.6])? })
}

#[test]
fn parts_of_what_a_body_makes_are_handed_on() -> Result<()> {
    let (cell, x) = (cell()?, matrix([0.1, 0.4, -0.2, 0.9])?);
    check::gradients::<straight<f64>>((&cell, &x))?;
    check::gradients::<rounds<f64>>((&cell, &x, 3))?;
    check::gradients::<lists>((&cell, &x))?;
    let (value, grads) = rounds::value_and_grad(&cell, &x, 3)?;
    let (same, written_out) = straight::value_and_grad(&cell, &x)?;
    assert_eq!(value.to_vec()?, same.to_vec()?);
    assert_eq!(grads.cell.gate.w.to_vec()?, written_out.cell.gate.w.to_vec()?);
    assert_eq!(grads.x.to_vec()?, written_out.x.to_vec()?);
    Ok(())
}

#[test]
fn generic_callers_know_no_more_than_the_type() -> Result<()> {
    let (cell, decay, x) = (cell()?, decay()?, matrix([0.1, 0.4, -0.2, 0.9])?);
    check::gradients::<generic<f64, Cell<f64>>>((&cell, &x, 2))?;
    check::gradients::<generic<f64, Decay<f64>>>((&decay, &x, 2))?;
    check::gradients::<each<Cell<f64>>>((&[cell.clone(), cell.clone()], &x))?;
    check::gradients::<each<Decay<f64>>>((&[decay.clone(), decay.clone()], &x))?;
    check::gradients::<callers>((&decay, &cell, &x, 2))?;
    let w = matrix([0.5, 1.0, -1.0, 0.2])?;
    let (a, b) = (Block { inner: cell, w: w.clone() }, Block { inner: decay, w });
    check::gradients::<blocks>((&a, &b, &x))?;
    Ok(())
}

/// The pullback is there when what was lent is gone.
#[test]
fn what_consists_of_tensors_is_not_held() -> Result<()> {
    let x = matrix([0.1, 0.4, -0.2, 0.9])?;
    let (y, pullback) = {
        let decay = decay()?;
        still::vjp(&decay, &x)?
    };
    let late = pullback.pull(&y)?;
    let kept = decay()?;
    let at_once = still::vjp(&kept, &x)?.1.pull(&y)?;
    assert_eq!(late.decay.by.to_vec()?, at_once.decay.by.to_vec()?);
    assert_eq!(late.x.to_vec()?, at_once.x.to_vec()?);
    Ok(())
}

/// Two mutually recursive types. `Up` says what it lends, as neither type can ask the other.
mod each_other {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    #[cotangent(lends = false)]
    struct Up {
        w: Tensor<f64>,
        down: Vec<Down>,
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Down {
        w: Tensor<f64>,
        up: Vec<Up>,
    }

    #[differentiable(order = 2)]
    impl Up {
        fn of(&self, x: &Tensor<f64>) -> Tensor<f64> {
            let mut y = (x * &self.w).tanh();
            for down in &self.down {
                y = down.of(&y);
            }
            y
        }
    }

    #[differentiable(order = 2)]
    impl Down {
        fn of(&self, x: &Tensor<f64>) -> Tensor<f64> {
            let mut y = (x + &self.w).sin();
            for up in &self.up {
                y = up.of(&y);
            }
            y
        }
    }

    #[differentiable(order = 2)]
    fn whole(up: &Up, x: &Tensor<f64>) -> Scalar<f64> {
        up.of(x).sum()
    }

    #[test]
    fn types_may_hold_each_other() -> Result<()> {
        let w = matrix([0.5, 1.0, -1.0, 0.2])?;
        let leaf = Up { w: &w * 0.5, down: Vec::new() };
        let down = Down { w: &w * 2.0, up: vec![leaf.clone(), leaf] };
        let up = Up { w: w.clone(), down: vec![down.clone(), down] };
        check::gradients::<whole>((&up, &w))?;
        Ok(())
    }
}
