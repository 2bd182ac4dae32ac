//! Printers: a program as Rust, and what it reports of itself. Kernels carry their bodies for devices as data.

pub(crate) mod explain;
pub(crate) mod function;
pub(crate) mod rust;
