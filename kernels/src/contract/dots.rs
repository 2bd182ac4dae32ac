//! Contractions whose lanes are neighbours in both operands, which are summed: registers of both are read where they lie, and each
//! element of the result is the sum of its lanes.

use std::ops::Range;

use super::{Axes, Loop, filled, offsets};
use crate::linalg::vector::{Many, Registers, Vector, in_registers};
use crate::real::Arith;
use crate::strided::Shared;

/// Summed elements of a block: 16 KiB of f32 for the rows of a tile, which all columns of a task read.
const INNER: usize = 1024;
/// Rows of a task.
const ROWS: usize = 64;

/// Neighbours that are summed.
#[derive(Clone, Copy, Debug)]
struct Line {
    a: isize,
    b: isize,
    len: usize,
}

/// A contraction, cut into tasks.
pub(super) struct Dots<C> {
    pointers: [Shared<C>; 3],
    starts: Vec<[isize; 3]>,
    /// In `a` and the result.
    rows: Vec<[isize; 2]>,
    /// In `b` and the result.
    columns: Vec<[isize; 2]>,
    lines: Vec<Line>,
    /// Lines of a block.
    depth: usize,
    /// Columns of a task.
    width: usize,
}

impl<C: Registers> Dots<C> {
    /// The last of `axes.inner` has the lanes, with stride 1 in both operands. There are no more rows than columns.
    pub(super) fn new(axes: &Axes, [a, b, c]: [*mut C; 3]) -> Self {
        let two = |axes: &[Loop], one: fn(&Loop) -> isize, two: fn(&Loop) -> isize| {
            offsets(axes, one).into_iter().zip(offsets(axes, two)).map(|(x, y)| [x, y]).collect::<Vec<_>>()
        };
        let (lane, rest) = axes.inner.split_last().expect("an axis of lanes");
        let lines: Vec<Line> = two(rest, |l| l.a, |l| l.b)
            .into_iter()
            .flat_map(|[a, b]| {
                let line = move |at: usize| Line {
                    a: a + at as isize,
                    b: b + at as isize,
                    len: INNER.min(lane.len - at),
                };
                (0..lane.len).step_by(INNER).map(line)
            })
            .collect();
        let starts: Vec<[isize; 3]> = two(&axes.outer, |l| l.a, |l| l.b)
            .into_iter()
            .zip(offsets(&axes.outer, |l| l.c))
            .map(|([a, b], c)| [a, b, c])
            .collect();
        let rows = two(&axes.rows, |l| l.a, |l| l.c);
        let columns = two(&axes.columns, |l| l.b, |l| l.c);
        let parts = (4 * rayon::current_num_threads()).div_ceil(starts.len() * rows.len().div_ceil(ROWS));
        let width = columns.len().div_ceil(parts).max(24).next_multiple_of(6).min(columns.len());
        let depth = (INNER / lane.len.min(INNER)).max(1);
        Self { pointers: [Shared(a), Shared(b), Shared(c)], starts, rows, columns, lines, depth, width }
    }

    pub(super) fn tasks(&self) -> usize {
        self.starts.len() * self.rows.len().div_ceil(ROWS) * self.columns.len().div_ceil(self.width)
    }
}

in_registers! {
    /// Runs some of the tasks.
    ///
    /// # Safety
    /// The offsets lead to elements behind the pointers, and no two to one of the result.
    run(dots: &Dots<C>, tasks: Range<usize>) = tiles
}

/// # Safety
/// As of [`run`].
#[inline(always)]
unsafe fn tiles<V: Vector, const R: usize>(dots: &Dots<V::Scalar>, tasks: Range<usize>) {
    let (across, down) = (dots.columns.len().div_ceil(dots.width), dots.rows.len().div_ceil(ROWS));
    for task in tasks {
        let (rest, part) = (task / across, task % across);
        let (start, block) = (dots.starts[rest / down], rest % down * ROWS);
        let rows = &dots.rows[block..dots.rows.len().min(block + ROWS)];
        let first = part * dots.width;
        let columns = &dots.columns[first..dots.columns.len().min(first + dots.width)];
        for (i, lines) in dots.lines.chunks(dots.depth).enumerate() {
            // SAFETY: passed on to the caller.
            unsafe {
                if rows.len() == 1 {
                    lone::<V>(dots, start, rows[0], columns, lines, i > 0);
                } else if Many::<R>::ARE {
                    sweep::<V, 4, 6>(dots, start, rows, columns, lines, i > 0);
                } else {
                    sweep::<V, 2, 4>(dots, start, rows, columns, lines, i > 0);
                }
            }
        }
    }
}

