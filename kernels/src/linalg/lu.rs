//! LU factorisation with partial pivoting.
//!
//! Panels of a few columns are factored by columns, in a workspace where those lie along memory; what they leave of the columns
//! behind them is a triangular system and a product in registers. The panels divide and round as a textbook would: a singular
//! matrix of small integers has a pivot that is exactly zero.

use std::ops::Range;

use crate::element::Element;
use crate::strided::{Shared, split};

use super::batch::gather;
use super::cholesky::{distance, workspace};
use super::dense::{Scalar, TILE};
use super::panel::factor_panel;
use super::tile::{Diagonal, Grid, load, rows, store, subtract};
use super::vector::{Registers, Vector, in_registers};

/// `P A = L U`: row `i` of that is row `order[i]` of `A`.
#[derive(Clone, Copy)]
pub(super) struct Factors<C> {
    pub(super) grid: Grid<C>,
    pub(super) n: usize,
    /// Whether the permutation is odd.
    pub(super) odd: bool,
}

/// Elements of the workspaces of [`factor`].
pub(super) fn workspaces<C>(n: usize) -> [usize; 2] {
    let whole = if n > TILE { workspace::<C>(n) } else { 0 };
    [whole, TILE.saturating_mul(n.next_multiple_of(TILE))]
}

/// Factors a matrix. The workspaces hold the result.
///
/// # Safety
/// `a` has `n` rows and columns.
pub(super) unsafe fn factor<T: Element, C: Registers>(
    a: Grid<T>,
    n: usize,
    alone: bool,
    [whole, panel]: [&mut [C]; 2],
    order: &mut [usize],
) -> Factors<C> {
    assert!([whole.len(), panel.len()] == workspaces::<C>(n) && order.len() == n);
    order.iter_mut().enumerate().for_each(|(i, x)| *x = i);
    if n <= TILE {
        let columns = Grid { first: a.first, strides: [a.strides[1], a.strides[0]] };
        panel.fill(C::ZERO);
        // SAFETY: a matrix of order `n`, and room for 16 columns of 16.
        unsafe { gather(columns, n, n, panel.as_mut_ptr(), TILE) };
        let mut swaps = [0; TILE];
        // SAFETY: as many columns, filled up with zeros.
        unsafe { factor_panel(panel.as_mut_ptr(), n, TILE, n, &mut swaps) };
        let odd = exchanges(&swaps[..n], |i, j| order.swap(i, j));
        return Factors::of([whole, panel], n, odd);
    }
    let ld = distance::<C>(n);
    for row in whole.chunks_exact_mut(ld) {
        row[n..].fill(C::ZERO);
    }
    whole[n * ld..].fill(C::ZERO);
    // SAFETY: a matrix of order `n`, and room for it.
    unsafe { gather(a, n, n, whole.as_mut_ptr(), ld) };
    let mut lu = Blocked { whole, panel, order, ld, n, odd: false, alone };
    lu.columns(0, n);
    let odd = lu.odd;
    Factors::of([whole, panel], n, odd)
}

impl<C: Scalar> Factors<C> {
    /// Those that [`factor`] left in these workspaces.
    pub(super) fn of([whole, panel]: [&mut [C]; 2], n: usize, odd: bool) -> Self {
        let grid = if n <= TILE {
            Grid { first: panel.as_ptr(), strides: [1, TILE as isize] }
        } else {
            Grid { first: whole.as_ptr(), strides: [distance::<C>(n) as isize, 1] }
        };
        Self { grid, n, odd }
    }

    /// Whether the matrix is regular, for all that is known: a zero pivot means nothing beside one that is not a number.
    ///
    /// # Safety
    /// The workspaces are still there.
    pub(super) unsafe fn regular(&self) -> bool {
        // SAFETY: the caller's promise.
        let pivots = || unsafe { self.pivots() };
        pivots().all(|x| x != C::ZERO) || !pivots().all(|x| x.magnitude() <= C::MAX)
    }

    /// The diagonal of `U`.
    ///
    /// # Safety
    /// The workspaces are still there.
    pub(super) unsafe fn pivots(&self) -> impl Iterator<Item = C> {
        let grid = self.grid;
        // SAFETY: elements of the matrix.
        (0..self.n).map(move |i| unsafe { *grid.at(i, i) })
    }

    /// The sign of the permutation.
    pub(super) fn sign(&self) -> f64 {
        if self.odd { -1.0 } else { 1.0 }
    }
}

/// A matrix that is larger than a panel.
struct Blocked<'a, C> {
    whole: &'a mut [C],
    panel: &'a mut [C],
    order: &'a mut [usize],
    ld: usize,
    n: usize,
    odd: bool,
    alone: bool,
}

