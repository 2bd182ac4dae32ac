//! Helpers shared by the tests.

pub mod flow;
pub mod gradcheck;
pub mod oracle;
pub mod plain;
pub mod programs;
pub mod types;
pub mod walk;

/// The code of the README runs as the documentation tests of this item.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
