//! Registers of each instruction set, for the loops over matrices that keep a block of the result in registers: there the
//! compiler must not decide what is a vector.

use crate::isa::Level;

use super::dense::Scalar;

/// A register. Loads and stores need no alignment.
///
/// # Safety
/// Of every method: the machine has the instruction set; addresses are those of as many elements as there are lanes.
pub(super) trait Vector: Copy {
    type Scalar: Scalar;
    const LANES: usize;
    unsafe fn load(from: *const Self::Scalar) -> Self;
    unsafe fn store(self, to: *mut Self::Scalar);
    unsafe fn splat(x: Self::Scalar) -> Self;
    /// `self - a b`, rounded once where the instruction set can.
    unsafe fn minus(self, a: Self, b: Self) -> Self;
    unsafe fn times(self, b: Self) -> Self;
    unsafe fn over(self, b: Self) -> Self;
    /// Lane `i < LANES` in all lanes.
    unsafe fn lane(self, i: usize) -> Self;
    /// Lane 0.
    unsafe fn first(self) -> Self::Scalar;
    /// Of all lanes.
    unsafe fn sum(self) -> Self::Scalar;
}

/// The registers of a scalar type.
pub(super) trait Registers: Scalar {
    type Wide: Vector<Scalar = Self>;
    type Middle: Vector<Scalar = Self>;
    type Narrow: Vector<Scalar = Self>;
}

