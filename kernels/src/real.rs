//! The scalar functions of tiles, as traits over the compute types. Stubs until `math` lands.

use crate::element::Compute;
use crate::isa::Isa;

/// Arithmetic that floats and i32 share; i32 wraps.
pub trait Arith: Compute + PartialOrd {}
impl Arith for f32 {}
impl Arith for f64 {}
impl Arith for i32 {}

/// f32 and f64.
pub trait Real: Arith {
    /// `self * b + c`, fused where the instruction set has it.
    fn mul_add<S: Isa>(self, s: S, b: Self, c: Self) -> Self;
}
impl Real for f32 {
    #[inline(always)]
    fn mul_add<S: Isa>(self, _: S, b: Self, c: Self) -> Self {
        if S::FMA { f32::mul_add(self, b, c) } else { self * b + c }
    }
}
impl Real for f64 {
    #[inline(always)]
    fn mul_add<S: Isa>(self, _: S, b: Self, c: Self) -> Self {
        if S::FMA { f64::mul_add(self, b, c) } else { self * b + c }
    }
}
