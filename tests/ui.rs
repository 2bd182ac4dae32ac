//! What users see when they write what cannot be differentiated: one file a mistake, and beside it what the compiler says of it.
//! `UPDATE_EXPECT=1` writes that down anew.
//!
//! The compiler is run by itself over the library that this program was built with: cargo would build all of it again.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The folder with this program and what it was built from.
fn built() -> PathBuf {
    let program = std::env::current_exe().expect("this program has a path");
    program.parent().expect("it is in a folder").to_owned()
}

/// The library. Others lie beside it, of other features or older: cargo builds a program after what it stands on, so that of those
/// that are not newer than this program the last is its own.
fn library() -> PathBuf {
    let changed = |path: &Path| path.metadata().and_then(|m| m.modified()).expect("a file has a time");
    let program = changed(&std::env::current_exe().expect("this program has a path"));
    let all = std::fs::read_dir(built()).expect("a folder that can be read");
    let named = |path: &PathBuf| {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        name.starts_with("libcotangent-") && name.ends_with(".rlib")
    };
    let own = all.map(|entry| entry.expect("an entry").path()).filter(named);
    own.filter(|path| changed(path) <= program)
        .max_by_key(|path| changed(path))
        .expect("the library was built")
}

/// What the compiler says of a file, without what changes with things that are not in it.
fn said(file: &str, library: &Path) -> String {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui.rmeta").with_extension(file.replace('/', "-"));
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args([
        "--edition=2024",
        "--emit=metadata",
        "--color=never",
        "--diagnostic-width=140",
        "--crate-name=mistake",
    ]);
    rustc.arg("--extern").arg(format!("cotangent={}", library.display()));
    rustc.arg("-L").arg(format!("dependency={}", built().display()));
    // Paths of the library lead nowhere from here, so that its lines are not shown.
    rustc.arg("-o").arg(&out).arg(file).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = rustc.output().expect("the compiler runs");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{file} compiles:\n{text}");
    let mut seen: Vec<String> = Vec::new();
    for message in text.trim_end().split("\n\n") {
        let count = ["error: aborting due to", "Some errors have detailed", "For more information"];
        if count.iter().any(|start| message.starts_with(start)) {
            continue;
        }
        let message = message.lines().map(line).collect::<Vec<_>>().join("\n");
        // As cargo does, which shows no message twice.
        if !seen.contains(&message) {
            seen.push(message);
        }
    }
    seen.join("\n\n") + "\n"
}

fn line(line: &str) -> String {
    let text = line.trim_start();
    if let Some(place) = text.strip_prefix("--> ")
        && !place.starts_with("ui/")
    {
        // A file of the library, whose lines move.
        let file = place.split(':').next().unwrap_or(place);
        return line.replace(text, &format!("--> $WORKSPACE/{file}"));
    }
    // So many types implement a trait.
    match text.strip_prefix("and ").and_then(|t| t.strip_suffix(" others")) {
        Some(count) if count.parse::<usize>().is_ok() => line.replace(text, "and $N others"),
        _ => line.to_owned(),
    }
}

#[test]
fn ui() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    let names = std::fs::read_dir(&folder).expect("a folder that can be read");
    let names =
        names.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name in ASCII"));
    let mut stems: Vec<String> = names.filter_map(|n| n.strip_suffix(".rs").map(str::to_owned)).collect();
    stems.sort();
    assert!(stems.len() > 150, "{} files", stems.len());
    let (library, next) = (library(), AtomicUsize::new(0));
    let update = std::env::var_os("UPDATE_EXPECT").is_some_and(|v| v == "1");
    let checked = || {
        let mut failures = Vec::new();
        while let Some(stem) = stems.get(next.fetch_add(1, Ordering::Relaxed)) {
            let got = said(&format!("ui/{stem}.rs"), &library);
            let path = folder.join(stem).with_extension("stderr");
            if update {
                std::fs::write(&path, got).expect("the folder takes files");
                continue;
            }
            let want = std::fs::read_to_string(&path).unwrap_or_default();
            if got != want {
                failures.push(format!("ui/{stem}.rs: expected\n{want}\nbut the compiler says\n{got}"));
            }
        }
        failures
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let failures: Vec<String> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(checked)).collect();
        all.into_iter().flat_map(|thread| thread.join().expect("a thread that ends")).collect()
    });
    assert!(failures.is_empty(), "{} of {} files\n\n{}", failures.len(), stems.len(), failures.join("\n\n"));
}
