//! The texts of kernels as functions that naga reads and validates.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

use cotangent_kernels::source::PRELUDE_WGSL;
use naga::valid::{Capabilities, ValidationFlags, Validator};

/// A kernel of a golden: its head, `// value, kernel 0: (f32, bool) -> (f32)`, and the text that it carries.
pub(crate) struct Kernel<'t> {
    head: &'t str,
    text: Vec<&'t str>,
}

pub(crate) fn kernels(golden: &str) -> Vec<Kernel<'_>> {
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
    // The first word may say that the processor computes in f64.
    let numbers = numbers.split_whitespace().filter(|ty| *ty != "f64");
    let hosts = numbers.enumerate().map(|(i, ty)| format!("h{i}: {ty}"));
    let params: Vec<String> = inputs.chain(hosts).collect();
    let mut text = format!("fn kernel{index}({}) {{\n{}\n", params.join(", "), statements.join("\n"));
    let (values, outs) = (outputs.split(", ").collect::<Vec<_>>(), types(outs));
    assert_eq!(values.len(), outs.len(), "one operand for each output: {}", kernel.head);
    for (i, (value, ty)) in values.iter().zip(outs).enumerate() {
        writeln!(text, "let y{i}: {ty} = {value};").expect("a string takes all");
    }
    text + "}\n"
}

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

pub(crate) fn functions(golden: &str) -> String {
    kernels(golden).iter().enumerate().map(|(i, kernel)| function(i, kernel)).collect()
}
