//! The README shows the code and reports that the macro makes today. ARCHITECTURE.md quotes the goldens and the table as they
//! stand, and it has a link to each decision.

use std::path::{Path, PathBuf};
use std::process::Command;

use cotangent::prelude::*;
use cotangent_tests::there::at;

/// Mean squared error of one layer.
#[differentiable]
fn layer(
    #[constant] x: &Tensor<B, I>,
    w: &Tensor<I, H>,
    b: &Tensor<H>,
    #[constant] y: &Tensor<B, H>,
) -> Scalar {
    let e = (x.matmul(w) + b).tanh() - y;
    (&e * &e).mean()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn readme() -> String {
    read(&root().join("README.md"))
}

/// The fenced block whose first line starts with `start`.
fn block(text: &str, start: &str) -> String {
    let block = text.split("```").find(|b| b.lines().nth(1).is_some_and(|l| l.starts_with(start)));
    block
        .unwrap_or_else(|| panic!("no block starts with `{start}`"))
        .lines()
        .skip(1)
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn the_function_is_the_one_tested_here() {
    let source = include_str!("docs.rs");
    let start = source.find("/// Mean squared").expect("the function");
    let end = start + source[start..].find("\n}\n").expect("its end");
    assert!(readme().contains(&source[start..end]), "the README shows another function");
}

#[test]
fn the_kernels_are_what_explain_says() {
    let shown = block(&readme(), "value_and_grad");
    assert!(
        layer::explain().contains(shown.trim_end()),
        "the README says\n{shown}\nexplain() says\n{}",
        layer::explain()
    );
}

#[test]
fn the_numbers_are_right() -> Result<()> {
    let (x, y) = (tensor![[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]], tensor![[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]);
    let (w, b) = (tensor![[0.5, -0.5], [0.25, 1.0]], tensor![0.1, 0.0]);
    let (value, g) = layer::value_and_grad(&x, &w, &b, &y)?;
    let printed = format!("{value} {}", g.b);
    assert!(readme().contains(&format!("`{printed}`")));
    // The same program on the device that is named: within what f32 tells, which is its last digits.
    let [x, y, w, b] = [x, y, w, b].map(at);
    let (value, g) = layer::value_and_grad(&x, &w, &b, &y)?;
    assert_eq!((value.device(), g.b.device()), (Device::default(), Device::default()));
    let numbers = |text: &str| -> Vec<f64> {
        let words = text.split([' ', '[', ']']).filter(|word| !word.is_empty());
        words.map(|word| word.parse().expect("a number")).collect()
    };
    for (have, want) in numbers(&format!("{value} {}", g.b)).iter().zip(numbers(&printed)) {
        assert!((have - want).abs() <= 4.0 * f64::from(f32::EPSILON) * want.abs(), "{have}, not {want}");
    }
    Ok(())
}

/// The golden of a function with the same kernel; the layout of lines aside.
#[test]
fn the_kernel_is_the_generated_one() {
    let plain = |text: &str| text.split_whitespace().collect::<String>().replace(",)", ")");
    let shown = plain(&block(&readme(), "fn point"));
    assert!(plain(include_str!("../golden/layer/expanded.rs")).contains(&shown), "{shown}");
}

/// A reader has ten minutes.
#[test]
fn the_readme_is_short() {
    let bytes = readme().len();
    assert!(bytes <= 10_000, "the README has {bytes} bytes; the guide takes the rest");
}

/// Links of the README are files here and pages in the documentation of the crate, where other definitions come first.
#[test]
fn links_lead_somewhere() {
    let root = root();
    let library = read(&root.join("runtime/src/lib.rs"));
    let text = readme();
    let links: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| line.strip_prefix('[')?.split_once("]: "))
        .filter(|(name, _)| !name.contains(']'))
        .collect();
    assert!(!links.is_empty());
    for (name, path) in links {
        assert!(root.join(path).exists(), "`{path}` is not there");
        assert!(text.contains(&format!("][{name}]")), "nothing says `{name}`");
        assert!(library.contains(&format!("//! [{name}]: ")), "runtime/src/lib.rs has no page for `{name}`");
    }
}

/// The decisions in order.
fn decisions() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root().join("macros/decisions")).expect("there are decisions");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

/// ARCHITECTURE.md and the decisions, each with its text outside of fenced blocks.
fn pages() -> Vec<(PathBuf, String)> {
    let prose = |path: PathBuf| {
        let text = read(&path);
        (path, text.split("```").step_by(2).collect::<Vec<_>>().join("\n\n"))
    };
    std::iter::once(root().join("ARCHITECTURE.md")).chain(decisions()).map(prose).collect()
}

/// The sentences of a page without its tables. A code span is one word.
fn sentences(prose: &str) -> Vec<String> {
    let words = |(i, part)| if i % 2 == 0 { part } else { "code" };
    let text: String = prose.split('`').enumerate().map(words).collect();
    let mut paragraphs = vec![Vec::new()];
    for line in text.lines().map(str::trim) {
        let is_step = line.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok());
        if line.is_empty() || is_step || line.starts_with(['*', '#', '|']) {
            paragraphs.push(Vec::new());
        }
        if let (Some(paragraph), false) = (paragraphs.last_mut(), line.starts_with('|')) {
            paragraph.extend(line.split_whitespace());
        }
    }
    let ends = |word: &&str| word.trim_end_matches([')', '*', '"']).ends_with(['.', '?', '!']);
    let split = paragraphs.iter().flat_map(|paragraph| paragraph.split_inclusive(ends));
    split.map(|sentence| sentence.join(" ")).collect()
}

