//! Triangular systems with one right-hand side: rows or columns of the matrix, whichever lie along memory, are read once.

use crate::real::Arith;

use super::dense::Scalar;
use super::tile::{Diagonal, Grid, unrolled};
use super::triangular::Triangle;
use super::vector::{Registers, Vector, in_registers};

impl<C: Registers> Triangle<C> {
    /// Replaces `x` by the solution of `A x = x`. False where neither rows nor columns of the matrix lie along memory.
    ///
    /// # Safety
    /// The matrix and its diagonal are still there.
    pub(super) unsafe fn solve_column(&self, x: &mut [C]) -> bool {
        assert_eq!(x.len(), self.n);
        let (a, lower) = self.given();
        let (n, x, diagonal) = (self.n, x.as_mut_ptr(), self.diagonal());
        // SAFETY: `x` has `n` elements; the rest is the caller's promise.
        unsafe {
            match a.strides {
                [_, 1] => by_rows(n, a, lower, diagonal, x),
                [1, _] => by_columns(n, a, lower, diagonal, x),
                _ => return n == 0,
            }
        }
        true
    }
}

in_registers! {
    /// # Safety
    /// `a` and `x` have `n` rows, and those of `a` lie along memory.
    by_rows(n: usize, a: Grid<C>, lower: bool, diagonal: Diagonal<C>, x: *mut C) = rows
}

in_registers! {
    /// # Safety
    /// `a` and `x` have `n` rows, and the columns of `a` lie along memory.
    by_columns(n: usize, a: Grid<C>, lower: bool, diagonal: Diagonal<C>, x: *mut C) = columns
}

/// Calls `$step::<V, R or 1>(i)` for the first rows of blocks in the order of the solution. What is left of whole blocks comes first
/// in an upper triangle: blocks then begin at multiples of their size, as vectors do.
macro_rules! blocks {
    ($n:ident, $lower:ident, $V:ident, $R:ident, $step:ident($($arg:expr),*)) => {
        let whole = $n / $R * $R;
        if $lower {
            for i in (0..whole).step_by($R) {
                $step::<$V, $R>(i, $($arg),*);
            }
            for i in whole..$n {
                $step::<$V, 1>(i, $($arg),*);
            }
        } else {
            for i in (whole..$n).rev() {
                $step::<$V, 1>(i, $($arg),*);
            }
            for i in (0..whole).step_by($R).rev() {
                $step::<$V, $R>(i, $($arg),*);
            }
        }
    };
}

/// # Safety
/// As [`by_rows`].
#[inline(always)]
unsafe fn rows<V: Vector, const R: usize>(
    n: usize,
    a: Grid<V::Scalar>,
    lower: bool,
    diagonal: Diagonal<V::Scalar>,
    x: *mut V::Scalar,
) {
    // SAFETY: passed on to the caller.
    unsafe {
        blocks!(n, lower, V, R, row_block(n, a, lower, diagonal, x));
    }
}

/// Products of `R` rows with what is known, all of which are on their way at once.
///
/// # Safety
/// As [`by_rows`], for rows `i .. i + R`.
#[inline(always)]
unsafe fn row_block<V: Vector, const R: usize>(
    i: usize,
    n: usize,
    a: Grid<V::Scalar>,
    lower: bool,
    diagonal: Diagonal<V::Scalar>,
    x: *mut V::Scalar,
) {
    let (from, to) = if lower { (0, i) } else { (i + R, n) };
    // SAFETY: the caller's promises.
    unsafe {
        let zero = V::Scalar::ZERO;
        let mut y = [zero; R];
        for (r, y) in y.iter_mut().enumerate() {
            *y = *x.add(i + r);
        }
        let mut q = from;
        if q + V::LANES <= to {
            let mut acc = [V::splat(zero); R];
            while q + V::LANES <= to {
                let known = V::load(x.add(q));
                for (r, acc) in acc.iter_mut().enumerate() {
                    *acc = acc.minus(V::load(a.at(i + r, q)), known);
                }
                q += V::LANES;
            }
            for (y, acc) in y.iter_mut().zip(acc) {
                *y = *y + acc.sum();
            }
        }
        while q < to {
            for (r, y) in y.iter_mut().enumerate() {
                *y = *y - *a.at(i + r, q) * *x.add(q);
            }
            q += 1;
        }
        finish(&mut y, i, n, a, lower, diagonal);
        for (r, y) in y.iter().enumerate() {
            *x.add(i + r) = *y;
        }
    }
}

/// Solves with the block on the diagonal.
///
/// # Safety
/// `a` has the rows and columns `i .. i + R`.
#[inline(always)]
unsafe fn finish<C: Scalar, const R: usize>(
    y: &mut [C; R],
    i: usize,
    n: usize,
    a: Grid<C>,
    lower: bool,
    diagonal: Diagonal<C>,
) {
    // The diagonal lies in the order of the solution.
    let scaled = |y: C, place: usize| match diagonal {
        Diagonal::Ones => y,
        // SAFETY: a place of the diagonal.
        Diagonal::Times(by) => y * unsafe { *by.add(place) },
        // SAFETY: as above.
        Diagonal::Over(by) => y / unsafe { *by.add(place) },
    };
    // SAFETY: the caller's promises.
    unsafe {
        if lower {
            unrolled!(r, {
                if r < R {
                    y[r] = scaled(y[r], i + r);
                    for s in r + 1..R {
                        y[s] = y[s] - *a.at(i + s, i + r) * y[r];
                    }
                }
            });
        } else {
            unrolled!(step, {
                if step < R {
                    let r = R - 1 - step;
                    y[r] = scaled(y[r], n - 1 - (i + r));
                    for s in 0..r {
                        y[s] = y[s] - *a.at(i + s, i + r) * y[r];
                    }
                }
            });
        }
    }
}

/// # Safety
/// As [`by_columns`].
#[inline(always)]
unsafe fn columns<V: Vector, const R: usize>(
    n: usize,
    a: Grid<V::Scalar>,
    lower: bool,
    diagonal: Diagonal<V::Scalar>,
    x: *mut V::Scalar,
) {
    // SAFETY: passed on to the caller.
    unsafe {
        blocks!(n, lower, V, R, column_block(n, a, lower, diagonal, x));
    }
}

/// Solves for `R` unknowns and subtracts their columns from the rest, which is then read and written once for all of them.
///
/// # Safety
/// As [`by_columns`], for columns `i .. i + R`.
#[inline(always)]
unsafe fn column_block<V: Vector, const R: usize>(
    i: usize,
    n: usize,
    a: Grid<V::Scalar>,
    lower: bool,
    diagonal: Diagonal<V::Scalar>,
    x: *mut V::Scalar,
) {
    // SAFETY: the caller's promises.
    unsafe {
        let mut y = [V::Scalar::ZERO; R];
        for (r, y) in y.iter_mut().enumerate() {
            *y = *x.add(i + r);
        }
        finish(&mut y, i, n, a, lower, diagonal);
        for (r, y) in y.iter().enumerate() {
            *x.add(i + r) = *y;
        }
        let (mut p, to) = if lower { (i + R, n) } else { (0, i) };
        while p + V::LANES <= to {
            let mut rest = V::load(x.add(p));
            for (c, &y) in y.iter().enumerate() {
                rest = rest.minus(V::load(a.at(p, i + c)), V::splat(y));
            }
            rest.store(x.add(p));
            p += V::LANES;
        }
        while p < to {
            for (c, &y) in y.iter().enumerate() {
                *x.add(p) = *x.add(p) - *a.at(p, i + c) * y;
            }
            p += 1;
        }
    }
}
