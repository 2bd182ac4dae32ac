//! Gemm, indexing, order, scans, padding and linear algebra against loops that say what they mean.

#[path = "opaque/gemm.rs"]
mod gemm;
#[path = "opaque/support.rs"]
mod support;
