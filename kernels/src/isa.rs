//! Instruction sets: a zero-sized token that every scalar function takes, so that one source serves each.

use std::cell::Cell;
use std::sync::atomic::{AtomicU8, Ordering};

/// An instruction set that the tile driver is instantiated for.
pub trait Isa: Copy {
    /// Whether `mul_add` is one instruction; without it the two-step form is used, never a call to libm.
    const FMA: bool;
    /// For reports.
    const NAME: &'static str;
    /// Whether functions leave out what is both rare and slow, and [`Isa::leave`] it to a second pass.
    const LEAVES: bool = false;
    /// Notes whether an element was left out.
    #[inline(always)]
    fn leave(self, _element: bool) {}
}

/// The first of two passes over a tile: no branch for arguments that only a slow reduction serves. Whether there was
/// one is noted in `left`, which stays a register of the loop; then the pass is repeated with `isa` itself.
#[derive(Clone, Copy, Debug)]
pub struct Near<'a, S> {
    /// The instruction set.
    pub isa: S,
    /// Set where an element was left out: what was computed from it is meaningless.
    pub left: &'a Cell<bool>,
}

impl<S: Isa> Isa for Near<'_, S> {
    const FMA: bool = S::FMA;
    const NAME: &'static str = S::NAME;
    const LEAVES: bool = true;
    #[inline(always)]
    fn leave(self, element: bool) {
        self.left.set(self.left.get() | element);
    }
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

/// Compiles an item for the instruction sets of a [`Level`]: the one place that spells their features. Exported for
/// tests and measurements.
#[doc(hidden)]
#[macro_export]
macro_rules! compiled_for {
    (baseline $($item:tt)*) => { $($item)* };
    (avx2 $($item:tt)*) => {
        #[target_feature(enable = "avx2,fma,f16c")]
        $($item)*
    };
    (avx512 $($item:tt)*) => {
        #[target_feature(enable = "avx2,fma,f16c,avx512f,avx512bw,avx512dq,avx512vl")]
        $($item)*
    };
}
#[doc(hidden)]
pub use compiled_for;

/// Set once; a race writes the same value twice.
static CURRENT: AtomicU8 = AtomicU8::new(u8::MAX);
