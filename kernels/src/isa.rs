//! Instruction sets: a zero-sized token that every scalar function takes, so that one source serves each.

/// An instruction set that the tile driver is instantiated for.
pub trait Isa: Copy + Send + Sync + 'static {
    /// Whether `mul_add` is one instruction; without it the two-step form is used, never a call to libm.
    const FMA: bool;
    /// For reports.
    const NAME: &'static str;
}

/// What the target guarantees.
#[derive(Clone, Copy, Debug)]
pub struct Baseline;
/// AVX2 with FMA.
#[derive(Clone, Copy, Debug)]
pub struct Avx2;
/// AVX-512 F, BW, DQ, VL.
#[derive(Clone, Copy, Debug)]
pub struct Avx512;

impl Isa for Baseline {
    const FMA: bool = cfg!(any(target_feature = "fma", target_arch = "aarch64"));
    const NAME: &'static str = "baseline";
}
impl Isa for Avx2 {
    const FMA: bool = true;
    const NAME: &'static str = "avx2";
}
impl Isa for Avx512 {
    const FMA: bool = true;
    const NAME: &'static str = "avx512";
}
