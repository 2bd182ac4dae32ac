//! Batches of matrices: where each lies, and how its elements come into a workspace and out of it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::element::Element;
pub(super) use crate::strided::product;
use crate::strided::{Shared, View, same, split};

use super::Failure;
use super::dense::Scalar;
use super::scratch::{NoMemory, Scratch};
use super::tile::Grid;

/// A batch of matrices of a view.
pub(super) struct Batch<'a, T> {
    view: View<'a, T>,
    pub(super) count: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl<'a, T: Element> Batch<'a, T> {
    pub(super) fn new(view: View<'a, T>) -> Self {
        let lead = view.rank().checked_sub(2).expect("a matrix or a batch of them");
        let (batch, matrix) = view.shape().split_at(lead);
        Self { view, count: product(batch), rows: matrix[0], columns: matrix[1] }
    }

    pub(super) fn square(view: View<'a, T>) -> Self {
        let batch = Self::new(view);
        assert_eq!(batch.rows, batch.columns, "a square matrix");
        batch
    }

    /// Offset of the first element of matrix `i`; the same for what a broadcast repeats.
    pub(super) fn start(&self, mut i: usize) -> isize {
        assert!(i < self.count);
        let mut at = 0;
        for d in (0..self.view.rank() - 2).rev() {
            let (n, stride) = (self.view.shape()[d], self.view.strides()[d]);
            if i < n {
                return at + i as isize * stride;
            }
            at += (i % n) as isize * stride;
            i /= n;
        }
        at
    }

    /// Matrix `i` where it lies.
    pub(super) fn grid(&self, i: usize) -> Grid<T> {
        let start = if self.rows == 0 || self.columns == 0 { 0 } else { self.start(i) };
        let lead = self.view.rank() - 2;
        let strides = [self.view.strides()[lead], self.view.strides()[lead + 1]];
        // SAFETY: the offset of an index of the view, or no offset into a view without elements.
        Grid { first: unsafe { self.view.ptr().offset(start) }, strides }
    }

    /// Matrix `i` where it lies, if its type is the one that is computed in.
    pub(super) fn in_place<C: Scalar>(&self, i: usize) -> Option<Grid<C>> {
        let Grid { first, strides } = self.grid(i);
        (T::DTYPE == C::DTYPE).then_some(Grid { first: first.cast(), strides })
    }

    /// Element `(r, c)` of matrix `i`.
    pub(super) fn get(&self, i: usize, r: usize, c: usize) -> T {
        assert!(r < self.rows && c < self.columns);
        // SAFETY: an element of the view.
        unsafe { *self.grid(i).at(r, c) }
    }
}

/// Converts into the type that is computed in.
#[inline(always)]
pub(super) fn widen<T: Element, C: Scalar>(x: T) -> C {
    if T::DTYPE == C::DTYPE { same(x) } else { C::from_f64(x.to_f64()) }
}

/// Converts out of the type that was computed in.
#[inline(always)]
pub(super) fn narrow<T: Element, C: Scalar>(x: C) -> T {
    if T::DTYPE == C::DTYPE { same(x) } else { T::from_f64(x.to_f64()) }
}

/// Copies a matrix into rows at a distance of `step`.
///
/// # Safety
/// `from` has so many rows and columns; so has `to`, which lies elsewhere.
pub(super) unsafe fn gather<T: Element, C: Scalar>(
    from: Grid<T>,
    rows: usize,
    columns: usize,
    to: *mut C,
    step: usize,
) {
    // SAFETY: the caller's promises.
    unsafe {
        if from.strides[1] == 1 {
            for r in 0..rows {
                copy_row(from.at(r, 0), to.add(r * step), columns, widen);
            }
            return;
        }
        let whole = if from.strides[0] == 1 { (rows / SIDE * SIDE, columns / SIDE * SIDE) } else { (0, 0) };
        for r in (0..whole.0).step_by(SIDE) {
            for c in (0..whole.1).step_by(SIDE) {
                let x = block(from.from(r, c).transposed());
                put(
                    std::array::from_fn(|i| std::array::from_fn(|j| widen(x[j][i]))),
                    to.add(r * step + c),
                    step,
                );
            }
        }
        for r in 0..rows {
            for c in if r < whole.0 { whole.1 } else { 0 }..columns {
                to.add(r * step + c).write(widen(*from.at(r, c)));
            }
        }
    }
}

