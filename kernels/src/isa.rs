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

/// The instruction set that the target guarantees.
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
    /// machine has it. The same for the whole run of the process: what one call sizes by it, another fills.
    ///
    /// Unsafe code calls what is compiled for this level without asking again. It may: `CURRENT` is private and written
    /// by `settle` alone, whose argument is never above [`Level::best`], and that looks for every feature that
    /// `compiled_for!` spells.
    #[inline]
    pub fn current() -> Self {
        Self::of(CURRENT.load(Ordering::Relaxed)).unwrap_or_else(Self::choose)
    }

    #[cold]
    fn choose() -> Self {
        let asked = match std::env::var("COTANGENT_ISA").as_deref() {
            Ok("baseline") => Self::Baseline,
            Ok("avx2") => Self::Avx2,
            _ => Self::Avx512,
        };
        Self::settle(&CURRENT, asked.min(Self::best()))
    }

    /// `level`, unless another thread was faster. It may have seen another value of the variable, so the first stays.
    fn settle(current: &AtomicU8, level: Self) -> Self {
        let before = current.compare_exchange(UNKNOWN, level as u8, Ordering::Relaxed, Ordering::Relaxed);
        before.err().and_then(Self::of).unwrap_or(level)
    }

    #[inline]
    const fn of(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Baseline),
            1 => Some(Self::Avx2),
            2 => Some(Self::Avx512),
            _ => None,
        }
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

/// No [`Level`] yet.
const UNKNOWN: u8 = u8::MAX;
/// Set once.
static CURRENT: AtomicU8 = AtomicU8::new(UNKNOWN);

#[cfg(test)]
mod tests {
    use super::*;

    /// Threads that choose at the same time may have read different values of `COTANGENT_ISA`.
    #[test]
    fn the_first_choice_stays() {
        let current = AtomicU8::new(UNKNOWN);
        assert_eq!(Level::settle(&current, Level::Avx2), Level::Avx2);
        for later in [Level::Baseline, Level::Avx2, Level::Avx512] {
            assert_eq!(Level::settle(&current, later), Level::Avx2);
        }
        assert_eq!(current.load(Ordering::Relaxed), Level::Avx2 as u8);
    }
}
