//! The `#[differentiable]` macro.

mod dims;
mod ir;
mod rules;
mod shapes;
