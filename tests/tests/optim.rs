//! Optimisers: steps against scalar references in f64, known behaviour, refusals, memory.

#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

use cotangent_tests as _;

#[path = "optim/clip.rs"]
mod clip;
#[path = "optim/lbfgs.rs"]
mod lbfgs;
#[path = "optim/models.rs"]
mod models;
#[path = "optim/refused.rs"]
mod refused;
#[path = "optim/schedules.rs"]
mod schedules;
#[path = "optim/steps.rs"]
mod steps;
#[path = "optim/storage.rs"]
mod storage;
