//! Arithmetic of the compute types: what `math` is written against.
//!
//! `Arith` is what floats and i32 share, `Real` adds the bits, constants and polynomials that make one source of
//! each function serve f32 and f64. Neither knows about storage types.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Sub};

use crate::element::Compute;
use crate::isa::Isa;
use crate::math::poly::Minimax;
use crate::math::reduce::QuarterTurns;

/// Conversion between compute types, as Rust's `as`; to bool it is `!= 0`, from bool 0 or 1.
pub trait Cast: Sized {
    /// Converts into another compute type.
    fn cast_to<B: Cast>(self) -> B;
    /// From f32.
    fn cast_f32(v: f32) -> Self;
    /// From f64.
    fn cast_f64(v: f64) -> Self;
    /// From i32.
    fn cast_i32(v: i32) -> Self;
    /// From bool.
    fn cast_bool(v: bool) -> Self;
    /// From u8.
    fn cast_u8(v: u8) -> Self;
}

macro_rules! cast {
    ($T:ty, $own:ident, |$v:ident| $number:expr, |$b:ident| $bool:expr) => {
        impl Cast for $T {
            #[inline(always)]
            fn cast_to<B: Cast>(self) -> B {
                B::$own(self)
            }
            #[inline(always)]
            fn cast_f32($v: f32) -> Self {
                $number
            }
            #[inline(always)]
            fn cast_f64($v: f64) -> Self {
                $number
            }
            #[inline(always)]
            fn cast_i32($v: i32) -> Self {
                $number
            }
            #[inline(always)]
            fn cast_bool($b: bool) -> Self {
                $bool
            }
            #[inline(always)]
            fn cast_u8($v: u8) -> Self {
                $number
            }
        }
    };
}
cast!(f32, cast_f32, |v| v as f32, |b| f32::from(u8::from(b)));
cast!(f64, cast_f64, |v| v as f64, |b| f64::from(u8::from(b)));
cast!(i32, cast_i32, |v| v as i32, |b| i32::from(b));
cast!(u8, cast_u8, |v| v as u8, |b| u8::from(b));
cast!(bool, cast_bool, |v| v as f64 != 0.0, |b| b);

/// Arithmetic that floats and i32 share; i32 wraps.
pub trait Arith: Compute + PartialOrd {
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// `self + b`.
    fn plus(self, b: Self) -> Self;
    /// `self - b`.
    fn minus(self, b: Self) -> Self;
    /// `self * b`.
    fn times(self, b: Self) -> Self;
    /// `-self`.
    fn negated(self) -> Self;
    /// `|self|`; `i32::MIN` stays.
    fn magnitude(self) -> Self;
    /// Whether it differs from itself; false for i32.
    fn is_nan(self) -> bool;
}

macro_rules! arith {
    ($T:ty, $zero:literal, $one:literal, $add:ident, $sub:ident, $mul:ident, $neg:ident, $abs:ident) => {
        impl Arith for $T {
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            #[inline(always)]
            fn plus(self, b: Self) -> Self {
                self.$add(b)
            }
            #[inline(always)]
            fn minus(self, b: Self) -> Self {
                self.$sub(b)
            }
            #[inline(always)]
            fn times(self, b: Self) -> Self {
                self.$mul(b)
            }
            #[inline(always)]
            fn negated(self) -> Self {
                self.$neg()
            }
            #[inline(always)]
            fn magnitude(self) -> Self {
                self.$abs()
            }
            #[inline(always)]
            #[allow(clippy::eq_op, reason = "this is the test for NaN")]
            fn is_nan(self) -> bool {
                self != self
            }
        }
    };
}
arith!(f32, 0.0, 1.0, add, sub, mul, neg, abs);
arith!(f64, 0.0, 1.0, add, sub, mul, neg, abs);
arith!(i32, 0, 1, wrapping_add, wrapping_sub, wrapping_mul, wrapping_neg, wrapping_abs);

/// The bits of a float as an integer of its width. Nothing here can overflow or panic in a debug build.
pub trait Int:
    Copy + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + 'static
{
    /// Truncates or extends.
    fn of(v: i64) -> Self;
    /// Wrapping sum.
    fn plus(self, b: Self) -> Self;
    /// Wrapping difference.
    fn minus(self, b: Self) -> Self;
    /// Towards the high bits.
    fn shl(self, by: u32) -> Self;
    /// Towards the low bits, filling with zeros.
    fn shr(self, by: u32) -> Self;
}

