//! What is computed once for each length, and kept.

use std::sync::{Arc, Mutex, PoisonError};

use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::num_complex::Complex;
use rustfft::{Fft, FftDirection, FftNum, FftPlanner};

use crate::element::Float;

/// Which transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Forward,
    Inverse,
    Real,
    Hermitian,
}

impl Kind {
    /// Numbers of a result of `n` points.
    pub(super) fn results(self, n: usize) -> usize {
        match self {
            Self::Forward | Self::Inverse => 2 * n,
            Self::Real => 2 * (n / 2 + 1),
            Self::Hermitian => n,
        }
    }
}

/// A transform of one length.
pub(super) enum Plan<R> {
    Complex(Arc<dyn Fft<R>>),
    Real(Arc<dyn RealToComplex<R>>),
    Hermitian(Arc<dyn ComplexToReal<R>>),
}

/// A type that transforms are computed in.
pub(super) trait Real: FftNum + Float {
    /// The plan for `n` points, made or kept. Here and not where it is asked for, which is generic: a program that calls would compile
    /// all transforms itself.
    fn plan(kind: Kind, n: usize) -> Arc<Plan<Self>>;
}

macro_rules! real {
    ($R:ty) => {
        impl Real for $R {
            fn plan(kind: Kind, n: usize) -> Arc<Plan<Self>> {
                static KEPT: Kept<$R> = Mutex::new(Vec::new());
                Plan::of(&KEPT, kind, n)
            }
        }
    };
}
real!(f32);
real!(f64);

/// Plans that were asked for, the latest last.
type Kept<R> = Mutex<Vec<(Kind, usize, Arc<Plan<R>>)>>;

/// How many plans of a type are kept, and how many points they have together: those of a million take 16 MB and more.
const PLANS: usize = 64;
const POINTS: usize = 1 << 24;

impl<R: Real> Plan<R> {
    fn of(kept: &Kept<R>, kind: Kind, n: usize) -> Arc<Self> {
        let kept = || kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut plans = kept();
        if let Some(at) = plans.iter().position(|(k, len, _)| (*k, *len) == (kind, n)) {
            let found = plans.remove(at);
            let plan = found.2.clone();
            plans.push(found);
            return plan;
        }
        // Others need not wait for it.
        drop(plans);
        let plan = Arc::new(Self::new(kind, n));
        if n > POINTS {
            return plan;
        }
        let mut plans = kept();
        plans.push((kind, n, plan.clone()));
        let points = |plans: &[(Kind, usize, Arc<Self>)]| plans.iter().map(|(_, n, _)| n).sum::<usize>();
        while plans.len() > PLANS || points(&plans) > POINTS {
            plans.remove(0);
        }
        plan
    }

    fn new(kind: Kind, n: usize) -> Self {
        match kind {
            Kind::Forward => Self::Complex(FftPlanner::new().plan_fft(n, FftDirection::Forward)),
            Kind::Inverse => Self::Complex(FftPlanner::new().plan_fft(n, FftDirection::Inverse)),
            Kind::Real => Self::Real(RealFftPlanner::new().plan_fft_forward(n)),
            Kind::Hermitian => Self::Hermitian(RealFftPlanner::new().plan_fft_inverse(n)),
        }
    }

    /// Memory that [`run`](Self::run) needs.
    pub(super) fn scratch(&self) -> Vec<Complex<R>> {
        let len = match self {
            Self::Complex(plan) => plan.get_outofplace_scratch_len().max(plan.get_immutable_scratch_len()),
            Self::Real(plan) => plan.get_scratch_len(),
            Self::Hermitian(plan) => plan.get_scratch_len(),
        };
        vec![Complex::default(); len]
    }

    /// Whether [`read`](Self::read) does.
    pub(super) fn only_reads(&self) -> bool {
        matches!(self, Self::Complex(_))
    }

    /// [`run`](Self::run) that leaves `from` as it is.
    pub(super) fn read(&self, from: &[R], to: &mut [R], scratch: &mut [Complex<R>]) {
        let Self::Complex(plan) = self else { unreachable!("asked by `only_reads`") };
        assert!(from.len().is_multiple_of(2));
        // SAFETY: as in `pairs`.
        let from = unsafe { std::slice::from_raw_parts(from.as_ptr().cast(), from.len() / 2) };
        plan.process_immutable_with_scratch(from, pairs(to), scratch);
    }

    /// Transforms one lane; what is left in `from` is anything.
    pub(super) fn run(&self, from: &mut [R], to: &mut [R], scratch: &mut [Complex<R>]) {
        // The plans of real numbers return errors for a wrong length, or for an imaginary part that must be 0 and is not.
        let done = match self {
            Self::Complex(plan) => {
                plan.process_outofplace_with_scratch(pairs(from), pairs(to), scratch);
                Ok(())
            }
            Self::Real(plan) => plan.process_with_scratch(from, pairs(to), scratch),
            Self::Hermitian(plan) => {
                let y = pairs(from);
                if let Some(first) = y.first_mut() {
                    first.im = R::default();
                }
                if plan.len().is_multiple_of(2)
                    && let Some(last) = y.last_mut()
                {
                    last.im = R::default();
                }
                plan.process_with_scratch(y, to, scratch)
            }
        };
        assert!(done.is_ok(), "a transform of lanes of another length");
    }
}

/// The pairs of a list.
fn pairs<R: Real>(list: &mut [R]) -> &mut [Complex<R>] {
    assert!(list.len().is_multiple_of(2));
    // SAFETY: `Complex` is `repr(C)` of two such numbers, without padding, so pairs of them are in place what it is.
    unsafe { std::slice::from_raw_parts_mut(list.as_mut_ptr().cast(), list.len() / 2) }
}
