//! Host functions that give another number at each call, and remember what they were called with: how often host code
//! runs, and in which order, shows in values and in the record.

use std::cell::RefCell;

use cotangent::{Error, Result};

/// What was called, with which number.
pub type Called = (&'static str, f64);

thread_local! {
    static RECORD: RefCell<Vec<Called>> = const { RefCell::new(Vec::new()) };
}

/// The record from its beginning, which begins anew.
pub fn record() -> Vec<Called> {
    RECORD.take()
}

/// How many calls came before this one, scattered.
fn called(name: &'static str, with: f64) -> u64 {
    RECORD.with_borrow_mut(|record| {
        record.push((name, with));
        let n = record.len() as u64;
        (n ^ 0x5bd1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33
    })
}

/// Another number, from 0.4 to 1.2.
pub fn drawn() -> f64 {
    0.4 + (called("drawn", 0.0) % 1000) as f64 * 8e-4
}

/// Another number below `n`.
pub fn picked(n: usize) -> usize {
    called("picked", n as f64) as usize % n
}

/// Something of `k` that is not the same a second time.
pub fn told(k: f64) -> f64 {
    (k * 0.7).sin() + (called("told", k) % 100) as f64 * 2e-3
}

/// What it has made of `k`.
pub fn next(k: &mut f64) -> f64 {
    called("next", *k);
    *k += 1.0;
    *k
}

/// What holds no tensors.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub k: f64,
    pub j: usize,
}

/// Nothing.
pub fn noted(k: f64) {
    called("noted", k);
}

/// `k`, or now and then an error.
///
/// # Errors
/// By the number of the call.
pub fn checked(k: f64) -> Result<f64> {
    match called("checked", k) % 19 {
        0 => Err(Error::msg(format!("call refused {k:.6}"))),
        _ => Ok(k.tanh()),
    }
}
