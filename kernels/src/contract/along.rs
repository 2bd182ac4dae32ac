//! Contractions whose lanes are neighbours in an operand and in the result: each product is one element of `a`, a few of whose rows
//! are packed, by a register of `b`, which is read where it lies.

use std::ops::Range;

use super::{Axes, Loop, filled, offsets};
use crate::linalg::vector::{Many, Registers, Vector, in_registers};
use crate::real::Arith;
use crate::strided::Shared;

/// Rows of a tile.
const HEIGHT: usize = 6;
/// Inner elements and rows of a block of `a`: 240 KiB of f32 in a cache, which all columns of a task read.
const INNER: usize = 512;
const ROWS: usize = 20 * HEIGHT;

/// As many columns as a register has lanes, or fewer.
#[derive(Clone, Copy, Debug)]
struct Piece {
    b: isize,
    c: isize,
    len: usize,
}

/// A contraction, cut into tasks.
pub(super) struct Along<C> {
    pointers: [Shared<C>; 3],
    starts: Vec<[isize; 3]>,
    /// In `a` and the result.
    rows: Vec<[isize; 2]>,
    /// In `a`.
    inner_a: Vec<isize>,
    /// In `b`.
    inner_b: Vec<isize>,
    pieces: Vec<Piece>,
    /// Of the result, between lanes.
    step: isize,
    /// Pieces of a task.
    width: usize,
}

impl<C: Registers> Along<C> {
    /// The last of `axes.columns` has the lanes, with stride 1 in `b`. `lanes`: those of a register.
    pub(super) fn new(axes: &Axes, lanes: usize, [a, b, c]: [*mut C; 3]) -> Self {
        let three = |axes: &[Loop]| {
            let [a, b, c] = [offsets(axes, |l| l.a), offsets(axes, |l| l.b), offsets(axes, |l| l.c)];
            a.into_iter().zip(b).zip(c).map(|((a, b), c)| [a, b, c]).collect::<Vec<_>>()
        };
        let (lane, lines) = axes.columns.split_last().expect("an axis of lanes");
        let pieces: Vec<Piece> = three(lines)
            .into_iter()
            .flat_map(|[_, b, c]| {
                let piece = move |at: usize| Piece {
                    b: b + at as isize,
                    c: c + at as isize * lane.c,
                    len: lanes.min(lane.len - at),
                };
                (0..lane.len).step_by(lanes).map(piece)
            })
            .collect();
        let starts = three(&axes.outer);
        let rows: Vec<[isize; 2]> = three(&axes.rows).into_iter().map(|[a, _, c]| [a, c]).collect();
        // A block of `a` is packed for each task, so a task has many columns.
        let parts = (4 * rayon::current_num_threads()).div_ceil(starts.len() * rows.len().div_ceil(ROWS));
        let width = pieces.len().div_ceil(parts).max(64).next_multiple_of(4).min(pieces.len());
        Self {
            pointers: [Shared(a), Shared(b), Shared(c)],
            starts,
            rows,
            inner_a: offsets(&axes.inner, |l| l.a),
            inner_b: offsets(&axes.inner, |l| l.b),
            pieces,
            step: lane.c,
            width,
        }
    }

    pub(super) fn tasks(&self) -> usize {
        self.starts.len() * self.rows.len().div_ceil(ROWS) * self.pieces.len().div_ceil(self.width)
    }
}

in_registers! {
    /// Runs some of the tasks.
    ///
    /// # Safety
    /// The offsets lead to elements behind the pointers, and no two to one of the result; `along` was made for the lanes in use.
    run(along: &Along<C>, tasks: Range<usize>) = tiles
}

/// # Safety
/// As of [`run`].
#[inline(always)]
unsafe fn tiles<V: Vector, const R: usize>(along: &Along<V::Scalar>, tasks: Range<usize>) {
    let (across, down) = (along.pieces.len().div_ceil(along.width), along.rows.len().div_ceil(ROWS));
    let mut packed = Vec::new();
    for task in tasks {
        let (rest, part) = (task / across, task % across);
        let (start, block) = (along.starts[rest / down], rest % down * ROWS);
        let rows = &along.rows[block..along.rows.len().min(block + ROWS)];
        let first = part * along.width;
        let pieces = &along.pieces[first..along.pieces.len().min(first + along.width)];
        for from in (0..along.inner_a.len()).step_by(INNER) {
            let inner = from..along.inner_a.len().min(from + INNER);
            // SAFETY: the offsets of elements.
            unsafe {
                let a = along.pointers[0].at(0).offset(start[0]).cast_const();
                pack(&mut packed, a, rows, &along.inner_a[inner.clone()]);
                let of_b = &along.inner_b[inner];
                // Four registers of 16 lanes are most of 32; two of 8 leave room for masks.
                if Many::<R>::ARE {
                    sweep::<V, 4>(along, start, (rows, &packed), (pieces, of_b), from > 0);
                } else {
                    sweep::<V, 2>(along, start, (rows, &packed), (pieces, of_b), from > 0);
                }
            }
        }
    }
}

