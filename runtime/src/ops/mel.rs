//! Bands of the mel scale, by which ears tell tones apart.

use cotangent_kernels::Float;

use crate::device::Device;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::shape::Shape;

/// Where the scale of Slaney stops to be linear, in mel, and its step from there on: 27 of them are a factor of 6.4.
const BEND: f64 = 15.0;
fn step() -> f64 {
    6.4_f64.ln() / 27.0
}

/// The mel of a frequency.
fn mel(f: f64, htk: bool) -> f64 {
    if htk {
        2595.0 * (f / 700.0).ln_1p() / std::f64::consts::LN_10
    } else if f < 1000.0 {
        f * (BEND / 1000.0)
    } else {
        BEND + (f / 1000.0).ln() / step()
    }
}

/// The frequency of a mel.
fn hertz(m: f64, htk: bool) -> f64 {
    if htk {
        700.0 * (m / 2595.0 * std::f64::consts::LN_10).exp_m1()
    } else if m < BEND {
        m * (1000.0 / BEND)
    } else {
        1000.0 * ((m - BEND) * step()).exp()
    }
}

/// Triangles over the frequencies of `rfft`, evenly on the mel scale.
pub fn mel_bank<T: Float>(
    freqs: usize,
    mels: usize,
    rate: f64,
    low: f64,
    high: f64,
    htk: bool,
    area: bool,
) -> Result<Tensor<T>> {
    let wrong = |message: String| Error::new(ErrorKind::Value, message);
    let made = || {
        if !(0.0 <= low && low < high && high <= rate / 2.0 && rate.is_finite()) {
            return Err(wrong(format!(
                "{low} to {high} is no range of frequencies up to half of the rate {rate}"
            )));
        }
        let [first, last] = [low, high].map(|f| mel(f, htk));
        let corner = |i: usize| hertz(first + (last - first) * i as f64 / (mels as f64 + 1.0), htk);
        let frequency = |k: usize| k as f64 * (rate / 2.0) / (freqs.max(2) - 1) as f64;
        let shape = Shape::new(&[freqs, mels])?;
        Tensor::build(Device::CPU, shape, |out| {
            for j in 0..mels {
                let [from, top, to] = [0, 1, 2].map(|i| corner(j + i));
                let scale = if area { 2.0 / (to - from) } else { 1.0 };
                let mut is_empty = true;
                for k in 0..freqs {
                    let f = frequency(k);
                    let side = if f <= top { (f - from) / (top - from) } else { (to - f) / (to - top) };
                    is_empty &= side <= 0.0;
                    out[k * mels + j] = T::from_f64(side.max(0.0) * scale);
                }
                if is_empty {
                    return Err(wrong(format!(
                        "band {j} of {mels}, from {from:.1} to {to:.1}, has none of the {freqs} frequencies; take fewer bands or more \
                         frequencies"
                    )));
                }
            }
            Ok(())
        })
    };
    made().in_op("mel_bank")
}