/// One row of the index for each decision, with its number and title.
#[test]
fn decisions_are_in_the_index() {
    let text = read(&root().join("ARCHITECTURE.md"));
    let files = decisions();
    assert_eq!(text.matches(".md) |").count(), files.len(), "rows of the index, decisions");
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let decision = read(&file);
        let heading = decision.lines().next().and_then(|line| line.strip_prefix("# ")?.split_once(". "));
        let (number, title) = heading.unwrap_or_else(|| panic!("{name} begins with no number and title"));
        assert!(name.starts_with(&format!("{number}-")), "{name} has the number {number}");
        let row = format!("| {} | [{title}](macros/decisions/{name}) |", number.trim_start_matches('0'));
        assert_eq!(text.matches(&row).count(), 1, "rows of the index that are: {row}");
    }
}

/// A file that moved takes its name in a page with it.
#[test]
fn pages_name_files_that_are_there() {
    let root = root();
    let folders = ["", "macros/src", "runtime/src", "kernels/src"].map(|folder| root.join(folder));
    for (page, prose) in pages() {
        let folder = page.parent().expect("a page lies in a folder");
        for link in prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(folder.join(link).exists(), "{}: nothing is at `{link}`", page.display());
        }
        let spans = prose.split('`').skip(1).step_by(2).flat_map(str::split_whitespace);
        for file in spans.filter(|span| Path::new(span).extension().is_some_and(|ext| ext == "rs")) {
            let is_there = folders.iter().any(|folder| folder.join(file).exists());
            assert!(is_there, "{}: there is no file `{file}`", page.display());
        }
    }
}

#[test]
fn sentences_are_short() {
    for (page, prose) in pages() {
        for sentence in sentences(&prose) {
            let is_word = |word: &&str| word.contains(char::is_alphanumeric);
            let words = sentence.split_whitespace().filter(is_word).count();
            assert!(words <= 30, "{}: {words} words: {sentence}", page.display());
        }
    }
}

/// A block that names a file holds lines of that file, one behind the other; `..` stands for lines left out.
#[test]
fn quoted_lines_stand_in_their_files() {
    let root = root();
    let text = read(&root.join("ARCHITECTURE.md"));
    let mut quotes = 0;
    for block in text.split("```").skip(1).step_by(2) {
        let (fence, lines) = block.split_once('\n').expect("a fence has a line of its own");
        let Some((_, name)) = fence.split_once(' ') else { continue };
        let folder = if name.contains('/') { root.clone() } else { root.join("tests/golden/layer") };
        let source = read(&folder.join(name));
        let (mut rest, mut skips) = (source.lines().map(str::trim), true);
        for line in lines.lines().map(str::trim) {
            if line == ".." {
                skips = true;
                continue;
            }
            let stands = if skips { rest.any(|there| there == line) } else { rest.next() == Some(line) };
            assert!(stands, "{name} does not have this line here: {line}");
            skips = false;
        }
        quotes += 1;
    }
    assert!(quotes > 0, "ARCHITECTURE.md quotes nothing");
}

/// Cargo reads the manifest that the README recommends, and its profiles.
#[test]
fn the_manifest_is_one() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs-manifest");
    std::fs::create_dir_all(folder.join("src")).expect("a folder");
    std::fs::write(folder.join("src/lib.rs"), "").expect("a library");
    let text = readme();
    let shown = text.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a manifest");
    assert!(shown.contains("[profile.dev]") && shown.contains("[profile.release]"), "{shown}");
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
    let shown = shown.replace("\"../cotangent/runtime\"", &format!("{runtime:?}"));
    let manifest = |shown: &str| {
        let text = format!("[package]\nname = \"mine\"\nedition = \"2024\"\n{shown}\n[workspace]\n");
        std::fs::write(folder.join("Cargo.toml"), text).expect("a manifest");
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["metadata", "--offline", "--no-deps", "--format-version", "1"]).current_dir(&folder);
        let output = cargo.output().expect("cargo runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(manifest(&shown), (true, String::new()));
    let (passed, said) = manifest(&shown.replace("opt-level = 1", "opt-level = [1]"));
    assert!(!passed && said.contains("opt-level"), "a fault was not found: {said}");
}