/// A function over a [`Scalar`], compiled once for each instruction set and chosen at run time: `$body` takes the register and
/// the rows of a block of the result that the registers hold.
macro_rules! in_registers {
    ($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? = $body:ident) => {
        $(#[$doc])*
        #[allow(clippy::too_many_arguments)]
        pub(super) unsafe fn $name<C: $crate::linalg::vector::Registers>($($arg: $ty),*) $(-> $ret)? {
            #[cfg(target_arch = "x86_64")]
            {
                use $crate::isa::{Level, compiled_for};
                compiled_for! { avx2
                    #[allow(clippy::too_many_arguments)]
                    unsafe fn middle<C: $crate::linalg::vector::Registers>($($arg: $ty),*) $(-> $ret)? {
                        // SAFETY: passed on to the caller.
                        unsafe { $body::<C::Middle, 4>($($arg),*) }
                    }
                }
                compiled_for! { avx512
                    #[allow(clippy::too_many_arguments)]
                    unsafe fn wide<C: $crate::linalg::vector::Registers>($($arg: $ty),*) $(-> $ret)? {
                        // SAFETY: passed on to the caller.
                        unsafe { $body::<C::Wide, 8>($($arg),*) }
                    }
                }
                match Level::current() {
                    // SAFETY: the machine was found to have it; the rest is passed on to the caller.
                    Level::Avx512 => return unsafe { wide::<C>($($arg),*) },
                    // SAFETY: as above.
                    Level::Avx2 => return unsafe { middle::<C>($($arg),*) },
                    Level::Baseline => {}
                }
            }
            // SAFETY: passed on to the caller.
            unsafe { $body::<C::Narrow, 4>($($arg),*) }
        }
    };
}
pub(super) use in_registers;

/// Lanes of the registers in use: what a row of a matrix is padded to.
pub(super) fn lanes<C: Registers>() -> usize {
    match Level::current() {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => C::Wide::LANES,
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => C::Middle::LANES,
        _ => C::Narrow::LANES,
    }
}

/// Four scalars, which the compiler puts into what registers the target has.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Four<C>([C; 4]);

impl<C: Scalar> Vector for Four<C> {
    type Scalar = C;
    const LANES: usize = 4;
    #[inline(always)]
    unsafe fn load(from: *const C) -> Self {
        // SAFETY: four elements, by the contract of the trait.
        Self(unsafe { from.cast::<[C; 4]>().read_unaligned() })
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut C) {
        // SAFETY: as above.
        unsafe { to.cast::<[C; 4]>().write_unaligned(self.0) }
    }
    #[inline(always)]
    unsafe fn splat(x: C) -> Self {
        Self([x; 4])
    }
    #[inline(always)]
    unsafe fn minus(self, a: Self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] - a.0[i] * b.0[i]))
    }
    #[inline(always)]
    unsafe fn times(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] * b.0[i]))
    }
    #[inline(always)]
    unsafe fn over(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] / b.0[i]))
    }
    #[inline(always)]
    unsafe fn lane(self, i: usize) -> Self {
        Self([self.0[i % 4]; 4])
    }
    #[inline(always)]
    unsafe fn first(self) -> C {
        self.0[0]
    }
    #[inline(always)]
    unsafe fn sum(self) -> C {
        (self.0[0] + self.0[2]) + (self.0[1] + self.0[3])
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    #![allow(clippy::wildcard_imports)] // Half a page of intrinsics otherwise.
    use std::arch::x86_64::*;

    use super::{Four, Registers, Vector};

    macro_rules! register {
        ($V:ident of $C:ident x $lanes:literal: $load:ident $store:ident $splat:ident $minus:ident $times:ident $over:ident
         $first:ident; |$v:ident, $i:ident| $lane:expr, $sum:expr) => {
            impl Vector for $V {
                type Scalar = $C;
                const LANES: usize = $lanes;
                #[inline(always)]
                unsafe fn load(from: *const $C) -> Self {
                    // SAFETY: the contract of the trait, here and below.
                    unsafe { $load(from) }
                }
                #[inline(always)]
                unsafe fn store(self, to: *mut $C) {
                    // SAFETY: as above.
                    unsafe { $store(to, self) }
                }
                #[inline(always)]
                unsafe fn splat(x: $C) -> Self {
                    // SAFETY: as above.
                    unsafe { $splat(x) }
                }
                #[inline(always)]
                unsafe fn minus(self, a: Self, b: Self) -> Self {
                    // SAFETY: as above.
                    unsafe { $minus(a, b, self) }
                }
                #[inline(always)]
                unsafe fn times(self, b: Self) -> Self {
                    // SAFETY: as above.
                    unsafe { $times(self, b) }
                }
                #[inline(always)]
                unsafe fn over(self, b: Self) -> Self {
                    // SAFETY: as above.
                    unsafe { $over(self, b) }
                }
                #[inline(always)]
                unsafe fn lane(self, $i: usize) -> Self {
                    let $v = self;
                    // SAFETY: as above.
                    unsafe { $lane }
                }
                #[inline(always)]
                unsafe fn first(self) -> $C {
                    // SAFETY: as above.
                    unsafe { $first(self) }
                }
                #[inline(always)]
                unsafe fn sum(self) -> $C {
                    let $v = self;
                    // SAFETY: as above.
                    unsafe { $sum }
                }
            }
        };
    }
    register!(__m512 of f32 x 16: _mm512_loadu_ps _mm512_storeu_ps _mm512_set1_ps _mm512_fnmadd_ps _mm512_mul_ps _mm512_div_ps
        _mm512_cvtss_f32; |v, i| _mm512_permutexvar_ps(_mm512_set1_epi32(i as i32), v), _mm512_reduce_add_ps(v));
    register!(__m512d of f64 x 8: _mm512_loadu_pd _mm512_storeu_pd _mm512_set1_pd _mm512_fnmadd_pd _mm512_mul_pd _mm512_div_pd
        _mm512_cvtsd_f64; |v, i| _mm512_permutexvar_pd(_mm512_set1_epi64(i as i64), v), _mm512_reduce_add_pd(v));
    register!(__m256 of f32 x 8: _mm256_loadu_ps _mm256_storeu_ps _mm256_set1_ps _mm256_fnmadd_ps _mm256_mul_ps _mm256_div_ps
    _mm256_cvtss_f32; |v, i| _mm256_permutevar8x32_ps(v, _mm256_set1_epi32(i as i32)), {
        let half = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps::<1>(v));
        let pair = _mm_add_ps(half, _mm_movehl_ps(half, half));
        _mm_cvtss_f32(_mm_add_ss(pair, _mm_movehdup_ps(pair)))
    });
    register!(__m256d of f64 x 4: _mm256_loadu_pd _mm256_storeu_pd _mm256_set1_pd _mm256_fnmadd_pd _mm256_mul_pd _mm256_div_pd
    _mm256_cvtsd_f64; |v, i| {
        // There is no such permutation of halves: each is two words.
        let words = _mm256_set1_epi64x((2 * i as i64) | ((2 * i as i64 + 1) << 32));
        _mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(v), words))
    }, {
        let pair = _mm_add_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd::<1>(v));
        _mm_cvtsd_f64(_mm_add_sd(pair, _mm_unpackhi_pd(pair, pair)))
    });

    impl Registers for f32 {
        type Wide = __m512;
        type Middle = __m256;
        type Narrow = Four<f32>;
    }
    impl Registers for f64 {
        type Wide = __m512d;
        type Middle = __m256d;
        type Narrow = Four<f64>;
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod portable {
    use super::{Four, Registers};

    impl Registers for f32 {
        type Wide = Four<f32>;
        type Middle = Four<f32>;
        type Narrow = Four<f32>;
    }
    impl Registers for f64 {
        type Wide = Four<f64>;
        type Middle = Four<f64>;
        type Narrow = Four<f64>;
    }
}
