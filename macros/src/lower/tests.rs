//! Text of a function → graph, and what is refused.

mod accepted;
mod refused;
mod table;

use crate::args::Args;
use crate::error::Errors;
use crate::rules::RuleCache;

/// The graph of a function, or its errors, one a line.
fn lowered(text: &str) -> String {
    let item: syn::ItemFn = syn::parse_str(text).expect("the test's text is a function");
    let mut errors = Errors::new();
    let function = super::function(&mut errors, &RuleCache::default(), &Args::default(), &item);
    let messages = errors.messages();
    match function {
        Some(f) if messages.is_empty() => f.graph.to_string(),
        _ => messages.join("\n"),
    }
}
