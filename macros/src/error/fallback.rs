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
    let function = fallback_function(item);
    quote!(#function #ty)
}

/// The function without its body.
pub(crate) fn fallback_function(item: &syn::ItemFn) -> TokenStream {
    let mut sig = item.sig.clone();
    erase(&Scope::new(&sig.generics), &mut sig);
    let (attrs, vis) = (&item.attrs, &item.vis);
    quote! {
        #(#attrs)*
        #[allow(unused, clippy::all, clippy::pedantic)]
        #vis #sig { ::core::unimplemented!() }
    }
}

/// A method without its body.
pub(crate) fn fallback_method(item: &syn::ItemFn, sig: &syn::Signature) -> TokenStream {
    let mut sig = sig.clone();
    erase(&Scope::new(&sig.generics), &mut sig);
    let vis = &item.vis;
    quote! {
        #[allow(unused, clippy::all, clippy::pedantic)]
        #vis #sig { ::core::unimplemented!() }
    }
}

fn is_method(sig: &syn::Signature) -> bool {
    sig.receiver().is_some()
}
