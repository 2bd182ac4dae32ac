//! Cholesky factorisation.

use std::ops::Range;

use crate::element::Element;
use crate::real::{Arith, Real};
use crate::strided::{Shared, split};

use super::batch::{SIDE, block, narrow, put, widen};
use super::dense::{Scalar, TILE};
use super::tile::{Diagonal, Grid, load, rows, subtract, unrolled};
use super::vector::{Registers, Vector, in_registers};

/// Rows that are finished up to the last column before the next are begun.
const BLOCK: usize = 64;

/// Elements from one row of the workspace to the next: whole cache lines, and no multiple of 512 bytes, at which few rows fit into
/// a cache at a time.
pub(super) fn distance<C>(n: usize) -> usize {
    let padded = n.next_multiple_of(TILE);
    if (padded * size_of::<C>()).is_multiple_of(512) { padded + TILE } else { padded }
}

/// Elements of a workspace of `n` rows, of which blocks may reach beyond the last.
pub(super) fn workspace<C>(n: usize) -> usize {
    n.next_multiple_of(8).saturating_mul(distance::<C>(n))
}

/// `out`, `n x n` and dense, becomes `L` with `L Lᵀ` the symmetric part of `a`. False if that is not positive definite.
///
/// # Safety
/// `a` has `n` rows and columns.
pub(super) unsafe fn factor<T: Element, C: Registers>(
    out: &mut [T],
    a: Grid<T>,
    n: usize,
    alone: bool,
    [u, inverses]: [&mut [C]; 2],
) -> bool {
    let ld = distance::<C>(n);
    assert!(out.len() == n * n && u.len() == workspace::<C>(n) && inverses.len() == n);
    // SAFETY: the sizes were compared; `a` is the caller's promise.
    unsafe {
        symmetric_part(a, n, u.as_mut_ptr(), ld);
        let positive = upper(u.as_mut_ptr(), ld, n, inverses.as_mut_ptr(), alone);
        if positive {
            transposed(out.as_mut_ptr(), u.as_ptr(), n, ld);
        }
        positive
    }
}

/// The upper triangle of `(A + Aᵀ) / 2`; a symmetric matrix stays as it is, bit for bit. The rest of what registers reach on the
/// diagonal and at the end of a row is zero.
///
/// # Safety
/// `a` has `n` rows and columns, `u` is a workspace for them.
unsafe fn symmetric_part<T: Element, C: Scalar>(a: Grid<T>, n: usize, u: *mut C, ld: usize) {
    let half = C::from_f64(0.5);
    // No element of a positive matrix is larger than the largest of its diagonal.
    // SAFETY: elements of the diagonal; the rest is the caller's promise.
    unsafe {
        if (0..n).all(|i| widen::<T, C>(*a.at(i, i)) <= half * C::MAX) {
            // Half of a subnormal number may not be one.
            means(a, n, u, ld, |x, y| half * (x + y));
        } else {
            means(a, n, u, ld, |x, y| half * x + half * y);
        }
    }
}

/// As [`symmetric_part`], with a function for the mean.
///
/// # Safety
/// As there.
#[inline(always)]
unsafe fn means<T: Element, C: Scalar>(a: Grid<T>, n: usize, u: *mut C, ld: usize, mean: impl Fn(C, C) -> C) {
    let mean = |x: T, y: T| mean(widen(x), widen(y));
    let whole = n / SIDE * SIDE;
    // SAFETY: rows and columns below `n`, and of the workspace.
    unsafe {
        let last = n / TILE * TILE;
        for r in 0..n {
            u.add(r * ld + r / TILE * TILE).cast::<[C; TILE]>().write([C::ZERO; TILE]);
            if last < n {
                u.add(r * ld + last).cast::<[C; TILE]>().write([C::ZERO; TILE]);
            }
        }
        for r in n..n.next_multiple_of(8) {
            u.add(r * ld + last).cast::<[C; TILE]>().write([C::ZERO; TILE]);
        }
        // The same whichever way round it is read.
        let a = if a.strides[0] == 1 { a.transposed() } else { a };
        if a.strides[1] == 1 {
            for r in (0..whole).step_by(SIDE) {
                for c in (r..whole).step_by(SIDE) {
                    let (x, y) = (block(a.from(r, c)), block(a.from(c, r)));
                    let x = std::array::from_fn(|i| std::array::from_fn(|j| mean(x[i][j], y[j][i])));
                    put(x, u.add(r * ld + c), ld);
                }
            }
        }
        let done = if a.strides[1] == 1 { whole } else { 0 };
        for r in 0..n {
            for c in r.max(done)..n {
                u.add(r * ld + c).write(mean(*a.at(r, c), *a.at(c, r)));
            }
        }
    }
}

/// The transpose of an upper triangle, zero above the diagonal.
///
/// # Safety
/// `out` has `n` rows of `n`, `u` is a workspace for them.
unsafe fn transposed<T: Element, C: Scalar>(out: *mut T, u: *const C, n: usize, ld: usize) {
    let u = Grid { first: u, strides: [ld as isize, 1] };
    let whole = n / SIDE * SIDE;
    // SAFETY: rows and columns of both.
    unsafe {
        if n <= TILE {
            std::slice::from_raw_parts_mut(out, n * n).fill(T::default());
        } else {
            for r in 0..n {
                std::slice::from_raw_parts_mut(out.add(r * n + r), n - r).fill(T::default());
            }
        }
        for r in (0..whole).step_by(SIDE) {
            for c in (0..r).step_by(SIDE) {
                let x = block(u.from(c, r));
                put(std::array::from_fn(|i| std::array::from_fn(|j| narrow(x[j][i]))), out.add(r * n + c), n);
            }
        }
        for r in 0..n {
            let from = if r < whole { r / SIDE * SIDE } else { 0 };
            for c in from..=r {
                out.add(r * n + c).write(narrow(*u.at(c, r)));
            }
        }
    }
}

