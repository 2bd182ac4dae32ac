//! Cholesky factorisation.

use super::dense::{BLOCK, Block, Scalar, eliminate, subtract, vectorised};

vectorised! {
    /// Replaces the upper triangle of a symmetric matrix by `U` with `Uᵀ U` the matrix. False if it is not positive definite.
    /// Upper, because its rows lie along memory where the columns of the lower factor do not.
    factor(a: &mut [C], n: usize, alone: bool) -> bool = upper
}

#[inline(always)]
fn upper<C: Scalar>(a: &mut [C], n: usize, alone: bool) -> bool {
    for first in (0..n).step_by(BLOCK) {
        let end = n.min(first + BLOCK);
        for i in first..end {
            let (above, row) = a.split_at_mut(i * n);
            let row = &mut row[i..n];
            for above in above[first * n..].chunks_exact(n) {
                eliminate(row, above[i], &above[i..]);
            }
            if row[0] <= C::ZERO || row[0].is_nan() {
                return false;
            }
            let root = row[0].sqrt();
            for x in row {
                *x = *x / root;
            }
        }
        // What remains, by rows of blocks: only from the diagonal on.
        for top in (end..n).step_by(2 * BLOCK) {
            let bottom = n.min(top + 2 * BLOCK);
            let block = |rows: std::ops::Range<usize>, columns: std::ops::Range<usize>| Block {
                at: rows.start * n + columns.start,
                rows: rows.len(),
                columns: columns.len(),
                stride: n,
            };
            let (c, l, r) =
                (block(top..bottom, top..n), block(first..end, top..bottom), block(first..end, top..n));
            subtract(a, None, c, l, r, true, alone);
        }
    }
    true
}
