//! Triangular systems.

use super::dense::{BLOCK, Block, Scalar, dot, eliminate, subtract, vectorised};

vectorised! {
    /// Replaces `x` (`n x k`) by the solution of `A X = x`, where the lower or upper triangle of `a` is meant; with `unit` its
    /// diagonal counts as ones.
    solve(a: &mut [C], n: usize, x: &mut [C], k: usize, lower: bool, unit: bool, alone: bool) = solve_in_place
}

#[inline(always)]
fn solve_in_place<C: Scalar>(
    a: &mut [C],
    n: usize,
    x: &mut [C],
    k: usize,
    lower: bool,
    unit: bool,
    alone: bool,
) {
    if k == 0 {
        return;
    }
    if k == 1 {
        return column(a, n, x, lower, unit);
    }
    let starts = (0..n).step_by(BLOCK);
    if lower {
        starts.for_each(|first| forward(a, n, x, k, first, unit, alone));
    } else {
        starts.rev().for_each(|first| backward(a, n, x, k, first, unit, alone));
    }
}

/// One right-hand side: a product of each row with what is known, which reads `a` along memory and once.
#[inline(always)]
fn column<C: Scalar>(a: &[C], n: usize, x: &mut [C], lower: bool, unit: bool) {
    for step in 0..n {
        let i = if lower { step } else { n - 1 - step };
        let row = &a[i * n..][..n];
        let known = if lower { dot(&row[..i], &x[..i]) } else { dot(&row[i + 1..], &x[i + 1..n]) };
        let rest = x[i] - known;
        x[i] = if unit { rest } else { rest / row[i] };
    }
}

fn rows_below(n: usize, k: usize, from: usize, to: usize) -> Block {
    debug_assert!(to <= n);
    Block { at: from * k, rows: to - from, columns: k, stride: k }
}

#[inline(always)]
fn forward<C: Scalar>(a: &mut [C], n: usize, x: &mut [C], k: usize, first: usize, unit: bool, alone: bool) {
    let end = n.min(first + BLOCK);
    for i in first..end {
        let (done, rest) = x.split_at_mut(i * k);
        let row = &mut rest[..k];
        for q in first..i {
            eliminate(row, a[i * n + q], &done[q * k..][..k]);
        }
        divide(row, a[i * n + i], unit);
    }
    let (c, b) = (rows_below(n, k, end, n), rows_below(n, k, first, end));
    let left = Block { at: end * n + first, rows: n - end, columns: end - first, stride: n };
    subtract(a, Some(x), c, left, b, false, alone);
}

#[inline(always)]
fn backward<C: Scalar>(a: &mut [C], n: usize, x: &mut [C], k: usize, first: usize, unit: bool, alone: bool) {
    let end = n.min(first + BLOCK);
    for i in (first..end).rev() {
        let (rest, done) = x.split_at_mut((i + 1) * k);
        let row = &mut rest[i * k..];
        for q in i + 1..end {
            eliminate(row, a[i * n + q], &done[(q - i - 1) * k..][..k]);
        }
        divide(row, a[i * n + i], unit);
    }
    let (c, b) = (rows_below(n, k, 0, first), rows_below(n, k, first, end));
    let above = Block { at: first, rows: first, columns: end - first, stride: n };
    subtract(a, Some(x), c, above, b, false, alone);
}

#[inline(always)]
fn divide<C: Scalar>(row: &mut [C], by: C, unit: bool) {
    if !unit {
        for x in row {
            *x = *x / by;
        }
    }
}
