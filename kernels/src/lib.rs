//! Everything of cotangent that touches elements: CPU kernels over slices and strides.
//!
//! No tensor type and no gradient formula lives here.

pub mod attention;
pub mod contract;
pub mod copy;
pub mod driver;
pub mod element;
#[cfg(feature = "fft")]
pub mod fourier;
pub mod gemm;
pub mod index;
pub mod isa;
pub mod kernel;
mod lanes;
pub mod linalg;
pub mod math;
pub mod order;
pub mod pad;
pub mod pool;
pub mod quantile;
pub mod real;
pub mod recurrence;
pub mod scan;
pub mod source;
pub mod strided;

pub use element::{Compute, Continuous, DType, Discrete, Element, Float, Num, Ordered};
pub use half::{bf16, f16};
