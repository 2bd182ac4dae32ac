//! Helpers shared by the tests.

pub mod examples;
pub mod flow;
pub mod gradcheck;
pub mod instances;
pub mod oracle;
pub mod peer;
pub mod plain;
pub mod programs;
pub mod types;
pub mod walk;
