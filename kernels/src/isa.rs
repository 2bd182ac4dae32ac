//! Instruction sets: a zero-sized token that every scalar function takes, so that one source serves each.

use std::sync::atomic::{AtomicU8, Ordering};

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
/// AVX2 with FMA and F16C.
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

/// An instruction set as a value: what the running machine was found to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Level {
    /// [`Baseline`].
    Baseline = 0,
    /// [`Avx2`].
    Avx2 = 1,
    /// [`Avx512`].
    Avx512 = 2,
}

impl Level {
    /// How many there are.
    pub(crate) const COUNT: usize = 3;

    /// The best one of this machine.
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("fma")
                && is_x86_feature_detected!("f16c");
            let avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl");
            if avx2 && avx512 {
                return Self::Avx512;
            }
            if avx2 {
                return Self::Avx2;
            }
        }
        Self::Baseline
    }

    /// The one in use: [`Level::best`], or what `COTANGENT_ISA` (`baseline`, `avx2`, `avx512`) asks for where the
    /// machine has it.
    #[inline]
    pub fn current() -> Self {
        match CURRENT.load(Ordering::Relaxed) {
            0 => Self::Baseline,
            1 => Self::Avx2,
            2 => Self::Avx512,
            _ => Self::choose(),
        }
    }

    #[cold]
    fn choose() -> Self {
        let asked = match std::env::var("COTANGENT_ISA").as_deref() {
            Ok("baseline") => Self::Baseline,
            Ok("avx2") => Self::Avx2,
            _ => Self::Avx512,
        };
        let level = asked.min(Self::best());
        CURRENT.store(level as u8, Ordering::Relaxed);
        level
    }

    /// For reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Baseline => Baseline::NAME,
            Self::Avx2 => Avx2::NAME,
            Self::Avx512 => Avx512::NAME,
        }
    }
}

/// Set once; a race writes the same value twice.
static CURRENT: AtomicU8 = AtomicU8::new(u8::MAX);
