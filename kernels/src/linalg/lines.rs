//! Loops over rows of a workspace, in registers: inner products, multiples of one row added to another, plane rotations. All that
//! QR, eigenvalues and singular values do to elements.

use crate::real::Arith;

use super::vector::{Registers, Vector, in_registers};

in_registers! {
    /// # Safety
    /// `x` and `y` have `n` elements.
    raw_dot(x: *const C, y: *const C, n: usize) -> C = inner_product
}

in_registers! {
    /// # Safety
    /// `x` and `y` have `n` elements, in different memory.
    raw_subtract(y: *mut C, a: C, x: *const C, n: usize) = multiple
}

in_registers! {
    /// # Safety
    /// `x`, `y` and `z` have `n` elements, `z` in memory of its own.
    raw_subtract_two(z: *mut C, a: C, x: *const C, b: C, y: *const C, n: usize) = two_multiples
}

in_registers! {
    /// # Safety
    /// `row`, `v` and `p` have `n` elements, `p` in memory of its own.
    raw_both(row: *const C, v: *const C, a: C, p: *mut C, n: usize) -> C = both
}

in_registers! {
    /// # Safety
    /// All have `n` elements, `z` and `p` in memory of their own.
    raw_all(z: *mut C, a: C, x: *const C, b: C, y: *const C, v: *const C, c: C, p: *mut C, n: usize) -> C = all
}

in_registers! {
    /// # Safety
    /// `x`, `y` and `v` have `n` elements, `y` in memory of its own.
    raw_subtract_and_dot(y: *mut C, a: C, x: *const C, v: *const C, n: usize) -> C = multiple_and_product
}

in_registers! {
    /// # Safety
    /// `x` and `y` have `n` elements, in different memory.
    raw_rotate(x: *mut C, y: *mut C, c: C, s: C, n: usize) = turn
}

/// The inner product. Its order depends on the length and the instruction set alone.
#[inline]
pub(super) fn dot<C: Registers>(x: &[C], y: &[C]) -> C {
    assert_eq!(x.len(), y.len());
    // SAFETY: slices of one length.
    unsafe { raw_dot(x.as_ptr(), y.as_ptr(), x.len()) }
}

/// `y -= a x`
#[inline]
pub(super) fn subtract<C: Registers>(y: &mut [C], a: C, x: &[C]) {
    assert_eq!(x.len(), y.len());
    // SAFETY: slices of one length, of which one is exclusive.
    unsafe { raw_subtract(y.as_mut_ptr(), a, x.as_ptr(), x.len()) }
}

/// `z -= a x + b y`
#[inline]
pub(super) fn subtract_two<C: Registers>(z: &mut [C], (a, x): (C, &[C]), (b, y): (C, &[C])) {
    assert!(x.len() == z.len() && y.len() == z.len());
    // SAFETY: slices of one length, of which one is exclusive.
    unsafe { raw_subtract_two(z.as_mut_ptr(), a, x.as_ptr(), b, y.as_ptr(), z.len()) }
}

/// `p -= a row`, and the inner product of `row` and `v`.
#[inline]
pub(super) fn dot_and_subtract<C: Registers>(row: &[C], v: &[C], a: C, p: &mut [C]) -> C {
    assert!(row.len() == v.len() && row.len() == p.len());
    // SAFETY: slices of one length, of which one is exclusive.
    unsafe { raw_both(row.as_ptr(), v.as_ptr(), a, p.as_mut_ptr(), row.len()) }
}

/// `z -= a x + b y`, then [`dot_and_subtract`] of `z`.
#[inline]
pub(super) fn subtract_two_and_dot<C: Registers>(
    z: &mut [C],
    (a, x): (C, &[C]),
    (b, y): (C, &[C]),
    v: &[C],
    (c, p): (C, &mut [C]),
) -> C {
    let n = z.len();
    assert!(x.len() == n && y.len() == n && v.len() == n && p.len() == n);
    // SAFETY: slices of one length, of which two are exclusive.
    unsafe { raw_all(z.as_mut_ptr(), a, x.as_ptr(), b, y.as_ptr(), v.as_ptr(), c, p.as_mut_ptr(), n) }
}

/// `y -= a x`, and the inner product of that and `v`.
#[inline]
pub(super) fn subtract_and_dot<C: Registers>(y: &mut [C], a: C, x: &[C], v: &[C]) -> C {
    assert!(x.len() == y.len() && v.len() == y.len());
    // SAFETY: slices of one length, of which one is exclusive.
    unsafe { raw_subtract_and_dot(y.as_mut_ptr(), a, x.as_ptr(), v.as_ptr(), y.len()) }
}

