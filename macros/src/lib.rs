//! The `#[differentiable]` macro.

mod args;
mod dims;
mod error;
mod host;
mod ir;
mod lower;
mod rules;
mod shapes;
mod signature;
