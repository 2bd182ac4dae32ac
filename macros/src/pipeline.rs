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
use crate::{budget, check, lower, methods};

/// `#[differentiable]` on a function. On any error: the function as written with stubs beside it, and every error.
pub(crate) fn differentiable(args: TokenStream, item: &TokenStream) -> TokenStream {
    let item: syn::ItemFn = match syn::parse2(item.clone()) {
        Ok(item) => item,
        Err(error) => {
            if let Ok(block) = syn::parse2::<syn::ItemImpl>(item.clone()) {
                let mut errors = Errors::new();
                let args = Args::parse(&mut errors, args);
                let items = methods::implementation(&mut errors, &args, block);
                let report = errors.propagate().err();
                return quote!(#items #report);
            }
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

/// A method, and what stands beside its block.
pub(crate) struct MethodItems {
    pub plain: TokenStream,
    pub beside: TokenStream,
}

/// A method of a block as the function of its receiver.
pub(crate) fn method(errors: &mut Errors, args: &Args, item: &syn::ItemFn) -> MethodItems {
    let rules = RuleCache::default();
    let mut own = Errors::new();
    let lowered = lower::function(&mut own, &rules, args, item);
    if own.is_empty()
        && let Some(function) = &lowered
    {
        check::all(&mut own, &rules, function);
    }
    let made = lowered.filter(|_| own.is_empty()).map(|function| {
        let transforms = transform::all(&function, &rules, &mut own);
        budget::check(&mut own, &function, &transforms);
        (function, transforms)
    });
    let failed = !own.is_empty();
    own.take().into_iter().for_each(|e| errors.push(e));
    let stub = || {
        let (stub, _) = lower::stub(&rules, args, item)?;
        let mut ignored = Errors::new();
        let transforms = transform::all(&stub, &rules, &mut ignored);
        let _ = ignored.propagate();
        Some((stub, transforms))
    };
    let Some((function, transforms)) = made.filter(|_| !failed).or_else(stub) else {
        let plain = args.method.as_ref().map(|m| error::fallback_method(item, &m.sig));
        return MethodItems { plain: plain.unwrap_or_default(), beside: TokenStream::new() };
    };
    let programs = Programs::new(&transforms);
    let emitter = Emitter::new(&function, &rules, runtime_path(args.krate.as_ref()));
    let beside = emitter.items(&transforms, &programs);
    MethodItems { plain: emitter.method(), beside }
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
