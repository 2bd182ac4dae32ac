//! Errors of a ui case, as rows of a table.

use std::collections::BTreeSet;

/// One error.
#[derive(Debug, PartialEq)]
pub(super) struct Refusal {
    /// The line that it points at, as code.
    pub written: String,
    pub why: String,
    pub instead: String,
}

/// The errors of a case, each sentence once; of rustc's own, which repeat each other, one of a kind.
pub(super) fn of(stderr: &str, source: &str) -> Vec<Refusal> {
    let mut seen = BTreeSet::new();
    let lines: Vec<&str> = stderr.lines().collect();
    let starts = (0..lines.len()).filter(|&i| lines[i].starts_with("error"));
    let errors = starts.filter_map(|i| {
        let (kind, sentence) = lines[i].split_once(": ")?;
        let key = if kind == "error" { sentence } else { kind };
        if !seen.insert(key) {
            return None;
        }
        let rest = &lines[i + 1..];
        let end = rest.iter().position(|l| l.starts_with("error")).unwrap_or(rest.len());
        Some(refusal(sentence, &rest[..end], source))
    });
    errors.collect()
}

fn refusal(sentence: &str, rest: &[&str], source: &str) -> Refusal {
    let place = rest.iter().find_map(|l| l.trim_start().strip_prefix("--> "));
    let line = place.and_then(|p| p.rsplit(':').nth(1)?.parse().ok());
    let (why, instead) = match sentence.split_once("; ") {
        Some((why, instead)) => (why, instead),
        None => (sentence, rest.iter().find_map(|l| hint(l)).unwrap_or_default()),
    };
    Refusal {
        written: line.map_or_else(String::new, |l| code(&written(source, l))),
        why: why.to_owned(),
        instead: instead.to_owned(),
    }
}

/// The text that a note adds, unless it tells of traits and expansions.
fn hint(line: &str) -> Option<&str> {
    const OF_RUSTC: [&str; 7] = [
        "this error originates",
        "the following",
        "the trait",
        "see issue",
        "items from traits",
        "`#[warn",
        "the matched",
    ];
    let line = line.trim_start();
    let says = line.strip_prefix("= note: ").or_else(|| line.strip_prefix("= help: "))?;
    (!OF_RUSTC.iter().any(|start| says.starts_with(start))).then_some(says)
}

/// A line of the source; behind an attribute, what it stands on too.
fn written(source: &str, line: usize) -> String {
    let mut words = Vec::new();
    for text in source.lines().skip(line - 1).map(str::trim) {
        words.push(text.trim_end_matches(" {"));
        if !text.starts_with("#[") || text.len() > text.rfind(']').map_or(0, |end| end + 1) {
            break;
        }
    }
    words.join(" ")
}

fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

#[test]
fn errors_are_rows() {
    let source = "use x;\n\n#[differentiable]\nfn f(x: &Tensor) -> Tensor {\n    x.tahn() | y\n}\n";
    let stderr = "\
error: no op is called `tahn`; did you mean `tanh`?
 --> ui/a.rs:5:7
  |
5 |     x.tahn() | y

error[E0277]: `h` has no second derivatives
 --> ui/a.rs:3:1
  |
help: the trait `Order2` is not implemented for `h`
  = note: this error originates in the attribute macro
  = note: write `order = 2` on it too

error[E0277]: `k` has no second derivatives
 --> ui/a.rs:3:1

error: no op is called `tahn`; did you mean `tanh`?
 --> ui/a.rs:5:7

error: aborting
";
    let row = |written: &str, why: &str, instead: &str| Refusal {
        written: written.to_owned(),
        why: why.to_owned(),
        instead: instead.to_owned(),
    };
    let expected = [
        row("`x.tahn() | y`", "no op is called `tahn`", "did you mean `tanh`?"),
        row(
            "`#[differentiable] fn f(x: &Tensor) -> Tensor`",
            "`h` has no second derivatives",
            "write `order = 2` on it too",
        ),
        row("", "aborting", ""),
    ];
    assert_eq!(of(stderr, source), expected);
}
