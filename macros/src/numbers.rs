//! Functions of numbers alone: `fn density(x: f64, y: f64) -> f64`. Each has a twin, a function of tensors of rank 0. The transforms of the
//! function hand numbers to the twin and take numbers out.

mod asking;
mod body;
mod emit;
mod methods;
mod moving;
mod shadows;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{FnArg, ItemFn, Pat, PatType, ReturnType, Type};

use crate::args::Args;
use crate::error::{self, Errors};
use crate::{manifest, names, signature};

/// What a function of numbers is, beside its text.
pub(crate) struct Numbers {
    /// The function as it was written.
    item: ItemFn,
    /// The type of its numbers.
    elem: Ident,
    /// The type beside the twin.
    twin: Ident,
    params: Vec<Param>,
    /// The number, or the tuple of numbers, that it returns.
    output: Type,
    /// It returns `Result`.
    result: bool,
    order: u32,
}

struct Param {
    name: Ident,
    ty: Type,
    /// It is a number of that type, or an array or slice of such that has a derivative.
    number: bool,
    /// It has a derivative.
    active: bool,
}

impl Numbers {
    /// `None` for a function that takes or returns anything else.
    pub(crate) fn of(errors: &mut Errors, args: &Args, item: &ItemFn) -> Option<Self> {
        let is_generic =
            item.sig.generics.params.iter().any(|p| !matches!(p, syn::GenericParam::Lifetime(_)));
        if args.method.is_some() || args.vjp.is_some() || is_generic {
            return None;
        }
        let ReturnType::Type(_, output) = &item.sig.output else { return None };
        let inner = signature::result_of(output);
        let output = signature::strip(inner.unwrap_or(output)).clone();
        let results = numbers_of(&output);
        let elem = float_of(results.first()?)?;
        if !results.iter().all(|ty| float_of(ty).is_some_and(|ty| ty == elem)) {
            return None;
        }
        let typed = item.sig.inputs.iter().map(|arg| match arg {
            FnArg::Typed(p) => Some(p),
            FnArg::Receiver(_) => None,
        });
        let typed = typed.collect::<Option<Vec<_>>>()?;
        let params = typed.iter().map(|p| param(p, &elem)).collect::<Option<Vec<_>>>()?;
        if !params.iter().any(|p| p.active) {
            return None;
        }
        for (p, typed) in params.iter().zip(&typed) {
            if !p.number && !is_constant(typed) && float_of(&p.ty).is_some() {
                errors.push(error::other_number(&p.ty, &p.name, &elem));
            }
        }
        let name = args.name.as_ref().unwrap_or(&item.sig.ident);
        let twin = format_ident!("__{}_of_tensors", names::unmarked(name), span = Span::call_site());
        let (item, result, order) = (item.clone(), inner.is_some(), args.order);
        Some(Self { item, elem, twin, params, output, result, order })
    }

    /// The function of tensors, and the arguments of its attribute.
    pub(crate) fn twin(&self, errors: &mut Errors, args: &Args) -> (Args, ItemFn) {
        let rt = manifest::runtime_path(args.krate.as_ref());
        let mut item = self.item.clone();
        let elem = &self.elem;
        for (arg, param) in item.sig.inputs.iter_mut().zip(&self.params) {
            if let FnArg::Typed(p) = arg
                && param.number
            {
                *number_in(&mut p.ty) = syn::parse_quote!(#rt::Scalar<#elem>);
            }
        }
        let results = numbers_of(&self.output).into_iter().map(|_| quote!(Scalar<#elem>));
        item.sig.output = match &self.output {
            Type::Tuple(_) => syn::parse_quote!(-> Result<(#(#results),*)>),
            _ => syn::parse_quote!(-> Result<#(#results)*>),
        };
        body::rewrite(errors, self, &mut item.block);
        (Args { name: Some(self.twin.clone()), numbers: true, ..args.clone() }, item)
    }

    /// The function with its transforms, around those of the twin. `refused`: something is wrong with it.
    pub(crate) fn around(
        &self,
        args: &Args,
        twin: &TokenStream,
        rt: &TokenStream,
        refused: bool,
    ) -> TokenStream {
        emit::items(self, args, twin, rt, refused)
    }
}

/// `f32` or `f64`.
fn float_of(ty: &Type) -> Option<Ident> {
    let Type::Path(path) = signature::strip(ty) else { return None };
    path.path.get_ident().filter(|name| *name == "f32" || *name == "f64").cloned()
}

/// The types of the results.
fn numbers_of(output: &Type) -> Vec<&Type> {
    match output {
        Type::Tuple(t) if t.elems.len() > 1 => t.elems.iter().collect(),
        one => vec![one],
    }
}

/// The type in a parameter's: of its items, where it is an array or a slice.
fn number_in(ty: &mut Type) -> &mut Type {
    match ty {
        Type::Paren(p) => number_in(&mut p.elem),
        Type::Group(g) => number_in(&mut g.elem),
        Type::Reference(r) => number_in(&mut r.elem),
        Type::Array(a) => &mut a.elem,
        Type::Slice(s) => &mut s.elem,
        ty => ty,
    }
}

fn is_constant(p: &PatType) -> bool {
    p.attrs.iter().any(|attr| attr.path().is_ident("constant"))
}

fn param(p: &PatType, elem: &Ident) -> Option<Param> {
    let Pat::Ident(pat) = &*p.pat else { return None };
    let number = float_of(&p.ty).is_some_and(|ty| ty == *elem);
    let item = moving::items(&p.ty).and_then(float_of).is_some_and(|ty| ty == *elem);
    let active = (number || item && is_list(&p.ty)) && !is_constant(p);
    let number = number || active;
    if !number && !is_constant(p) && !signature::is_constant(&p.ty, &[]) || signature::mentions_tensor(&p.ty)
    {
        return None;
    }
    Some(Param { name: pat.ident.clone(), ty: (*p.ty).clone(), number, active })
}

/// `[f64; 2]`, `&[f64; 2]`, `&[f64]`.
fn is_list(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => r.mutability.is_none() && matches!(*r.elem, Type::Array(_) | Type::Slice(_)),
        ty => matches!(ty, Type::Array(_)),
    }
}
