//! How many rounds run again, and what pullbacks hold.

use std::cell::Cell;

use cotangent::prelude::*;
use cotangent_tests::flow::normal;
use cotangent_tests::with_each;

thread_local! {
    static RUNS: Cell<usize> = const { Cell::new(0) };
}

/// The square, which counts how often it is made.
#[differentiable(order = 2, vjp = counted_rule)]
fn counted(x: &Tensor<f64>) -> Result<Tensor<f64>> {
    RUNS.set(RUNS.get() + 1);
    Ok(x * x)
}

#[differentiable(order = 2)]
fn counted_rule(x: &Tensor<f64>, #[constant] y: &Tensor<f64>, g: &Tensor<f64>) -> Tensor<f64> {
    assert!(x.dim(0) == y.dim(0));
    x * g * 2.0
}

macro_rules! squares {
    ($name:ident $k:ident [$($attr:tt)*]) => {
        #[differentiable(order = 2)]
        fn $name(x: &Tensor<f64>, n: usize, $k: usize) -> Scalar<f64> {
            let mut h = x * 0.1;
            let _ = $k;
            $($attr)*
            for _ in 0..n {
                h = (counted(&h) + x).sin();
            }
            h.sum()
        }
    };
}
with_each! { squares s:
    kept []
    again [#[checkpoint]]
    every [#[checkpoint(every = s)]]
    root [#[checkpoint(sqrt)]]
    slots [#[checkpoint(slots = s)]]
}

/// What `f` counts.
fn runs(f: impl FnOnce()) -> usize {
    RUNS.set(0);
    f();
    RUNS.get()
}

/// n choose k.
fn choose(n: usize, k: usize) -> usize {
    if k > n {
        return 0;
    }
    (1..=k.min(n - k)).fold(1, |c, i| c * (n + 1 - i) / i)
}

/// Griewank and Walther: `r n - C(s + r, s + 1)` rounds run ahead, `n - 1` of them in the first sweep; all run once more to
/// be taken back.
fn formula(n: usize, s: usize) -> usize {
    if n == 0 {
        return 0;
    }
    let r = (0..).find(|r| choose(s + r, s) >= n).unwrap();
    r * n - choose(s + r, s + 1) + 1
}

#[test]
fn rounds_that_run_again() {
    let x = normal(1, [3]);
    let grad = |f: fn(&Tensor<f64>, usize, usize) -> Result<()>, n, s| runs(|| f(&x, n, s).unwrap()) - n;
    for n in [0, 1, 2, 3, 7, 10, 35, 64] {
        assert_eq!(grad(|x, n, s| kept::grad(x, n, s).map(drop), n, 1), 0);
        assert_eq!(grad(|x, n, s| again::grad(x, n, s).map(drop), n, 1), n);
        assert_eq!(grad(|x, n, s| root::grad(x, n, s).map(drop), n, 1), n);
        for s in [1, 2, 3, 4, 8, 100] {
            assert_eq!(grad(|x, n, s| every::grad(x, n, s).map(drop), n, s), n);
            let want = formula(n, s);
            assert_eq!(grad(|x, n, s| slots::grad(x, n, s).map(drop), n, s), want, "{n} rounds, {s} slots");
            assert_eq!(grad(|x, n, s| slots::hvp(x, n, s, x).map(drop), n, s), want, "{n} rounds, {s} slots");
        }
    }
    // The value alone, and a tangent, need none of it.
    assert_eq!(grad(|x, n, s| slots::call(x, n, s).map(drop), 20, 2), 0);
    assert_eq!(grad(|x, n, s| slots::jvp(x, n, s, x).map(drop), 20, 2), 0);
}

/// A last block is left by a `return` in it.
#[differentiable]
fn left(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    #[checkpoint]
    {
        let h = counted(x);
        if n == 0 {
            return h.sin().sum();
        }
        counted(&h.exp()).sum()
    }
}

#[test]
fn blocks_that_are_left_run_again() {
    let x = normal(1, [3]);
    assert_eq!(runs(|| drop(left::grad(&x, 0).unwrap())), 2);
    assert_eq!(runs(|| drop(left::grad(&x, 1).unwrap())), 4);
    assert_eq!(runs(|| drop(left::call(&x, 1).unwrap())), 2);
}

#[test]
fn what_pullbacks_hold() -> Result<()> {
    let x = normal(1, [100]);
    let one = 100 * 8;
    let bytes = |f: &dyn Fn(usize, usize) -> Result<usize>, s| -> Result<[usize; 2]> {
        Ok([f(20, s)? / one, f(100, s)? / one])
    };
    let of = |n, s| every::vjp(&x, n, s).map(|(_, p)| p.residual_bytes());
    // States, and the argument, which rounds read.
    assert_eq!(bytes(&of, 10)?, [2 + 1, 10 + 1]);
    assert_eq!(bytes(&of, 100)?, [1 + 1, 1 + 1]);
    let of = |n, s| root::vjp(&x, n, s).map(|(_, p)| p.residual_bytes());
    assert_eq!(bytes(&of, 1)?, [4 + 1, 10 + 1]);
    // The state that the last round begins with is there beside those in slots.
    let of = |n, s| slots::vjp(&x, n, s).map(|(_, p)| p.residual_bytes());
    assert_eq!(bytes(&of, 5)?, [5 + 1 + 1, 5 + 1 + 1]);
    assert_eq!(bytes(&of, 1)?, [1 + 1 + 1, 1 + 1 + 1]);
    let of = |n, s| again::vjp(&x, n, s).map(|(_, p)| p.residual_bytes());
    assert_eq!(bytes(&of, 1)?, [20 + 1, 100 + 1]);
    let of = |n, s| kept::vjp(&x, n, s).map(|(_, p)| p.residual_bytes());
    assert!(bytes(&of, 1)?[1] >= 200);
    Ok(())
}
