//! The bodies of kernels in WGSL, as far as they can be checked without a device: naga reads and validates each, as a function.
//! Beside the goldens, those that the macro's own tests have left in the folder that `COTANGENT_MACRO_TEXTS` names.
#![cfg(feature = "wgpu")]

use std::path::{Path, PathBuf};

mod valid;

use valid::{functions, kernels, validate};

fn goldens() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

/// Every `.wgsl` of a folder.
fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            texts(&path, found);
        } else if path.extension().is_some_and(|e| e == "wgsl") {
            found.push(path);
        }
    }
}

#[test]
fn every_text_is_valid() {
    let mut found = Vec::new();
    texts(&goldens(), &mut found);
    assert!(found.len() >= 3, "goldens are missing");
    match std::env::var_os("COTANGENT_MACRO_TEXTS") {
        Some(folder) => {
            let goldens = found.len();
            texts(Path::new(&folder), &mut found);
            assert!(found.len() - goldens > 100, "texts are missing: {}", found.len() - goldens);
        }
        None => println!("skipped: texts of the macro's own tests (COTANGENT_MACRO_TEXTS names no folder)"),
    }
    let none = validate("").expect("the prelude is valid");
    for path in found {
        let golden = std::fs::read_to_string(&path).expect("a text");
        let count = kernels(&golden).len();
        match validate(&functions(&golden)) {
            Ok(all) => assert_eq!(all, none + count, "functions of {}", path.display()),
            Err(e) => panic!("{}: {e}", path.display()),
        }
    }
}

/// The validator has teeth: a type error inside a kernel is found, and an output of another type.
#[test]
fn an_invalid_text_is_refused() {
    let golden = std::fs::read_to_string(goldens().join("kernels/mean.wgsl")).expect("a text");
    let found = |from: &str, to: &str| {
        let broken = golden.replace(from, to);
        assert_ne!(golden, broken, "the golden holds `{from}`");
        assert!(validate(&functions(&broken)).is_err(), "`{to}` is refused");
    };
    found("let t0: f32 = x0 * x1;", "let t0: f32 = x0 * 1u;");
    found("-> (f32, f32)", "-> (f32, i32)");
}
