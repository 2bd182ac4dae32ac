//! LANGUAGE.md: what is accepted, from `tests/tests/accepted`, and what is refused, from `tests/ui`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

mod groups;
mod refused;

use groups::{ACCEPTED, OTHERS, REFUSED};
use refused::Refusal;

const HEAD: &str = "\
# Language

What a differentiable function may hold, generated from tests (`UPDATE_EXPECT=1 cargo test -p cotangent-macros language_md` writes this
file; a test fails when it is stale).

Text that mentions no tensor is plain Rust. The rest is below: first what is accepted, then what is refused, and what to write instead.
[RULES.md](RULES.md) has the ops.
";

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests").join(name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Names of the files with an extension, without it.
fn stems(folder: &Path, extension: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).expect("a folder of tests").filter_map(Result::ok);
    let files = entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == extension));
    files.map(|p| p.file_stem().expect("a name").to_string_lossy().into_owned()).collect()
}

/// The whole file.
fn language_md() -> String {
    let mut out = HEAD.to_owned();
    out += "\n## Accepted\n\nrustc compiles each of these (`cargo test --test accepted`).\n";
    for name in ACCEPTED {
        let text = read(&folder("tests/accepted").join(name).with_extension("rs"));
        let title = text.lines().next().and_then(|l| l.strip_prefix("//! ")).expect("a file has a title");
        let _ = writeln!(out, "\n### {title}");
        for (says, code) in cases(&text) {
            let _ = writeln!(out, "\n{says}\n\n```rust\n{code}\n```");
        }
    }
    out += "\n## Refused\n\nEach row is an error of the compiler. `cargo test --test ui` compiles the cases, `tests/ui/<case>.rs`.\n";
    let mut left = stems(&folder("ui"), "stderr");
    for (title, names) in REFUSED {
        let is_here =
            |case: &String| names.iter().any(|n| case == n || n.ends_with('-') && case.starts_with(n));
        let (here, others): (BTreeSet<_>, _) = left.into_iter().partition(is_here);
        left = others;
        section(&mut out, title, &here);
    }
    section(&mut out, OTHERS, &left);
    out
}

fn is_named(case: &str, name: &str) -> bool {
    case == name || name.ends_with('-') && case.starts_with(name)
}

fn section(out: &mut String, title: &str, cases: &BTreeSet<String>) {
    if cases.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "\n### {title}\n\n| written | refused because | write instead | case |\n|---|---|---|---|"
    );
    let mut said = BTreeSet::new();
    for case in cases {
        let path = folder("ui").join(case);
        let found = refused::of(&read(&path.with_extension("stderr")), &read(&path.with_extension("rs")));
        for (i, Refusal { written, why, instead }) in found.into_iter().enumerate() {
            // Each case has a row; another one is there for a sentence that this section has not.
            if said.insert((why.clone(), instead.clone())) || i == 0 {
                let cells = [written, why, instead].map(|c| c.replace('|', "\\|"));
                let _ = writeln!(out, "| {} | {case} |", cells.join(" | "));
            }
        }
    }
}

/// The texts of comments in front of items, each with the items up to the next one.
fn cases(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut is_said = false;
    for line in text.lines() {
        if let Some(says) = line.strip_prefix("/// ") {
            match found.last_mut().filter(|_| is_said) {
                Some((before, _)) => before.extend([" ", says]),
                None => found.push((says.to_owned(), String::new())),
            }
            is_said = true;
        } else if let Some((_, code)) = found.last_mut() {
            code.extend([line, "\n"]);
            is_said = false;
        }
    }
    found.into_iter().map(|(says, code)| (says, code.trim_end().to_owned())).collect()
}

#[test]
fn language_md_is_up_to_date() {
    expect_test::expect_file!["../../../LANGUAGE.md"].assert_eq(&language_md());
}

/// No file of accepted forms is forgotten, and no group names a case that is gone.
#[test]
fn groups_are_whole() {
    let mut found = stems(&folder("tests/accepted"), "rs");
    assert!(found.remove("main"));
    assert_eq!(found, ACCEPTED.map(str::to_owned).into_iter().collect());
    let refused = stems(&folder("ui"), "stderr");
    for name in REFUSED.iter().flat_map(|(_, names)| *names) {
        assert!(refused.iter().any(|case| is_named(case, name)), "no case is called `{name}`");
    }
}

#[test]
fn comments_begin_cases() {
    let text = "//! Title\n\nuse x;\n\n/// One\n/// of two lines.\nstruct A;\n\nfn a() {\n    /// Inside.\n    b();\n}\n\n/// Two.\nfn c() {}\n";
    let first = "struct A;\n\nfn a() {\n    /// Inside.\n    b();\n}";
    let expected = [("One of two lines.", first), ("Two.", "fn c() {}")];
    assert_eq!(cases(text), expected.map(|(says, code)| (says.to_owned(), code.to_owned())));
}
