//! The arguments of a call, which the runtime hands over where it can: see `calls/applied.rs` there.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};

use super::callees::Arg;
use crate::names::own;

/// Arguments that the runtime hands over at most.
const MOST: usize = 8;

pub(super) enum Argument {
    /// A reference, from which the callee's parameter is made.
    Given(TokenStream),
    /// As the callee's parameter takes it.
    Made(TokenStream),
}

impl Argument {
    /// As the callee's parameter takes it.
    pub(super) fn made(&self, at: Span) -> TokenStream {
        match self {
            Self::Given(x) => quote_spanned!(at=> __rt::calls::give(#x)),
            Self::Made(x) => x.clone(),
        }
    }

    /// How a stand-in for the callee takes it.
    pub(super) fn taken(&self) -> Arg {
        match self {
            Self::Given(_) => Arg::Given,
            Self::Made(_) => Arg::Made,
        }
    }
}

/// A call of `function` with arguments, each beside its tangent where there are tangents.
pub(super) fn applied(
    function: &TokenStream,
    args: &[Argument],
    along: &[TokenStream],
    at: Span,
) -> TokenStream {
    let given: Option<Vec<_>> =
        args.iter().map(|a| if let Argument::Given(x) = a { Some(x) } else { None }).collect();
    match given {
        Some(given) if args.len() <= MOST => {
            let pairs = given.iter().enumerate().map(|(i, x)| pair(x, along.get(i), at));
            handed(function, &pairs.collect::<Vec<_>>(), along, at)
        }
        _ => closed(args, along, at, |args, along| {
            if along.is_empty() {
                quote_spanned!(at=> #function(#(#args),*))
            } else {
                quote_spanned!(at=> #function(#(__rt::calls::Pair(#args, #along)),*))
            }
        }),
    }
}

/// The call that `called` makes of arguments and tangents.
pub(super) fn closed(
    args: &[Argument],
    along: &[TokenStream],
    at: Span,
    called: impl FnOnce(&[TokenStream], &[TokenStream]) -> TokenStream,
) -> TokenStream {
    let (mut names, mut given) = (Vec::new(), Vec::new());
    let (mut all, mut tangents) = (Vec::new(), Vec::new());
    for (i, arg) in args.iter().enumerate() {
        let tangent = along.get(i);
        match arg {
            Argument::Given(x) if names.len() < MOST => {
                let [name, dot] =
                    ["given", "given_dot"].map(|name| placed(own(format_args!("{name}{i}")), at));
                given.push(pair(x, tangent, at));
                if tangent.is_some() {
                    names.push(pair(&name.to_token_stream(), Some(&dot.to_token_stream()), at));
                    tangents.push(dot.to_token_stream());
                } else {
                    names.push(name.to_token_stream());
                }
                all.push(name.into_token_stream());
            }
            _ => {
                all.push(arg.made(at));
                tangents.extend(tangent.cloned());
            }
        }
    }
    let called = called(&all, &tangents);
    handed(&quote_spanned!(at=> |#(#names),*| #called), &given, along, at)
}

/// The call that the runtime makes of `function`.
fn handed(function: &TokenStream, pairs: &[TokenStream], along: &[TokenStream], at: Span) -> TokenStream {
    let (how, name) = (if along.is_empty() { "Alone" } else { "Moving" }, format!("applied_{}", pairs.len()));
    let [how, name] = [how, &name].map(|name| Ident::new(name, at));
    quote_spanned!(at=> __rt::calls::#name(__rt::calls::#how, #function, #(#pairs),*))
}

fn pair(value: &TokenStream, tangent: Option<&TokenStream>, at: Span) -> TokenStream {
    let tangent = tangent.map_or_else(|| quote_spanned!(at=> ()), Clone::clone);
    quote_spanned!(at=> __rt::calls::Pair(#value, #tangent))
}

fn placed(mut name: Ident, at: Span) -> Ident {
    name.set_span(at);
    name
}
