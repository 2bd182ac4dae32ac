//! Runs of half types to f32 and back.

use half::f16;

use crate::element::DType;

/// Elements that one conversion instruction takes, at most.
#[cfg(target_arch = "x86_64")]
const WIDTH: usize = 16;

#[inline(always)]
pub(super) const fn is_half(dtype: DType) -> bool {
    matches!(dtype, DType::F16 | DType::Bf16)
}

/// # Safety
/// `n` elements at both; the machine has what [`crate::isa::Level`] `LEVEL` says.
#[inline(always)]
pub(super) unsafe fn widen<const LEVEL: u8>(dtype: DType, dst: *mut f32, src: *const u16, n: usize) {
    // SAFETY: the caller's contract.
    unsafe {
        if dtype == DType::Bf16 {
            for i in 0..n {
                *dst.add(i) = f32::from_bits(u32::from(*src.add(i)) << 16);
            }
            return;
        }
        match LEVEL {
            #[cfg(target_arch = "x86_64")]
            2 => runs(dst, src, n, |to, from| x86::widen16(to, from)),
            #[cfg(target_arch = "x86_64")]
            1 => runs(dst, src, n, |to, from| x86::widen8(to, from)),
            _ => (0..n).for_each(|i| *dst.add(i) = f16::from_bits(*src.add(i)).to_f32()),
        }
    }
}

/// Rounds to nearest even.
///
/// # Safety
/// As [`widen`].
#[inline(always)]
pub(super) unsafe fn narrow<const LEVEL: u8>(dtype: DType, dst: *mut u16, src: *const f32, n: usize) {
    // SAFETY: the caller's contract.
    unsafe {
        if dtype == DType::Bf16 {
            for i in 0..n {
                let bits = (*src.add(i)).to_bits();
                let rounded = bits.wrapping_add(0x7fff + ((bits >> 16) & 1));
                // A NaN must not round up to infinity.
                let nan = bits & 0x7fff_ffff > 0x7f80_0000;
                *dst.add(i) = ((if nan { bits | 0x0040_0000 } else { rounded }) >> 16) as u16;
            }
            return;
        }
        match LEVEL {
            #[cfg(target_arch = "x86_64")]
            2 => runs(dst, src, n, |to, from| x86::narrow16(to, from)),
            #[cfg(target_arch = "x86_64")]
            1 => runs(dst, src, n, |to, from| x86::narrow8(to, from)),
            _ => (0..n).for_each(|i| *dst.add(i) = f16::from_f32(*src.add(i)).to_bits()),
        }
    }
}

