//! Programs that a user would copy live in the files beside `src`; here is where they write.

use std::path::PathBuf;

/// The folder that the first argument names, or that of the program.
pub fn folder() -> PathBuf {
    let given = std::env::args_os().nth(1).map(PathBuf::from);
    let own = || std::env::current_exe().ok()?.parent().map(PathBuf::from);
    given.or_else(own).unwrap_or_default()
}
