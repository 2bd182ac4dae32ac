//! Models and training in files: what comes back, what is refused, what an error leaves.

#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

use cotangent_tests as _;

#[path = "files/damage.rs"]
mod damage;
#[path = "files/folder.rs"]
mod folder;
#[cfg(unix)]
#[path = "files/full.rs"]
mod full;
#[path = "files/mismatch.rs"]
mod mismatch;
#[allow(dead_code)] // The optimisers' tests use more of it.
#[path = "optim/models.rs"]
mod models;
#[path = "files/resume.rs"]
mod resume;
#[path = "files/writing.rs"]
mod writing;
