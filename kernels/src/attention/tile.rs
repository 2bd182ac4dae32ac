//! Products whose lanes are neighbours in one operand and in the result. Nothing is packed.

use crate::linalg::vector::Vector;
use crate::real::Arith;

/// Rows of a tile.
const HEIGHT: usize = 6;

/// `c = a b`, or `c += a b` if it `adds`, for `[m, n, k]`. `a` has strides for rows and columns, lines of `b` and `c` are as far apart
/// as is said.
///
/// # Safety
/// The elements exist, those of `c` are no others' and are written by nobody else, and the machine has the registers.
#[inline(always)]
pub(super) unsafe fn product<V: Vector>(
    [m, n, k]: [usize; 3],
    (c, to): (*mut V::Scalar, isize),
    (a, by): (*const V::Scalar, [isize; 2]),
    (b, from): (*const V::Scalar, isize),
    adds: bool,
) {
    // Four registers of 16 lanes are most of 32; two of 8 leave room for the operands.
    let wide = if size_of::<V>() > 32 { 4 } else { 2 };
    let mut at = 0;
    while at < n {
        let full = n - at >= wide * V::LANES;
        let step = if full { wide * V::LANES } else { V::LANES.min(n - at) };
        for first in (0..m).step_by(HEIGHT) {
            let rows = HEIGHT.min(m - first);
            // SAFETY: tiles of the operands.
            unsafe {
                let c = (c.offset(first as isize * to).add(at), to);
                let a = (a.offset(first as isize * by[0]), by);
                let b = (b.add(at), from);
                match (full, wide) {
                    (true, 4) => tile::<V, 4, true>([rows, step, k], c, a, b, adds),
                    (true, _) => tile::<V, 2, true>([rows, step, k], c, a, b, adds),
                    (false, _) => tile::<V, 1, false>([rows, step, k], c, a, b, adds),
                }
            }
        }
        at += step;
    }
}

/// A tile of the result: `m` rows and `n` columns. What is missing of its rows is computed as the last one, and not stored.
///
/// # Safety
/// As of [`product`].
#[inline(always)]
unsafe fn tile<V: Vector, const N: usize, const FULL: bool>(
    [m, n, k]: [usize; 3],
    (c, to): (*mut V::Scalar, isize),
    (a, by): (*const V::Scalar, [isize; 2]),
    (mut b, from): (*const V::Scalar, isize),
    adds: bool,
) {
    // SAFETY: the caller's promises; a head has the columns that are there.
    unsafe {
        let head = V::head(if FULL { V::LANES } else { n });
        let mut a: [*const V::Scalar; HEIGHT] =
            std::array::from_fn(|i| a.offset(i.min(m - 1) as isize * by[0]));
        let mut sums = [[V::splat(V::Scalar::ZERO); N]; HEIGHT];
        for _ in 0..k {
            let mut line = [sums[0][0]; N];
            for (v, x) in line.iter_mut().enumerate() {
                *x = if FULL { V::load(b.add(v * V::LANES)) } else { V::load_head(b, head) };
            }
            for (a, sums) in a.iter_mut().zip(&mut sums) {
                let x = V::splat(**a);
                for v in 0..N {
                    sums[v] = sums[v].plus(x, line[v]);
                }
                *a = a.wrapping_offset(by[1]);
            }
            b = b.wrapping_offset(from);
        }
        for (i, sums) in sums.iter().enumerate().take(m) {
            for (v, sum) in sums.iter().enumerate() {
                let to = c.offset(i as isize * to).add(v * V::LANES);
                if FULL {
                    (if adds { V::load(to).more(*sum) } else { *sum }).store(to);
                } else {
                    (if adds { V::load_head(to, head).more(*sum) } else { *sum }).store_head(to, head);
                }
            }
        }
    }
}
