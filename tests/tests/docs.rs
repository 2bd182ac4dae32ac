//! What the README shows of generated code and reports is what the macro makes today.

use std::path::Path;
use std::process::Command;

use cotangent::prelude::*;

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

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    std::fs::read_to_string(path).expect("there is a README")
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
    assert!(readme().contains(&format!("`{value} {}`", g.b)));
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let library = std::fs::read_to_string(root.join("runtime/src/lib.rs")).expect("the library");
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