/// Copies rows of `a`, the rows of a tile next to each other.
///
/// # Safety
/// The offsets lead to elements behind `a`.
#[inline(always)]
unsafe fn pack<C: Copy>(packed: &mut Vec<C>, a: *const C, rows: &[[isize; 2]], inner: &[isize]) {
    packed.clear();
    for rows in rows.chunks(HEIGHT) {
        for &at in inner {
            for row in rows {
                // SAFETY: the caller's promise.
                packed.push(unsafe { *a.offset(row[0] + at) });
            }
        }
    }
}

/// All rows by all pieces.
///
/// # Safety
/// As of [`run`]; `packed` has the rows.
#[inline(always)]
unsafe fn sweep<V: Vector, const N: usize>(
    along: &Along<V::Scalar>,
    start: [isize; 3],
    (rows, packed): (&[[isize; 2]], &[V::Scalar]),
    (pieces, inner): (&[Piece], &[isize]),
    adds: bool,
) {
    for some in pieces.chunks(N) {
        // A piece that is missing is one of no lanes.
        let piece = |i: usize| some.get(i).copied().unwrap_or(Piece { len: 0, ..some[0] });
        let pieces: [Piece; N] = std::array::from_fn(piece);
        let is_full = pieces.iter().all(|p| p.len == V::LANES);
        for (i, rows) in rows.chunks(HEIGHT).enumerate() {
            let a = &packed[i * HEIGHT * inner.len()..];
            macro_rules! tile {
                ($($m:literal)*) => {
                    match rows.len() {
                        // SAFETY: passed on to the caller.
                        $($m if is_full => unsafe { tile::<V, $m, N, true>(along, start, (rows, a), (&pieces, inner), adds) },
                        // SAFETY: as above.
                        $m => unsafe { tile::<V, $m, N, false>(along, start, (rows, a), (&pieces, inner), adds) },)*
                        _ => unreachable!("rows of a tile"),
                    }
                };
            }
            tile!(1 2 3 4 5 6);
        }
    }
}

/// A tile of the result.
///
/// # Safety
/// As of [`sweep`].
#[inline(always)]
unsafe fn tile<V: Vector, const M: usize, const N: usize, const FULL: bool>(
    along: &Along<V::Scalar>,
    start: [isize; 3],
    (rows, a): (&[[isize; 2]], &[V::Scalar]),
    (pieces, inner): (&[Piece; N], &[isize]),
    adds: bool,
) {
    assert!(rows.len() == M && a.len() >= M * inner.len());
    // SAFETY: the caller's promises; `a` was compared above.
    unsafe {
        let heads: [_; N] = filled(V::head(0), |v| V::head(pieces[v].len));
        let from: [_; N] =
            filled(std::ptr::null(), |v| along.pointers[1].at(0).offset(start[1] + pieces[v].b).cast_const());
        let mut sums = [[V::splat(V::Scalar::ZERO); N]; M];
        let mut a = a.as_ptr();
        for &at in inner {
            let mut b = [sums[0][0]; N];
            for v in 0..N {
                let from = from[v].offset(at);
                b[v] = if FULL { V::load(from) } else { V::load_head(from, heads[v]) };
            }
            for (i, sums) in sums.iter_mut().enumerate() {
                let a = V::splat(*a.add(i));
                for v in 0..N {
                    sums[v] = sums[v].plus(a, b[v]);
                }
            }
            a = a.add(M);
        }
        let to = along.pointers[2].at(0).offset(start[2]);
        for (row, sums) in rows.iter().zip(sums) {
            for v in 0..N {
                let to = to.offset(row[1] + pieces[v].c);
                if along.step != 1 {
                    scatter(sums[v], (to, along.step, pieces[v].len), adds);
                } else if FULL {
                    let sum = if adds { V::load(to).more(sums[v]) } else { sums[v] };
                    sum.store(to);
                } else {
                    let sum = if adds { V::load_head(to, heads[v]).more(sums[v]) } else { sums[v] };
                    sum.store_head(to, heads[v]);
                }
            }
        }
    }
}

/// # Safety
/// `to` has `len` elements `step` apart, no more than lanes.
#[inline(always)]
unsafe fn scatter<V: Vector>(sums: V, (to, step, len): (*mut V::Scalar, isize, usize), adds: bool) {
    // No register has more lanes.
    let mut lanes = [V::Scalar::ZERO; 16];
    // SAFETY: the caller's promise.
    unsafe {
        sums.store(lanes.as_mut_ptr());
        for (i, &sum) in lanes[..len].iter().enumerate() {
            let to = to.offset(i as isize * step);
            to.write(if adds { *to + sum } else { sum });
        }
    }
}
