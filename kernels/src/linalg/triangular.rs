//! Triangular systems.
//!
//! Right-hand sides go through in panels of two registers: their rows then lie behind each other in cache whatever the layout of
//! `b`, and `a` is read where it lies, one number at a time. A single right-hand side is [`column`](super::column)'s.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::strided::{split, splits};

use super::batch::product;
use super::dense::{Scalar, TILE};
use super::scratch::{NoMemory, Scratch};
use super::tile::{Diagonal, Grid, forward};
use super::vector::{Registers, lanes};

/// A triangular system in the order in which it is solved: `grid` is lower triangular, reversed if it was upper.
#[derive(Clone, Copy)]
pub(super) struct Triangle<C> {
    pub(super) n: usize,
    pub(super) grid: Grid<C>,
    diagonal: Diagonal<C>,
    reversed: bool,
}

impl<C: Registers> Triangle<C> {
    /// With ones on the diagonal.
    pub(super) fn unit(grid: Grid<C>, n: usize) -> Self {
        Self { n, grid, diagonal: Diagonal::Ones, reversed: false }
    }

    /// With the diagonal of `grid`. `kept` is kept for it, and must outlive the triangle.
    ///
    /// # Safety
    /// `grid` has `kept.len()` rows and columns.
    pub(super) unsafe fn new(mut grid: Grid<C>, lower: bool, kept: &mut [C]) -> Self {
        let n = kept.len();
        if !lower && n > 0 {
            // SAFETY: the caller's promise.
            grid = unsafe { grid.reversed(n) };
        }
        for (i, x) in kept.iter_mut().enumerate() {
            // SAFETY: an element of the diagonal.
            *x = unsafe { *grid.at(i, i) };
        }
        let tame = |x: &C| {
            let inverse = (C::ONE / *x).magnitude();
            inverse >= C::MIN_POSITIVE && inverse <= C::MAX
        };
        let diagonal = if n > TILE && kept.iter().all(tame) {
            for x in kept.iter_mut() {
                *x = C::ONE / *x;
            }
            Diagonal::Times(kept.as_ptr())
        } else {
            Diagonal::Over(kept.as_ptr())
        };
        Self { n, grid, diagonal, reversed: !lower }
    }

    /// Replaces a panel of `n` rows at a distance of `step`, of one or two registers, by the solution. Rows above `from` are
    /// zero, and are not touched; of an upper triangle there are none.
    ///
    /// # Safety
    /// The panel is as large as that, and `grid` and the diagonal are still there.
    pub(super) unsafe fn solve_panel(&self, from: usize, panel: *mut C, step: usize, two: bool) {
        let step = step as isize;
        if self.n <= from {
            return;
        }
        debug_assert!(from == 0 || !self.reversed);
        // SAFETY: the caller's promises; the last row comes first in a reversed system.
        unsafe {
            let (first, step) = if self.reversed {
                (panel.offset((self.n as isize - 1) * step), -step)
            } else {
                (panel.offset(from as isize * step), step)
            };
            let diagonal = match self.diagonal {
                Diagonal::Ones => Diagonal::Ones,
                Diagonal::Times(x) => Diagonal::Times(x.add(from)),
                Diagonal::Over(x) => Diagonal::Over(x.add(from)),
            };
            forward(self.n - from, self.grid.from(from, from), diagonal, first, step, two);
        }
    }

    /// The divisors of the rows.
    pub(super) fn diagonal(&self) -> Diagonal<C> {
        self.diagonal
    }

    /// The matrix as it was given, and whether that is lower triangular.
    pub(super) fn given(&self) -> (Grid<C>, bool) {
        if self.reversed && self.n > 0 {
            // SAFETY: reversed twice.
            (unsafe { self.grid.reversed(self.n) }, false)
        } else {
            (self.grid, true)
        }
    }
}

/// Elements that [`panels`] needs for one panel of `n` rows.
pub(super) fn panel_len<C: Registers>(n: usize) -> usize {
    product(&[2, n, lanes::<C>()])
}

/// Calls `f(first, width, panel, step, two)` for panels of up to two registers that together have `k` columns, in parallel if the
/// matrix is `alone`. `panel` has `n` rows at a distance of `step`, and is zero beyond `width` columns.
pub(super) fn panels<C: Registers>(
    n: usize,
    k: usize,
    alone: bool,
    own: &mut [C],
    f: impl Fn(usize, usize, *mut C, usize, bool) + Sync,
) -> Result<(), NoMemory> {
    let lanes = lanes::<C>();
    let run = |job: usize, panel: &mut [C]| {
        let first = job * 2 * lanes;
        let width = (k - first).min(2 * lanes);
        let two = width > lanes;
        let step = if two { 2 * lanes } else { lanes };
        if width < step {
            panel[..n * step].fill(C::ZERO);
        }
        f(first, width, panel.as_mut_ptr(), step, two);
    };
    let jobs = k.div_ceil(2 * lanes);
    let work = if alone { product(&[n, n, k]) / 16 } else { 0 };
    if !splits(jobs, work) {
        (0..jobs).for_each(|job| run(job, own));
        return Ok(());
    }
    let full = AtomicBool::new(false);
    split(jobs, work, |range| match Scratch::default().slices([panel_len::<C>(n)]) {
        Ok([panel]) => range.for_each(|job| run(job, panel)),
        Err(NoMemory) => full.store(true, Ordering::Relaxed),
    });
    if full.into_inner() { Err(NoMemory) } else { Ok(()) }
}

/// Whether no element of the diagonal is zero.
///
/// # Safety
/// `grid` has `n` rows and columns.
pub(super) unsafe fn has_inverse<C: Scalar>(grid: Grid<C>, n: usize) -> bool {
    // SAFETY: elements of the diagonal.
    (0..n).all(|i| unsafe { *grid.at(i, i) } != C::ZERO)
}
