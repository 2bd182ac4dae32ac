//! Programs that a user would copy live in the files beside `src`; here is where they write.

use std::path::PathBuf;
use std::process::{Command, exit};

use cotangent::{Device, Result};

/// The device behind `--device`, else the one that `COTANGENT_DEVICE` names, else the processor.
pub fn device() -> Result<Device> {
    let mut args = std::env::args();
    let named = args.find(|a| a == "--device").and(args.next());
    let asked = named.clone().or_else(|| std::env::var("COTANGENT_DEVICE").ok()).unwrap_or_default();
    if cfg!(not(feature = "wgpu")) && asked.trim().starts_with("wgpu") {
        run_with_wgpu();
    }
    named.map_or_else(Device::from_env, |name| name.parse())
}

/// The program again, from a build that has WebGPU, in place of this one. Most programs need no such build, which takes a minute or
/// two the first time. Does nothing where cargo did not start the program.
fn run_with_wgpu() {
    let (Some(cargo), Ok(program)) = (std::env::var_os("CARGO"), std::env::current_exe()) else { return };
    let Some(name) = program.file_stem() else { return };
    eprintln!("this build has no WebGPU; making one that has, by the feature `wgpu`");
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let ran = Command::new(cargo)
        .args(["run", "--quiet", "--manifest-path", manifest, "--features", "wgpu"])
        .args((!cfg!(debug_assertions)).then_some("--release"))
        .arg("--example")
        .arg(name)
        .arg("--")
        .args(std::env::args_os().skip(1))
        .status();
    if let Ok(status) = ran {
        exit(status.code().unwrap_or(1));
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
