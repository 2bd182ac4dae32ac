//! Structs that leave loops: by `return`, by `break` with a value, with tensors beside them.

use cotangent::prelude::*;
use cotangent_tests::flow::both;

use crate::models::normal;

#[derive(Clone, Debug, Differentiable)]
struct State {
    h: Tensor<f64>,
    c: Tensor<f64>,
    steps: usize,
}

#[derive(Clone, Debug, Differentiable)]
struct Cell {
    w: Tensor<f64>,
    #[constant]
    limit: usize,
}

#[differentiable(order = 2, float = f64)]
impl Cell {
    #[differentiable]
    fn step(&self, s: &State) -> State {
        let h = (&s.h * &self.w + &s.c).sin();
        State { c: &s.c + &h, h, steps: s.steps + 1 }
    }

    /// Returns a given struct, the result of a call, or a struct that the body makes.
    #[differentiable]
    fn run(&self, s: &State, n: usize) -> State {
        let mut s = s.clone();
        for k in 0..n {
            if s.steps > self.limit {
                return s;
            }
            if k == 4 {
                return self.step(&s);
            }
            for j in 0..2 {
                if k + j == 6 {
                    return State { h: &s.h * &s.c, c: s.c, steps: 0 };
                }
            }
            s = self.step(&s);
        }
        s
    }

    #[differentiable]
    fn beside(&self, s: &State, n: usize) -> Result<(State, Tensor<f64>, usize)> {
        let mut s = s.clone();
        loop {
            s = self.step(&s);
            if s.steps > n {
                let total = s.h.sum();
                return Ok((s, total, n));
            }
            if s.steps > 99 {
                return Err(Error::msg("too many"));
            }
        }
    }
}

#[differentiable(order = 2)]
fn runs(cell: &Cell, s: &State, n: usize) -> Result<Scalar<f64>> {
    let end = cell.run(s, n)?;
    Ok((end.h * 2.0 + &end.c).sum() * (end.steps + 1) as f64)
}

#[differentiable(order = 2)]
fn breaks(cell: &Cell, s: &State, n: usize) -> Result<Scalar<f64>> {
    let mut k = 0;
    let mut s = s.clone();
    let last: State = loop {
        k += 1;
        if k > n {
            break s;
        }
        if k == 9 {
            return Ok(s.c.sum());
        }
        s = cell.step(&s)?;
    };
    let steps: usize = last.steps;
    let (end, total, n) = cell.beside(&last, steps + 1)?;
    let n: usize = n;
    Ok((end.c * total).sum() * n as f64)
}

/// `n` steps written out.
macro_rules! steps {
    ($name:ident, $n:expr, |$s:ident, $cell:ident| $value:expr) => {
        #[differentiable(order = 2)]
        fn $name($cell: &Cell, s: &State) -> Result<Scalar<f64>> {
            let mut $s = s.clone();
            for _ in 0..$n {
                let h = (&$s.h * &$cell.w + &$s.c).sin();
                $s = State { c: &$s.c + &h, h, steps: $s.steps + 1 };
            }
            Ok($value)
        }
    };
}
steps!(runs_0, 0, |s, cell| (s.h * 2.0 + &s.c).sum());
steps!(runs_2, 2, |s, cell| (s.h * 2.0 + &s.c).sum() * 3.0);
steps!(runs_5, 5, |s, cell| (s.h * 2.0 + &s.c).sum() * 6.0);
steps!(breaks_3, 5, |s, cell| (s.c * s.h.sum()).sum() * 4.0);
steps!(breaks_9, 8, |s, cell| s.c.sum());

#[test]
fn by_return() -> Result<()> {
    let s = State { h: normal(1, [3]), c: normal(2, [3]), steps: 0 };
    let cell = |limit| Cell { w: normal(3, [3]), limit };
    both::<runs, runs_0>((&cell(9), &s, 0), (&cell(9), &s))?;
    both::<runs, runs_2>((&cell(9), &s, 2), (&cell(9), &s))?;
    both::<runs, runs_2>((&cell(1), &s, 7), (&cell(1), &s))?;
    both::<runs, runs_5>((&cell(9), &s, 7), (&cell(9), &s))
}

#[test]
fn by_break() -> Result<()> {
    let s = State { h: normal(4, [3]), c: normal(5, [3]), steps: 0 };
    let cell = Cell { w: normal(6, [3]), limit: 9 };
    both::<breaks, breaks_3>((&cell, &s, 3), (&cell, &s))?;
    both::<breaks, breaks_9>((&cell, &s, 20), (&cell, &s))
}