/// `(x, y)` becomes `(c x - s y, s x + c y)`.
#[inline]
pub(super) fn rotate<C: Registers>(x: &mut [C], y: &mut [C], c: C, s: C) {
    assert_eq!(x.len(), y.len());
    // SAFETY: exclusive slices of one length.
    unsafe { raw_rotate(x.as_mut_ptr(), y.as_mut_ptr(), c, s, x.len()) }
}

/// `x` times `by`.
pub(super) fn scaled<C: Registers>(x: &mut [C], by: C) {
    for x in x {
        *x = *x * by;
    }
}

/// Rows `i < j` of a matrix with rows of `n`.
#[inline]
pub(super) fn rows<C>(a: &mut [C], n: usize, i: usize, j: usize) -> (&mut [C], &mut [C]) {
    let (head, tail) = a.split_at_mut(j * n);
    (&mut head[i * n..][..n], &mut tail[..n])
}

/// # Safety
/// As [`raw_dot`].
#[inline(always)]
unsafe fn inner_product<V: Vector, const R: usize>(
    x: *const V::Scalar,
    y: *const V::Scalar,
    n: usize,
) -> V::Scalar {
    // SAFETY: elements below `n`.
    unsafe {
        let zero = V::splat(V::Scalar::ZERO);
        let (mut sums, mut i) = ([zero; 4], 0);
        // `minus` alone is fused: the sums are negative ones.
        while i + 4 * V::LANES <= n {
            for (k, sum) in sums.iter_mut().enumerate() {
                let at = i + k * V::LANES;
                *sum = sum.minus(V::load(x.add(at)), V::load(y.add(at)));
            }
            i += 4 * V::LANES;
        }
        while i + V::LANES <= n {
            sums[0] = sums[0].minus(V::load(x.add(i)), V::load(y.add(i)));
            i += V::LANES;
        }
        let all = sums[0].less(zero.less(sums[1])).less(zero.less(sums[2].less(zero.less(sums[3]))));
        let mut sum = -all.sum();
        while i < n {
            sum = sum + *x.add(i) * *y.add(i);
            i += 1;
        }
        sum
    }
}

/// # Safety
/// As [`raw_subtract`].
#[inline(always)]
unsafe fn multiple<V: Vector, const R: usize>(
    y: *mut V::Scalar,
    a: V::Scalar,
    x: *const V::Scalar,
    n: usize,
) {
    let mut i = 0;
    // SAFETY: elements below `n`.
    unsafe {
        let factor = V::splat(a);
        while i + V::LANES <= n {
            V::load(y.add(i)).minus(factor, V::load(x.add(i))).store(y.add(i));
            i += V::LANES;
        }
        while i < n {
            *y.add(i) = *y.add(i) - a * *x.add(i);
            i += 1;
        }
    }
}

/// # Safety
/// As [`raw_subtract_two`].
#[inline(always)]
unsafe fn two_multiples<V: Vector, const R: usize>(
    z: *mut V::Scalar,
    a: V::Scalar,
    x: *const V::Scalar,
    b: V::Scalar,
    y: *const V::Scalar,
    n: usize,
) {
    let mut i = 0;
    // SAFETY: elements below `n`.
    unsafe {
        let (of_x, of_y) = (V::splat(a), V::splat(b));
        while i + V::LANES <= n {
            let once = V::load(z.add(i)).minus(of_x, V::load(x.add(i)));
            once.minus(of_y, V::load(y.add(i))).store(z.add(i));
            i += V::LANES;
        }
        while i < n {
            *z.add(i) = *z.add(i) - a * *x.add(i) - b * *y.add(i);
            i += 1;
        }
    }
}

