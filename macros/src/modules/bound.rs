//! Tangents that are missing in a trait or a block of the module, as the module itself shows. rustc would report every place that needs one.

use proc_macro2::{Ident, TokenTree};
use quote::ToTokens;
use syn::{
    FnArg, GenericArgument, Generics, ImplItem, Item, ItemImpl, PathArguments, TraitItem, Type,
    TypeParamBound,
};

use super::{is_inert, is_marker};
use crate::error::{self, Errors};
use crate::methods::is_differentiable;
use crate::names;
use crate::signature::strip;
use crate::spans;

/// The block with the bounds that its fields ask for, where the module shows that they lack.
pub(super) fn bounded(errors: &mut Errors, block: ItemImpl, items: &[Item]) -> ItemImpl {
    let mut block = block;
    let lacking: Vec<Ident> = lacking(&block, items).cloned().collect();
    for name in &lacking {
        let param = block.generics.type_params_mut().find(|p| p.ident == *name);
        let Some(param) = param else { continue };
        let written = param.bounds.to_token_stream().to_string();
        errors.push(error::bound_of_a_field(&param.ident, &written));
        param.bounds.push(syn::parse_quote!(Differentiable));
    }
    block
}

/// The parameters that a field of the type is of, and whose bounds all stand in the module and say nothing of a tangent.
fn lacking<'b>(block: &'b ItemImpl, items: &'b [Item]) -> impl Iterator<Item = &'b Ident> {
    let asks = block.items.iter().any(|item| match item {
        ImplItem::Fn(f) => is_differentiable(&block.generics, &f.attrs, &f.sig) && f.sig.receiver().is_some(),
        _ => false,
    });
    let args = arguments(&block.self_ty);
    let of_type = |(name, _): &(&Ident, _)| {
        items.iter().find_map(|item| match item {
            Item::Struct(s) if s.ident == **name && s.attrs.iter().any(says_of_tangents) => Some(s),
            _ => None,
        })
    };
    let declared = args.as_ref().filter(|_| asks).and_then(of_type);
    block.generics.type_params().map(|p| &p.ident).filter(move |&param| {
        let (Some(s), Some((_, args))) = (declared, &args) else { return false };
        let mut params = s.generics.params.iter();
        let own = args.iter().find_map(|arg| {
            let own = params.next()?;
            matches!(arg, GenericArgument::Type(Type::Path(p)) if p.path.is_ident(param)).then_some(own)
        });
        let Some(syn::GenericParam::Type(own)) = own else { return false };
        s.fields.iter().any(|f| moves(f, &own.ident)) && says_nothing(&block.generics, param, items)
    })
}

/// The items, in which traits and their implementations have parameters as constants whose types the module declares
/// without a tangent.
pub(super) fn with_constants(errors: &mut Errors, items: &[Item]) -> Vec<Item> {
    let mut made = items.to_vec();
    for item in &mut made {
        match item {
            Item::Trait(t) if t.attrs.iter().any(is_marker) => {
                for item in &mut t.items {
                    if let TraitItem::Fn(f) = item {
                        constants(errors, &t.generics, &f.attrs, &mut f.sig, items);
                    }
                }
            }
            Item::Impl(block) if block.trait_.is_some() && block.attrs.iter().any(is_marker) => {
                for item in &mut block.items {
                    if let ImplItem::Fn(f) = item {
                        constants(errors, &block.generics, &f.attrs, &mut f.sig, items);
                    }
                }
            }
            _ => {}
        }
    }
    made
}

