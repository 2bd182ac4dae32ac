//! Derivatives as the library knows them: functions, their pullbacks, and what they take and give.

pub(crate) mod batch;
pub mod check;
pub mod differentiable;
pub(crate) mod explained;
pub(crate) mod function;
pub(crate) mod higher;
pub mod hooks;
pub(crate) mod numbers;
pub(crate) mod pullback;
pub mod tree;
