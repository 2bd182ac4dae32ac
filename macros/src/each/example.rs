//! An example of each method, for its page: small inputs of the kinds that the sample draws, and a call. What the call gives
//! is not known here: a test of `cotangent-tests` runs the code and keeps the outcome in a file, which `eager` shows.

mod literal;

use std::fmt::Write;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, Type};

use super::{Elem, Fields, Kind, Subject, samples};
use crate::rules::variants::SHOWN;

/// A constant `EXAMPLES` of all methods, in the order of the table.
pub(super) fn tests(subjects: &[Subject]) -> TokenStream {
    let shown = subjects.iter().filter(|s| s.has_method() && s.name != "cast");
    let all = shown.flat_map(|subject| spellings(subject).map(|(suffix, keep)| one(subject, suffix, keep)));
    quote! {
        const EXAMPLES: &[::cotangent_tests::examples::Example] = &[#(#all),*];
    }
}

/// The methods of an op: what stands behind its name, and `keep` where that says it.
fn spellings(subject: &Subject) -> impl Iterator<Item = (&'static str, Option<bool>)> {
    let count = if is_reduction(subject) { 3 } else { 1 };
    [("", None), ("_axis", Some(false)), ("_keep", Some(true))].into_iter().take(count)
}

fn one(subject: &Subject, suffix: &str, keep: Option<bool>) -> TokenStream {
    let method = format!("{}{suffix}", subject.name);
    let (lets, call) = code(subject, &method, keep);
    let (statements, value) = (tokens(&lets), tokens(&call));
    quote! {
        ::cotangent_tests::examples::Example {
            method: #method,
            lets: #lets,
            call: #call,
            run: || {
                #statements
                Ok(::cotangent_tests::examples::Outcome::of(&#value))
            },
        }
    }
}

/// Statements that make the inputs, and the call of the method.
fn code(subject: &Subject, method: &str, keep: Option<bool>) -> (String, String) {
    let shown = samples(subject.name, SHOWN).into_iter().next();
    let sample = shown.unwrap_or_else(|| subject.samples[0].clone());
    let elementwise = is_elementwise(subject, &sample);
    let (mut lets, mut args) = (String::new(), Vec::new());
    for (i, ((name, kind), (_, value))) in subject.params.iter().zip(&sample).enumerate() {
        let expr: Expr = syn::parse2(value.clone()).expect("a law over the table: samples are expressions");
        match kind {
            Kind::Host(_) if is_reduction(subject) && is_said(&name.to_string(), keep) => {}
            Kind::Host(ty) => args.push(host(ty, &expr)),
            _ => {
                let _ = writeln!(lets, "let {name} = {};", literal::tensor(&expr, i, elementwise));
                args.push(if i == 0 { name.to_string() } else { format!("&{name}") });
            }
        }
    }
    let this = args.remove(0);
    // Nothing in the call says which type of elements is wanted.
    let is_asked = subject.results.contains(&Elem::Float)
        && !subject.params.iter().any(|(_, kind)| matches!(kind, Kind::Float { .. }));
    let asked = if is_asked { "::<f32>" } else { "" };
    (lets, format!("{this}.{method}{asked}({})?", args.join(", ")))
}

fn is_reduction(subject: &Subject) -> bool {
    ["axes", "keep"].iter().all(|name| subject.params.iter().any(|(n, _)| n == name))
}

/// Whether the spelling of a reduction says this argument.
fn is_said(name: &str, keep: Option<bool>) -> bool {
    name == "keep" || name == "axes" && keep.is_none()
}

/// Whether the inputs may be vectors: neither they nor the host arguments speak of axes or shapes.
fn is_elementwise(subject: &Subject, sample: &Fields) -> bool {
    subject.params.iter().zip(sample).all(|((_, kind), (_, value))| {
        let word = value.to_string().replace(' ', "");
        match kind {
            Kind::Host(ty) => matches!(ty.to_token_stream().to_string().as_str(), "f64" | "i32" | "Key"),
            _ => {
                word.contains("..") && !word.starts_with("ints")
                    || ["values", "bits([2,3])"].iter().any(|w| word.starts_with(w))
            }
        }
    })
}

fn host(ty: &Type, value: &Expr) -> String {
    let text = value.to_token_stream().to_string().replace(" ,", ",").replace("- ", "-");
    if ty.to_token_stream().to_string() == "Key" { format!("Key::new({text})") } else { text }
}

fn tokens(code: &str) -> TokenStream {
    code.parse().expect("a law over the table: examples are Rust")
}

#[cfg(test)]
mod tests {
    use super::super::everything;

    fn of(op: &str, method: &str, keep: Option<bool>) -> (String, String) {
        let all = everything();
        super::code(all.iter().find(|s| s.name == op).expect("an op"), method, keep)
    }

    #[test]
    fn a_call_has_the_arguments_of_the_method() {
        assert_eq!(of("tanh", "tanh", None).1, "x.tanh()?");
        assert_eq!(of("sum", "sum", None).1, "x.sum()?");
        assert_eq!(of("sum", "sum_keep", Some(true)).1, "x.sum_keep(1)?");
        assert_eq!(of("slice", "slice", None).1, "x.slice(1, 1, -1, 2)?");
        assert_eq!(of("one_hot", "one_hot", None).1, "ids.one_hot::<f32>(3)?");
        assert_eq!(of("dropout", "dropout", None).1, "x.dropout(0.25, Key::new(7))?");
        let select = (
            "let c = tensor![true, false, true];\n\
            let a = tensor![1.5, 0.5, -1.25];\n\
            let b = tensor![1.5, -1.25, 0.5];\n",
            "c.select(&a, &b)?",
        );
        assert_eq!(of("select", "select", None), (select.0.to_owned(), select.1.to_owned()));
    }
}
