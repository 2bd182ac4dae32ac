//! Training: rules of steps, layers that are functions, and runs with their progress.

pub mod nn;
pub mod optim;
pub(crate) mod params;
pub mod train;
