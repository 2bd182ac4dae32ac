//! The origin of a NaN.

use std::sync::atomic::{AtomicU8, Ordering};

const UNKNOWN: u8 = 0;
const OFF: u8 = 1;
const ON: u8 = 2;

static NAN_CHECK: AtomicU8 = AtomicU8::new(UNKNOWN);

/// Whether the result of every kernel and of every op between kernels is looked through for NaN, in all threads. One
/// that is found is an [`ErrorKind::Nan`](crate::ErrorKind::Nan) that names the op and its line, or, for a kernel that
/// several ops share, all of them. `COTANGENT_NAN=1` switches it on at start.
///
/// Masks are no exception: an op whose result is NaN where `select` does not take it is not reported as long as both
/// are in one kernel, and is otherwise. Nothing is written in place of what an error would destroy.
pub fn nan_check(on: bool) {
    NAN_CHECK.store(if on { ON } else { OFF }, Ordering::Relaxed);
}

/// One load where it is known.
#[inline(always)]
#[doc(hidden)]
pub fn checks_nan() -> bool {
    match NAN_CHECK.load(Ordering::Relaxed) {
        OFF => false,
        ON => true,
        _ => asked(),
    }
}

#[cold]
fn asked() -> bool {
    let on = std::env::var("COTANGENT_NAN").is_ok_and(|v| !matches!(v.trim(), "" | "0"));
    // A call of `nan_check` meanwhile goes first.
    let state = if on { ON } else { OFF };
    let before = NAN_CHECK.compare_exchange(UNKNOWN, state, Ordering::Relaxed, Ordering::Relaxed);
    before.map_or_else(|set| set == ON, |_| on)
}