/// One row by all columns, in tiles of about one width.
///
/// # Safety
/// As of [`run`].
#[inline(always)]
unsafe fn lone<V: Vector>(
    dots: &Dots<V::Scalar>,
    start: [isize; 3],
    row: [isize; 2],
    columns: &[[isize; 2]],
    lines: &[Line],
    adds: bool,
) {
    let mut rest = columns;
    for tiles in (1..=columns.len().div_ceil(6)).rev() {
        let (some, others) = rest.split_at(rest.len().div_ceil(tiles));
        rest = others;
        macro_rules! tile {
            ($($n:literal)*) => {
                match some.len() {
                    // SAFETY: passed on to the caller.
                    $($n => unsafe { tile::<V, 1, $n>(dots, start, &[row], some, lines, adds) },)*
                    _ => unreachable!("columns of a tile"),
                }
            };
        }
        tile!(1 2 3 4 5 6);
    }
}

/// All rows by all columns.
///
/// # Safety
/// As of [`run`].
#[inline(always)]
unsafe fn sweep<V: Vector, const M: usize, const N: usize>(
    dots: &Dots<V::Scalar>,
    start: [isize; 3],
    rows: &[[isize; 2]],
    columns: &[[isize; 2]],
    lines: &[Line],
    adds: bool,
) {
    for rows in rows.chunks(M) {
        for columns in columns.chunks(N) {
            // SAFETY: passed on to the caller.
            unsafe { tile::<V, M, N>(dots, start, rows, columns, lines, adds) };
        }
    }
}

/// A tile of the result. What is missing of its rows and columns is computed as the last one, and not stored.
///
/// # Safety
/// As of [`run`].
#[inline(always)]
unsafe fn tile<V: Vector, const M: usize, const N: usize>(
    dots: &Dots<V::Scalar>,
    start: [isize; 3],
    rows: &[[isize; 2]],
    columns: &[[isize; 2]],
    lines: &[Line],
    adds: bool,
) {
    // SAFETY: the caller's promises; the last lanes of a line are read up to its end.
    unsafe {
        let a: [_; M] = filled(std::ptr::null(), |i| {
            dots.pointers[0].at(0).offset(start[0] + rows[i.min(rows.len() - 1)][0]).cast_const()
        });
        let b: [_; N] = filled(std::ptr::null(), |j| {
            dots.pointers[1].at(0).offset(start[1] + columns[j.min(columns.len() - 1)][0]).cast_const()
        });
        let mut sums = [[V::splat(V::Scalar::ZERO); N]; M];
        for line in lines {
            let (a, b): ([_; M], [_; N]) =
                (filled(a[0], |i| a[i].offset(line.a)), filled(b[0], |j| b[j].offset(line.b)));
            let mut at = 0;
            while at + V::LANES <= line.len {
                let y: [_; N] = filled(sums[0][0], |j| V::load(b[j].add(at)));
                for i in 0..M {
                    let x = V::load(a[i].add(at));
                    for j in 0..N {
                        sums[i][j] = sums[i][j].plus(x, y[j]);
                    }
                }
                at += V::LANES;
            }
            if at < line.len {
                let head = V::head(line.len - at);
                let y: [_; N] = filled(sums[0][0], |j| V::load_head(b[j].add(at), head));
                for i in 0..M {
                    let x = V::load_head(a[i].add(at), head);
                    for j in 0..N {
                        sums[i][j] = sums[i][j].plus(x, y[j]);
                    }
                }
            }
        }
        let to = dots.pointers[2].at(0).offset(start[2]);
        for (row, sums) in rows.iter().zip(sums) {
            for (column, sum) in columns.iter().zip(sums) {
                let (to, sum) = (to.offset(row[1] + column[1]), sum.sum());
                to.write(if adds { *to + sum } else { sum });
            }
        }
    }
}