macro_rules! int {
    ($I:ty, $U:ty) => {
        impl Int for $I {
            #[inline(always)]
            fn of(v: i64) -> Self {
                v as $I
            }
            #[inline(always)]
            fn plus(self, b: Self) -> Self {
                self.wrapping_add(b)
            }
            #[inline(always)]
            fn minus(self, b: Self) -> Self {
                self.wrapping_sub(b)
            }
            #[inline(always)]
            fn shl(self, by: u32) -> Self {
                self.wrapping_shl(by)
            }
            #[inline(always)]
            fn shr(self, by: u32) -> Self {
                (self as $U).wrapping_shr(by) as $I
            }
        }
    };
}
int!(i32, u32);
int!(i64, u64);

/// f32 and f64.
pub trait Real:
    Arith
    + Minimax
    + QuarterTurns
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// An integer of the same width.
    type Int: Int;
    /// Bits of the type.
    const BITS: u32;
    /// Explicit mantissa bits.
    const MANTISSA: u32;
    /// Exponent bias.
    const BIAS: i64;
    /// 1.5 · 2^MANTISSA: adding it rounds to an integer and leaves that integer in the low bits.
    const MAGIC: Self;
    /// Infinity.
    const INFINITY: Self;
    /// Largest finite number.
    const MAX: Self;
    /// A quiet NaN.
    const NAN: Self;
    /// Spacing of the numbers above 1.
    const EPSILON: Self;
    /// Smallest normal number.
    const MIN_POSITIVE: Self;
    /// Bits of √½.
    const SQRT_HALF: i64;
    /// `exp` is infinite above.
    const EXP_MAX: Self;
    /// `exp` is zero below.
    const EXP_MIN: Self;
    /// `exp2` is infinite above.
    const EXP2_MAX: Self;
    /// `exp2` is zero below.
    const EXP2_MIN: Self;
    /// log₂ e, and what rounding left.
    const LOG2_E: (Self, Self);
    /// log₁₀ e, and what rounding left.
    const LOG10_E: (Self, Self);
    /// ln 2 in two parts; the first times an exponent is exact.
    const LN2: (Self, Self);
    /// log₁₀ 2 in two parts; the first times an exponent is exact.
    const LOG10_2: (Self, Self);
    /// ⅔, and what rounding left.
    const TWO_THIRDS: (Self, Self);
    /// π, and what rounding left.
    const PI: (Self, Self);
    /// 2/√π - 1.
    const ERF_SLOPE: Self;
    /// `erf` rounds to 1 from here on.
    const ERF_END: Self;
    /// The `k` of the variable `(x-k)/(x+k)` of `erfc`, and where erfc becomes 0.
    const ERFC: (Self, Self);

    /// The bits.
    fn to_bits(self) -> Self::Int;
    /// From bits.
    fn from_bits(bits: Self::Int) -> Self;
    /// `self * b + c`, fused where the instruction set has it.
    fn mul_add<S: Isa>(self, s: S, b: Self, c: Self) -> Self;
    /// Correctly rounded square root.
    fn sqrt(self) -> Self;
    /// Magnitude of `self`, sign of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// To the integer below.
    fn floor<S: Isa>(self, s: S) -> Self;
    /// To the integer above.
    fn ceil<S: Isa>(self, s: S) -> Self;
    /// Towards zero.
    fn trunc<S: Isa>(self, s: S) -> Self;
    /// To the nearest integer, ties to even.
    fn round<S: Isa>(self, s: S) -> Self;
}

macro_rules! rounding {
    ($T:ty) => {
        // Without a rounding instruction these would be calls into libm: adding and subtracting 2^MANTISSA rounds.
        #[inline(always)]
        fn floor<S: Isa>(self, s: S) -> Self {
            if S::FMA {
                return <$T>::floor(self);
            }
            let r = Real::round(self, s);
            (if r > self { r - 1.0 } else { r }).copysign(self)
        }
        #[inline(always)]
        fn ceil<S: Isa>(self, s: S) -> Self {
            if S::FMA {
                return <$T>::ceil(self);
            }
            let r = Real::round(self, s);
            (if r < self { r + 1.0 } else { r }).copysign(self)
        }
        #[inline(always)]
        fn trunc<S: Isa>(self, s: S) -> Self {
            if S::FMA {
                return <$T>::trunc(self);
            }
            let a = self.abs();
            let r = Real::round(a, s);
            (if r > a { r - 1.0 } else { r }).copysign(self)
        }
        #[inline(always)]
        fn round<S: Isa>(self, _: S) -> Self {
            if S::FMA {
                return self.round_ties_even();
            }
            let edge = 1.0 / <$T>::EPSILON;
            let a = self.abs();
            let r = ((a + edge) - edge).copysign(self);
            if a < edge { r } else { self }
        }
    };
}

