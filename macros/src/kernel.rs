//! `kernels!`: kernels of the runtime's own. Each is a function of one point in the language of bodies, so that its ops are
//! rows of the table, and all of its texts are printed as those of a user's function are.
//!
//! `fn Axpy<T: Float>(a: &mut T, b: &T, by: f64) { a + by * b }` is a struct with a host number `by`. References are elements of
//! operands, which are computed in the compute type; `&T::Compute` is stored in it. What is `&mut` is replaced by the results in
//! order, and such operands come first. Others give results of the types behind `->`. `#[cost(8)]` says what a point costs where that
//! is not the sum of its rows.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, GenericParam, ItemFn, Pat, ReturnType, Type};

use crate::emit::rust::SOURCES;
use crate::emit::rust::kernel::{Head, Own, own};
use crate::error::Errors;
use crate::fuse::Group;
use crate::ir::{Elem, Graph, Node, Op, Pack, Shape, TensorTy, Ty};
use crate::lower::{Binding, Lowerer};
use crate::names;
use crate::signature::elem_of;
use crate::simplify::merge;
use crate::table::RuleCache;

pub(crate) fn kernels(input: TokenStream) -> TokenStream {
    let rules = RuleCache::default();
    let items =
        syn::parse2(input).and_then(|file: syn::File| file.items.iter().map(|i| item(i, &rules)).collect());
    items.unwrap_or_else(syn::Error::into_compile_error)
}

fn item(item: &syn::Item, rules: &RuleCache) -> syn::Result<TokenStream> {
    let syn::Item::Fn(item) = item else {
        return Err(syn::Error::new_spanned(item, "a kernel is a function"));
    };
    let name = &item.sig.ident;
    let text = names::tokens(&text(item, rules, SOURCES)?);
    let module = format_ident!("__{}", name.to_string().to_lowercase());
    Ok(quote! {
        #[allow(clippy::too_many_arguments)]
        mod #module {
            use crate::__private::{self as rt, m};
            #text
        }
        use #module::#name;
    })
}

/// The type of an operand.
struct Stored {
    elem: Elem,
    /// It is stored in the type that `elem` is computed in.
    computed: bool,
}

struct Param<'a> {
    name: &'a Ident,
    /// `None`: a host number.
    stored: Option<Stored>,
    changed: bool,
}

/// A kernel as its printers take it.
struct Lowered {
    graph: Graph,
    group: Group,
    generics: Vec<Ident>,
    bound: String,
    fields: Vec<String>,
    hosts: Vec<String>,
    computed: Vec<bool>,
    changed: usize,
}

fn text(item: &ItemFn, rules: &RuleCache, sources: bool) -> syn::Result<String> {
    let Lowered { graph, group, generics, bound, fields, hosts, computed, changed } = lowered(item, rules)?;
    let name = item.sig.ident.to_string();
    let head = Head { name: &name, generics: &generics, bound: &bound, rules, sources };
    let cost = cost(&item.attrs)?;
    Ok(own(&group, &graph, &Own { head, fields: &fields, hosts: &hosts, computed: &computed, changed, cost }))
}

fn lowered(item: &ItemFn, rules: &RuleCache) -> syn::Result<Lowered> {
    let (generics, bound) = generics(item)?;
    let types: Vec<String> = generics.iter().map(ToString::to_string).collect();
    let params: Vec<Param<'_>> =
        item.sig.inputs.iter().map(|p| param(p, &types)).collect::<syn::Result<_>>()?;
    let operands: Vec<&Param<'_>> = params.iter().filter(|p| p.stored.is_some()).collect();
    let changed = operands.iter().take_while(|p| p.changed).count();
    if let Some(late) = operands[changed..].iter().find(|p| p.changed) {
        return Err(syn::Error::new_spanned(late.name, "what is changed comes before what is read"));
    }
    let mut stored: Vec<&Stored> = operands.iter().filter_map(|p| p.stored.as_ref()).collect();
    let given = results(&item.sig.output, &types)?;
    let results: Vec<&Stored> = if changed > 0 { stored[..changed].to_vec() } else { given.iter().collect() };
    let graph = graph(item, &params, &types, rules)?;
    let fits = graph.outputs.iter().map(|&v| graph.elem(v)).eq(results.iter().map(|r| &r.elem));
    if !fits || changed > 0 && !given.is_empty() {
        return Err(syn::Error::new_spanned(&item.block, "a kernel gives what its signature says"));
    }
    let other = || syn::Error::new_spanned(&item.block, "a kernel has elementwise ops alone");
    let group = Group::whole(&graph).ok_or_else(other)?;
    let host = |s: &crate::fuse::Scalar| match graph.node(s.host).op {
        Op::Input(i) => Ok(params[i as usize].name.to_string()),
        _ => Err(syn::Error::new_spanned(
            &item.block,
            "arithmetic of host numbers is done where the kernel is made",
        )),
    };
    let numbers = params.iter().filter(|p| p.stored.is_none());
    let fields = numbers.map(|p| p.name.to_string()).collect();
    let hosts: Vec<String> = group.scalars.iter().map(host).collect::<syn::Result<_>>()?;
    stored.extend(results);
    let computed: Vec<bool> = stored.iter().map(|s| s.computed).collect();
    Ok(Lowered { graph, group, generics, bound: bound.to_string(), fields, hosts, computed, changed })
}

