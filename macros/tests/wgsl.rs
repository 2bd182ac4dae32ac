//! Emitted device kernels, as far as they can be checked without a device: naga reads and validates every WGSL text.

use std::path::{Path, PathBuf};

use cotangent_kernels::source::PRELUDE_WGSL;
use naga::valid::{Capabilities, ValidationFlags, Validator};

fn goldens() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden")
}

/// Every `.wgsl` under the goldens.
fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the goldens are there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            texts(&path, found);
        } else if path.extension().is_some_and(|e| e == "wgsl") {
            found.push(path);
        }
    }
}

/// Each kernel is a module of its own, below a line `// .., kernel 0`; one alone has no such line.
fn modules(text: &str) -> Vec<String> {
    let mut modules = vec![String::new()];
    for line in text.lines() {
        if line.starts_with("// ") && line.contains(", kernel ") {
            modules.push(String::new());
        }
        let last = modules.last_mut().expect("never empty");
        last.push_str(line);
        last.push('\n');
    }
    modules.retain(|m| m.lines().any(|l| !l.is_empty() && !l.starts_with("//")));
    modules
}

/// `enable` directives come first in a module.
fn module(text: &str) -> String {
    let (enable, rest): (Vec<_>, Vec<_>) = text.lines().partition(|l| l.starts_with("enable "));
    format!("{}\n{PRELUDE_WGSL}\n{}\n", enable.join("\n"), rest.join("\n"))
}

/// As much of naga's message as says where it is.
fn validate(source: &str) -> Result<usize, String> {
    let module = naga::front::wgsl::parse_str(source).map_err(|e| e.emit_to_string(source))?;
    let needs = Capabilities::SHADER_FLOAT16;
    let mut validator = Validator::new(ValidationFlags::all(), needs);
    validator.validate(&module).map_err(|e| e.emit_to_string(source))?;
    Ok(module.entry_points.len())
}

#[test]
fn every_wgsl_text_is_valid() {
    let mut found = Vec::new();
    texts(&goldens(), &mut found);
    assert!(found.len() >= 3, "goldens are missing");
    for path in found {
        let text = std::fs::read_to_string(&path).expect("a text");
        for kernel in modules(&text) {
            match validate(&module(&kernel)) {
                Ok(0) => panic!("{}: no entry point", path.display()),
                Ok(_) => {}
                Err(e) => panic!("{}: {e}", path.display()),
            }
        }
    }
}

/// The validator has teeth: a type error inside a kernel is found.
#[test]
fn an_invalid_text_is_refused() {
    let text = std::fs::read_to_string(goldens().join("kernels/mean.wgsl")).expect("a text");
    let broken = text.replace("let t0: f32 = x0 * x1;", "let t0: f32 = x0 * 1u;");
    assert_ne!(text, broken, "the golden holds the line");
    assert!(validate(&module(&broken)).is_err());
}