/// # Safety
/// There are `n` elements to read and room for as many elsewhere.
#[inline(always)]
unsafe fn copy_row<A: Copy, B>(from: *const A, to: *mut B, n: usize, f: impl Fn(A) -> B) {
    let mut c = 0;
    // SAFETY: elements below `n`.
    unsafe {
        // A loop over full vectors takes longer to set up than a short row to copy.
        while n < 64 && c + SIDE <= n {
            let x = from.add(c).cast::<[A; SIDE]>().read_unaligned();
            to.add(c).cast::<[B; SIDE]>().write_unaligned(x.map(&f));
            c += SIDE;
        }
        (c..n).for_each(|c| to.add(c).write(f(*from.add(c))));
    }
}

/// Side of the blocks in which matrices are transposed: the compiler makes shuffles of them.
pub(super) const SIDE: usize = 4;

/// # Safety
/// `from` has such a block, and its rows lie along memory.
#[inline(always)]
pub(super) unsafe fn block<T: Copy>(from: Grid<T>) -> [[T; SIDE]; SIDE] {
    // SAFETY: the caller's promise.
    std::array::from_fn(|r| unsafe { from.at(r, 0).cast::<[T; SIDE]>().read_unaligned() })
}

/// # Safety
/// There are such rows at a distance of `step`.
#[inline(always)]
pub(super) unsafe fn put<T: Copy>(block: [[T; SIDE]; SIDE], to: *mut T, step: usize) {
    for (r, row) in block.into_iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { to.add(r * step).cast::<[T; SIDE]>().write_unaligned(row) };
    }
}

/// Columns `first ..` of a dense matrix of `columns` become the `width` columns of `from`.
///
/// # Safety
/// `from` has as many rows as `out` and `width` columns at a distance of `step`; `out` has rows of `columns`.
pub(super) unsafe fn scatter<T: Element, C: Scalar>(
    out: *mut T,
    (rows, columns): (usize, usize),
    (first, width): (usize, usize),
    from: *const C,
    step: usize,
) {
    for r in 0..rows {
        // SAFETY: rows and columns of both, by the caller's promises.
        unsafe {
            copy_row(from.add(r * step), out.add(r * columns + first), width, narrow);
        }
    }
}

/// Writes `f(column, row)` of a matrix whose columns lie along memory, a few rows at a time, so that no line is fetched twice.
pub(super) fn columns<T: Element, C: Scalar>(
    out: &mut [T],
    width: usize,
    height: usize,
    f: impl Fn(usize, usize) -> C,
) {
    assert_eq!(out.len(), width * height);
    for (band, rows) in out.chunks_mut(8 * width.max(1)).enumerate() {
        for c in 0..width {
            for (r, row) in rows.chunks_exact_mut(width).enumerate() {
                store(&mut row[c], f(c, 8 * band + r));
            }
        }
    }
}

/// Runs `f(scratch, state, i, out)` for each matrix of a batch, where `out` is its part of the result, of `size` elements; it
/// tells whether there was one. `state` goes from one matrix to the next on a thread. `work` is about the number of
/// multiplications of all.
pub(super) fn each<T, S: Default>(
    out: &mut [T],
    count: usize,
    size: usize,
    work: usize,
    f: impl Fn(&mut Scratch, &mut S, usize, &mut [T]) -> Result<bool, NoMemory> + Sync,
) -> Result<(), Failure> {
    assert_eq!(out.len(), product(&[count, size]));
    if count == 1 {
        return match f(&mut Scratch::default(), &mut S::default(), 0, out) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Failure::Matrix(0)),
            Err(NoMemory) => Err(Failure::Memory),
        };
    }
    let (first, full) = (AtomicUsize::new(usize::MAX), AtomicBool::new(false));
    let out = Shared(out.as_mut_ptr());
    split(count, work, |range| {
        let (mut scratch, mut state) = (Scratch::default(), S::default());
        for i in range {
            // SAFETY: matrix `i` has `size` elements of its own, and each `i` is in one range.
            let part = unsafe { std::slice::from_raw_parts_mut(out.at(i * size), size) };
            match f(&mut scratch, &mut state, i, part) {
                Ok(true) => {}
                Ok(false) => {
                    first.fetch_min(i, Ordering::Relaxed);
                    return;
                }
                Err(NoMemory) => return full.store(true, Ordering::Relaxed),
            }
        }
    });
    match first.into_inner() {
        // Without memory it is not known which matrix is the first.
        _ if full.into_inner() => Err(Failure::Memory),
        usize::MAX => Ok(()),
        batch => Err(Failure::Matrix(batch)),
    }
}

#[inline(always)]
pub(super) fn store<T: Element, C: Scalar>(out: &mut T, x: C) {
    *out = narrow(x);
}