/// In a method with derivatives.
fn constants(
    errors: &mut Errors,
    generics: &Generics,
    attrs: &[syn::Attribute],
    sig: &mut syn::Signature,
    items: &[Item],
) {
    if !is_differentiable(generics, attrs, sig) {
        return;
    }
    for arg in &mut sig.inputs {
        let FnArg::Typed(arg) = arg else { continue };
        let ty = match strip(&arg.ty) {
            Type::Reference(r) => strip(&r.elem),
            ty => ty,
        };
        let Type::Path(path) = ty else { continue };
        let Some(name) = path.path.get_ident() else { continue };
        if !arg.attrs.iter().any(|a| a.path().is_ident("constant")) && is_still(name, items) {
            errors.push(error::type_without_tangent(name));
            arg.attrs.push(syn::parse_quote!(#[constant]));
        }
    }
}

/// Whether the module has such an enum, of names alone, and nothing in it may give the enum a tangent.
fn is_still(name: &Ident, items: &[Item]) -> bool {
    let declared = items.iter().find_map(|item| match item {
        Item::Enum(e) if e.ident == *name => Some(e),
        _ => None,
    });
    let by_hand = |item: &Item| match item {
        Item::Impl(block) => block.trait_.as_ref().is_some_and(|(path, _)| says_of_tangents(path)),
        Item::Macro(_) | Item::Mod(_) => true,
        _ => false,
    };
    declared.is_some_and(|e| {
        let names = e.variants.iter().all(|v| matches!(v.fields, syn::Fields::Unit));
        names && e.attrs.iter().all(is_plain) && !items.iter().any(by_hand)
    })
}

fn says_of_tangents(tokens: &impl ToTokens) -> bool {
    names::mentions(&tokens.to_token_stream(), "Differentiable")
}

/// Whether an attribute is no macro of which nobody here knows what it derives.
fn is_plain(attr: &syn::Attribute) -> bool {
    const KNOWN: &[&str] =
        &["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];
    if !attr.path().is_ident("derive") {
        return is_inert(attr) || attr.path().is_ident("repr") || attr.path().is_ident("non_exhaustive");
    }
    let mut all_known = true;
    let read = attr.parse_nested_meta(|meta| {
        all_known &= meta.path.get_ident().is_some_and(|name| KNOWN.iter().any(|known| name == known));
        Ok(())
    });
    read.is_ok() && all_known
}

/// A type's name and its generic arguments.
fn arguments(ty: &Type) -> Option<(&Ident, Vec<&GenericArgument>)> {
    let Type::Path(path) = ty else { return None };
    let only = path.path.segments.last().filter(|_| path.path.segments.len() == 1)?;
    match &only.arguments {
        PathArguments::AngleBracketed(args) => Some((&only.ident, args.args.iter().collect())),
        _ => None,
    }
}

/// Whether the field is of the parameter and has a tangent.
fn moves(field: &syn::Field, param: &Ident) -> bool {
    let constant = field.attrs.iter().any(|a| a.path().is_ident("constant"));
    let is_of = |ty: &Type| match ty {
        Type::Path(p) => p.path.is_ident(param),
        _ => false,
    };
    let held = match &field.ty {
        Type::Path(p) => p.path.segments.last().filter(|s| spans::HOLDERS.iter().any(|name| s.ident == name)),
        _ => None,
    };
    let inner = held.is_some_and(|s| {
        s.arguments.to_token_stream().into_iter().any(|t| matches!(t, TokenTree::Ident(i) if i == *param))
    });
    !constant && (is_of(&field.ty) || inner)
}

/// Whether all that bounds the parameter are traits of the module without supertraits.
fn says_nothing(generics: &Generics, param: &Ident, items: &[Item]) -> bool {
    if generics.where_clause.is_some() {
        return false;
    }
    let Some(param) = generics.type_params().find(|p| p.ident == *param) else { return false };
    !param.bounds.is_empty()
        && param.bounds.iter().all(|bound| {
            let TypeParamBound::Trait(bound) = bound else { return false };
            let Some(name) = bound.path.get_ident() else { return false };
            items.iter().any(|item| match item {
                Item::Trait(t) => {
                    let alone = t.supertraits.is_empty() && t.generics.where_clause.is_none();
                    t.ident == *name && alone && t.attrs.iter().any(is_marker)
                }
                _ => false,
            })
        })
}
