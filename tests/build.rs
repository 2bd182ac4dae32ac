//! Writes the random programs of `tests/programs.rs`: text for the compiler, from the generator whose programs the macro
//! crate's own tests interpret.

use std::fmt::Write;
use std::path::Path;

use generate::{Program, Random, seed};

#[allow(dead_code)]
#[path = "../macros/src/programs/generate/mod.rs"]
mod generate;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../macros/src/programs/generate");
    println!("cargo::rerun-if-env-changed=COTANGENT_SEED");
    println!("cargo::rerun-if-env-changed=COTANGENT_EMITTED");
    let seed = seed();
    let count = std::env::var("COTANGENT_EMITTED").ok().and_then(|n| n.parse().ok()).unwrap_or(24);
    let mut out = format!("/// What the programs were drawn with.\npub const SEED: u64 = {seed};\n");
    let mut cases = String::new();
    for number in 0..count {
        let mut random = Random::new(seed.wrapping_mul(0x2000_0003).wrapping_add(number as u64));
        let ops = 5 + number * 35 / count;
        out.push_str(&Program::random(&mut random, ops).module(number));
        let _ = write!(cases, "program_{number}::case(), ");
    }
    let _ = writeln!(out, "fn cases() -> Vec<Case> {{ vec![{cases}] }}");
    let folder = std::env::var_os("OUT_DIR").ok_or_else(|| std::io::Error::other("cargo sets OUT_DIR"))?;
    std::fs::write(Path::new(&folder).join("programs.rs"), out)
}
