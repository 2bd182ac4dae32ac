//! Host values of any size are lent and moved: how often one is copied does not depend on how often a loop runs.

use std::cell::Cell;
use std::ops::Index;

use cotangent::prelude::*;

thread_local! {
    static COPIES: Cell<usize> = const { Cell::new(0) };
}

/// Plain Rust of a user's, which counts how often it is copied.
#[derive(Debug)]
struct Log(Vec<usize>);

impl Clone for Log {
    fn clone(&self) -> Self {
        COPIES.set(COPIES.get() + 1);
        Self(self.0.clone())
    }
}

impl cotangent::host::Noted for Log {}

impl Index<usize> for Log {
    type Output = usize;
    fn index(&self, i: usize) -> &usize {
        &self.0[i]
    }
}

impl Log {
    fn new(n: usize) -> Self {
        Self((0..n).map(|i| i * 7 % 5).collect())
    }
    fn at(&self, t: usize) -> f64 {
        step(self.0[t])
    }
    fn push(&mut self, k: usize) {
        self.0.push(k);
    }
    fn pop(&mut self) -> Option<usize> {
        self.0.pop()
    }
    fn len(&self) -> usize {
        self.0.len()
    }
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    fn iter(&self) -> std::slice::Iter<'_, usize> {
        self.0.iter()
    }
    fn finish(self) -> f64 {
        step(self.0.len())
    }
}

#[derive(Clone, Debug)]
struct Plan {
    log: Log,
    scale: f64,
}

fn step(k: usize) -> f64 {
    1.0 + 0.001 * k as f64
}

/// Each body as a function of tensors and as one of numbers, which is the reference.
macro_rules! programs {
    ($($name:ident($s:ident, $n:ident) $body:block)*) => {
        $(#[differentiable(order = 2)]
        fn $name(x: &Tensor<f64>, $n: usize) -> Scalar<f64> {
            let mut $s = x.sum();
            $body
        })*
        mod plain {
            use super::{Log, Plan, step};
            $(pub(super) fn $name($n: usize) -> f64 {
                let mut $s = 1.0;
                $body
            })*
        }
        /// Copies of each transform, after its values are seen to be right.
        fn copies(name: &str, n: usize) -> Result<[usize; 5]> {
            match name {
                $(stringify!($name) => counted!($name, n, plain::$name(n)),)*
                _ => unreachable!("a program has a name"),
            }
        }
        const PROGRAMS: &[&str] = &[$(stringify!($name)),*];
    };
}

macro_rules! counted {
    ($f:ident, $n:expr, $expected:expr) => {{
        let (n, expected) = ($n, $expected);
        let x = Tensor::from_vec(vec![0.3, 0.7], [2])?;
        let count = |of: &dyn Fn() -> Result<Tensor<f64>>, expected: f64| {
            COPIES.set(0);
            let found = of()?.to_vec()?;
            let copies = COPIES.get();
            for found in found {
                let what = stringify!($f);
                assert!((found - expected).abs() < 1e-12, "{what} {n}: {found} for {expected}");
            }
            Ok::<_, cotangent::Error>(copies)
        };
        Ok([
            count(&|| $f::call(&x, n), expected)?,
            count(&|| Ok($f::value_and_grad(&x, n)?.1.x), expected)?,
            count(&|| Ok($f::vjp(&x, n)?.1.pull(&Tensor::scalar(2.0))?.x), 2.0 * expected)?,
            count(&|| Ok($f::jvp(&x, n, &x)?.1), expected)?,
            count(&|| Ok($f::hvp(&x, n, &x)?.1.x), 0.0)?,
        ])
    }};
}

programs! {
    reads(s, n) {
        let log = Log::new(n);
        for t in 0..n {
            s = s * step(log[t]);
        }
        s
    }
    calls_methods(s, n) {
        let log = Log::new(n);
        for t in 0..log.len() {
            s = s * log.at(t);
        }
        s * log.finish()
    }
    reads_in_arms(s, n) {
        let log = Log::new(n);
        for t in 0..n {
            for k in 0..2 {
                if log[t] > k {
                    s = s * log.at(t);
                }
            }
        }
        s
    }
    goes_over(s, n) {
        let log = Log::new(n);
        for _ in 0..n {
            let sum: usize = log.iter().take(2).map(|k| k + log[0]).sum();
            s = s * step(sum);
        }
        for k in log.iter() {
            s = s * step(*k);
        }
        s
    }
    reads_fields(s, n) {
        let plan = Plan { log: Log::new(n), scale: 1.001 };
        for t in 0..n {
            s = s * (plan.scale * plan.log.at(t));
            if plan.log[t] > 2 {
                s = s * step(plan.log.len() - n);
            }
        }
        s * plan.log.finish()
    }
    pushes(s, n) {
        let mut log = Log::new(0);
        for t in 0..n {
            log.push(t % 3);
            s = s * step(log[t]);
        }
        s * step(log.len() % 5)
    }
    pushes_in_arms(s, n) {
        let mut log = Log::new(0);
        for t in 0..n {
            if t % 3 == 1 {
                log.push(t % 7);
                s = s * 1.01;
            } else {
                s = s * step(log.len() % 5);
            }
        }
        s
    }
    pushes_within(s, n) {
        let mut log = Log::new(0);
        for t in 0..n {
            for k in 0..2 {
                log.push(k);
                s = s * step(log[t]);
            }
        }
        s * step(log.len() % 5)
    }
    pops(s, n) {
        let mut log = Log::new(n);
        let mut popped = Log::new(0);
        while !log.is_empty() {
            let k = log.pop().unwrap_or(0);
            popped.push(k);
            s = s * step(k + popped[0]);
        }
        s * step(popped.len() % 5)
    }
    jumps(s, n) {
        let log = Log::new(n);
        let mut more = Log::new(1);
        for t in 0..n {
            if t == 1 {
                continue;
            }
            more.push(t);
            if t + 1 == n {
                s = s * log.finish();
                break;
            }
            s = s * step(log[t] + more[0]);
        }
        s * step(more.len() % 5)
    }
    is_replaced(s, n) {
        let mut log = Log::new(3);
        for t in 0..n {
            let old = log;
            s = s * step(old[0] + old.len());
            log = Log::new(t % 3 + 1);
            if t % 4 == 3 {
                log = old;
            }
        }
        s * step(log.len())
    }
}

#[differentiable(order = 2)]
fn again(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let log = Log::new(n);
    let mut s = x.sum();
    #[checkpoint(every = 4)]
    for t in 0..n {
        s = s * step(log[t]);
    }
    #[checkpoint]
    for t in 0..n {
        s = s * log.at(t);
    }
    s
}

#[test]
fn rounds_make_no_copies() -> Result<()> {
    for name in PROGRAMS {
        let [few, many] = [copies(name, 6)?, copies(name, 60)?];
        assert_eq!(few, many, "{name}");
        assert!(many.iter().all(|&copies| copies <= 1), "{name}: {many:?}");
    }
    let few = counted!(again, 6, plain::reads(6).powi(2))?;
    let many: Result<_> = counted!(again, 60, plain::reads(60).powi(2));
    assert_eq!(few, many?, "again");
    assert!(few.iter().all(|&copies| copies <= 2), "again: {few:?}");
    Ok(())
}
