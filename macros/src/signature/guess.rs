//! Stand-ins for the parts of a signature that were refused, so that what uses the function meets no other error.

use syn::{Pat, PatType, ReturnType, Type};

use super::{Param, ParamKind, ReturnKind, Returns, Scope, TensorParam, TensorType, types};
use crate::ir::Elem;
use crate::names::own;

/// Parameter `i`: a tensor where its type is one of any kind, or else a host value. `erased`: its type as rustc sees it.
pub(super) fn param(scope: &Scope, p: &PatType, erased: &Type, i: usize) -> Param {
    let name = match &*p.pat {
        Pat::Ident(p) => p.ident.clone(),
        _ => own(format_args!("parameter{i}")),
    };
    let inner = match types::strip(erased) {
        Type::Reference(r) => types::strip(&r.elem),
        ty => ty,
    };
    if !types::is_tensor(inner) {
        let mut ty = types::strip(erased).clone();
        if let Type::Reference(r) = &mut ty {
            r.mutability = None;
        }
        return Param { name, mutable: false, ty, kind: ParamKind::Host };
    }
    let by_ref = matches!(types::strip(erased), Type::Reference(_));
    let ty = if by_ref { syn::parse_quote!(&#inner) } else { inner.clone() };
    let elem = element(scope, inner);
    let active = elem.is_float() && !p.attrs.iter().any(|a| a.path().is_ident("constant"));
    let kind = ParamKind::Tensor(TensorParam { ty: tensor(elem, None), by_ref, active });
    Param { name, mutable: false, ty, kind }
}

/// Parameters of one name, of which the gradient can have one.
pub(super) fn distinct(params: &mut [Param]) {
    for i in 1..params.len() {
        if params[..i].iter().any(|p| p.name == params[i].name) {
            params[i].name = own(format_args!("parameter{i}"));
        }
    }
}

/// A number.
pub(super) fn returns(scope: &Scope, sig: &syn::Signature) -> Returns {
    let written = match &sig.output {
        ReturnType::Type(_, ty) => Some(&**ty),
        ReturnType::Default => None,
    };
    let result = written.and_then(types::result_of);
    let elem = result.or(written).map_or(Elem::F32, |ty| element(scope, ty));
    let elem = if elem.is_float() { elem } else { Elem::F32 };
    Returns { kind: ReturnKind::Tensor(tensor(elem, Some(Vec::new()))), result: result.is_some() }
}

fn tensor(elem: Elem, dims: Option<Vec<types::DimSpec>>) -> TensorType {
    TensorType { elem, dims, written: Box::new(Type::Infer(syn::parse_quote!(_))), explicit: false }
}

/// The element type that `ty` names first, as [`types::erase`] leaves it.
fn element(scope: &Scope, ty: &Type) -> Elem {
    let Type::Path(p) = types::strip(ty) else { return Elem::F32 };
    let Some(segment) = p.path.segments.last().filter(|_| types::is_tensor(ty)) else { return Elem::F32 };
    let syn::PathArguments::AngleBracketed(args) = &segment.arguments else { return Elem::F32 };
    match args.args.first() {
        Some(syn::GenericArgument::Type(t)) => types::elem_of(&scope.types, t).unwrap_or(Elem::F32),
        _ => Elem::F32,
    }
}
