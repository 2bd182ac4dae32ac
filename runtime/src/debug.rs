//! What runs, seen from outside: the origin of a NaN, and counts.

use std::cell::Cell;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU32, Ordering};

#[cfg(feature = "wgpu")]
#[doc(hidden)]
pub use crate::device::wgpu::{Layouts, tell_apart};

/// Whether somebody looks. Launches read this one word, which is [`KNOWN`] alone as a rule.
static WATCH: AtomicU32 = AtomicU32::new(0);
/// The environment was asked, or [`nan_check`] called.
const KNOWN: u32 = 1;
/// NaN are looked for.
const NAN: u32 = 2;
/// One [`counted`] that runs: the rest of the word is how many do.
const COUNTER: u32 = 4;

/// Whether the result of every kernel and of every op between kernels is looked through for NaN, in all threads. One
/// that is found is an [`ErrorKind::Nan`](crate::ErrorKind::Nan) that names the op and its line, or, for a kernel that
/// several ops share, all of them. `COTANGENT_NAN=1` switches it on at start.
///
/// Masks are no exception: an op whose result is NaN where `select` does not take it is not reported as long as both
/// are in one kernel, and is otherwise. Nothing is written in place of what an error would destroy.
pub fn nan_check(on: bool) {
    if on {
        WATCH.fetch_or(KNOWN | NAN, Ordering::Relaxed);
    } else {
        // Known first: what the environment says then comes too late.
        WATCH.fetch_or(KNOWN, Ordering::Relaxed);
        WATCH.fetch_and(!NAN, Ordering::Relaxed);
    }
}

/// Whether NaN are looked for.
#[doc(hidden)]
pub fn checks_nan() -> bool {
    WATCH.load(Ordering::Relaxed) != KNOWN && asked()
}

#[cold]
fn asked() -> bool {
    let state = WATCH.load(Ordering::Relaxed);
    if state & KNOWN != 0 {
        return state & NAN != 0;
    }
    let on = std::env::var("COTANGENT_NAN").is_ok_and(|v| !matches!(v.trim(), "" | "0"));
    // A call of `nan_check` meanwhile goes first.
    let ask = |state| (state & KNOWN == 0).then_some(state | KNOWN | if on { NAN } else { 0 });
    let before = WATCH.fetch_update(Ordering::Relaxed, Ordering::Relaxed, ask);
    before.map_or_else(|set| set & NAN != 0, |_| on)
}

/// What ran, as [`counted`] gives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Fused kernels: the lines `kernel ..` of `explain()`, once for each time that they run.
    pub kernels: u64,
    /// Ops between kernels that compute or move elements, not views. Marked functions alone count them.
    pub ops: u64,
    /// What a device that keeps its own memory was given to run. An op may take several there, and a view that has to be laid out
    /// one.
    pub dispatches: u64,
    /// How often the program stood still until such a device had come to an end.
    pub waits: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        let Self { kernels, ops, dispatches, waits } = other;
        self.kernels += kernels;
        self.ops += ops;
        self.dispatches += dispatches;
        self.waits += waits;
    }
}

thread_local! {
    static COUNTS: Cell<Option<Counts>> = const { Cell::new(None) };
}

/// Runs `f`, and counts what this thread runs meanwhile.
///
/// ```
/// use cotangent::prelude::*;
/// use cotangent::debug;
///
/// #[differentiable]
/// fn loss(x: &Tensor<N>, w: &Tensor<N>) -> Scalar {
///     (x * w).tanh().sum()
/// }
///
/// let x = Tensor::ones([8])?;
/// let (result, counts) = debug::counted(|| loss::value_and_grad(&x, &x));
/// assert!(result.is_ok());
/// assert_eq!((counts.kernels, counts.ops), (1, 0), "value and gradient are one kernel");
/// # Ok::<(), cotangent::Error>(())
/// ```
pub fn counted<R>(f: impl FnOnce() -> R) -> (R, Counts) {
    /// Ends the count, also where `f` panics. What is counted inside is counted outside too.
    struct End(Option<Counts>);
    impl Drop for End {
        fn drop(&mut self) {
            WATCH.fetch_sub(COUNTER, Ordering::Relaxed);
            let inside = COUNTS.take().unwrap_or_default();
            COUNTS.set(self.0.map(|mut outside| {
                outside += inside;
                outside
            }));
        }
    }
    let end = End(COUNTS.replace(Some(Counts::default())));
    WATCH.fetch_add(COUNTER, Ordering::Relaxed);
    let result = f();
    let counts = COUNTS.get().unwrap_or_default();
    drop(end);
    (result, counts)
}

/// Something runs that [`counted`] counts. Returns [`checks_nan`]; one load where nobody looks.
#[inline(always)]
pub(crate) fn ran(what: impl FnOnce(&mut Counts) -> &mut u64) -> bool {
    WATCH.load(Ordering::Relaxed) != KNOWN && seen(what)
}

#[cold]
fn seen(what: impl FnOnce(&mut Counts) -> &mut u64) -> bool {
    if let Some(mut counts) = COUNTS.get() {
        *what(&mut counts) += 1;
        COUNTS.set(Some(counts));
    }
    asked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_inside_are_counted_outside() {
        let one = || ran(|c| &mut c.kernels);
        one();
        let ((_, inside), outside) = counted(|| {
            one();
            let fails = || assert!(one(), "on purpose");
            let caught = std::panic::catch_unwind(|| counted(fails).0);
            assert!(caught.is_err());
            counted(|| (one(), ran(|c| &mut c.waits)))
        });
        one();
        assert_eq!((inside.kernels, inside.waits), (1, 1));
        assert_eq!((outside.kernels, outside.waits, outside.ops), (3, 1, 0));
        assert_eq!(COUNTS.get(), None);
        let elsewhere = counted(|| std::thread::spawn(one).join());
        assert_eq!(elsewhere.1, Counts::default());
    }
}
