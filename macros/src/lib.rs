//! The `#[differentiable]` macro.

mod args;
mod check;
mod dims;
mod emit;
mod error;
mod fuse;
mod host;
mod ir;
mod lower;
mod rules;
#[cfg(test)]
mod rules_md;
mod shapes;
mod signature;
