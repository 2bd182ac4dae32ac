//! Row-major square matrices in slices.

use gemm_common::Parallelism;

use crate::gemm::{Direct, raw};

/// f32 and f64 with their arithmetic.
pub(super) trait Scalar:
    Direct
    + PartialOrd
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
    + std::ops::Div<Output = Self>
{
}
impl Scalar for f32 {}
impl Scalar for f64 {}

/// Columns that are eliminated at once; the rest is left to gemm.
pub(super) const BLOCK: usize = 32;

/// `y -= a x`.
#[inline(always)]
pub(super) fn eliminate<C: Scalar>(y: &mut [C], a: C, x: &[C]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y = *y - a * x;
    }
}

/// `(A + Aᵀ) / 2`; a symmetric matrix stays as it is, bit for bit.
pub(super) fn symmetrise<C: Scalar>(a: &mut [C], n: usize) {
    let half = C::from_f64(0.5);
    for i in 0..n {
        for j in 0..i {
            // Halved first, so that the sum cannot overflow.
            let mean = half * a[i * n + j] + half * a[j * n + i];
            (a[i * n + j], a[j * n + i]) = (mean, mean);
        }
    }
}

pub(super) fn identity<C: Scalar>(a: &mut Vec<C>, n: usize) {
    a.clear();
    a.resize(n * n, C::ZERO);
    a.iter_mut().step_by(n + 1).for_each(|x| *x = C::ONE);
}

/// A block of a row-major matrix: its first element, sizes, and the distance of rows.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) at: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) stride: usize,
}

impl Block {
    fn is_in(&self, len: usize) -> bool {
        self.rows == 0
            || self.columns == 0
            || (self.columns <= self.stride && self.at + (self.rows - 1) * self.stride + self.columns <= len)
    }
}

/// `c -= a b` for blocks of `of`, and of `x` where it is given: then `b` and `c` are blocks of `x`.
///
/// # Panics
/// When a block reaches beyond its matrix, when the sizes do not fit, or when `c` overlaps what is read.
pub(super) fn subtract<C: Scalar>(
    of: &mut [C],
    x: Option<&mut [C]>,
    c: Block,
    a: Block,
    b: Block,
    transpose_b: bool,
    alone: bool,
) {
    let (k, n) = if transpose_b { (b.columns, b.rows) } else { (b.rows, b.columns) };
    assert!(a.rows == c.rows && a.columns == k && n == c.columns && a.is_in(of.len()));
    let same = x.is_none();
    let source = of.as_mut_ptr();
    let (len, target) = x.map_or((of.len(), source), |x| (x.len(), x.as_mut_ptr()));
    assert!(b.is_in(len) && c.is_in(len));
    assert!(apart(b, c) && (!same || apart(a, c)), "the result is not read");
    if c.rows == 0 || c.columns == 0 || k == 0 {
        return;
    }
    let threads = if alone && c.rows * c.columns * k >= 96 * 96 * 96 {
        Parallelism::Rayon(0)
    } else {
        Parallelism::None
    };
    let sb = [b.stride as isize, 1];
    let sb = if transpose_b { [sb[1], sb[0]] } else { sb };
    // SAFETY: all three blocks lie in their matrices, and the result overlaps neither operand.
    unsafe {
        raw(
            c.rows,
            n,
            k,
            (target.add(c.at), [c.stride as isize, 1]),
            true,
            -1.0,
            (source.cast_const().add(a.at), [a.stride as isize, 1]),
            (target.cast_const().add(b.at), sb),
            threads,
        );
    }
}

/// Whether two blocks of one matrix share no element.
fn apart(a: Block, b: Block) -> bool {
    if a.rows == 0 || a.columns == 0 || b.rows == 0 || b.columns == 0 {
        return true;
    }
    assert_eq!(a.stride, b.stride);
    let place = |x: Block| (x.at / x.stride, x.at % x.stride);
    let ((ar, ac), (br, bc)) = (place(a), place(b));
    ar + a.rows <= br || br + b.rows <= ar || ac + a.columns <= bc || bc + b.columns <= ac
}
