//! The `#[differentiable]` macro.

mod args;
mod check;
mod dims;
mod error;
mod host;
mod ir;
mod lower;
mod rules;
#[cfg(test)]
mod rules_md;
mod shapes;
mod signature;
