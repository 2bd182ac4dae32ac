//! Printers: one program, three targets.

pub(crate) mod cuda;
mod device;
pub(crate) mod wgsl;

#[cfg(test)]
mod tests;
