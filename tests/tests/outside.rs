//! The crates in `tests/outside`, as users would build them: in a workspace of their own, which knows the library by
//! other names, under the lints that users deny; their tests and doc tests, and what clippy says.
//!
//! Everything happens in the target folder, offline, with the versions of this workspace's lock file.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes `to` a copy of `from`. Files that `from` has no more are removed, except for files of cargo.
fn copy(from: &Path, to: &Path, root: &str) {
    std::fs::create_dir_all(to).expect("a folder");
    let paths = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).expect("a folder that can be read");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };
    for old in paths(to) {
        let name = old.file_name().expect("a name");
        if name == "target" || name == "Cargo.lock" || from.join(name).exists() {
            continue;
        }
        let removed = if old.is_dir() { std::fs::remove_dir_all(&old) } else { std::fs::remove_file(&old) };
        removed.expect("the target folder can be cleaned");
    }
    for path in paths(from) {
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target, root);
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let text = text.replace("\"../../../runtime\"", root).replace("\"../../runtime\"", root);
        // What did not change is not built again.
        if std::fs::read_to_string(&target).ok().as_ref() != Some(&text) {
            std::fs::write(&target, text).expect("the target folder takes files");
        }
    }
}

/// The workspace in the target folder.
fn workspace() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = tests.parent().expect("tests are in the workspace");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside");
    copy(&tests.join("outside"), &folder, &format!("{:?}", root.join("runtime")));
    std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the versions of the workspace");
    folder
}

fn cargo(folder: &Path, args: &[&str]) -> (bool, String) {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).args(["--offline", "--workspace", "--target-dir", "target"]).current_dir(folder);
    // Dependencies are built for a few numbers: unoptimised.
    command.env_remove("CARGO_TARGET_DIR").env("CARGO_TERM_COLOR", "never");
    let output = command.output().expect("cargo runs");
    let text = [output.stdout, output.stderr].map(|t| String::from_utf8_lossy(&t).into_owned());
    (output.status.success(), text.concat())
}

#[test]
fn crates_of_users() {
    let folder = workspace();
    let (passed, text) = cargo(&folder, &["test"]);
    assert!(passed, "{text}");
    let ran: usize = text
        .lines()
        .filter_map(|l| l.strip_prefix("test result: ok. ")?.split(' ').next()?.parse::<usize>().ok())
        .sum();
    assert_eq!(ran, 9, "tests and doc tests that ran:\n{text}");
    if !cargo(&folder, &["clippy", "--version"]).0 && std::env::var_os("COTANGENT_REQUIRE").is_none() {
        println!("skipped: clippy is not installed");
        return;
    }
    let (passed, text) = cargo(&folder, &["clippy", "--all-targets"]);
    assert!(passed, "{text}");
    let (passed, text) = cargo(&folder, &["doc", "--no-deps"]);
    assert!(passed, "{text}");
}

#[test]
fn a_copy_has_what_its_source_has() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside-copy");
    let (from, to) = (folder.join("from"), folder.join("to"));
    let _ = std::fs::remove_dir_all(&folder);
    for kept in ["from/a", "from/b/src", "to/a", "to/gone/src", "to/target/debug"] {
        std::fs::create_dir_all(folder.join(kept)).expect("a folder");
    }
    for file in ["from/a/new.rs", "from/b/src/lib.rs", "to/a/old.rs", "to/gone/src/lib.rs", "to/Cargo.lock"] {
        std::fs::write(folder.join(file), file).expect("a file");
    }
    copy(&from, &to, "");
    let is_there = |path: &str| to.join(path).exists();
    assert!(["a/new.rs", "b/src/lib.rs", "target/debug", "Cargo.lock"].into_iter().all(is_there));
    assert!(!["a/old.rs", "gone"].into_iter().any(is_there));
}
