//! Whatever a type of the user's lacks is one error. A constant looks at all that is needed of it. Emitted code names the type by way
//! of the constant: rustc says why it cannot compute it, and nothing of what hangs on the type.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, Type, Visibility};

use crate::args::Place;
use crate::signature::{Function, ParamKind};
use crate::{names, spans};

/// Whether a constant may name the type: no generics may stand in it.
pub(crate) fn may_be(ty: &Type, generics: &Generics) -> bool {
    let ty = ty.to_token_stream();
    !generics.params.iter().any(|param| names::mentions(&ty, &name(param)))
}

pub(crate) fn name(param: &GenericParam) -> String {
    match param {
        GenericParam::Type(p) => p.ident.to_string(),
        GenericParam::Const(p) => p.ident.to_string(),
        GenericParam::Lifetime(p) => p.lifetime.to_string(),
    }
}

/// The constant of such types. What they are of is looked at, each once.
pub(crate) fn constant<'t>(
    vis: &Visibility,
    name: &Ident,
    types: impl Iterator<Item = &'t Type>,
    rt: &TokenStream,
) -> TokenStream {
    let mut types: Vec<&Type> = types.map(spans::inner).collect();
    types.sort_by_key(|ty| ty.to_token_stream().to_string());
    types.dedup_by_key(|ty| ty.to_token_stream().to_string());
    let each = types.into_iter().map(|ty| spans::of_type(ty, "tensor_bytes", rt));
    quote! {
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        #vis const #name: ::core::primitive::bool = {
            #(let _ = #each;)*
            true
        };
    }
}

/// `__ModelKnown`
pub(crate) fn constant_of(name: &Ident) -> Ident {
    let name = name.to_string();
    let name = name.trim_start_matches("r#").trim_start_matches("__");
    Ident::new(&format!("__{name}Known"), Span::call_site())
}

/// The type, by way of the constant.
pub(crate) fn ty(ty: &impl ToTokens, constant: &Ident, at: Span, rt: &TokenStream) -> TokenStream {
    spans::placed(quote!(#rt::Known<#ty, #constant>), at)
}

/// The receiver of a method that implements a trait's, by way of a constant: no condition may say that it has a tangent, as the trait
/// has none.
pub(crate) fn receiver(function: &mut Function, rt: &TokenStream) -> Option<TokenStream> {
    let (item, sig) = (&function.item, &mut function.sig);
    let method = sig.args.method.as_ref()?;
    let (Place::Implementation, Some(_)) = (&method.place, method.sig.receiver()) else { return None };
    let ParamKind::Other(other) = &mut sig.params.first_mut()?.kind else { return None };
    let name = constant_of(sig.args.name.as_ref()?);
    let looked_at = other.active && may_be(&other.ty, &item.sig.generics);
    let constant = looked_at.then(|| constant(&item.vis, &name, std::iter::once(&*other.ty), rt))?;
    *other.ty = syn::parse2(ty(&other.ty, &name, spans::place(&other.ty), rt)).ok()?;
    Some(constant)
}
