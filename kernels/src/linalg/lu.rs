//! LU factorisation with partial pivoting.

use std::cmp::Ordering;

use super::dense::{BLOCK, Block, Scalar, eliminate, subtract, vectorised};
use super::triangular;

vectorised! {
    /// Replaces `a` by `L` (unit, below the diagonal) and `U`. Row `i` was exchanged with row `swaps[i]`, in order.
    factor(a: &mut [C], n: usize, swaps: &mut Vec<usize>, alone: bool) = factor_in_place
}

#[inline(always)]
fn factor_in_place<C: Scalar>(a: &mut [C], n: usize, swaps: &mut Vec<usize>, alone: bool) {
    swaps.clear();
    for first in (0..n).step_by(BLOCK) {
        let end = n.min(first + BLOCK);
        for j in first..end {
            let mut pivot = j;
            for i in j + 1..n {
                // NaN is taken as a pivot too: it is then found in the result, and not hidden by "singular".
                let order = a[i * n + j].magnitude().partial_cmp(&a[pivot * n + j].magnitude());
                if order.is_none_or(Ordering::is_gt) {
                    pivot = i;
                }
            }
            swaps.push(pivot);
            if pivot != j {
                let (above, below) = a.split_at_mut(pivot * n);
                above[j * n..][..n].swap_with_slice(&mut below[..n]);
            }
            let (above, below) = a.split_at_mut((j + 1) * n);
            let row = &above[j * n..];
            if row[j] == C::ZERO {
                // The column is zero below the diagonal already.
                continue;
            }
            for other in below.chunks_exact_mut(n) {
                let factor = other[j] / row[j];
                other[j] = factor;
                eliminate(&mut other[j + 1..end], factor, &row[j + 1..end]);
            }
        }
        for i in first..end {
            let (above, below) = a.split_at_mut(i * n);
            for q in first..i {
                let factor = below[q];
                eliminate(&mut below[end..n], factor, &above[q * n + end..(q + 1) * n]);
            }
        }
        let block = |row: usize, rows: usize, column: usize, columns: usize| Block {
            at: row * n + column,
            rows,
            columns,
            stride: n,
        };
        let (rest, width) = (n - end, end - first);
        let (c, l, u) =
            (block(end, rest, end, rest), block(end, rest, first, width), block(first, width, end, rest));
        subtract(a, None, c, l, u, false, alone);
    }
}

/// Whether no pivot is zero. NaN is regular: it is an answer, of a kind.
pub(super) fn is_regular<C: Scalar>(lu: &[C], n: usize) -> bool {
    lu.iter().step_by(n + 1).take(n).all(|&x| x != C::ZERO)
}

/// Replaces `x` (`n x k`) by the solution of `A X = x`.
pub(super) fn solve<C: Scalar>(lu: &mut [C], n: usize, swaps: &[usize], x: &mut [C], k: usize, alone: bool) {
    for (i, &pivot) in swaps.iter().enumerate().filter(|(i, pivot)| i != *pivot) {
        let (above, below) = x.split_at_mut(pivot * k);
        above[i * k..][..k].swap_with_slice(&mut below[..k]);
    }
    triangular::solve(lu, n, x, k, true, true, alone);
    triangular::solve(lu, n, x, k, false, false, alone);
}

/// Determinant, logarithm of its absolute value, and sign. The product and the sum are formed in f64.
pub(super) fn determinant<C: Scalar>(lu: &[C], n: usize, swaps: &[usize]) -> (f64, f64, f64) {
    let odd = swaps.iter().enumerate().filter(|(i, pivot)| i != *pivot).count() % 2 == 1;
    let mut sign = if odd { -1.0 } else { 1.0 };
    let (mut det, mut log) = (sign, 0.0);
    for x in lu.iter().step_by(n + 1).take(n).map(|x| x.to_f64()) {
        det *= x;
        log += x.abs().ln();
        sign *= if x == 0.0 { 0.0 } else { x.signum() };
    }
    // A zero among infinities or NaN is not a clean zero; the product keeps that.
    (if sign == 0.0 && !det.is_nan() { 0.0 } else { det }, log, sign)
}
