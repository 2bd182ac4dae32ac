//! Printers: one program, three targets.

// A golden: nobody launches it.
#[cfg_attr(not(test), allow(dead_code))]
pub(crate) mod cuda;
mod device;
pub(crate) mod explain;
pub(crate) mod function;
pub(crate) mod rust;
pub(crate) mod wgsl;

#[cfg(test)]
pub(crate) mod tests;