/// # Safety
/// As [`raw_both`].
#[inline(always)]
unsafe fn both<V: Vector, const R: usize>(
    row: *const V::Scalar,
    v: *const V::Scalar,
    a: V::Scalar,
    p: *mut V::Scalar,
    n: usize,
) -> V::Scalar {
    // SAFETY: elements below `n`.
    unsafe {
        let zero = V::splat(V::Scalar::ZERO);
        let (factor, mut sums, mut i) = (V::splat(a), [zero; 2], 0);
        while i + 2 * V::LANES <= n {
            for (k, sum) in sums.iter_mut().enumerate() {
                let at = i + k * V::LANES;
                let x = V::load(row.add(at));
                *sum = sum.minus(x, V::load(v.add(at)));
                V::load(p.add(at)).minus(factor, x).store(p.add(at));
            }
            i += 2 * V::LANES;
        }
        let mut sum = -sums[0].less(zero.less(sums[1])).sum();
        while i < n {
            let x = *row.add(i);
            sum = sum + x * *v.add(i);
            *p.add(i) = *p.add(i) - a * x;
            i += 1;
        }
        sum
    }
}

/// # Safety
/// As [`raw_all`].
#[inline(always)]
#[allow(clippy::too_many_arguments)]
unsafe fn all<V: Vector, const R: usize>(
    z: *mut V::Scalar,
    a: V::Scalar,
    x: *const V::Scalar,
    b: V::Scalar,
    y: *const V::Scalar,
    v: *const V::Scalar,
    c: V::Scalar,
    p: *mut V::Scalar,
    n: usize,
) -> V::Scalar {
    // SAFETY: elements below `n`.
    unsafe {
        let zero = V::splat(V::Scalar::ZERO);
        let (of_x, of_y, of_z, mut sums, mut i) = (V::splat(a), V::splat(b), V::splat(c), [zero; 2], 0);
        while i + 2 * V::LANES <= n {
            for (k, sum) in sums.iter_mut().enumerate() {
                let at = i + k * V::LANES;
                let once = V::load(z.add(at)).minus(of_x, V::load(x.add(at)));
                let row = once.minus(of_y, V::load(y.add(at)));
                row.store(z.add(at));
                *sum = sum.minus(row, V::load(v.add(at)));
                V::load(p.add(at)).minus(of_z, row).store(p.add(at));
            }
            i += 2 * V::LANES;
        }
        let mut sum = -sums[0].less(zero.less(sums[1])).sum();
        while i < n {
            let row = *z.add(i) - a * *x.add(i) - b * *y.add(i);
            *z.add(i) = row;
            sum = sum + row * *v.add(i);
            *p.add(i) = *p.add(i) - c * row;
            i += 1;
        }
        sum
    }
}

/// # Safety
/// As [`raw_subtract_and_dot`].
#[inline(always)]
unsafe fn multiple_and_product<V: Vector, const R: usize>(
    y: *mut V::Scalar,
    a: V::Scalar,
    x: *const V::Scalar,
    v: *const V::Scalar,
    n: usize,
) -> V::Scalar {
    // SAFETY: elements below `n`.
    unsafe {
        let zero = V::splat(V::Scalar::ZERO);
        let (factor, mut sums, mut i) = (V::splat(a), [zero; 4], 0);
        while i + 4 * V::LANES <= n {
            for (k, sum) in sums.iter_mut().enumerate() {
                let at = i + k * V::LANES;
                let row = V::load(y.add(at)).minus(factor, V::load(x.add(at)));
                row.store(y.add(at));
                *sum = sum.minus(row, V::load(v.add(at)));
            }
            i += 4 * V::LANES;
        }
        let all = sums[0].less(zero.less(sums[1])).less(zero.less(sums[2].less(zero.less(sums[3]))));
        let mut sum = -all.sum();
        while i < n {
            let row = *y.add(i) - a * *x.add(i);
            *y.add(i) = row;
            sum = sum + row * *v.add(i);
            i += 1;
        }
        sum
    }
}

/// # Safety
/// As [`raw_rotate`].
#[inline(always)]
unsafe fn turn<V: Vector, const R: usize>(
    x: *mut V::Scalar,
    y: *mut V::Scalar,
    c: V::Scalar,
    s: V::Scalar,
    n: usize,
) {
    let mut i = 0;
    // SAFETY: elements below `n`.
    unsafe {
        let (cos, sin, minus_sin) = (V::splat(c), V::splat(s), V::splat(-s));
        while i + V::LANES <= n {
            let (a, b) = (V::load(x.add(i)), V::load(y.add(i)));
            a.times(cos).minus(b, sin).store(x.add(i));
            b.times(cos).minus(a, minus_sin).store(y.add(i));
            i += V::LANES;
        }
        while i < n {
            let (a, b) = (*x.add(i), *y.add(i));
            *x.add(i) = c * a - s * b;
            *y.add(i) = s * a + c * b;
            i += 1;
        }
    }
}
