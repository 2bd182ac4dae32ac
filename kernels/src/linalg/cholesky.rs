//! Cholesky factorisation.

use super::dense::{BLOCK, Block, Scalar, eliminate, subtract};

/// Replaces a symmetric matrix by its lower Cholesky factor. False if it is not positive definite.
pub(super) fn factor<C: Scalar>(a: &mut [C], n: usize, alone: bool) -> bool {
    for first in (0..n).step_by(BLOCK) {
        let end = n.min(first + BLOCK);
        // The columns of the block by rows, so that the loops below run along memory.
        let mut columns = [[C::ZERO; BLOCK]; BLOCK];
        for i in first..n {
            let row = &mut a[i * n + first..i * n + end];
            for j in 0..row.len().min(i + 1 - first) {
                if first + j == i {
                    if row[j] <= C::ZERO || row[j].is_nan() {
                        return false;
                    }
                    row[j] = row[j].sqrt();
                    columns[j][j] = row[j];
                    break;
                }
                row[j] = row[j] / columns[j][j];
                let (x, width) = (row[j], row.len());
                if i < end {
                    columns[j][i - first] = x;
                    // The part of row `i` up to its diagonal, where its own square is due.
                    let to = i - first;
                    eliminate(&mut row[j + 1..to], x, &columns[j][j + 1..to]);
                    row[to] = row[to] - x * x;
                } else {
                    eliminate(&mut row[j + 1..], x, &columns[j][j + 1..width]);
                }
            }
        }
        // What remains, by rows of blocks: only up to the diagonal.
        for top in (end..n).step_by(2 * BLOCK) {
            let bottom = n.min(top + 2 * BLOCK);
            let block = |rows: std::ops::Range<usize>, columns: std::ops::Range<usize>| Block {
                at: rows.start * n + columns.start,
                rows: rows.len(),
                columns: columns.len(),
                stride: n,
            };
            let (c, l, r) = (
                block(top..bottom, end..bottom),
                block(top..bottom, first..end),
                block(end..bottom, first..end),
            );
            subtract(a, None, c, l, r, true, alone);
        }
        for i in first..end {
            a[i * n + i + 1..(i + 1) * n].fill(C::ZERO);
        }
    }
    true
}