/// Replaces the upper triangle of a symmetric matrix by `U` with `Uᵀ U` the matrix. False if it is not positive definite. Upper,
/// because its rows lie along memory where the columns of the lower factor do not.
///
/// # Safety
/// `u` is the workspace of a matrix of order `n`, and there is room for as many `inverses`.
unsafe fn upper<C: Registers>(u: *mut C, ld: usize, n: usize, inverses: *mut C, alone: bool) -> bool {
    let (u, inverses) = (Shared(u), Shared(inverses));
    for top in (0..n).step_by(BLOCK) {
        let end = n.min(top + BLOCK);
        // SAFETY: the caller's promises, here and below.
        if !unsafe { diagonal_block(u.at(0), ld, n, top..end, inverses.at(0)) } {
            return false;
        }
        if end == n {
            break;
        }
        let jobs = (n - end).div_ceil(BLOCK);
        let work = if alone { BLOCK * (top + BLOCK / 2) * (n - end) / 16 } else { 0 };
        split(jobs, work, |range| {
            let columns = end + range.start * BLOCK..n.min(end + range.end * BLOCK);
            // SAFETY: each job writes to columns of its own, and reads those of the block.
            unsafe { beside(u.at(0), ld, top..end, columns, inverses.at(0)) };
        });
    }
    true
}

in_registers! {
    /// The rows and columns `of` a block on the diagonal.
    ///
    /// # Safety
    /// As [`upper`].
    diagonal_block(u: *mut C, ld: usize, n: usize, of: Range<usize>, inverses: *mut C) -> bool = block_rows
}

in_registers! {
    /// These rows in columns behind the block.
    ///
    /// # Safety
    /// As [`upper`]; whole blocks of registers.
    beside(u: *mut C, ld: usize, rows: Range<usize>, columns: Range<usize>, inverses: *const C) = beside_rows
}

/// # Safety
/// As [`upper`].
#[inline(always)]
unsafe fn block_rows<V: Vector, const R: usize>(
    u: *mut V::Scalar,
    ld: usize,
    n: usize,
    of: Range<usize>,
    inverses: *mut V::Scalar,
) -> bool {
    const { assert!(V::LANES.is_multiple_of(R) && TILE.is_multiple_of(V::LANES)) };
    for i in of.clone().step_by(R) {
        // SAFETY: the caller's promises.
        unsafe {
            if !diagonal::<V, R>(i, n, u, ld, inverses) {
                return false;
            }
            // Only whole blocks of rows have columns to their right.
            let first = (i / V::LANES + 1) * V::LANES;
            beside_rows::<V, R>(u, ld, i..i + R, first..of.end, inverses);
        }
    }
    true
}

/// Solves for these rows: what the rows above leave of them, divided by their own diagonal block.
///
/// # Safety
/// As [`upper`].
#[inline(always)]
unsafe fn beside_rows<V: Vector, const R: usize>(
    u: *mut V::Scalar,
    ld: usize,
    of: Range<usize>,
    columns: Range<usize>,
    inverses: *const V::Scalar,
) {
    let step = ld as isize;
    let known = Grid { first: u.cast_const(), strides: [1, step] };
    let mut c = columns.start;
    // SAFETY: the caller's promises; a row reaches to the next multiple of the lanes.
    unsafe {
        while c + V::LANES < columns.end {
            rows::<V, R, 2>((of.start, of.end), known, Diagonal::Times(inverses), u.add(c), step);
            c += 2 * V::LANES;
        }
        if c < columns.end {
            rows::<V, R, 1>((of.start, of.end), known, Diagonal::Times(inverses), u.add(c), step);
        }
    }
}

/// Rows `i .. i + R` in the one register that holds their part of the diagonal.
///
/// # Safety
/// As [`upper`].
#[inline(always)]
unsafe fn diagonal<V: Vector, const R: usize>(
    i: usize,
    n: usize,
    u: *mut V::Scalar,
    ld: usize,
    inverses: *mut V::Scalar,
) -> bool {
    let left = i / V::LANES * V::LANES;
    let step = ld as isize;
    // SAFETY: the workspace has rows and columns up to the next multiple of `R` and of the lanes.
    unsafe {
        let x = u.add(left);
        let mut acc = load::<V, R, 1>(x, step, i);
        subtract(&mut acc, i, Grid { first: u.add(i).cast_const(), strides: [1, step] }, x, step);
        unrolled!(r, {
            if r >= R || i + r >= n {
                return true;
            }
            let row = acc[r][0];
            let divisor = row.lane(i - left + r);
            let pivot = divisor.first();
            if pivot <= V::Scalar::ZERO || pivot.is_nan() {
                return false;
            }
            let root = pivot.sqrt();
            let solved = row.over(V::splat(root));
            solved.store(x.add((i + r) * ld));
            *u.add((i + r) * ld + i + r) = root;
            *inverses.add(i + r) = V::Scalar::ONE / root;
            // Divided by the pivot, and not twice by its root: the next one does not wait for that. No element of a positive
            // matrix overflows by it unless it is subnormal.
            let (row, share) = if pivot < V::Scalar::MIN_POSITIVE {
                // A jump: with a select all would wait for the root.
                std::hint::cold_path();
                (solved, solved)
            } else {
                (row, row.over(divisor))
            };
            for (s, acc) in acc.iter_mut().enumerate().skip(r + 1) {
                acc[0] = acc[0].minus(row.lane(i - left + s), share);
            }
        });
    }
    true
}
