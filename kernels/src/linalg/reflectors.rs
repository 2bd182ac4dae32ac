//! Reflectors in blocks. A product of some is `1 - V T Vᵀ` with a small triangle `T`, so a block is applied by matrix products
//! (Schreiber and Van Loan, SIAM J. Sci. Stat. Comput. 10 (1989), 53-57).

use crate::gemm;

use super::batch::product;
use super::reflector::{reflect, reflector};
use super::vector::Registers;

/// Reflectors of a block.
const BLOCK: usize = 32;

/// Reflector `k` stands in row `k` from column `k + shift` on, up to `end`. Rows lie `step` apart.
#[derive(Clone, Copy)]
pub(super) struct Reflectors<'a, C> {
    pub(super) rows: &'a [C],
    pub(super) step: usize,
    pub(super) end: usize,
    pub(super) shift: usize,
    pub(super) tau: &'a [C],
}

/// Vectors as rows at a distance of `step`.
pub(super) struct Vectors<'a, C> {
    pub(super) rows: &'a mut [C],
    pub(super) step: usize,
    /// Whether row `i` is unit vector `i` still, so that reflectors from `i` on alone change it.
    pub(super) unit: bool,
    /// Whether products may use several threads.
    pub(super) alone: bool,
}

/// Elements of the workspace for vectors of `length`, of which there are up to `count`.
pub(super) fn workspace(length: usize, count: usize) -> usize {
    product(&[BLOCK, length.saturating_add(count.saturating_mul(2)).saturating_add(2 * BLOCK)])
}

/// `c = a b`, or `c += a b`, where rows of `c` lie `step` apart and operands have strides.
pub(super) fn add_product<C: Registers>(
    [m, n, k]: [usize; 3],
    (c, step): (&mut [C], usize),
    (a, a_strides): (&[C], [usize; 2]),
    (b, b_strides): (&[C], [usize; 2]),
    adds: bool,
    alone: bool,
) {
    if m == 0 || n == 0 {
        return;
    }
    let last = |strides: [usize; 2], rows: usize, columns: usize| {
        (rows - 1) * strides[0] + (columns - 1) * strides[1]
    };
    assert!(k > 0 && last([step, 1], m, n) < c.len() && n <= step.max(1));
    assert!(last(a_strides, m, k) < a.len() && last(b_strides, k, n) < b.len());
    let strides = |[row, column]: [usize; 2]| [row as isize, column as isize];
    let threads = if alone { gemm::threads::<C>([m, n, k]) } else { gemm::Parallelism::None };
    let (c, a, b) = (
        (c.as_mut_ptr(), strides([step, 1])),
        (a.as_ptr(), strides(a_strides)),
        (b.as_ptr(), strides(b_strides)),
    );
    // SAFETY: the last element of each operand is within its slice, and rows of the result are apart.
    unsafe { gemm::raw([m, n, k], c, a, b, adds, threads) };
}

/// A block, in a workspace: the rows of `V`, from their first column on, and `-T`.
struct Block<'a, C> {
    v: &'a [C],
    t: &'a [C],
    width: usize,
    length: usize,
    spare: &'a mut [C],
}

impl<'a, C: Registers> Block<'a, C> {
    /// Reflectors `from .. to`.
    fn new(of: Reflectors<'_, C>, from: usize, to: usize, work: &'a mut [C]) -> Self {
        let (width, first) = (to - from, from + of.shift);
        let length = of.end - first;
        let (v, rest) = work.split_at_mut(width * length);
        let (t, rest) = rest.split_at_mut(width * width);
        let (dots, spare) = rest.split_at_mut(width * width);
        for (k, row) in v.chunks_exact_mut(length).enumerate() {
            row[..k].fill(C::ZERO);
            row[k..].copy_from_slice(&of.rows[(from + k) * of.step..][first + k..of.end]);
        }
        add_product([width, width, length], (dots, width), (v, [length, 1]), (v, [1, length]), false, false);
        t.fill(C::ZERO);
        // Column by column: what the block before makes of the next reflector.
        for j in 0..width {
            let tau = of.tau[from + j];
            for i in 0..j {
                let sum = (i..j).fold(C::ZERO, |sum, l| sum + t[i * width + l] * dots[l * width + j]);
                t[i * width + j] = -tau * sum;
            }
            t[j * width + j] = -tau;
        }
        Self { v, t, width, length, spare }
    }

    /// Rows of `x` at a distance of `step`, which begin at the first column of the block, become `Q x`, or `Qᵀ x` if `backwards`.
    fn apply(&mut self, x: &mut [C], step: usize, backwards: bool, alone: bool) {
        let (width, length, count) = (self.width, self.length, x.len().div_ceil(step));
        let (w, rest) = self.spare.split_at_mut(count * width);
        let turned = &mut rest[..count * width];
        add_product([count, width, length], (w, width), (x, [step, 1]), (self.v, [1, length]), false, alone);
        let t = if backwards { [width, 1] } else { [1, width] };
        add_product([count, width, width], (turned, width), (w, [width, 1]), (self.t, t), false, alone);
        add_product(
            [count, length, width],
            (x, step),
            (turned, [width, 1]),
            (self.v, [length, 1]),
            true,
            alone,
        );
    }
}

/// `x` becomes `Q x` for each of the vectors, where `Q` is the product of the reflectors.
pub(super) fn turn<C: Registers>(of: Reflectors<'_, C>, x: Vectors<'_, C>, work: &mut [C]) {
    let count = of.tau.len();
    let Vectors { rows, step, unit, alone } = x;
    if count <= BLOCK {
        for k in (0..count).rev() {
            let first = k + of.shift;
            let v = &of.rows[k * of.step..][first..of.end];
            for row in rows[if unit { first * step } else { 0 }..].chunks_mut(step) {
                reflect(&mut row[first..of.end], of.tau[k], v);
            }
        }
        return;
    }
    for from in (0..count).step_by(BLOCK).rev() {
        let to = count.min(from + BLOCK);
        let first = from + of.shift;
        let start = if unit { first * step } else { 0 } + first;
        if start < rows.len() {
            Block::new(of, from, to, work).apply(&mut rows[start..], step, false, alone);
        }
    }
}

/// Makes the matrix whose columns are rows of `h` upper triangular. Column `k` keeps its part above the diagonal. Its diagonal element
/// goes into `diagonal`, and its reflector stands from there on.
pub(super) fn triangularise<C: Registers>(
    h: &mut [C],
    m: usize,
    tau: &mut [C],
    diagonal: &mut [C],
    work: &mut [C],
    alone: bool,
) {
    let n = tau.len();
    for from in (0..n).step_by(BLOCK) {
        let to = if n <= BLOCK { n } else { n.min(from + BLOCK) };
        let (panel, behind) = h.split_at_mut(to * m);
        for k in from..to {
            let (head, rest) = panel.split_at_mut((k + 1) * m);
            let v = &mut head[k * m + k..];
            (tau[k], diagonal[k]) = reflector(v);
            for column in rest.chunks_exact_mut(m) {
                reflect(&mut column[k..], tau[k], v);
            }
        }
        if !behind.is_empty() {
            let of = Reflectors { rows: panel, step: m, end: m, shift: 0, tau };
            Block::new(of, from, to, work).apply(&mut behind[from..], m, true, alone);
        }
    }
}
