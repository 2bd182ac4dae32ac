//! Numbers that positions alone decide, formed in f64 and rounded once.

use cotangent_kernels::{Element, Float};

use crate::device::Device;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::shape::Shape;

/// Writes for each of `n` places that lie evenly among `len` elements what `of` makes of it.
fn placed<T: Element>(
    (n, len, align, offset): (usize, usize, bool, f64),
    of: impl Fn(f64) -> T,
) -> Result<Tensor<T>> {
    let end = i32::try_from(len).ok().and_then(|len| len.checked_sub(1));
    let end = end.ok_or_else(|| Error::new(ErrorKind::Shape, format!("no place among {len} elements")))?;
    Tensor::build(Device::CPU, Shape::new(&[n])?, |out| {
        for (i, o) in out.iter_mut().enumerate() {
            let i = i as f64;
            // One division, of numbers that f64 holds exactly: the whole part is never rounded up.
            *o = of(match align {
                true if n > 1 => i * f64::from(end) / (n - 1) as f64,
                true => 0.0,
                false => ((i + offset) * len as f64 - offset * n as f64) / n as f64,
            });
        }
        Ok(())
    })
}

/// The element before each of `n` places that lie evenly among `len`; `offset` is the middle of an element, and with `align` the
/// ends meet.
#[doc(hidden)]
pub fn place_before(n: usize, len: usize, align: bool, offset: f64) -> Result<Tensor<i32>> {
    placed((n, len, align, offset), |at| at.floor() as i32).in_op("place_before")
}

/// The part of the way from the element of [`place_before`] to the next.
#[doc(hidden)]
pub fn place_within<T: Float>(n: usize, len: usize, align: bool, offset: f64) -> Result<Tensor<T>> {
    placed((n, len, align, offset), |at| T::from_f64(at - at.floor())).in_op("place_within")
}

/// Cosines, and behind them sines, of the angles `(start + p) / scale * base^(-2i / dim)`.
pub fn rope_table<T: Float>(n: usize, dim: usize, base: f64, scale: f64, start: usize) -> Result<Tensor<T>> {
    let made = || {
        if !dim.is_multiple_of(2) {
            return Err(Error::new(
                ErrorKind::Shape,
                format!("the axis must be even, but has {dim} elements"),
            ));
        }
        for (name, value) in [("base", base), ("scale", scale)] {
            if !(value > 0.0 && value.is_finite()) {
                let message = format!("{name} must be finite and above 0, but is {value}");
                return Err(Error::new(ErrorKind::Value, message));
            }
        }
        let half = dim / 2;
        Tensor::build(Device::CPU, Shape::new(&[2, n, half])?, |out| {
            if out.is_empty() {
                // However long the other axis is.
                return Ok(());
            }
            let (cosines, sines) = out.split_at_mut(n * half);
            for i in 0..half {
                let turn = base.powf(-2.0 * i as f64 / dim as f64) / scale;
                for p in 0..n {
                    let (s, c) = ((start as f64 + p as f64) * turn).sin_cos();
                    (cosines[p * half + i], sines[p * half + i]) = (T::from_f64(c), T::from_f64(s));
                }
            }
            Ok(())
        })
    };
    made().in_op("rope_table")
}
