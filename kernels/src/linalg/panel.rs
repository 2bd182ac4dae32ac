//! LU factorisation of a few columns, which lie along memory.

use crate::real::Arith;

use super::dense::{Scalar, TILE};
use super::vector::{Vector, in_registers};

in_registers! {
    /// Factors `width` columns of `rows` elements at a distance of `height`, a multiple of [`TILE`] to which they are filled up with
    /// zeros. Row `i` was exchanged with row `swaps[i]`, in order. Products are rounded before they are subtracted.
    ///
    /// # Safety
    /// `panel` has as many columns.
    factor_panel(panel: *mut C, rows: usize, height: usize, width: usize, swaps: &mut [usize; TILE]) = panel_columns
}

/// # Safety
/// As [`factor_panel`].
#[inline(always)]
unsafe fn panel_columns<V: Vector, const R: usize>(
    panel: *mut V::Scalar,
    rows: usize,
    height: usize,
    width: usize,
    swaps: &mut [usize; TILE],
) {
    const { assert!(TILE.is_multiple_of(V::LANES)) };
    for (j, swap) in swaps[..width].iter_mut().enumerate() {
        // SAFETY: columns and rows of the panel.
        unsafe {
            let column = panel.add(j * height);
            let pivot = largest::<V>(column, rows, j);
            *swap = pivot;
            if pivot != j {
                for c in 0..width {
                    std::ptr::swap(panel.add(c * height + j), panel.add(c * height + pivot));
                }
            }
            let divisor = *column.add(j);
            if divisor == V::Scalar::ZERO {
                // All that is below is zero, too.
                continue;
            }
            // The register with the diagonal: nothing is subtracted from others up to there.
            let first = j / V::LANES * V::LANES;
            let behind = from_lane::<V>(j + 1 - first);
            let divisor = V::splat(divisor);
            let whole = V::load(column.add(first));
            let lower = whole.over(divisor);
            lower.and(behind).or(whole.without(behind)).store(column.add(first));
            for at in (first + V::LANES..height).step_by(V::LANES) {
                V::load(column.add(at)).over(divisor).store(column.add(at));
            }
            for c in j + 1..width {
                let other = panel.add(c * height);
                let factor = V::splat(*other.add(j));
                // Masked last: an infinite factor would make NaN of zeros.
                let share = factor.times(lower).and(behind);
                V::load(other.add(first)).less(share).store(other.add(first));
                for at in (first + V::LANES..height).step_by(V::LANES) {
                    let x = V::load(column.add(at));
                    V::load(other.add(at)).less(factor.times(x)).store(other.add(at));
                }
            }
        }
    }
}

/// All bits of the lanes from `i` on.
///
/// # Safety
/// As of a [`Vector`]; `i` is no more than the lanes.
#[inline(always)]
unsafe fn from_lane<V: Vector>(i: usize) -> V {
    // SAFETY: `TILE - i` and as many as there are lanes are within the steps.
    unsafe { V::load(V::Scalar::STEP.as_ptr().add(TILE - i)) }
}

/// The row of the largest magnitude from row `j` on, the first of them. NaN is larger than all: it is then found in the result,
/// and not hidden by "singular".
///
/// # Safety
/// As [`factor_panel`], for one column.
#[inline(always)]
unsafe fn largest<V: Vector>(column: *const V::Scalar, rows: usize, j: usize) -> usize {
    let first = j / V::LANES * V::LANES;
    // SAFETY: rows of the column.
    unsafe {
        let magnitude = V::splat(V::Scalar::MAGNITUDE);
        // An infinite factor makes NaN of the zeros behind the last row.
        let magnitudes = |at: usize| {
            let all = V::load(column.add(at)).and(magnitude);
            if at + V::LANES > rows { all.without(from_lane(rows - at)) } else { all }
        };
        let head = magnitudes(first).and(from_lane::<V>(j - first));
        let mut best = head;
        for at in (first + V::LANES..rows).step_by(V::LANES) {
            best = best.larger(magnitudes(at));
        }
        let best = best.largest();
        let lanes = head.same(best);
        if lanes != 0 {
            // Zeros above it are no larger than a column of zeros.
            return (first + lanes.trailing_zeros() as usize).max(j);
        }
        for at in (first + V::LANES..rows).step_by(V::LANES) {
            let lanes = magnitudes(at).same(best);
            if lanes != 0 {
                return at + lanes.trailing_zeros() as usize;
            }
        }
    }
    j
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::vector::Registers;

    /// The panel of a matrix that is smaller than [`TILE`], without exchanges, and as loops would have it.
    fn compare<C: Registers>() {
        const N: usize = 6;
        for (row, column) in (0..N).flat_map(|r| (r + 1..N).map(move |c| (r, c))) {
            let mut panel = [C::ZERO; N * TILE];
            for c in 0..N {
                for r in 0..N {
                    panel[c * TILE + r] = C::from_f64(1.0 / (1 + r + 2 * c) as f64);
                }
                panel[c * TILE + c] = C::from_f64(9.0);
            }
            panel[column * TILE + row] = C::INFINITY;
            let mut want = panel;
            for j in 0..N {
                for r in j + 1..N {
                    want[j * TILE + r] = want[j * TILE + r] / want[j * TILE + j];
                    for c in j + 1..N {
                        let share = want[c * TILE + j] * want[j * TILE + r];
                        want[c * TILE + r] = want[c * TILE + r] - share;
                    }
                }
                // NaN is the largest: what follows would be exchanged.
                if j == row {
                    break;
                }
            }
            let mut swaps = [0; TILE];
            // SAFETY: as many columns, filled up with zeros.
            unsafe { factor_panel(panel.as_mut_ptr(), N, TILE, N, &mut swaps) };
            for (c, r) in (0..N).flat_map(|c| (0..=row).map(move |r| (c, r))) {
                let (got, want) = (panel[c * TILE + r], want[c * TILE + r]);
                let close = got == want || (got - want).magnitude() < C::from_f64(1e-6);
                assert!(close, "{r}, {c}: {got:?}, not {want:?}, with infinity at {row}, {column}");
            }
        }
    }

    #[test]
    fn an_infinite_factor_leaves_what_is_above_it() {
        compare::<f32>();
        compare::<f64>();
    }
}
