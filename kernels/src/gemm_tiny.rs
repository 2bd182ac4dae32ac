//! Products so small that packing and dispatch would cost more than the arithmetic.

use std::mem::MaybeUninit;

use super::{Direct, Product};

/// Scalar arithmetic as the loops below write it.
pub(crate) trait Tiny: Direct + std::ops::Add<Output = Self> + std::ops::Mul<Output = Self> {}
impl Tiny for f32 {}
impl Tiny for f64 {}

const WORK: usize = 512;
const WIDTH: usize = 16;

/// Whether a product runs here. Matrix times vector does not: `gemm` has a loop for it that is as quick.
pub(super) fn fits(p: Product) -> bool {
    p.n <= WIDTH && p.m * p.n * p.k <= WORK && (p.n > 1 || p.m * p.k <= WIDTH)
}

/// `out = a b`, `out` dense.
///
/// # Safety
/// `p` fits and describes memory behind `a` and `b`; `out` has room for `m n` elements.
pub(super) unsafe fn product<T: Tiny>(p: Product, out: *mut T, a: *const T, b: *const T) {
    // SAFETY: passed on to the caller.
    unsafe {
        match p.n {
            0..=4 => rows::<T, 4>(p, out, a, b),
            5..=8 => rows::<T, 8>(p, out, a, b),
            _ => rows::<T, 16>(p, out, a, b),
        }
    }
}

/// Columns padded to `W`, so that the inner loop has a constant length and becomes vector code.
///
/// # Safety
/// As [`product`], with `n <= W`.
unsafe fn rows<T: Tiny, const W: usize>(p: Product, out: *mut T, a: *const T, b: *const T) {
    let zero = T::from_f64(0.0);
    // Uninitialised: clearing all of it would take longer than the products that use its head.
    let mut packed = [MaybeUninit::<[T; W]>::uninit(); WORK / 4];
    let mut first = 0;
    while first < p.k {
        let depth = (p.k - first).min(WORK / 4);
        let packed = &mut packed[..depth];
        for (q, slot) in packed.iter_mut().enumerate() {
            let mut row = [zero; W];
            for (j, x) in row[..p.n].iter_mut().enumerate() {
                // SAFETY: row `first + q < k` and column `j < n` of `b`.
                *x = unsafe { *b.offset((first + q) as isize * p.b[0] + j as isize * p.b[1]) };
            }
            slot.write(row);
        }
        // SAFETY: the loop above wrote each row of the slice.
        let packed = unsafe { packed.assume_init_ref() };
        for i in 0..p.m {
            let mut sum = [zero; W];
            for (q, row) in packed.iter().enumerate() {
                // SAFETY: row `i < m` and column `first + q < k` of `a`.
                let x = unsafe { *a.offset(i as isize * p.a[0] + (first + q) as isize * p.a[1]) };
                for j in 0..W {
                    sum[j] = sum[j] + x * row[j];
                }
            }
            for (j, &s) in sum[..p.n].iter().enumerate() {
                // SAFETY: element `(i, j)` of the dense result; read only when the previous block of `k` wrote it.
                unsafe {
                    let y = out.add(i * p.n + j);
                    y.write(if first > 0 { *y + s } else { s });
                }
            }
        }
        first += depth;
    }
}
