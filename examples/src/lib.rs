//! Programs that a user would copy live in the files beside `src`; here is where they write.

use std::path::PathBuf;

use cotangent::{Device, Result};

/// The device behind `--device`, else the one that `COTANGENT_DEVICE` names, else the processor.
pub fn device() -> Result<Device> {
    let mut args = std::env::args();
    match args.find(|a| a == "--device").and(args.next()) {
        Some(name) => name.parse(),
        None => Device::from_env(),
    }
}

/// The folder that the first argument names, or that of the program. `--device` and what follows it are no folder.
pub fn folder() -> PathBuf {
    let mut args = std::env::args_os().skip(1);
    let given = std::iter::from_fn(|| {
        let arg = args.next()?;
        Some(if arg == "--device" { args.next().and(None) } else { Some(arg) })
    });
    let given = given.flatten().next().map(PathBuf::from);
    let own = || std::env::current_exe().ok()?.parent().map(PathBuf::from);
    given.or_else(own).unwrap_or_default()
}
