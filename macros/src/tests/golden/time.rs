//! How long an expansion takes. It reports and asserts no time:
//! `cargo test -p cotangent-macros --release expansion_time -- --nocapture`.

use std::fmt::Write;
use std::time::{Duration, Instant};

use quote::{ToTokens, quote};

use crate::args::Args;
use crate::emit::function::{Emitter, Programs};
use crate::error::Errors;
use crate::table::RuleCache;
use crate::{attribute, lower, transform};

/// `ops` ops in a chain with a second path through every fifth value: elementwise, as long functions are, with a product
/// now and then.
fn chain(ops: usize) -> String {
    let mut body = String::from("let v0 = x.matmul(w);\n");
    for i in 1..ops {
        let (last, old) = (i - 1, i.saturating_sub(5));
        let op = match i % 10 {
            0 => format!("v{last}.matmul(u)"),
            1 => format!("v{last}.tanh()"),
            2 | 7 => format!("&v{last} * &v{old}"),
            3 => format!("&v{last} + b"),
            4 => format!("v{last}.sigmoid()"),
            5 => format!("v{last}.exp()"),
            6 => format!("&v{last} - &v{old}"),
            8 => format!("v{last}.square()"),
            _ => format!("&v{last} * 0.5"),
        };
        writeln!(body, "let v{i} = {op};").expect("a string takes all");
    }
    format!(
        "fn chain(x: &Tensor<B, I>, w: &Tensor<I, H>, u: &Tensor<H, H>, b: &Tensor<H>) -> Scalar {{\n{body}v{}.sum()\n}}",
        ops - 1
    )
}

fn median(mut runs: Vec<Duration>) -> f64 {
    runs.sort();
    runs[runs.len() / 2].as_secs_f64() * 1e3
}

#[test]
fn expansion_time() {
    for ops in [20, 100] {
        let item: syn::ItemFn = syn::parse_str(&chain(ops)).expect("Rust");
        let tokens = item.to_token_stream();
        let runs = if cfg!(debug_assertions) { 3 } else { 41 };
        let mut times: [Vec<Duration>; 5] = Default::default();
        let mut size = 0;
        for _ in 0..runs {
            let start = Instant::now();
            let all = attribute::differentiable(quote!(), &tokens);
            times[0].push(start.elapsed());
            let text = all.to_string();
            assert!(!text.contains("compile_error"), "the chain is accepted: {text}");
            size = text.len();
            let start = Instant::now();
            let (rules, mut errors) = (RuleCache::default(), Errors::new());
            let function = lower::function(&mut errors, &rules, &Args::default(), &item).expect("accepted");
            times[1].push(start.elapsed());
            let start = Instant::now();
            let transforms = transform::all(&function, &rules, &mut errors);
            times[2].push(start.elapsed());
            let start = Instant::now();
            let programs = Programs::new(&transforms);
            times[3].push(start.elapsed());
            let start = Instant::now();
            let emitter = Emitter::new(&function, &rules, quote!(rt));
            let _ = emitter.items(&transforms, &programs);
            times[4].push(start.elapsed());
        }
        let [all, lower, differentiate, fuse, print] = times.map(median);
        println!(
            "{ops} ops: {all:.2} ms (lower {lower:.2}, differentiate and simplify {differentiate:.2}, fuse {fuse:.2}, print \
             {print:.2}), {} kB of tokens",
            size / 1000
        );
    }
}
