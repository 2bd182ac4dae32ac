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

/// A function over slices of a [`Scalar`] `C`, compiled once for each instruction set and chosen at run time.
macro_rules! vectorised {
    ($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? = $body:ident) => {
        $(#[$doc])*
        pub(super) fn $name<C: $crate::linalg::dense::Scalar>($($arg: $ty),*) $(-> $ret)? {
            #[cfg(target_arch = "x86_64")]
            {
                use $crate::isa::Level;
                #[target_feature(enable = "avx2,fma")]
                fn avx2<C: $crate::linalg::dense::Scalar>($($arg: $ty),*) $(-> $ret)? {
                    $body($($arg),*)
                }
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
                fn avx512<C: $crate::linalg::dense::Scalar>($($arg: $ty),*) $(-> $ret)? {
                    $body($($arg),*)
                }
                match Level::current() {
                    // SAFETY: the machine was found to have it.
                    Level::Avx512 => return unsafe { avx512($($arg),*) },
                    // SAFETY: as above.
                    Level::Avx2 => return unsafe { avx2($($arg),*) },
                    Level::Baseline => {}
                }
            }
            $body($($arg),*)
        }
    };
}
pub(super) use vectorised;

/// `y -= a x`.
#[inline(always)]
pub(super) fn eliminate<C: Scalar>(y: &mut [C], a: C, x: &[C]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y = *y - a * x;
    }
}

/// `x · y`, in eight lanes whatever the instruction set.
#[inline(always)]
pub(super) fn dot<C: Scalar>(x: &[C], y: &[C]) -> C {
    let ((xs, x), (ys, y)) = (x.as_chunks::<8>(), y.as_chunks::<8>());
    let mut lanes = [C::ZERO; 8];
    for (x, y) in xs.iter().zip(ys) {
        for l in 0..8 {
            lanes[l] = lanes[l] + x[l] * y[l];
        }
    }
    let rest = x.iter().zip(y).fold(C::ZERO, |sum, (&x, &y)| sum + x * y);
    lanes.iter().fold(rest, |sum, &l| sum + l)
}

/// Calls `f(i, j)` for `j <= i`, by tiles: both `(i, j)` and `(j, i)` then stay in cache, which holds eight rows at a distance of
/// a power of two.
#[inline(always)]
fn below_diagonal(n: usize, mut f: impl FnMut(usize, usize)) {
    const TILE: usize = 8;
    for top in (0..n).step_by(TILE) {
        for left in (0..=top).step_by(TILE) {
            for i in top..n.min(top + TILE) {
                (left..(left + TILE).min(i + 1)).for_each(|j| f(i, j));
            }
        }
    }
}

/// The upper triangle becomes that of `(A + Aᵀ) / 2`; a symmetric matrix stays as it is, bit for bit.
pub(super) fn symmetrise<C: Scalar>(a: &mut [C], n: usize) {
    let half = C::from_f64(0.5);
    // Halved first, so that the sum cannot overflow.
    below_diagonal(n, |i, j| a[j * n + i] = half * a[i * n + j] + half * a[j * n + i]);
}

/// Turns an upper triangle into a lower triangular matrix.
pub(super) fn transpose_upper<C: Scalar>(a: &mut [C], n: usize) {
    below_diagonal(n, |i, j| {
        a[i * n + j] = a[j * n + i];
        if i != j {
            a[j * n + i] = C::ZERO;
        }
    });
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

/// `c -= a b`, or `aᵀ b`, for blocks of `of`, and of `x` where it is given: then `b` and `c` are blocks of `x`.
///
/// # Panics
/// When a block reaches beyond its matrix, when the sizes do not fit, or when `c` overlaps what is read.
pub(super) fn subtract<C: Scalar>(
    of: &mut [C],
    x: Option<&mut [C]>,
    c: Block,
    a: Block,
    b: Block,
    transpose_a: bool,
    alone: bool,
) {
    let (m, k) = if transpose_a { (a.columns, a.rows) } else { (a.rows, a.columns) };
    assert!(m == c.rows && b.rows == k && b.columns == c.columns && a.is_in(of.len()));
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
    let sa = [a.stride as isize, 1];
    let sa = if transpose_a { [sa[1], sa[0]] } else { sa };
    // SAFETY: all three blocks lie in their matrices, and the result overlaps neither operand.
    unsafe {
        raw(
            m,
            c.columns,
            k,
            (target.add(c.at), [c.stride as isize, 1]),
            true,
            -1.0,
            (source.cast_const().add(a.at), sa),
            (target.cast_const().add(b.at), [b.stride as isize, 1]),
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
