//! Differentiable programs as plain Rust: a `Tensor` of numbers that know how they change along two directions, with the
//! names that bodies use. The build script strips the attributes of a program, and rustc gives it its meaning: what runs,
//! in which order, how often. Nothing here knows of the runtime but its errors.
//!
//! A shape that does not fit is a panic: programs are drawn with shapes that do.

pub mod host;
mod hyper;
mod joined;
mod maps;
mod operators;
mod reductions;
mod tensor;
mod views;

use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};

pub use cotangent::{Error, Result};
pub use hyper::Hyper;
pub use joined::{concat, stack};
pub use maps::*;
pub use tensor::{Sizes, Tensor};
pub use views::{matmul, outer};

/// A tensor or a number beside tensors, or a reference to one.
pub trait Operand {
    fn tensor(&self) -> Tensor;
}

impl Operand for Tensor {
    fn tensor(&self) -> Tensor {
        *self
    }
}

impl<T: Operand> Operand for &T {
    fn tensor(&self) -> Tensor {
        (**self).tensor()
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Operand for $number {
            fn tensor(&self) -> Tensor {
                Tensor::scalar(*self as f64)
            }
        }
    )*};
}
numbers!(f64, usize, i32);

/// What stands in front of a `?`: methods of tensors give errors in differentiable bodies, and never here.
pub trait Asked {
    type Of;
    /// # Errors
    /// Those of host code.
    fn asked(self) -> Result<Self::Of>;
}

impl<T> Asked for Result<T> {
    type Of = T;
    fn asked(self) -> Result<T> {
        self
    }
}

/// Values that are never errors.
macro_rules! values {
    ($($of:ty),*) => {$(
        impl Asked for $of {
            type Of = $of;
            fn asked(self) -> Result<$of> {
                Ok(self)
            }
        }
    )*};
}
values!(f64, usize, Tensor, Vec<Tensor>);

impl<A, B> Asked for (A, B) {
    type Of = (A, B);
    fn asked(self) -> Result<(A, B)> {
        Ok(self)
    }
}

/// An `e?` of a program.
///
/// # Errors
/// Those of host code.
pub fn asked<A: Asked>(a: A) -> Result<A::Of> {
    a.asked()
}

/// The body of a function that declares no `Result`.
///
/// # Panics
/// With the error, which [`caught`] gives back.
pub fn infallible<T>(body: impl FnOnce() -> Result<T>) -> T {
    body().unwrap_or_else(|error| panic_any(error))
}

/// What a program gives, or the text of its error or panic.
///
/// # Errors
/// That text.
pub fn caught<T>(run: impl FnOnce() -> Result<T>) -> std::result::Result<T, String> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(panic) => Err(match panic.downcast::<Error>() {
            Ok(error) => error.to_string(),
            Err(panic) => match panic.downcast::<String>() {
                Ok(text) => *text,
                Err(panic) => panic.downcast_ref::<&str>().map_or("a panic", |text| text).to_owned(),
            },
        }),
    }
}
