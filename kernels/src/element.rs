//! Element types: what a tensor may store, and the type each is computed in.

use half::{bf16, f16};

use crate::real::{Cast, Real};

/// The one table of element types, handed to a macro of the caller's: a type's variant of [`DType`], the type, and what [`DType`]
/// knows of it. A new type is a row here and in the macro's table, and an `impl` of [`Element`] below.
#[doc(hidden)]
#[macro_export]
macro_rules! elements {
    ($with:ident) => {
        $with! {
            F32 f32 { "32-bit float.", on devices F32 }
            F64 f64 { "64-bit float.", on devices F64 }
            F16 f16 { "16-bit IEEE float, computed in f32.", on devices F32 }
            Bf16 bf16 { "bfloat16, computed in f32.", on devices F32 }
            I32 i32 { "32-bit integer: labels and indices.", on devices I32 }
            Bool bool { "Truth value, one byte.", on devices Bool }
            U8 u8 { "Byte, of an image or a text: no arithmetic.", on devices I32 }
        }
    };
}

macro_rules! dtypes {
    ($($D:ident $T:ident { $doc:literal, on devices $On:ident })*) => {
        /// Element type of a tensor, as a value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum DType {
            $(#[doc = $doc] $D,)*
        }

        impl DType {
            /// Each of them.
            pub const ALL: &[Self] = &[$(Self::$D),*];

            /// Bytes of one element in memory of the processor.
            pub const fn size(self) -> usize {
                match self {
                    $(Self::$D => size_of::<$T>(),)*
                }
            }

            /// The Rust name of the type.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$D => stringify!($T),)*
                }
            }

            /// The type that devices compute its elements in. What is smaller than a half lies there as words of that type.
            pub const fn on_devices(self) -> Self {
                match self {
                    $(Self::$D => Self::$On,)*
                }
            }

            /// The number as kernels compute with it.
            pub fn rounded(self, number: f64) -> f64 {
                match self {
                    $(Self::$D => <$T as Element>::Compute::from_f64(number).to_f64(),)*
                }
            }
        }
    };
}
elements!(dtypes);

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

/// A type that kernels compute in: f32, f64, i32, bool or u8.
pub trait Compute: Element<Compute = Self> + Cast {}

/// An element type that `<` compares: the floats, i32 and u8.
pub trait Ordered: Element<Compute: PartialOrd> {}

/// An element type with arithmetic: the floats and i32.
pub trait Num: Ordered + Element<Compute: crate::real::Arith> {}

/// A floating-point element type.
pub trait Float: Num + Element<Compute: Real, Kind = Continuous> {}

/// Element types that derivatives exist for.
#[derive(Debug)]
pub enum Continuous {}

/// Integers, bytes and truth values.
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

element!(u8, U8, u8, Discrete, |x| x, |c| c, |x| f64::from(x), |v| v as u8);

macro_rules! classes {
    ($($Class:ident: $($T:ty)*;)*) => {
        $($(impl $Class for $T {})*)*
    };
}
classes! {
    Compute: f32 f64 i32 bool u8;
    Ordered: f32 f64 f16 bf16 i32 u8;
    Num: f32 f64 f16 bf16 i32;
    Float: f32 f64 f16 bf16;
}
