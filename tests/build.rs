//! Writes the random programs of `tests/programs.rs` and `tests/flows_0.rs`: text for the compiler, from the generator whose
//! programs the macro crate's own tests interpret.

use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

use generate::{Flow, Instance, Program, Random, SHARED, seed};

mod flowed;
#[allow(dead_code)]
#[path = "../macros/src/tests/programs/generate/mod.rs"]
mod generate;
mod ordered;
mod strip;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../macros/src/tests/programs/generate");
    println!("cargo::rerun-if-env-changed=COTANGENT_SEED");
    println!("cargo::rerun-if-env-changed=COTANGENT_EMITTED");
    println!("cargo::rerun-if-env-changed=COTANGENT_FLOWS");
    for variable in ["", "_FLOWS", "_FROM", "_WITHOUT", "_SHRINK"] {
        println!("cargo::rerun-if-env-changed=COTANGENT_ORACLE{variable}");
    }
    println!("cargo::rerun-if-changed=ordered.rs");
    println!("cargo::rerun-if-changed=found.rs");
    println!("cargo::rerun-if-changed=turns.rs");
    println!("cargo::rerun-if-changed=flowed.rs");
    println!("cargo::rerun-if-changed=strip.rs");
    println!("cargo::rerun-if-changed=../README.md");
    let folder = std::env::var_os("OUT_DIR").ok_or_else(|| std::io::Error::other("cargo sets OUT_DIR"))?;
    let folder = Path::new(&folder);
    std::fs::write(folder.join("programs.rs"), programs(number("COTANGENT_EMITTED", 24)))?;
    let count = number("COTANGENT_FLOWS", 8);
    for part in 0..PARTS {
        let numbers = part * count / PARTS..(part + 1) * count / PARTS;
        std::fs::write(folder.join(format!("flows_{part}.rs")), flows(numbers))?;
    }
    std::fs::write(folder.join("readme.rs"), snippets(&std::fs::read_to_string("../README.md")?))?;
    ordered::write(folder)
}

/// The snippets of a document as tests: what rustdoc makes of them, without those of all other documents.
fn snippets(document: &str) -> String {
    let mut out = String::new();
    for (number, block) in
        document.split("\n```").enumerate().filter(|(_, block)| block.starts_with("rust\n"))
    {
        let code = block["rust\n".len()..].lines().map(|line| line.strip_prefix("# ").unwrap_or(line));
        let code = code.collect::<Vec<_>>().join("\n");
        let result = if code.contains("fn main()") { "main()" } else { "" };
        let _ =
            writeln!(out, "#[test]\nfn snippet_{number}() -> cotangent::Result<()> {{\n{code}\n{result}}}\n");
    }
    out
}

/// So many binaries share the programs with control flow, `tests/flows_0.rs` and on: one alone takes rustc 9 GB.
const PARTS: usize = 3;

fn number(variable: &str, otherwise: usize) -> usize {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

fn programs(count: usize) -> String {
    let seed = seed();
    let mut out = format!("/// What the programs were drawn with.\npub const SEED: u64 = {seed};\n");
    let mut cases = String::new();
    for number in 0..count {
        let mut random = Random::new(seed.wrapping_mul(0x2000_0003).wrapping_add(number as u64));
        let ops = 5 + number * 35 / count;
        out.push_str(&Program::random(&mut random, ops).module(number));
        let _ = write!(cases, "program_{number}::case(), ");
    }
    let _ = writeln!(out, "fn cases() -> Vec<Case> {{ vec![{cases}] }}");
    out
}

/// Every program for several numbers of rounds; every other one with checkpoints, one of three written out.
fn flows(numbers: Range<usize>) -> String {
    const INSTANCES: [Instance; 4] = [
        Instance { n: 0, layers: 1 },
        Instance { n: 1, layers: 0 },
        Instance::LONGEST,
        Instance { n: 2, layers: 2 },
    ];
    let seed = seed();
    let mut out = format!("/// What the programs were drawn with.\npub const SEED: u64 = {seed};\n{SHARED}");
    let (mut cases, mut pairs, mut written) = (String::new(), String::new(), String::new());
    let mut is_written = true;
    for (i, number) in numbers.clone().enumerate() {
        let flow = Flow::numbered(seed, number);
        let lengths = INSTANCES.map(|instance| flow.unrolled(instance).stmts.len());
        is_written &= i % 3 != 0;
        // What is too long takes too long to compile.
        let short = (0..INSTANCES.len()).filter(|&k| !is_written && lengths[k] < 70);
        let mut written_out = short.max_by_key(|&k| lengths[k]);
        if !is_written && (i % 3 == 2 || number + 1 == numbers.end) {
            written_out = written_out.or((0..INSTANCES.len()).min_by_key(|&k| lengths[k]));
        }
        is_written |= written_out.is_some();
        out.push_str(&flow.module(&INSTANCES, written_out));
        let module = format!("flow_{number}");
        let _ = write!(cases, "{module}::cases(), ");
        let _ = write!(pairs, "{module}::with_and_without(), ");
        let _ = write!(written, "{module}::written_out(), ");
    }
    let _ = writeln!(out, "fn cases() -> Vec<Case> {{ [{cases}].concat() }}");
    let _ = writeln!(out, "fn with_and_without() -> Vec<(Case, Case)> {{ [{pairs}].concat() }}");
    let _ = writeln!(out, "fn written_out() -> Vec<(Case, Case)> {{ [{written}].concat() }}");
    out
}
