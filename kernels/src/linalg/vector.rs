//! Registers of each instruction set, for the loops over matrices that keep a block of the result in registers: there the
//! compiler must not decide what is a vector.

use crate::isa::Level;
use crate::real::Int;

use super::dense::Scalar;

/// A register. Loads and stores need no alignment.
///
/// # Safety
/// Every method needs a machine that has the instruction set. Addresses are those of as many elements as there are
/// lanes.
pub(crate) trait Vector: Copy {
    type Scalar: Scalar;
    /// Which lanes a part of a register has: the first ones.
    type Head: Copy;
    const LANES: usize;
    unsafe fn load(from: *const Self::Scalar) -> Self;
    unsafe fn store(self, to: *mut Self::Scalar);
    /// The first `n <= LANES` lanes.
    unsafe fn head(n: usize) -> Self::Head;
    /// Zeros behind the head; only the head's elements are touched.
    unsafe fn load_head(from: *const Self::Scalar, head: Self::Head) -> Self;
    unsafe fn store_head(self, to: *mut Self::Scalar, head: Self::Head);
    unsafe fn splat(x: Self::Scalar) -> Self;
    unsafe fn more(self, b: Self) -> Self;
    /// `self + a b`, rounded once where the instruction set can.
    unsafe fn plus(self, a: Self, b: Self) -> Self;
    /// `self - a b`, rounded once where the instruction set can.
    unsafe fn minus(self, a: Self, b: Self) -> Self;
    unsafe fn times(self, b: Self) -> Self;
    unsafe fn over(self, b: Self) -> Self;
    unsafe fn less(self, b: Self) -> Self;
    unsafe fn and(self, b: Self) -> Self;
    unsafe fn or(self, b: Self) -> Self;
    /// `self` where `b` has no bits.
    unsafe fn without(self, b: Self) -> Self;
    /// The larger of two magnitudes, lane by lane; NaN is larger than infinity.
    unsafe fn larger(self, b: Self) -> Self;
    /// The largest of magnitudes, in all lanes.
    unsafe fn largest(self) -> Self;
    /// A bit for each lane that is the same, bit for bit.
    unsafe fn same(self, b: Self) -> u32;
    /// Lane `i < LANES` in all lanes.
    unsafe fn lane(self, i: usize) -> Self;
    /// Lane 0.
    unsafe fn first(self) -> Self::Scalar;
    /// The sum of all lanes.
    unsafe fn sum(self) -> Self::Scalar;
}

