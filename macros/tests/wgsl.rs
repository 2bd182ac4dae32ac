//! The bodies of kernels in WGSL, as far as they can be checked without a device: naga reads and validates each, as a function.

use std::fmt::Write as _;
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

/// A kernel of a golden: its head, `// value, kernel 0: (f32, bool) -> (f32)`, and the text that it carries.
struct Kernel<'t> {
    head: &'t str,
    text: Vec<&'t str>,
}

fn kernels(golden: &str) -> Vec<Kernel<'_>> {
    let mut kernels: Vec<Kernel<'_>> = Vec::new();
    for line in golden.lines() {
        if let Some(head) = line.strip_prefix("// ") {
            kernels.push(Kernel { head, text: Vec::new() });
        } else {
            kernels.last_mut().expect("a kernel has a head").text.push(line);
        }
    }
    kernels
}

/// `(f32, bool)` as types.
fn types(list: &str) -> Vec<&str> {
    list.trim().trim_matches(['(', ')']).split(", ").filter(|ty| !ty.is_empty()).collect()
}

/// A function of the kernel's inputs and host numbers, with a variable of its type for each output.
fn function(index: usize, kernel: &Kernel<'_>) -> String {
    let (_, types_of) = kernel.head.split_once(": ").expect("a head has types");
    let (ins, outs) = types_of.split_once("->").expect("inputs and outputs");
    let [numbers, statements @ .., outputs] = &kernel.text[..] else { panic!("no text: {}", kernel.head) };
    let inputs = types(ins).into_iter().enumerate().map(|(i, ty)| format!("x{i}: {ty}"));
    let hosts = numbers.split_whitespace().enumerate().map(|(i, ty)| format!("h{i}: {ty}"));
    let params: Vec<String> = inputs.chain(hosts).collect();
    let mut text = format!("fn kernel{index}({}) {{\n{}\n", params.join(", "), statements.join("\n"));
    let (values, outs) = (outputs.split(", ").collect::<Vec<_>>(), types(outs));
    assert_eq!(values.len(), outs.len(), "one operand for each output: {}", kernel.head);
    for (i, (value, ty)) in values.iter().zip(outs).enumerate() {
        writeln!(text, "let y{i}: {ty} = {value};").expect("a string takes all");
    }
    text + "}\n"
}

/// What the walk in the prelude reads.
const STRIDES: &str = "@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 3>;\n";

/// What follows the prelude; how many functions there are, or as much of naga's message as says where it is.
fn validate(functions: &str) -> Result<usize, String> {
    let source = format!("{PRELUDE_WGSL}\n{STRIDES}{functions}");
    let module = naga::front::wgsl::parse_str(&source).map_err(|e| e.emit_to_string(&source))?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    validator.validate(&module).map_err(|e| e.emit_to_string(&source))?;
    Ok(module.functions.len())
}

fn functions(golden: &str) -> String {
    kernels(golden).iter().enumerate().map(|(i, kernel)| function(i, kernel)).collect()
}

#[test]
fn every_text_is_valid() {
    let mut found = Vec::new();
    texts(&goldens(), &mut found);
    assert!(found.len() >= 3, "goldens are missing");
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
