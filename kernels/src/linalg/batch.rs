//! Batches of matrices: where each lies, and how its elements come into a workspace and out of it.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::element::Element;
use crate::strided::{Shared, View, same, split};

use super::Failure;
use super::dense::{Scalar, TILE};
use super::scratch::Scratch;
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
        Self { view, count: batch.iter().product(), rows: matrix[0], columns: matrix[1] }
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

/// Into the type that is computed in.
#[inline(always)]
pub(super) fn widen<T: Element, C: Scalar>(x: T) -> C {
    if T::DTYPE == C::DTYPE { same(x) } else { C::from_f64(x.to_f64()) }
}

#[inline(always)]
fn narrow<T: Element, C: Scalar>(x: C) -> T {
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
                let (from, to) = (from.at(r, 0), to.add(r * step));
                (0..columns).for_each(|c| to.add(c).write(widen(*from.add(c))));
            }
            return;
        }
        // By tiles, of which both sides stay in cache where one of them runs along columns.
        let tile = |top: usize, left: usize, rows: usize, columns: usize| {
            for r in top..top + rows {
                for c in left..left + columns {
                    to.add(r * step + c).write(widen(*from.at(r, c)));
                }
            }
        };
        for top in (0..rows).step_by(TILE) {
            for left in (0..columns).step_by(TILE) {
                if top + TILE <= rows && left + TILE <= columns {
                    tile(top, left, TILE, TILE);
                } else {
                    tile(top, left, TILE.min(rows - top), TILE.min(columns - left));
                }
            }
        }
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
            let (from, to) = (from.add(r * step), out.add(r * columns + first));
            (0..width).for_each(|c| to.add(c).write(narrow(*from.add(c))));
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
    f: impl Fn(&mut Scratch, &mut S, usize, &mut [T]) -> bool + Sync,
) -> Result<(), Failure> {
    assert_eq!(out.len(), count * size);
    if count == 1 {
        return if Scratch::with(|scratch| f(scratch, &mut S::default(), 0, out)) {
            Ok(())
        } else {
            Err(Failure { batch: 0 })
        };
    }
    let first = AtomicUsize::new(usize::MAX);
    let out = Shared(out.as_mut_ptr());
    split(count, work, |range| {
        Scratch::with(|scratch| {
            let mut state = S::default();
            for i in range {
                // SAFETY: matrix `i` has `size` elements of its own, and each `i` is in one range.
                let part = unsafe { std::slice::from_raw_parts_mut(out.at(i * size), size) };
                if !f(scratch, &mut state, i, part) {
                    first.fetch_min(i, Ordering::Relaxed);
                    return;
                }
            }
        });
    });
    match first.into_inner() {
        usize::MAX => Ok(()),
        batch => Err(Failure { batch }),
    }
}

#[inline(always)]
pub(super) fn store<T: Element, C: Scalar>(out: &mut T, x: C) {
    *out = narrow(x);
}