/// Whole vectors, the last through a copy.
///
/// # Safety
/// `n` elements at both; `convert` handles [`WIDTH`].
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn runs<A: Copy + Default, B: Copy + Default>(
    dst: *mut A,
    src: *const B,
    n: usize,
    convert: impl Fn(*mut A, *const B),
) {
    let main = n - n % WIDTH;
    for i in (0..main).step_by(WIDTH) {
        convert(dst.wrapping_add(i), src.wrapping_add(i));
    }
    if main < n {
        let (mut to, mut from) = ([A::default(); WIDTH], [B::default(); WIDTH]);
        // SAFETY: less than a vector remains at both.
        unsafe {
            from.as_mut_ptr().copy_from_nonoverlapping(src.add(main), n - main);
            convert(to.as_mut_ptr(), from.as_ptr());
            dst.add(main).copy_from_nonoverlapping(to.as_ptr(), n - main);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        _MM_FROUND_NO_EXC, _MM_FROUND_TO_NEAREST_INT, _mm_loadu_si128, _mm_storeu_si128, _mm256_cvtph_ps,
        _mm256_cvtps_ph, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_storeu_ps, _mm256_storeu_si256,
        _mm512_cvtph_ps, _mm512_cvtps_ph, _mm512_loadu_ps, _mm512_storeu_ps,
    };

    const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) unsafe fn widen16(dst: *mut f32, src: *const u16) {
        // SAFETY: sixteen elements at both.
        unsafe { _mm512_storeu_ps(dst, _mm512_cvtph_ps(_mm256_loadu_si256(src.cast()))) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) unsafe fn narrow16(dst: *mut u16, src: *const f32) {
        // SAFETY: sixteen elements at both.
        unsafe { _mm256_storeu_si256(dst.cast(), _mm512_cvtps_ph::<NEAREST>(_mm512_loadu_ps(src))) }
    }

    #[inline]
    #[target_feature(enable = "avx2,f16c")]
    pub(super) unsafe fn widen8(dst: *mut f32, src: *const u16) {
        for i in [0, 8] {
            // SAFETY: sixteen elements at both.
            unsafe { _mm256_storeu_ps(dst.add(i), _mm256_cvtph_ps(_mm_loadu_si128(src.add(i).cast()))) }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,f16c")]
    pub(super) unsafe fn narrow8(dst: *mut u16, src: *const f32) {
        for i in [0, 8] {
            // SAFETY: sixteen elements at both. This instruction's immediate has no bit for exceptions.
            unsafe {
                let halves = _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(_mm256_loadu_ps(src.add(i)));
                _mm_storeu_si128(dst.add(i).cast(), halves);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use half::bf16;

    use super::*;

    /// Every value of both types on every level that the machine has, and every rounding that a half can meet.
    #[test]
    fn conversions_agree_with_the_reference() {
        let level = crate::isa::Level::best() as u8;
        let bits: Vec<u16> = (0..=u16::MAX).collect();
        for (dtype, reference) in [
            (DType::F16, (|b| f16::from_bits(b).to_f32()) as fn(u16) -> f32),
            (DType::Bf16, |b| bf16::from_bits(b).to_f32()),
        ] {
            for l in 0..=level {
                let mut wide = vec![0.0_f32; bits.len() - 3];
                // SAFETY: as many at both; the machine has the level.
                unsafe {
                    let f = [widen::<0>, widen::<1>, widen::<2>][l as usize];
                    f(dtype, wide.as_mut_ptr(), bits.as_ptr().add(3), wide.len());
                }
                for (&w, &b) in wide.iter().zip(&bits[3..]) {
                    let r = reference(b);
                    assert!(
                        w.to_bits() == r.to_bits() || (w.is_nan() && r.is_nan()),
                        "{dtype} {b:#x} level {l}"
                    );
                }
            }
        }
        let mut values: Vec<f32> = bits.iter().map(|&b| f16::from_bits(b).to_f32()).collect();
        for k in 0..0x1_0000_u32 {
            for low in [0, 1, 0x7fff, 0x8000, 0x8001, 0xffff, 0xefff, 0xf000] {
                values.push(f32::from_bits(k << 16 | low));
            }
        }
        values.truncate(values.len() - 5);
        for l in 0..=level {
            let (mut halves, mut brains) = (vec![0_u16; values.len()], vec![0_u16; values.len()]);
            // SAFETY: as many at both; the machine has the level.
            unsafe {
                let f = [narrow::<0>, narrow::<1>, narrow::<2>][l as usize];
                f(DType::F16, halves.as_mut_ptr(), values.as_ptr(), values.len());
                f(DType::Bf16, brains.as_mut_ptr(), values.as_ptr(), values.len());
            }
            for ((&v, &h), &b) in values.iter().zip(&halves).zip(&brains) {
                let (rh, rb) = (f16::from_f32(v), bf16::from_f32(v));
                assert!(
                    h == rh.to_bits() || (v.is_nan() && f16::from_bits(h).is_nan()),
                    "f16 {v:e} level {l}"
                );
                assert!(
                    b == rb.to_bits() || (v.is_nan() && bf16::from_bits(b).is_nan()),
                    "bf16 {v:e} level {l}"
                );
            }
        }
    }
}
