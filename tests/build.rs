//! Writes the random programs of `tests/programs.rs` and `tests/flows.rs`: text for the compiler, from the generator whose
//! programs the macro crate's own tests interpret.

use std::fmt::Write;
use std::path::Path;

use generate::{Flow, Instance, Program, Random, SHARED, seed};

#[allow(dead_code)]
#[path = "../macros/src/programs/generate/mod.rs"]
mod generate;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../macros/src/programs/generate");
    println!("cargo::rerun-if-env-changed=COTANGENT_SEED");
    println!("cargo::rerun-if-env-changed=COTANGENT_EMITTED");
    println!("cargo::rerun-if-env-changed=COTANGENT_FLOWS");
    let folder = std::env::var_os("OUT_DIR").ok_or_else(|| std::io::Error::other("cargo sets OUT_DIR"))?;
    let folder = Path::new(&folder);
    std::fs::write(folder.join("programs.rs"), programs(number("COTANGENT_EMITTED", 24)))?;
    std::fs::write(folder.join("flows.rs"), flows(number("COTANGENT_FLOWS", 8)))
}

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

/// Every program for several numbers of rounds; every other one with checkpoints, every third written out.
fn flows(count: usize) -> String {
    const INSTANCES: [Instance; 4] = [
        Instance { n: 0, layers: 1 },
        Instance { n: 1, layers: 0 },
        Instance::LONGEST,
        Instance { n: 2, layers: 2 },
    ];
    let seed = seed();
    let mut out = format!("/// What the programs were drawn with.\npub const SEED: u64 = {seed};\n{SHARED}");
    let (mut cases, mut pairs, mut written) = (String::new(), String::new(), String::new());
    for number in 0..count {
        let flow = Flow::numbered(seed, number);
        // What is too long takes too long to compile.
        let lengths = INSTANCES.map(|instance| flow.unrolled(instance).stmts.len());
        let short = (0..INSTANCES.len()).filter(|&k| number % 3 == 0 && lengths[k] < 70);
        out.push_str(&flow.module(&INSTANCES, short.max_by_key(|&k| lengths[k])));
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
