//! Printers: one program, three targets.

pub(crate) mod cuda;
mod device;
pub(crate) mod explain;
pub(crate) mod function;
pub(crate) mod rust;
pub(crate) mod wgsl;

#[cfg(test)]
mod tests;
