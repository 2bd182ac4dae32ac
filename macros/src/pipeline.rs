//! The stages in order: parse, lower, check, differentiate, simplify, cut, fuse, print.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::args::Args;
use crate::emit::function::{Emitter, Programs};
use crate::error::{self, Errors};
use crate::names::PRIMITIVES;
use crate::rules::RuleCache;
use crate::signature::Function;
use crate::transform::{self, Transforms};
use crate::{budget, check, lower};

/// `#[differentiable]` on a function. On any error: the function as written with stubs beside it, and every error.
pub(crate) fn differentiable(args: TokenStream, item: &TokenStream) -> TokenStream {
    let item: syn::ItemFn = match syn::parse2(item.clone()) {
        Ok(item) => item,
        Err(error) => {
            let other = syn::parse2::<syn::Item>(item.clone()).is_ok();
            let error = if other { error::not_a_function(error.span()) } else { error };
            let error = error.into_compile_error();
            return quote!(#item #error);
        }
    };
    let mut errors = Errors::new();
    let mut args = Args::parse(&mut errors, args);
    let ty = args.name.clone().unwrap_or_else(|| item.sig.ident.clone());
    if PRIMITIVES.iter().any(|p| ty == p) {
        errors.push(error::hides_primitive(&ty));
        args.name = Some(Ident::new(&ty.to_string().to_uppercase(), ty.span()));
    }
    match expand(&mut errors, &args, &item) {
        Some(tokens) if errors.is_empty() => tokens,
        _ => {
            let report = errors.propagate().err().unwrap_or_default();
            let fallback = fallback(&args, &item);
            quote!(#fallback #report)
        }
    }
}

fn expand(errors: &mut Errors, args: &Args, item: &syn::ItemFn) -> Option<TokenStream> {
    let rules = RuleCache::default();
    let function = lower::function(errors, &rules, args, item)?;
    if errors.is_empty() {
        check::all(errors, &rules, &function);
    }
    if !errors.is_empty() {
        return None;
    }
    let transforms = transform::all(&function, &rules, errors);
    budget::check(errors, &function, &transforms);
    errors.is_empty().then(|| print(&rules, &function, &transforms, None))
}

/// `plain`: what stands in place of the function itself.
fn print(
    rules: &RuleCache,
    function: &Function,
    transforms: &Transforms,
    plain: Option<TokenStream>,
) -> TokenStream {
    let programs = Programs::new(transforms);
    let mut emitter = Emitter::new(function, rules, runtime_path(function.sig.args.krate.as_ref()));
    emitter.plain = plain;
    emitter.items(transforms, &programs)
}

/// The same items around a body of zeros, so that what uses the function compiles and the report stands alone.
fn fallback(args: &Args, item: &syn::ItemFn) -> TokenStream {
    let rules = RuleCache::default();
    match lower::stub(&rules, args, item) {
        Some((stub, read)) => {
            let mut ignored = Errors::new();
            let transforms = transform::all(&stub, &rules, &mut ignored);
            let _ = ignored.propagate();
            let plain = (!read).then(|| error::fallback_function(item));
            print(&rules, &stub, &transforms, plain)
        }
        None => error::fallback(args, item),
    }
}

/// `::cotangent::__private`, or what the user calls the crate.
pub(crate) fn runtime_path(krate: Option<&syn::Path>) -> TokenStream {
    if let Some(path) = krate {
        let root = path.leading_colon.is_some()
            || path.segments.first().is_some_and(|s| s.ident == "crate" || s.ident == "$crate");
        let root = (!root).then(|| quote!(::));
        quote!(#root #path::__private)
    } else {
        let name = crate::manifest::crate_name();
        quote!(::#name::__private)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No stage calls itself for the operand of an op: a long chain needs time, but no stack. Every step goes through an
    /// view too, so that there are thousands of groups to order. (W43 of the survey: sorting by recursion overflows.)
    #[test]
    fn long_chains_need_no_stack() {
        const STEPS: usize = 1000;
        let work = || {
            let steps = "y = (&y * 0.5).sin() + x; y = y.flip(0);".repeat(STEPS);
            let text = format!("fn f(x: &Tensor<N>) -> Scalar {{ let mut y = x.clone(); {steps} y.sum() }}");
            let tokens =
                differentiable(quote!(order = 2), &text.parse().expect("the test's text is a function"));
            assert!(tokens.to_string().matches("\"flip\"").count() > 2 * STEPS);
        };
        let thread = std::thread::Builder::new().stack_size(1 << 19).spawn(work).expect("a thread");
        thread.join().expect("no stage fails");
    }
}
