//! Whether the implementation of a trait in the same module is one: rustc would tell of each hidden item that does not fit.

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{FnArg, ImplItem, ImplItemFn, Item, ItemImpl, ItemTrait, ReturnType, TraitItem, TraitItemFn, Type};

use super::{is_marker, traits_of};
use crate::error::{self, Errors};
use crate::ir::Elem;
use crate::names;
use crate::names::type_text;
use crate::signature::{is_tensor, result_of, strip, tensor_type};

/// The marked trait of the block, where the module has it and it is not generic.
fn of_block<'i>(block: &ItemImpl, items: &'i [Item]) -> Option<&'i ItemTrait> {
    traits_of(block, items).find(|t| t.attrs.iter().any(is_marker) && t.generics.params.is_empty())
}

/// Where the block does not fit its trait: says so, and gives one with the trait's methods.
pub(super) fn misfit(errors: &mut Errors, block: &ItemImpl, items: &[Item]) -> Option<ItemImpl> {
    let declared = of_block(block, items)?;
    // What a macro declares or gives is not seen.
    let is_macro =
        |item: &TraitItem| !matches!(item, TraitItem::Fn(_) | TraitItem::Type(_) | TraitItem::Const(_));
    let gives = |item: &ImplItem| !matches!(item, ImplItem::Fn(_) | ImplItem::Type(_) | ImplItem::Const(_));
    if declared.items.iter().any(is_macro) || block.items.iter().any(gives) {
        return None;
    }
    let before = errors.len();
    let of_trait = || {
        declared.items.iter().filter_map(|item| match item {
            TraitItem::Fn(f) => Some(f),
            _ => None,
        })
    };
    let mut given = Vec::new();
    for item in &block.items {
        let ImplItem::Fn(f) = item else { continue };
        given.push(&f.sig.ident);
        if let Some(t) = of_trait().find(|t| t.sig.ident == f.sig.ident) {
            compared(errors, t, f);
        } else {
            let known: Vec<String> = of_trait().map(|t| names::unmarked(&t.sig.ident)).collect();
            errors.push(error::no_method_of_the_trait(&f.sig.ident, &declared.ident, &known));
        }
    }
    let lacking = || of_trait().filter(|t| t.default.is_none() && !given.contains(&&t.sig.ident));
    if errors.len() == before
        && let Some((path, _)) = &block.trait_
    {
        lacking().for_each(|t| errors.push(error::method_of_the_trait(path, &t.sig.ident)));
    }
    (errors.len() > before).then(|| fitting(block, of_trait()))
}

/// The block with the methods of the trait, whose bodies nobody reads.
fn fitting<'t>(block: &ItemImpl, of_trait: impl Iterator<Item = &'t TraitItemFn>) -> ItemImpl {
    let mut block = block.clone();
    block.items.retain(|item| !matches!(item, ImplItem::Fn(_)));
    block.items.extend(of_trait.map(|t| {
        let (attrs, sig) = (&t.attrs, &t.sig);
        ImplItem::Fn(syn::parse_quote!(#(#attrs)* #sig {}))
    }));
    block
}

fn compared(errors: &mut Errors, declared: &TraitItemFn, written: &ImplItemFn) {
    let (wanted, found) = (&declared.sig, &written.sig);
    if wanted.receiver().is_some() != found.receiver().is_some() || wanted.inputs.len() != found.inputs.len()
    {
        return errors.push(error::parameters_of_the_trait(&found.ident, &text(wanted.inputs.iter())));
    }
    for (wanted, found) in wanted.inputs.iter().zip(&found.inputs) {
        let (FnArg::Typed(wanted), FnArg::Typed(found)) = (wanted, found) else { continue };
        let constant = |arg: &syn::PatType| arg.attrs.iter().any(|a| a.path().is_ident("constant"));
        if differ(&wanted.ty, &found.ty) {
            errors.push(error::type_of_the_trait(first(&found.ty), &type_text(&wanted.ty)));
        } else if constant(wanted) != constant(found) && moves(&found.ty) {
            errors.push(error::constant_of_the_trait(&found.pat, constant(wanted)));
        }
    }
    match (&wanted.output, &found.output) {
        (ReturnType::Type(_, wanted), ReturnType::Type(_, found)) if differ(wanted, found) => {
            errors.push(error::type_of_the_trait(first(found), &type_text(wanted)));
        }
        _ => {}
    }
}

/// Parameters as they are written.
fn text<'a>(args: impl Iterator<Item = &'a FnArg>) -> String {
    let one = |arg: &FnArg| match arg {
        FnArg::Typed(p) => format!("{}: {}", names::plain(&p.pat), type_text(&p.ty)),
        FnArg::Receiver(r) => names::plain(r).replace("& ", "&"),
    };
    args.map(one).collect::<Vec<_>>().join(", ")
}

/// Whether the type has a tangent for certain.
fn moves(ty: &Type) -> bool {
    let ty = match strip(ty) {
        Type::Reference(r) => strip(&r.elem),
        ty => ty,
    };
    is_tensor(ty) && element(ty).is_some_and(|elem| elem.is_float())
}

/// The element type of a tensor, where the text says it.
fn element(ty: &Type) -> Option<Elem> {
    let mut ignored = Errors::new();
    let element = tensor_type(&mut ignored, &[], ty).map(|t| t.elem);
    (!ignored.forget()).then_some(element).flatten()
}

/// One token, as places are joined on nightly compilers alone.
fn first(ty: &Type) -> Span {
    ty.to_token_stream().into_iter().next().map_or_else(|| ty.span(), |token| token.span())
}

/// Whether two types are different ones for certain: a name may stand for any type.
fn differ(a: &Type, b: &Type) -> bool {
    let (a, b) = (strip(a), strip(b));
    if let (Some(a), Some(b)) = (result_of(a), result_of(b)) {
        return differ(a, b);
    }
    match (a, b) {
        (Type::Reference(a), Type::Reference(b)) => {
            a.mutability.is_some() != b.mutability.is_some() || differ(&a.elem, &b.elem)
        }
        (Type::Tuple(a), Type::Tuple(b)) => {
            a.elems.len() != b.elems.len() || a.elems.iter().zip(&b.elems).any(|(a, b)| differ(a, b))
        }
        (a, b) if is_tensor(a) && is_tensor(b) => {
            matches!((element(a), element(b)), (Some(a), Some(b)) if a != b)
        }
        (a, b) => is_known(a) && is_known(b) && type_text(a) != type_text(b),
    }
}

/// Whether the text says what the type is.
fn is_known(ty: &Type) -> bool {
    match ty {
        Type::Reference(_) | Type::Tuple(_) => true,
        Type::Path(_) => names::is_primitive(ty) || is_tensor(ty) || result_of(ty).is_some(),
        _ => false,
    }
}
