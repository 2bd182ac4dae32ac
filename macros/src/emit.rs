//! Printers: one program, three targets.

// The texts for devices are goldens, and naga reads the WGSL; who launches them comes with the devices.
#[cfg_attr(not(test), allow(dead_code))]
pub(crate) mod cuda;
#[cfg_attr(not(test), allow(dead_code))]
mod device;
pub(crate) mod explain;
pub(crate) mod function;
pub(crate) mod rust;
#[cfg_attr(not(test), allow(dead_code))]
pub(crate) mod wgsl;

#[cfg(test)]
mod tests;
