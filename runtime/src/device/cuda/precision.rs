//! In which precision products of f32 are computed, and by whose kernels.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// How products of `f32` are computed on NVIDIA's GPUs: matrix products, contractions, attention, and what the library
/// computes by them.
///
/// Other types have no choice: `f16` and `bf16` are multiplied exactly and added in `f32`, `f64` is computed in `f64`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Precision {
    /// In `f32`.
    #[default]
    Full,
    /// In TF32, from Ampere on: operands are rounded to 11 significant bits, of which 10 are stored, and products are added in
    /// `f32`. Several times as fast. A `gelu_tanh` behind such a product, or its derivative, is cuBLASLt's, whose tanh may have as few.
    Tf32,
}

/// What [`PRECISION`] is before anybody asks.
const UNKNOWN: u8 = 2;

static PRECISION: AtomicU8 = AtomicU8::new(UNKNOWN);

/// The precision of products of `f32`, in all threads: [`Precision::Full`], unless [`set_precision`] was called or `COTANGENT_CUDA_TF32=1`
/// says otherwise at start.
pub fn precision() -> Precision {
    match PRECISION.load(Ordering::Relaxed) {
        0 => Precision::Full,
        1 => Precision::Tf32,
        _ => {
            let is_on = std::env::var("COTANGENT_CUDA_TF32").is_ok_and(|v| !matches!(v.trim(), "" | "0"));
            // A call of `set_precision` meanwhile goes first.
            let set =
                PRECISION.compare_exchange(UNKNOWN, u8::from(is_on), Ordering::Relaxed, Ordering::Relaxed);
            let is_on = set.map_or_else(|before| before == 1, |_| is_on);
            if is_on { Precision::Tf32 } else { Precision::Full }
        }
    }
}

/// Products of `f32` to come are computed so, in all threads. Matrix products by the library's own kernels are always in `f32`: those that cuBLASLt
/// has no form for, and all under `COTANGENT_CUDA_PRODUCTS=own`.
pub fn set_precision(precision: Precision) {
    PRECISION.store(u8::from(precision == Precision::Tf32), Ordering::Relaxed);
}

/// Whether NVIDIA's libraries of linear algebra stay closed: `COTANGENT_CUDA_PRODUCTS=own`.
pub(super) fn is_own() -> bool {
    static OWN: OnceLock<bool> = OnceLock::new();
    *OWN.get_or_init(|| std::env::var("COTANGENT_CUDA_PRODUCTS").is_ok_and(|v| v.trim() == "own"))
}

/// Whether cuFFT stays closed: `COTANGENT_CUDA_FOURIER=own`.
pub(super) fn transforms_are_own() -> bool {
    static OWN: OnceLock<bool> = OnceLock::new();
    *OWN.get_or_init(|| std::env::var("COTANGENT_CUDA_FOURIER").is_ok_and(|v| v.trim() == "own"))
}

/// What goes into cuBLASLt's kernels behind a product beside biases, `gelu_tanh` and its derivative: `COTANGENT_CUDA_EPILOGUES`, names with
/// commas between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Epilogues {
    /// `relu`, which makes 0 of NaN there.
    pub(super) relu: bool,
    /// `drelu`: its derivative, by bits whose order NVIDIA's documentation does not give.
    pub(super) drelu: bool,
    /// `bgrad`: the sums of a derivative for a bias, of which it does not say how they are added.
    pub(super) bgrad: bool,
}

impl Epilogues {
    fn of(names: &str) -> Option<Self> {
        let has = |name: &str| names.split(',').any(|own| own.trim() == name);
        let asked = Self { relu: has("relu"), drelu: has("drelu"), bgrad: has("bgrad") };
        (!has("none")).then_some(asked)
    }
}

/// `None` where `none` is named: then nothing does, whatever else is.
pub(super) fn epilogues() -> Option<Epilogues> {
    static ASKED: OnceLock<Option<Epilogues>> = OnceLock::new();
    *ASKED.get_or_init(|| {
        std::env::var("COTANGENT_CUDA_EPILOGUES")
            .map_or_else(|_| Some(Epilogues::default()), |v| Epilogues::of(&v))
    })
}
