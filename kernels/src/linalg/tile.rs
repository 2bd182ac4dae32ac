//! Blocks of a matrix in registers: `R` rows of `N` registers, from which a product is subtracted and which are then finished
//! by a small triangular system, without a trip to memory in between.

use crate::real::Arith;

use super::vector::{Vector, in_registers};

/// `$body` for each `$r` of the rows that a block has at most. Where one row is solved for after the other, the compiler would keep a
/// loop, and with it the block in memory.
macro_rules! unrolled {
    ($r:ident, $body:block) => {
        unrolled!(@ $r, $body, 0 1 2 3 4 5 6 7)
    };
    (@ $r:ident, $body:block, $($i:literal)*) => {
        $({
            let $r: usize = $i;
            $body
        })*
    };
}
pub(super) use unrolled;

/// Elements at regular distances: `(r, c)` is `strides[0] r + strides[1] c` after the first.
#[derive(Clone, Copy)]
pub(super) struct Grid<C> {
    pub(super) first: *const C,
    pub(super) strides: [isize; 2],
}

// SAFETY: only an address; who reads behind it vouches that nobody writes there.
unsafe impl<C> Send for Grid<C> {}
// SAFETY: as above.
unsafe impl<C> Sync for Grid<C> {}

impl<C: Copy> Grid<C> {
    /// # Safety
    /// The element must lie in the allocation.
    #[inline(always)]
    pub(super) unsafe fn at(self, r: usize, c: usize) -> *const C {
        // SAFETY: passed on to the caller.
        unsafe { self.first.offset(r as isize * self.strides[0] + c as isize * self.strides[1]) }
    }

    /// The part that begins at `(r, c)`.
    ///
    /// # Safety
    /// As [`Grid::at`].
    #[inline(always)]
    pub(super) unsafe fn from(self, r: usize, c: usize) -> Self {
        // SAFETY: passed on to the caller.
        Self { first: unsafe { self.at(r, c) }, ..self }
    }

    /// Rows as columns.
    #[inline(always)]
    pub(super) fn transposed(self) -> Self {
        Self { strides: [self.strides[1], self.strides[0]], ..self }
    }

    /// This matrix with its first row last and its first column last: what was an upper triangle is a lower one.
    ///
    /// # Safety
    /// The matrix has `n > 0` rows and columns.
    pub(super) unsafe fn reversed(self, n: usize) -> Self {
        let [r, c] = self.strides;
        // SAFETY: the last element of the matrix.
        Self { first: unsafe { self.at(n - 1, n - 1) }, strides: [-r, -c] }
    }
}

/// The divisors of rows that are solved for.
#[derive(Clone, Copy)]
pub(super) enum Diagonal<C> {
    Ones,
    /// An array of reciprocals.
    Times(*const C),
    /// An array of divisors: where a reciprocal would overflow or lose digits, and where exactness is cheap.
    Over(*const C),
}

// SAFETY: as for `Grid`.
unsafe impl<C> Send for Diagonal<C> {}
// SAFETY: as above.
unsafe impl<C> Sync for Diagonal<C> {}

/// `acc -= a b` where `b` has `k` rows at a distance of `step`.
///
/// # Safety
/// `a` is `R x k`, and each row of `b` has `N` registers.
#[inline(always)]
pub(super) unsafe fn subtract<V: Vector, const R: usize, const N: usize>(
    acc: &mut [[V; N]; R],
    k: usize,
    a: Grid<V::Scalar>,
    b: *const V::Scalar,
    step: isize,
) {
    // SAFETY: the caller's promises.
    unsafe {
        for q in 0..k {
            let mut row = [V::splat(V::Scalar::ZERO); N];
            for (v, row) in row.iter_mut().enumerate() {
                *row = V::load(b.offset(q as isize * step).add(v * V::LANES));
            }
            for (r, acc) in acc.iter_mut().enumerate() {
                let x = V::splat(*a.at(r, q));
                for v in 0..N {
                    acc[v] = acc[v].minus(x, row[v]);
                }
            }
        }
    }
}

