//! What stands in place of a function that was refused, so that its errors are the only ones.

use proc_macro2::TokenStream;
use quote::quote;

use crate::args::Args;
use crate::signature::{Scope, erase};

/// The function without its body and the type beside it. For methods and the like; the transforms of others are emitted
/// on [`crate::lower::stub`].
pub(crate) fn fallback(args: &Args, item: &syn::ItemFn) -> TokenStream {
    let (vis, sig) = (&item.vis, &item.sig);
    let name = args.name.as_ref().unwrap_or(&sig.ident);
    let ty = if is_method(sig) {
        TokenStream::new()
    } else {
        quote! {
            #[doc(hidden)]
            #[allow(non_camel_case_types, dead_code)]
            #vis enum #name {}
        }
    };
    let function = fallback_function(&item.attrs, vis, sig);
    quote!(#function #ty)
}

/// The function without its body, with the signature that it is called by: a method's has a receiver.
pub(crate) fn fallback_function(
    attrs: &[syn::Attribute],
    vis: &syn::Visibility,
    sig: &syn::Signature,
) -> TokenStream {
    let mut sig = sig.clone();
    erase(&Scope::new(&sig.generics), &mut sig);
    quote! {
        #(#attrs)*
        #[allow(unused, clippy::all, clippy::pedantic)]
        #vis #sig { ::core::unimplemented!() }
    }
}

/// What a trait declares, which has no body to leave out.
pub(crate) fn fallback_declaration(attrs: &[syn::Attribute], sig: &syn::Signature) -> TokenStream {
    let mut sig = sig.clone();
    erase(&Scope::new(&sig.generics), &mut sig);
    quote!(#(#attrs)* #sig;)
}

fn is_method(sig: &syn::Signature) -> bool {
    sig.receiver().is_some()
}
