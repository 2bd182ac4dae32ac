//! LU factorisation of a few columns, which lie along memory.

use crate::real::Arith;

use super::dense::{Scalar, TILE};
use super::vector::{Vector, in_registers};

in_registers! {
    /// Factors `width` columns of `rows` elements, zero behind those up to a multiple of [`TILE`]. Row `i` was exchanged with row
    /// `swaps[i]`, in order.
    factor_panel(panel: &mut [C], rows: usize, width: usize, swaps: &mut [usize; TILE]) = panel_columns
}

/// `factor_panel`: each column is eliminated from those behind it, in whole vectors. It is zero above the pivot meanwhile.
#[inline(always)]
unsafe fn panel_columns<V: Vector, const R: usize>(
    panel: &mut [V::Scalar],
    rows: usize,
    width: usize,
    swaps: &mut [usize; TILE],
) {
    let zero = V::Scalar::ZERO;
    let height = rows.next_multiple_of(TILE).max(TILE);
    let mut upper = [[zero; TILE]; TILE];
    for j in 0..width {
        let (done, behind) = panel.split_at_mut((j + 1) * height);
        let column = done[j * height..].as_chunks_mut::<TILE>().0;
        let pivot = largest(column, j);
        swaps[j] = pivot;
        if pivot != j {
            for column in
                done.chunks_exact_mut(height).chain(behind.chunks_exact_mut(height).take(width - j - 1))
            {
                column.swap(j, pivot);
            }
        }
        let column = done[j * height..].as_chunks_mut::<TILE>().0;
        let divisor = column[0][j];
        upper[j][..=j].copy_from_slice(&column[0][..=j]);
        column[0][..=j].fill(zero);
        if divisor == zero {
            // All that is below is zero, too.
            continue;
        }
        for lower in column.iter_mut() {
            for x in lower {
                *x = *x / divisor;
            }
        }
        for other in behind.chunks_exact_mut(height).take(width - j - 1) {
            let other = other.as_chunks_mut::<TILE>().0;
            let factor = other[0][j];
            for (y, x) in other.iter_mut().zip(&*column) {
                for (y, &x) in y.iter_mut().zip(x) {
                    *y = *y - factor * x;
                }
            }
            // An infinite one times zero is not.
            other[0][j] = factor;
        }
    }
    for (j, (column, upper)) in panel.chunks_exact_mut(height).zip(&upper).enumerate().take(width) {
        column[..=j].copy_from_slice(&upper[..=j]);
    }
}

/// The row of the largest magnitude from row `j` of the first chunk on. NaN is larger than all: it is then found in the result, and not
/// hidden by "singular".
#[inline(always)]
fn largest<C: Scalar>(column: &[[C; TILE]], j: usize) -> usize {
    let keys = |chunk: &[C; TILE]| chunk.map(C::key);
    let mut head = keys(&column[0]);
    head[..j].fill(C::Key::default());
    let mut lanes = head;
    for chunk in &column[1..] {
        for (lane, key) in lanes.iter_mut().zip(keys(chunk)) {
            *lane = (*lane).max(key);
        }
    }
    let best = lanes.into_iter().max().unwrap_or_default();
    let found = |keys: [C::Key; TILE]| keys.map(|key| u8::from(key == best)).into_iter().sum::<u8>() > 0;
    if found(head) {
        // All zeros: the first of them that is not above.
        return head.iter().position(|&key| key == best).unwrap_or(j).max(j);
    }
    for (i, chunk) in column.iter().enumerate().skip(1) {
        let keys = keys(chunk);
        if found(keys) {
            return i * TILE + keys.iter().position(|&key| key == best).unwrap_or(0);
        }
    }
    j
}
