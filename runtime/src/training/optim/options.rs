//! Checks of options.

use crate::error::{Error, ErrorKind, Result};

#[cold]
pub(super) fn invalid(name: &str, value: f64, must: &str) -> Error {
    Error::new(ErrorKind::Value, format!("`{name}` is {value}; it has to be {must}"))
}

pub(super) fn not_negative(name: &str, value: f64) -> Result<()> {
    let fine = value.is_finite() && value >= 0.0;
    if fine { Ok(()) } else { Err(invalid(name, value, "finite and not negative")) }
}

/// Checks the part of a value that stays from step to step.
pub(super) fn below_one(name: &str, value: f64) -> Result<()> {
    if (0.0..1.0).contains(&value) { Ok(()) } else { Err(invalid(name, value, "at least 0 and below 1")) }
}

pub(super) fn positive(name: &str, value: f64) -> Result<()> {
    let fine = value.is_finite() && value > 0.0;
    if fine { Ok(()) } else { Err(invalid(name, value, "finite and above 0")) }
}
