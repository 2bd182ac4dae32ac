//! Triangular systems.

use super::dense::{BLOCK, Block, Scalar, eliminate, subtract};

/// Replaces `x` (`n x k`) by the solution of `A X = x`, where the lower or upper triangle of `a` is meant; with `unit` its
/// diagonal counts as ones.
pub(super) fn solve<C: Scalar>(
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
    let starts = (0..n).step_by(BLOCK);
    if lower {
        starts.for_each(|first| forward(a, n, x, k, first, unit, alone));
    } else {
        starts.rev().for_each(|first| backward(a, n, x, k, first, unit, alone));
    }
}

fn rows_below(n: usize, k: usize, from: usize, to: usize) -> Block {
    debug_assert!(to <= n);
    Block { at: from * k, rows: to - from, columns: k, stride: k }
}

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

fn divide<C: Scalar>(row: &mut [C], by: C, unit: bool) {
    if !unit {
        for x in row {
            *x = *x / by;
        }
    }
}
