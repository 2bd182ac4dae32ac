//! Printers: one program, three targets.

pub(crate) mod rust;
