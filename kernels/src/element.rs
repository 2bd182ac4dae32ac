//! Element types: what a tensor may store, and the type each is computed in.

use half::{bf16, f16};

use crate::real::{Cast, Real};

/// Element type of a tensor, as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DType {
    /// 32-bit float.
    F32,
    /// 64-bit float.
    F64,
    /// 16-bit IEEE float, computed in f32.
    F16,
    /// bfloat16, computed in f32.
    Bf16,
    /// 32-bit integer: labels and indices.
    I32,
    /// Truth value, one byte.
    Bool,
}

impl DType {
    /// Bytes of one element.
    pub const fn size(self) -> usize {
        match self {
            Self::F64 => 8,
            Self::F32 | Self::I32 => 4,
            Self::F16 | Self::Bf16 => 2,
            Self::Bool => 1,
        }
    }

    /// The Rust name of the type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::I32 => "i32",
            Self::Bool => "bool",
        }
    }
}

impl std::fmt::Display for DType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

mod sealed {
    pub trait Sealed {}
}

/// A type that a tensor may store.
pub trait Element:
    Copy + Send + Sync + Default + PartialEq + std::fmt::Debug + std::fmt::Display + sealed::Sealed + 'static
{
    /// The element type as a value.
    const DTYPE: DType;
    /// The type that kernels compute in: f32 for the half types, the type itself otherwise.
    type Compute: Compute;
    /// Whether it has derivatives: [`Continuous`] or [`Discrete`].
    type Kind;
    /// Converts into the compute type; exact.
    fn widen(self) -> Self::Compute;
    /// Converts out of the compute type; rounds to nearest even.
    fn narrow(c: Self::Compute) -> Self;
    /// As f64; exact for every element type. `true` is 1.
    fn to_f64(self) -> f64;
    /// From f64, rounding; integers truncate and saturate, `bool` is `v != 0`.
    fn from_f64(v: f64) -> Self;
}

/// A type that kernels compute in: f32, f64, i32 or bool.
pub trait Compute: Element<Compute = Self> + Cast {}

/// An element type with arithmetic: the floats and i32.
pub trait Num: Element<Compute: crate::real::Arith> {}

/// A floating-point element type.
pub trait Float: Num + Element<Compute: Real, Kind = Continuous> {}

/// Element types that derivatives exist for.
#[derive(Debug)]
pub enum Continuous {}

/// Integers and truth values.
#[derive(Debug)]
pub enum Discrete {}

macro_rules! element {
    ($T:ty, $D:ident, $C:ty, $K:ident, |$x:ident| $widen:expr, |$c:ident| $narrow:expr, |$f:ident| $to:expr, |$v:ident| $from:expr) => {
        impl sealed::Sealed for $T {}
        impl Element for $T {
            const DTYPE: DType = DType::$D;
            type Compute = $C;
            type Kind = $K;
            #[inline(always)]
            fn widen(self) -> $C {
                let $x = self;
                $widen
            }
            #[inline(always)]
            fn narrow($c: $C) -> Self {
                $narrow
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                let $f = self;
                $to
            }
            #[inline(always)]
            fn from_f64($v: f64) -> Self {
                $from
            }
        }
    };
}
element!(f32, F32, f32, Continuous, |x| x, |c| c, |x| f64::from(x), |v| v as f32);
element!(f64, F64, f64, Continuous, |x| x, |c| c, |x| x, |v| v);
element!(f16, F16, f32, Continuous, |x| x.to_f32(), |c| f16::from_f32(c), |x| x.to_f64(), |v| f16::from_f64(
    v
));
element!(bf16, Bf16, f32, Continuous, |x| x.to_f32(), |c| bf16::from_f32(c), |x| x.to_f64(), |v| {
    bf16::from_f64(v)
});
element!(i32, I32, i32, Discrete, |x| x, |c| c, |x| f64::from(x), |v| v as i32);
element!(bool, Bool, bool, Discrete, |x| x, |c| c, |x| f64::from(u8::from(x)), |v| v != 0.0);

impl Compute for f32 {}
impl Compute for f64 {}
impl Compute for i32 {}
impl Compute for bool {}
impl Num for f32 {}
impl Num for f64 {}
impl Num for f16 {}
impl Num for bf16 {}
impl Num for i32 {}
impl Float for f32 {}
impl Float for f64 {}
impl Float for f16 {}
impl Float for bf16 {}