/// The registers of a scalar type.
pub(crate) trait Registers: Scalar {
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
        pub(crate) unsafe fn $name<C: $crate::linalg::vector::Registers>($($arg: $ty),*) $(-> $ret)? {
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
pub(crate) use in_registers;

/// What [`in_registers`] says of their number, as a constant: what is compiled for the other number is then left out.
pub(crate) struct Many<const R: usize>;

impl<const R: usize> Many<R> {
    /// Whether there are 32.
    pub(crate) const ARE: bool = R == 8;
}

/// Lanes of the registers in use: what a row of a matrix is padded to.
pub(crate) fn lanes<C: Registers>() -> usize {
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
pub(crate) struct Four<C>([C; 4]);

/// Whether magnitude `x` is above `y`: NaN is above infinity.
#[inline(always)]
fn above<C: Scalar>(x: C, y: C) -> bool {
    x > y || (x.is_nan() && !y.is_nan())
}

impl<C: Scalar> Vector for Four<C> {
    type Scalar = C;
    type Head = usize;
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
    unsafe fn head(n: usize) -> usize {
        n
    }
    #[inline(always)]
    unsafe fn load_head(from: *const C, head: usize) -> Self {
        // SAFETY: elements of the head.
        Self(std::array::from_fn(|i| if i < head { unsafe { *from.add(i) } } else { C::ZERO }))
    }
    #[inline(always)]
    unsafe fn store_head(self, to: *mut C, head: usize) {
        for (i, x) in self.0.into_iter().enumerate().take(head) {
            // SAFETY: as above.
            unsafe { to.add(i).write(x) };
        }
    }
    #[inline(always)]
    unsafe fn splat(x: C) -> Self {
        Self([x; 4])
    }
    #[inline(always)]
    unsafe fn more(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + b.0[i]))
    }
    #[inline(always)]
    unsafe fn plus(self, a: Self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + a.0[i] * b.0[i]))
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
    unsafe fn less(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] - b.0[i]))
    }
    #[inline(always)]
    unsafe fn and(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| C::from_bits(self.0[i].to_bits() & b.0[i].to_bits())))
    }
    #[inline(always)]
    unsafe fn or(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| C::from_bits(self.0[i].to_bits() | b.0[i].to_bits())))
    }
    #[inline(always)]
    unsafe fn without(self, b: Self) -> Self {
        let all = C::Int::of(-1);
        Self(std::array::from_fn(|i| C::from_bits(self.0[i].to_bits() & (b.0[i].to_bits() ^ all))))
    }
    #[inline(always)]
    unsafe fn larger(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| if above(b.0[i], self.0[i]) { b.0[i] } else { self.0[i] }))
    }
    #[inline(always)]
    unsafe fn largest(self) -> Self {
        Self([self.0.into_iter().reduce(|x, y| if above(y, x) { y } else { x }).unwrap_or(C::ZERO); 4])
    }
    #[inline(always)]
    unsafe fn same(self, b: Self) -> u32 {
        (0..4).map(|i| u32::from(self.0[i].to_bits() == b.0[i].to_bits()) << i).sum()
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
        ($V:ident of $C:ident x $lanes:literal: $load:ident $store:ident $splat:ident $more:ident $plus:ident $minus:ident $times:ident $over:ident
         $less:ident $and:ident $or:ident $andnot:ident $first:ident;
         $Head:ty: $head:ident $load_head:ident $store_head:ident;
         |$v:ident, $w:ident| $larger:expr, $largest:expr, $same:expr; |$i:ident| $lane:expr, $sum:expr) => {
            impl Vector for $V {
                type Scalar = $C;
                type Head = $Head;
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
                unsafe fn head(n: usize) -> $Head {
                    // SAFETY: as above.
                    unsafe { $head(n) }
                }
                #[inline(always)]
                unsafe fn load_head(from: *const $C, head: $Head) -> Self {
                    // SAFETY: as above; what is masked out is not read.
                    unsafe { $load_head(from, head) }
                }
                #[inline(always)]
                unsafe fn store_head(self, to: *mut $C, head: $Head) {
                    // SAFETY: as above; what is masked out is not written.
                    unsafe { $store_head(to, head, self) }
                }
                #[inline(always)]
                unsafe fn more(self, b: Self) -> Self {
                    // SAFETY: as above.
                    unsafe { $more(self, b) }
                }
                #[inline(always)]
                unsafe fn plus(self, a: Self, b: Self) -> Self {
                    // SAFETY: as above.
                    unsafe { $plus(a, b, self) }
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
                unsafe fn less(self, b: Self) -> Self {
                    // SAFETY: as above.
                    unsafe { $less(self, b) }
                }
                #[inline(always)]
                unsafe fn and(self, b: Self) -> Self {
                    // SAFETY: as above.
                    unsafe { $and(self, b) }
                }
                #[inline(always)]
                unsafe fn or(self, b: Self) -> Self {
                    // SAFETY: as above.
                    unsafe { $or(self, b) }
                }
                #[inline(always)]
                unsafe fn without(self, b: Self) -> Self {
                    // SAFETY: as above.
                    unsafe { $andnot(b, self) }
                }
                #[inline(always)]
                unsafe fn larger(self, $w: Self) -> Self {
                    let $v = self;
                    // SAFETY: as above.
                    unsafe { $larger }
                }
                #[inline(always)]
                unsafe fn largest(self) -> Self {
                    let $v = self;
                    // SAFETY: as above.
                    unsafe { $largest }
                }
                #[inline(always)]
                unsafe fn same(self, $w: Self) -> u32 {
                    let $v = self;
                    // SAFETY: as above.
                    unsafe { $same }
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
    /// The first `n` of 16 bits.
    #[inline(always)]
    unsafe fn bits16(n: usize) -> __mmask16 {
        ((1u32 << n) - 1) as __mmask16
    }
    /// The first `n` of 8 bits.
    #[inline(always)]
    unsafe fn bits8(n: usize) -> __mmask8 {
        ((1u32 << n) - 1) as __mmask8
    }
    /// All bits of the first `n` of 8 words.
    #[inline(always)]
    unsafe fn words32(n: usize) -> __m256i {
        // SAFETY: passed on to the caller.
        unsafe { _mm256_cmpgt_epi32(_mm256_set1_epi32(n as i32), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)) }
    }
    /// All bits of the first `n` of 4 words.
    #[inline(always)]
    unsafe fn words64(n: usize) -> __m256i {
        // SAFETY: passed on to the caller.
        unsafe { _mm256_cmpgt_epi64(_mm256_set1_epi64x(n as i64), _mm256_setr_epi64x(0, 1, 2, 3)) }
    }
    /// Arguments in the order of the narrower registers' intrinsic.
    #[inline(always)]
    unsafe fn head_ps(from: *const f32, head: __mmask16) -> __m512 {
        // SAFETY: passed on to the caller.
        unsafe { _mm512_maskz_loadu_ps(head, from) }
    }
    /// As above.
    #[inline(always)]
    unsafe fn head_pd(from: *const f64, head: __mmask8) -> __m512d {
        // SAFETY: passed on to the caller.
        unsafe { _mm512_maskz_loadu_pd(head, from) }
    }
    // Magnitudes are ordered as the integers that their bits are.
    register!(__m512 of f32 x 16: _mm512_loadu_ps _mm512_storeu_ps _mm512_set1_ps _mm512_add_ps _mm512_fmadd_ps _mm512_fnmadd_ps _mm512_mul_ps _mm512_div_ps
        _mm512_sub_ps _mm512_and_ps _mm512_or_ps _mm512_andnot_ps _mm512_cvtss_f32;
        __mmask16: bits16 head_ps _mm512_mask_storeu_ps;
        |v, w| _mm512_castsi512_ps(_mm512_max_epi32(_mm512_castps_si512(v), _mm512_castps_si512(w))),
        _mm512_castsi512_ps(_mm512_set1_epi32(_mm512_reduce_max_epi32(_mm512_castps_si512(v)))),
        u32::from(_mm512_cmpeq_epi32_mask(_mm512_castps_si512(v), _mm512_castps_si512(w)));
        |i| _mm512_permutexvar_ps(_mm512_set1_epi32(i as i32), v), _mm512_reduce_add_ps(v));
    register!(__m512d of f64 x 8: _mm512_loadu_pd _mm512_storeu_pd _mm512_set1_pd _mm512_add_pd _mm512_fmadd_pd _mm512_fnmadd_pd _mm512_mul_pd _mm512_div_pd
        _mm512_sub_pd _mm512_and_pd _mm512_or_pd _mm512_andnot_pd _mm512_cvtsd_f64;
        __mmask8: bits8 head_pd _mm512_mask_storeu_pd;
        |v, w| _mm512_castsi512_pd(_mm512_max_epi64(_mm512_castpd_si512(v), _mm512_castpd_si512(w))),
        _mm512_castsi512_pd(_mm512_set1_epi64(_mm512_reduce_max_epi64(_mm512_castpd_si512(v)))),
        u32::from(_mm512_cmpeq_epi64_mask(_mm512_castpd_si512(v), _mm512_castpd_si512(w)));
        |i| _mm512_permutexvar_pd(_mm512_set1_epi64(i as i64), v), _mm512_reduce_add_pd(v));
    register!(__m256 of f32 x 8: _mm256_loadu_ps _mm256_storeu_ps _mm256_set1_ps _mm256_add_ps _mm256_fmadd_ps _mm256_fnmadd_ps _mm256_mul_ps _mm256_div_ps
    _mm256_sub_ps _mm256_and_ps _mm256_or_ps _mm256_andnot_ps _mm256_cvtss_f32;
        __m256i: words32 _mm256_maskload_ps _mm256_maskstore_ps;
    |v, w| _mm256_castsi256_ps(_mm256_max_epi32(_mm256_castps_si256(v), _mm256_castps_si256(w))),
    {
        let half = v.larger(_mm256_permute2f128_ps::<1>(v, v));
        let pair = half.larger(_mm256_permute_ps::<0b01_00_11_10>(half));
        pair.larger(_mm256_permute_ps::<0b10_11_00_01>(pair))
    },
    _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_castps_si256(v), _mm256_castps_si256(w)))) as u32;
    |i| _mm256_permutevar8x32_ps(v, _mm256_set1_epi32(i as i32)), {
        let half = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps::<1>(v));
        let pair = _mm_add_ps(half, _mm_movehl_ps(half, half));
        _mm_cvtss_f32(_mm_add_ss(pair, _mm_movehdup_ps(pair)))
    });
    register!(__m256d of f64 x 4: _mm256_loadu_pd _mm256_storeu_pd _mm256_set1_pd _mm256_add_pd _mm256_fmadd_pd _mm256_fnmadd_pd _mm256_mul_pd _mm256_div_pd
    _mm256_sub_pd _mm256_and_pd _mm256_or_pd _mm256_andnot_pd _mm256_cvtsd_f64;
        __m256i: words64 _mm256_maskload_pd _mm256_maskstore_pd;
    |v, w| {
        let above = _mm256_cmpgt_epi64(_mm256_castpd_si256(w), _mm256_castpd_si256(v));
        _mm256_blendv_pd(v, w, _mm256_castsi256_pd(above))
    },
    {
        let half = v.larger(_mm256_permute2f128_pd::<1>(v, v));
        half.larger(_mm256_permute_pd::<0b0101>(half))
    },
    _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(_mm256_castpd_si256(v), _mm256_castpd_si256(w)))) as u32;
    |i| {
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