/// `#[cost(8)]`: see `Kernel::COST` of the kernels.
fn cost(attrs: &[syn::Attribute]) -> syn::Result<Option<usize>> {
    let mut cost = None;
    for attr in attrs.iter().filter(|attr| !attr.path().is_ident("doc")) {
        if !attr.path().is_ident("cost") {
            return Err(syn::Error::new_spanned(attr, "a kernel has no attribute but `#[cost(n)]`"));
        }
        cost = Some(attr.parse_args::<syn::LitInt>()?.base10_parse()?);
    }
    Ok(cost)
}

/// Type parameters, which have one bound.
fn generics(item: &ItemFn) -> syn::Result<(Vec<Ident>, TokenStream)> {
    let wants = || syn::Error::new_spanned(&item.sig, "a kernel has type parameters, of one bound");
    let mut all = Vec::new();
    let mut bound = None;
    for param in &item.sig.generics.params {
        let GenericParam::Type(ty) = param else { return Err(wants()) };
        let text = ty.bounds.to_token_stream();
        if bound.get_or_insert_with(|| text.clone()).to_string() != text.to_string() {
            return Err(wants());
        }
        all.push(ty.ident.clone());
    }
    Ok((all, bound.ok_or_else(wants)?))
}

fn param<'a>(param: &'a FnArg, types: &[String]) -> syn::Result<Param<'a>> {
    let wants = || syn::Error::new_spanned(param, "a parameter is `x: &T`, `x: &mut T` or `n: f64`");
    let FnArg::Typed(typed) = param else { return Err(wants()) };
    let Pat::Ident(pat) = &*typed.pat else { return Err(wants()) };
    let (stored, changed) = match &*typed.ty {
        Type::Reference(r) => (Some(stored(&r.elem, types)?), r.mutability.is_some()),
        ty if ty.to_token_stream().to_string() == "f64" => (None, false),
        _ => return Err(wants()),
    };
    Ok(Param { name: &pat.ident, stored, changed })
}

fn stored(ty: &Type, types: &[String]) -> syn::Result<Stored> {
    let of = types.iter().find(|t| ty.to_token_stream().to_string() == format!("{t} :: Compute"));
    let computed = of.is_some();
    let elem = of.map_or_else(|| elem_of(types, ty), |t| Some(Elem::Param(t.clone())));
    let elem = elem.ok_or_else(|| syn::Error::new_spanned(ty, "an element type"))?;
    Ok(Stored { elem, computed })
}

fn results(output: &ReturnType, types: &[String]) -> syn::Result<Vec<Stored>> {
    match output {
        ReturnType::Default => Ok(Vec::new()),
        ReturnType::Type(_, ty) => match &**ty {
            Type::Tuple(tuple) => tuple.elems.iter().map(|ty| stored(ty, types)).collect(),
            ty => Ok(vec![stored(ty, types)?]),
        },
    }
}

/// All operands have one shape, so that a launch alone repeats what is smaller.
fn graph(item: &ItemFn, params: &[Param<'_>], types: &[String], rules: &RuleCache) -> syn::Result<Graph> {
    let (mut graph, mut errors) = (Graph::default(), Errors::new());
    let shape = Shape::unknown(crate::dims::fresh());
    let span = item.sig.ident.span();
    let mut bindings = Vec::new();
    for (i, param) in params.iter().enumerate() {
        let ty = match &param.stored {
            Some(stored) => Ty::Tensor(TensorTy { elem: stored.elem.clone(), shape: shape.clone() }),
            None => Ty::Host,
        };
        let name = Some(param.name.to_string());
        let v = graph.push(Node { name, ..Node::new(Op::Input(i as u32), Vec::new(), ty, span) });
        bindings.push(if param.stored.is_some() { Binding::Tensor(v) } else { Binding::Host(v) });
    }
    let mut lowerer = Lowerer::new(&mut graph, &mut errors, rules, Elem::Param(types[0].clone()));
    lowerer.at = Some(span);
    lowerer.types = types.to_vec();
    for (param, binding) in params.iter().zip(bindings) {
        lowerer.bind(&param.name.to_string(), binding);
    }
    let value = lowerer.stmts(&item.block.stmts);
    lowerer.finish();
    match value {
        Binding::Tensor(v) => graph.outputs.push(v),
        Binding::Group(Pack::Tuple, parts) => {
            graph.outputs.extend(parts.into_iter().filter_map(|part| match part {
                Binding::Tensor(v) => Some(v),
                _ => None,
            }));
        }
        _ => {}
    }
    let combined = errors.take().into_iter().reduce(|mut all, error| {
        all.combine(error);
        all
    });
    combined.map_or_else(|| Ok(merge(graph)), Err)
}

#[cfg(test)]
mod tests;
