//! What emitted code calls, and users do not.

pub(crate) mod calls;
pub(crate) mod checks;
mod cotangents;
pub(crate) mod exports;
pub(crate) mod rounds;
pub(crate) mod sequence;
