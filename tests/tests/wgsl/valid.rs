//! Functions that naga reads and validates.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

use cotangent_kernels::source::PRELUDE_WGSL;
use naga::valid::{Capabilities, ValidationFlags, Validator};

/// What follows the prelude; how many functions there are, or as much of naga's message as says where it is.
pub(crate) fn validate(functions: &str) -> Result<usize, String> {
    let source = format!("{PRELUDE_WGSL}\n{functions}");
    let module = naga::front::wgsl::parse_str(&source).map_err(|e| e.emit_to_string(&source))?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    validator.validate(&module).map_err(|e| e.emit_to_string(&source))?;
    show(&source);
    Ok(module.functions.len())
}

/// Writes a text that is valid to the folder that `COTANGENT_WGPU_TEXTS` names, for other compilers.
fn show(source: &str) {
    let Some(folder) = std::env::var_os("COTANGENT_WGPU_TEXTS").filter(|folder| !folder.is_empty()) else {
        return;
    };
    let mut hash = DefaultHasher::new();
    source.hash(&mut hash);
    let path = Path::new(&folder).join(format!("{:016x}.wgsl", hash.finish()));
    let thread = std::thread::current();
    let all = format!("// {}\n{source}", thread.name().unwrap_or_default());
    std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, all)).expect("a folder for texts");
}