macro_rules! bits {
    ($T:ty, $I:ty, $U:ty) => {
        type Int = $I;
        const BITS: u32 = <$U>::BITS;
        const MANTISSA: u32 = <$T>::MANTISSA_DIGITS - 1;
        const BIAS: i64 = <$T>::MAX_EXP as i64 - 1;
        const MAGIC: Self = 1.5 / <$T>::EPSILON;
        const INFINITY: Self = <$T>::INFINITY;
        const MAX: Self = <$T>::MAX;
        const NAN: Self = <$T>::NAN;
        const EPSILON: Self = <$T>::EPSILON;
        const MIN_POSITIVE: Self = <$T>::MIN_POSITIVE;
        #[inline(always)]
        fn to_bits(self) -> $I {
            <$T>::to_bits(self) as $I
        }
        #[inline(always)]
        fn from_bits(bits: $I) -> Self {
            <$T>::from_bits(bits as $U)
        }
        #[inline(always)]
        fn mul_add<S: Isa>(self, _: S, b: Self, c: Self) -> Self {
            if S::FMA { <$T>::mul_add(self, b, c) } else { self * b + c }
        }
        #[inline(always)]
        fn sqrt(self) -> Self {
            <$T>::sqrt(self)
        }
        #[inline(always)]
        fn copysign(self, sign: Self) -> Self {
            <$T>::copysign(self, sign)
        }
    };
}

impl Real for f32 {
    const SQRT_HALF: i64 = 0x3f35_04f3;
    const EXP_MAX: Self = 90.0;
    const EXP_MIN: Self = -104.0;
    const EXP2_MAX: Self = 129.0;
    const EXP2_MIN: Self = -151.0;
    const LOG2_E: (Self, Self) = (std::f32::consts::LOG2_E, 1.925963e-8);
    const LOG10_E: (Self, Self) = (std::f32::consts::LOG10_E, -1.010305e-8);
    const LN2: (Self, Self) = (0.69314575, 1.4286068e-6);
    const LOG10_2: (Self, Self) = (0.30103302, -3.0243555e-6);
    const TWO_THIRDS: (Self, Self) = (0.6666667, -1.9868216e-8);
    const PI: (Self, Self) = (std::f32::consts::PI, -8.742278e-8);
    const ERF_SLOPE: Self = 0.12837917;
    const ERF_END: Self = 4.0;
    const ERFC: (Self, Self) = (2.0, 10.2);
    bits!(f32, i32, u32);
    rounding!(f32);
}

impl Real for f64 {
    const SQRT_HALF: i64 = 0x3fe6_a09e_667f_3bcd;
    const EXP_MAX: Self = 711.0;
    const EXP_MIN: Self = -746.0;
    const EXP2_MAX: Self = 1025.0;
    const EXP2_MIN: Self = -1076.0;
    const LOG2_E: (Self, Self) = (std::f64::consts::LOG2_E, 2.0355273740931033e-17);
    const LOG10_E: (Self, Self) = (std::f64::consts::LOG10_E, 1.098319650216765e-17);
    const LN2: (Self, Self) = (0.6931471805601177, -1.7239444525614835e-13);
    const LOG10_2: (Self, Self) = (0.3010299956640665, -8.532344317057107e-14);
    const TWO_THIRDS: (Self, Self) = (0.6666666666666666, 3.700743415417188e-17);
    const PI: (Self, Self) = (std::f64::consts::PI, 1.2246467991473532e-16);
    const ERF_SLOPE: Self = 0.1283791670955126;
    const ERF_END: Self = 6.0;
    const ERFC: (Self, Self) = (4.0, 27.3);
    bits!(f64, i64, u64);
    rounding!(f64);
}