/// # Safety
/// Rows `from ..` of `x`, at a distance of `step`, have `N` registers each, and there are `R` of them.
#[inline(always)]
pub(super) unsafe fn load<V: Vector, const R: usize, const N: usize>(
    x: *const V::Scalar,
    step: isize,
    from: usize,
) -> [[V; N]; R] {
    // SAFETY: the caller's promises.
    unsafe {
        let mut acc = [[V::splat(V::Scalar::ZERO); N]; R];
        for (r, acc) in acc.iter_mut().enumerate() {
            for (v, acc) in acc.iter_mut().enumerate() {
                *acc = V::load(x.offset((from + r) as isize * step).add(v * V::LANES));
            }
        }
        acc
    }
}

/// # Safety
/// As [`load`].
#[inline(always)]
pub(super) unsafe fn store<V: Vector, const R: usize, const N: usize>(
    acc: &[[V; N]; R],
    x: *mut V::Scalar,
    step: isize,
    from: usize,
) {
    // SAFETY: the caller's promises.
    unsafe {
        for (r, acc) in acc.iter().enumerate() {
            for (v, acc) in acc.iter().enumerate() {
                acc.store(x.offset((from + r) as isize * step).add(v * V::LANES));
            }
        }
    }
}

/// Rows `i .. i + R` of the solution, from what is known above.
///
/// # Safety
/// As [`rows`].
#[inline(always)]
unsafe fn block<V: Vector, const R: usize, const N: usize>(
    i: usize,
    a: Grid<V::Scalar>,
    diagonal: Diagonal<V::Scalar>,
    x: *mut V::Scalar,
    step: isize,
) {
    // SAFETY: the caller's promises.
    unsafe {
        let mut acc = load::<V, R, N>(x, step, i);
        subtract(&mut acc, i, a.from(i, 0), x, step);
        let a = a.from(i, i);
        unrolled!(r, {
            if r < R {
                for x in &mut acc[r] {
                    *x = match diagonal {
                        Diagonal::Ones => *x,
                        Diagonal::Times(by) => x.times(V::splat(*by.add(i + r))),
                        Diagonal::Over(by) => x.over(V::splat(*by.add(i + r))),
                    };
                }
                let solved = acc[r];
                for (s, acc) in acc.iter_mut().enumerate().skip(r + 1) {
                    let factor = V::splat(*a.at(s, r));
                    for v in 0..N {
                        acc[v] = acc[v].minus(factor, solved[v]);
                    }
                }
            }
        });
        store(&acc, x, step, i);
    }
}

/// Replaces rows `from .. to` of `x` by those of the solution of `A X = x`, where `a` is lower triangular and the rows above are
/// solved already.
///
/// # Safety
/// `a` has `to` rows and columns, `x` as many rows of `N` registers at a distance of `step`, and the diagonal as many entries.
/// `a` is not what is written.
#[inline(always)]
pub(super) unsafe fn rows<V: Vector, const R: usize, const N: usize>(
    (from, to): (usize, usize),
    a: Grid<V::Scalar>,
    diagonal: Diagonal<V::Scalar>,
    x: *mut V::Scalar,
    step: isize,
) {
    let mut i = from;
    // SAFETY: the caller's promises, for rows below `to`.
    unsafe {
        while i + R <= to {
            block::<V, R, N>(i, a, diagonal, x, step);
            i += R;
        }
        if R > 4 && i + 4 <= to {
            block::<V, 4, N>(i, a, diagonal, x, step);
            i += 4;
        }
        while i < to {
            block::<V, 1, N>(i, a, diagonal, x, step);
            i += 1;
        }
    }
}

in_registers! {
    /// Replaces the first `to` rows of `x`, of one or two registers at a distance of `step`, by those of the solution of
    /// `A X = x`, with `a` lower triangular.
    ///
    /// # Safety
    /// As [`rows`].
    forward(to: usize, a: Grid<C>, diagonal: Diagonal<C>, x: *mut C, step: isize, two: bool) = forward_rows
}

/// # Safety
/// As [`rows`].
#[inline(always)]
unsafe fn forward_rows<V: Vector, const R: usize>(
    to: usize,
    a: Grid<V::Scalar>,
    diagonal: Diagonal<V::Scalar>,
    x: *mut V::Scalar,
    step: isize,
    two: bool,
) {
    // SAFETY: passed on to the caller.
    unsafe {
        if two {
            rows::<V, R, 2>((0, to), a, diagonal, x, step);
        } else {
            rows::<V, R, 1>((0, to), a, diagonal, x, step);
        }
    }
}
