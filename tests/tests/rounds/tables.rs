//! Lists of lists of tensors, as dynamic programming has them, and results that are host lists.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers, orders};

fn pair() -> Tensor<f64> {
    tensor![0.3, -0.8]
}

/// A table of a size that only the program knows, filled entry by entry from those before.
#[differentiable(order = 2)]
fn table(x: &Tensor<f64>, n: usize, m: usize) -> Scalar<f64> {
    let mut r = vec![vec![Tensor::scalar(0.5); m]; n];
    for i in 1..n {
        for j in 1..m {
            r[i][j] = x.sin().sum() * &r[i - 1][j - 1] + r[i][j - 1].cos();
        }
    }
    r[n - 1][m - 1].clone()
}

#[test]
fn tables_are_filled_entry_by_entry() -> Result<()> {
    let s: f64 = [0.3_f64, -0.8].map(f64::sin).iter().sum();
    for (n, m) in [(1, 1), (2, 3), (4, 3)] {
        let mut r = vec![vec![0.5; m]; n];
        for i in 1..n {
            for j in 1..m {
                r[i][j] = s * r[i - 1][j - 1] + f64::cos(r[i][j - 1]);
            }
        }
        near("table", &numbers(&table::call(&pair(), n, m)?)?, &[r[n - 1][m - 1]], 1e-12);
        orders::<table>((&pair(), n, m))?;
    }
    Ok(())
}

/// Rows that are put together, with a type and without one.
#[differentiable(order = 2)]
fn rows(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut all = Vec::new();
    let mut typed: Vec<Vec<Tensor<f64>>> = Vec::new();
    for i in 0..n {
        let mut row = Vec::new();
        for j in 0..i + 1 {
            row.push(x * (j + 1) as f64);
        }
        all.push(row);
        typed.push(vec![x.clone(), x.sin()]);
        typed[i].push(&all[i][0] * x);
    }
    let mut total = x.sum();
    for row in &all {
        for y in row {
            total += y.cos().sum();
        }
    }
    for row in &typed {
        for y in row {
            total = total * 0.9 + y.sum();
        }
    }
    total
}

#[test]
fn rows_are_pushed() -> Result<()> {
    let xs = [0.3_f64, -0.8];
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 { xs.map(of).iter().sum() };
    for n in [0, 1, 3] {
        let mut want = sum(&|x| x);
        for i in 0..n {
            for j in 0..=i {
                want += sum(&|x| (x * f64::from(j + 1)).cos());
            }
        }
        for _ in 0..n {
            for y in [sum(&|x| x), sum(&f64::sin), sum(&|x| x * x)] {
                want = want * 0.9 + y;
            }
        }
        near("rows", &numbers(&rows::call(&pair(), n as usize)?)?, &[want], 1e-12);
        orders::<rows>((&pair(), n as usize))?;
    }
    Ok(())
}

/// What a program has seen on its way.
type Seen = (Scalar<f64>, Vec<f64>, [usize; 2], (usize, bool), Option<usize>, Vec<String>);

#[differentiable(order = 2)]
fn traced(
    x: &Tensor<f64>,
    n: usize,
) -> Result<(Scalar<f64>, Vec<f64>, [usize; 2], (usize, bool), Option<usize>, Vec<String>)> {
    let mut all: Vec<f64> = Vec::new();
    let mut names = Vec::new();
    let mut best = (0, false);
    let mut last = None;
    let mut y = x.clone();
    for i in 0..n {
        y = y.sin();
        all.push(y.sum().item()?);
        last = Some(i);
        names.push(format!("n{i}"));
        best = (best.0 + i, i > 1);
    }
    let pair = [n, n + 1];
    Ok((y.sum(), all, pair, best, last, names))
}

#[differentiable(order = 2)]
fn of_traced(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let (y, _, pair, (k, on), ..) = traced(x, n);
    let (z, ..) = traced(x, n + 1);
    let c: usize = pair[1] + k;
    if on {
        return y * c as f64;
    }
    y + z
}

#[test]
fn host_lists_are_results() -> Result<()> {
    let sines = |n: usize| -> f64 { [0.3, -0.8].map(|x: f64| (0..n).fold(x, |y, _| y.sin())).iter().sum() };
    for n in [0, 2, 3] {
        let (y, all, pair_of, best, last, names): Seen = traced::call(&pair(), n)?;
        near("traced", &[y.item()?], &[sines(n)], 1e-12);
        near("the way", &all, &(1..=n).map(sines).collect::<Vec<_>>(), 1e-12);
        assert_eq!(
            (pair_of, best, last),
            ([n, n + 1], (n * n.saturating_sub(1) / 2, n > 2), n.checked_sub(1))
        );
        assert_eq!(names, (0..n).map(|i| format!("n{i}")).collect::<Vec<_>>());
        let want = if n > 2 { sines(n) * (n + 1 + 3) as f64 } else { sines(n) + sines(n + 1) };
        near("of_traced", &numbers(&of_traced::call(&pair(), n)?)?, &[want], 1e-12);
        orders::<of_traced>((&pair(), n))?;
    }
    Ok(())
}

#[derive(Clone, Debug, Differentiable)]
struct Log {
    m: Tensor<f64>,
    seen: usize,
    t: f64,
    steps: Vec<usize>,
    times: Vec<f64>,
}

/// Numbers of a struct, pushed to its lists and to lists of the function's own.
#[differentiable(float = f64, order = 2)]
fn logged(log: &Log, n: usize) -> Scalar<f64> {
    let mut next = log.clone();
    let mut events: Vec<usize> = Vec::new();
    for _ in 0..n {
        next.seen += 1;
        next.steps.push(next.seen);
        next.times.push(next.t);
        next.steps.push(next.seen + 1);
        events.push(next.seen);
        next.m = next.m.sin() * next.t;
    }
    let total: usize = events.iter().sum();
    let steps: usize = next.steps.iter().sum();
    let times: f64 = next.times.iter().sum();
    next.m.sum() * (total * 100 + steps) as f64 * times
}

#[test]
fn numbers_of_structs_are_pushed() -> Result<()> {
    for n in [0, 1, 4] {
        let log = Log { m: pair(), seen: 3, t: 0.7, steps: vec![5], times: vec![0.1] };
        let total: usize = (4..4 + n).sum();
        let steps: usize = 5 + (4..4 + n).map(|k| k + k + 1).sum::<usize>();
        let times = 0.1 + 0.7 * n as f64;
        let m: f64 = [0.3, -0.8].map(|x: f64| (0..n).fold(x, |m, _| m.sin() * 0.7)).iter().sum();
        let want = m * (total * 100 + steps) as f64 * times;
        near("logged", &numbers(&logged::call(&log, n)?)?, &[want], 1e-12);
        orders::<logged>((&log, n))?;
    }
    Ok(())
}
