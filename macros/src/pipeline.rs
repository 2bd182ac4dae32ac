//! The stages in order: parse, lower, check, differentiate, simplify, cut, fuse, print.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::args::Args;
use crate::emit::function::{Emitter, Programs};
use crate::error::{self, Errors};
use crate::lower::module::Module;
use crate::manifest::runtime_path;
use crate::names::PRIMITIVES;
use crate::numbers::Numbers;
use crate::signature::{Function, Signature};
use crate::table::RuleCache;
use crate::transform::{self, Transforms};
use crate::{bounds, budget, check, fallback, known, lower, moves};

/// A function, alone or of a module; `errors`: what its arguments have shown.
pub(crate) fn function(
    mut errors: Errors,
    mut args: Args,
    item: &syn::ItemFn,
    module: Option<&Rc<Module>>,
) -> TokenStream {
    if let Some(word) = &args.inherent {
        errors.push(error::inherent_without_trait(word));
    }
    let (mut generics, rt) = (item.sig.generics.clone(), runtime_path(args.krate.as_ref()));
    let added = bounds::of_functions(&mut errors, &mut generics, std::iter::once(&item.sig), &rt);
    let bounded = added.then(|| {
        let mut item = item.clone();
        item.sig.generics = generics;
        item
    });
    let item = bounded.as_ref().unwrap_or(item);
    let ty = args.name.clone().unwrap_or_else(|| item.sig.ident.clone());
    let mut in_place = None;
    if PRIMITIVES.iter().any(|p| ty == p) {
        errors.push(error::hides_primitive(&ty));
        let stands = Ident::new(&ty.to_string().to_uppercase(), ty.span());
        in_place = Some(fallback::of_primitive(&ty, &stands, &item.sig, &rt));
        args.name = Some(stands);
    }
    let numbers = Numbers::of(&mut errors, &args, item);
    if numbers.is_some() {
        args.without_vmap(&mut errors);
    }
    let twin = numbers.as_ref().map(|numbers| numbers.twin(&mut errors, &args));
    let (own, text) = twin.as_ref().map_or((&args, item), |(args, item)| (args, item));
    let expanded = expand(&mut errors, own, text, module).filter(|_| errors.is_empty());
    let refused = expanded.is_none();
    let items = expanded.unwrap_or_else(|| in_place_of(own, text));
    let items = match &numbers {
        Some(numbers) => numbers.around(&args, &items, &rt, refused),
        None => items,
    };
    let report = errors.propagate().err();
    if refused { quote!(#items #in_place #report) } else { items }
}

/// A method, and what stands beside its block.
pub(crate) struct MethodItems {
    pub plain: TokenStream,
    pub beside: TokenStream,
}

/// A method of a block as the function of its receiver.
pub(crate) fn method(
    errors: &mut Errors,
    args: &Args,
    item: &syn::ItemFn,
    module: Option<&Rc<Module>>,
) -> MethodItems {
    let rules = RuleCache::default();
    let mut own = Errors::new();
    if args.method.as_ref().is_some_and(|m| m.in_trait()) {
        args.without_vmap(&mut own);
    }
    let made = made(&mut own, &rules, args, item, module);
    own.take().into_iter().for_each(|e| errors.push(e));
    let refused = made.is_none();
    let stub = || stub(&rules, args, item).map(|(function, transforms, _)| (function, transforms));
    let Some((mut function, transforms)) = made.or_else(stub) else {
        return MethodItems { plain: without_transforms(args, item), beside: TokenStream::new() };
    };
    let (programs, rt) = (Programs::new(&transforms), runtime_path(args.krate.as_ref()));
    let known = known::receiver(&mut function, &rt);
    let mut emitter = Emitter::new(&function, &rules, rt);
    emitter.refused = refused;
    let beside = emitter.items(&transforms, &programs);
    MethodItems { plain: emitter.method(), beside: quote!(#known #beside) }
}

/// A method of a trait that has no body.
pub(crate) fn declared(errors: &mut Errors, args: &Args, item: &syn::ItemFn) -> MethodItems {
    let rules = RuleCache::default();
    args.without_vmap(errors);
    let _ = Signature::parse(errors, args, item);
    let Some((function, _)) = lower::stub(&rules, args, item) else {
        return MethodItems { plain: without_transforms(args, item), beside: TokenStream::new() };
    };
    let emitter = Emitter::new(&function, &rules, runtime_path(args.krate.as_ref()));
    MethodItems { plain: emitter.method(), beside: emitter.declared() }
}

/// The item in place of a method that was refused for its signature.
fn without_transforms(args: &Args, item: &syn::ItemFn) -> TokenStream {
    let of = |m: &Rc<crate::args::Method>| match m.place {
        crate::args::Place::Trait { default: false } => fallback::declaration(&item.attrs, &m.sig),
        _ => fallback::function(&item.attrs, &m.vis, &m.sig),
    };
    args.method.as_ref().map(of).unwrap_or_default()
}

fn expand(
    errors: &mut Errors,
    args: &Args,
    item: &syn::ItemFn,
    module: Option<&Rc<Module>>,
) -> Option<TokenStream> {
    let rules = RuleCache::default();
    let (function, transforms) = made(errors, &rules, args, item, module)?;
    // A twin stands for calls alone.
    let plain = args.numbers.then(TokenStream::new);
    Some(print(&rules, &function, &transforms, plain, false))
}

/// The function and the graphs of its transforms; `None` where anything is wrong with it.
pub(crate) fn made(
    errors: &mut Errors,
    rules: &RuleCache,
    args: &Args,
    item: &syn::ItemFn,
    module: Option<&Rc<Module>>,
) -> Option<(Function, Transforms)> {
    // Derivatives that a body takes need the texts of the module.
    let derives = module.filter(|m| m.is_derived_by(item));
    let function = match derives {
        Some(module) => lower::of_module(errors, rules, args, item, module)?,
        None => lower::function(errors, rules, args, item)?,
    };
    if errors.is_empty() {
        check::all(errors, rules, &function);
        if !args.numbers {
            moves::check(errors, item);
        }
    }
    if !errors.is_empty() {
        return None;
    }
    if let Some(module) = module.filter(|m| derives.is_none() && m.is_called_by(item)) {
        match inlined(rules, args, item, module) {
            Ok(Some(made)) => return Some(made),
            Ok(None) => {}
            Err(wrong) => {
                for e in wrong {
                    errors.push(e);
                }
                return None;
            }
        }
    }
    let transforms = transform::all(&function, rules, errors);
    budget::check(errors, &function, &transforms);
    errors.is_empty().then_some((function, transforms))
}

/// The function with its calls inlined, `None` where nothing is gained or something that a call takes is refused: what an
/// attempt meets is no mistake, but for shapes that differ.
fn inlined(
    rules: &RuleCache,
    args: &Args,
    item: &syn::ItemFn,
    module: &Rc<Module>,
) -> Result<Option<(Function, Transforms)>, Vec<syn::Error>> {
    let Some(function) = lower::inlined(rules, args, item, module)? else { return Ok(None) };
    let mut attempt = Errors::new();
    let transforms = transform::all(&function, rules, &mut attempt);
    budget::check(&mut attempt, &function, &transforms);
    Ok((!attempt.forget()).then_some((function, transforms)))
}

/// The same around a body of zeros, so that what uses the function compiles and the report stands alone; and whether the
/// signature is the function's own.
fn stub(rules: &RuleCache, args: &Args, item: &syn::ItemFn) -> Option<(Function, Transforms, bool)> {
    let (function, read) = lower::stub(rules, args, item)?;
    let mut ignored = Errors::new();
    let transforms = transform::all(&function, rules, &mut ignored);
    ignored.forget();
    Some((function, transforms, read))
}

/// `plain`: what stands in place of the function itself; `refused`: it is no function that was written.
fn print(
    rules: &RuleCache,
    function: &Function,
    transforms: &Transforms,
    plain: Option<TokenStream>,
    refused: bool,
) -> TokenStream {
    let programs = Programs::new(transforms);
    let mut emitter = Emitter::new(function, rules, runtime_path(function.sig.args.krate.as_ref()));
    (emitter.plain, emitter.refused) = (plain, refused);
    emitter.items(transforms, &programs)
}

/// The items in place of a function that was refused.
fn in_place_of(args: &Args, item: &syn::ItemFn) -> TokenStream {
    let rules = RuleCache::default();
    match stub(&rules, args, item) {
        Some((function, transforms, read)) => {
            let written = || fallback::function(&item.attrs, &item.vis, &item.sig);
            let plain = if args.numbers { Some(TokenStream::new()) } else { (!read).then(written) };
            print(&rules, &function, &transforms, plain, true)
        }
        None => fallback::whole(args, item),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute::differentiable;

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
            assert!(tokens.to_string().matches("ops :: flip").count() > 2 * STEPS);
        };
        let thread = std::thread::Builder::new().stack_size(1 << 19).spawn(work).expect("a thread");
        thread.join().expect("no stage fails");
    }

    /// Whatever stands in it, a function has the transforms that it has without its taps.
    #[test]
    fn taps_change_nothing_else() {
        let text = |tap: &str| {
            format!(
                "fn f(x: &Tensor<f64, N>, w: &Tensor<f64, N>, n: usize, o: Option<f64>) -> Scalar<f64> {{
                {tap} let a = x * w;
                let mut y = a.sin();
                #[checkpoint(sqrt)]
                for k in 0..n {{
                    {tap} let b = &y * w;
                    y = b.sin();
                    if k > 3 {{ {tap} let c = y.exp(); y = c * x; continue; }}
                    for _ in 0..k {{ {tap} let d = y.tanh(); y = d; }}
                }}
                #[checkpoint] let z = {{ {tap} let e = y.square(); e }};
                {tap} let u = match o {{ Some(o) => &z * o, None => return z.sum() }};
                (u * x).sum()
                }}"
            )
        };
        let graphs = |text: &str| {
            let item = syn::parse_str(text).expect("the test's text is a function");
            let (mut errors, args) = (Errors::new(), Args::parse(&mut Errors::new(), quote!(order = 2)));
            let made = made(&mut errors, &RuleCache::default(), &args, &item, None);
            let Some((_, t)) = made else { panic!("{:?}", errors.messages()) };
            let mut all = vec![t.primal, t.joint, t.vjp.forward, t.vjp.pullback, t.jvp];
            all.extend(t.value_and_grad.into_iter().chain(t.hvp));
            let tangents = t.vjp_tangents.map(|t| [t.forward, t.pullback]);
            all.extend(tangents.into_iter().flatten());
            let taps = t.taps.map_or(0, |taps| taps.taps.len());
            (all.iter().map(ToString::to_string).collect::<Vec<_>>(), taps)
        };
        let ((plain, none), (tapped, six)) = (graphs(&text("")), graphs(&text("#[tap]")));
        assert_eq!((none, six), (0, 6));
        for (plain, tapped) in plain.iter().zip(&tapped) {
            assert_eq!(plain, tapped);
        }
    }

    /// So are the cotangents that a tap gathers.
    #[test]
    fn gathered_cotangents_are_moved() {
        let text = "fn f(x: &Tensor, #[constant] n: usize) -> Scalar {
            let mut y = x.clone();
            for t in 0..n {
                for _ in 0..t { #[tap] let h = y.sin(); y = h * x; }
            }
            y.sum()
        }";
        let tokens = differentiable(quote!(), &text.parse().expect("the test's text is a function"));
        let text = tokens.to_string();
        for op in ["list_push (", "lists :: gathered ("] {
            let calls: Vec<&str> = text.split(op).skip(1).collect();
            assert_eq!(calls.len(), 2, "{op}");
            for call in calls {
                assert!(call.starts_with("__input"), "{op}{call:.60}");
            }
        }
    }

    /// A list that rounds push to is handed from op to op, forward and in reverse: nothing copies it.
    #[test]
    fn list_is_moved() {
        let text = "fn f(x: &Tensor, #[constant] n: usize) -> Tensor {
            let mut hs = Vec::new();
            for t in 0..n { hs.push(x * t); }
            stack(&hs, 0)
        }";
        let tokens = differentiable(quote!(), &text.parse().expect("the test's text is a function"));
        let text = tokens.to_string();
        for op in ["list_push (", "list_pop ("] {
            let calls: Vec<&str> = text.split(op).skip(1).collect();
            assert!(!calls.is_empty(), "{op}");
            for call in calls {
                assert!(call.starts_with("__input"), "{op}{call:.60}");
            }
        }
    }

    /// A loop in what stands behind a jump of the loop around it has flags of its own.
    #[test]
    fn jumps_behind_jumps() {
        let text = "fn f(x: &Tensor, #[constant] n: usize) -> Scalar {
            let mut h = x * 2.0;
            for i in 0..n {
                if i == 1 { continue; }
                for j in 0..i {
                    h = h.sin();
                    if j == 3 { break; }
                }
                while i > 5 { h = h.cos(); if i == 7 { continue; } break; }
            }
            h.sum()
        }";
        let tokens = differentiable(quote!(order = 2), &text.parse().expect("the test's text is a function"));
        let text = tokens.to_string();
        assert!(!text.contains("compile_error"), "{text}");
        assert!(text.contains("__skip_2"), "{text}");
    }
}
