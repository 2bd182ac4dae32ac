//! Text of a function → graph, and what is refused.

mod accepted;
mod refused;
mod table;

use crate::args::Args;
use crate::error::Errors;
use crate::table::RuleCache;

/// The graph of a function, or its errors, one a line.
fn lowered(text: &str) -> String {
    let item: syn::ItemFn = syn::parse_str(text).expect("the test's text is a function");
    let mut errors = Errors::new();
    let rules = RuleCache::default();
    let function = super::function(&mut errors, &rules, &Args::default(), &item);
    if let Some(function) = function.as_ref().filter(|_| errors.is_empty()) {
        crate::check::all(&mut errors, &rules, function);
    }
    let messages = errors.messages();
    match function {
        Some(f) if messages.is_empty() => f.graph.to_string(),
        _ => messages.join("\n"),
    }
}