impl<C: Registers> Blocked<'_, C> {
    /// Factors columns `from .. to`, in which those before were eliminated: one half, and with its help the other.
    fn columns(&mut self, from: usize, to: usize) {
        if to - from <= TILE {
            return self.narrow(from, to);
        }
        let middle = from + ((to - from) / 2).next_multiple_of(TILE);
        self.columns(from, middle);
        self.eliminate(from, middle, to);
        self.columns(middle, to);
    }

    /// Factors the columns of one panel and exchanges whole rows.
    fn narrow(&mut self, from: usize, to: usize) {
        let (ld, rows, width) = (self.ld, self.n - from, to - from);
        let height = rows.next_multiple_of(TILE);
        let panel = &mut self.panel[..TILE * height];
        for column in panel.chunks_exact_mut(height) {
            column[rows..].fill(C::ZERO);
        }
        let part = &mut self.whole[from * ld + from..];
        assert!(part.len() >= (rows - 1) * ld + width);
        let mut swaps = [0; TILE];
        let columns = Grid { first: part.as_ptr(), strides: [1, ld as isize] };
        // SAFETY: `rows x width` elements from the diagonal on, and a panel with as many columns that are as high.
        unsafe { gather(columns, width, rows, panel.as_mut_ptr(), height) };
        // SAFETY: as many columns, filled up with zeros.
        unsafe { factor_panel(panel.as_mut_ptr(), rows, height, width, &mut swaps) };
        let columns = Grid { first: panel.as_ptr(), strides: [1, height as isize] };
        // SAFETY: back to where it came from.
        unsafe { gather(columns, rows, width, part.as_mut_ptr(), ld) };
        self.odd ^= exchanges(&swaps[..width], |i, j| {
            self.order.swap(from + i, from + j);
            let (above, below) = self.whole.split_at_mut((from + j) * ld);
            let (above, below) = (&mut above[(from + i) * ld..][..ld], &mut below[..ld]);
            above[..from].swap_with_slice(&mut below[..from]);
            above[to..].swap_with_slice(&mut below[to..]);
        });
    }

    /// Eliminates columns `from .. middle`, which are factored, from those up to `to`.
    fn eliminate(&mut self, from: usize, middle: usize, to: usize) {
        let (ld, n) = (self.ld, self.n);
        let a = Shared(self.whole.as_mut_ptr());
        let jobs = (to - middle).div_ceil(COLUMNS);
        let work = if self.alone { (middle - from) * (n - from) * (to - middle) / 16 } else { 0 };
        split(jobs, work, |range| {
            let columns = middle + range.start * COLUMNS..to.min(middle + range.end * COLUMNS);
            // SAFETY: the workspace of a matrix of order `n`; each job writes to columns of its own behind those it reads.
            unsafe { eliminate_from(a.at(0), ld, n, from..middle, columns) };
        });
    }
}

/// Columns of one job.
const COLUMNS: usize = 64;

/// Calls `swap(i, j)` for each exchange of row `i` by row `j > i`; whether they are an odd number.
fn exchanges(swaps: &[usize], mut swap: impl FnMut(usize, usize)) -> bool {
    let mut odd = false;
    for (i, &j) in swaps.iter().enumerate().filter(|(i, j)| i != *j) {
        swap(i, j);
        odd = !odd;
    }
    odd
}

in_registers! {
    /// The rows of `U` that belong to the columns `of` a factored block, in some columns behind it, and what they leave of the rows
    /// below.
    ///
    /// # Safety
    /// `a` is the workspace of a matrix of order `n`, and blocks begin at multiples of [`TILE`].
    eliminate_from(a: *mut C, ld: usize, n: usize, of: Range<usize>, columns: Range<usize>) = eliminate_registers
}

/// # Safety
/// As [`eliminate_from`].
#[inline(always)]
unsafe fn eliminate_registers<V: Vector, const R: usize>(
    a: *mut V::Scalar,
    ld: usize,
    n: usize,
    of: Range<usize>,
    columns: Range<usize>,
) {
    let mut c = columns.start;
    // SAFETY: the caller's promises; a row reaches to the next multiple of the lanes.
    unsafe {
        while c + V::LANES < columns.end {
            eliminate_columns::<V, R, 2>(a, ld, n, of.clone(), c);
            c += 2 * V::LANES;
        }
        if c < columns.end {
            eliminate_columns::<V, R, 1>(a, ld, n, of, c);
        }
    }
}

/// # Safety
/// As [`eliminate_from`], for `N` registers of columns from `c`.
#[inline(always)]
unsafe fn eliminate_columns<V: Vector, const R: usize, const N: usize>(
    a: *mut V::Scalar,
    ld: usize,
    n: usize,
    of: Range<usize>,
    c: usize,
) {
    let step = ld as isize;
    let known = Grid { first: a.cast_const(), strides: [step, 1] };
    // SAFETY: the caller's promises; the workspace has whole blocks of rows.
    unsafe {
        let x = a.add(of.start * ld + c);
        rows::<V, R, N>((0, of.len()), known.from(of.start, of.start), Diagonal::Ones, x, step);
        for i in (of.end..n).step_by(R) {
            let mut acc = load::<V, R, N>(a.add(c), step, i);
            subtract(&mut acc, of.len(), known.from(i, of.start), x, step);
            store(&acc, a.add(c), step, i);
        }
    }
}
