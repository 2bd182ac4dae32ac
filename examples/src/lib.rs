//! Programs that a user would copy live in the files beside `src`; here is what they show their training with.

mod plot;
mod progress;

pub use plot::{Curve, plot};
pub use progress::Progress;

use std::path::PathBuf;

/// Where an example writes: the folder that its first argument names, or that of the program.
pub fn folder() -> PathBuf {
    let given = std::env::args_os().nth(1).map(PathBuf::from);
    let own = || std::env::current_exe().ok()?.parent().map(PathBuf::from);
    given.or_else(own).unwrap_or_default()
}
