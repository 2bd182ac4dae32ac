//! The items in place of a function that was refused, so that its errors are the only ones.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::args::Args;
use crate::signature::{Scope, erase};

/// The function without its body and the type beside it. For methods and the like; the transforms of others are emitted
/// on [`crate::lower::stub`].
pub(crate) fn whole(args: &Args, item: &syn::ItemFn) -> TokenStream {
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
    let function = function(&item.attrs, vis, sig);
    quote!(#function #ty)
}

/// The function without its body, with the signature that it is called by: a method's has a receiver.
pub(crate) fn function(attrs: &[syn::Attribute], vis: &syn::Visibility, sig: &syn::Signature) -> TokenStream {
    let mut sig = sig.clone();
    erase(&Scope::new(&sig.generics), &mut sig);
    quote! {
        #(#attrs)*
        #[allow(unused, clippy::all, clippy::pedantic)]
        #vis #sig { ::core::unimplemented!() }
    }
}

/// The declaration in a trait, which has no body to leave out.
pub(crate) fn declaration(attrs: &[syn::Attribute], sig: &syn::Signature) -> TokenStream {
    let mut sig = sig.clone();
    erase(&Scope::new(&sig.generics), &mut sig);
    quote!(#(#attrs)* #sig;)
}

/// For a function with the name of a primitive type: calls of its transforms reach the primitive, and not the type `stands` beside
/// the function. So the primitive has the transforms too, by a trait.
pub(crate) fn of_primitive(
    primitive: &Ident,
    stands: &Ident,
    sig: &syn::Signature,
    rt: &TokenStream,
) -> TokenStream {
    let mut sig = sig.clone();
    erase(&Scope::new(&sig.generics), &mut sig);
    let typed = |arg: &syn::FnArg| if let syn::FnArg::Typed(arg) = arg { Some(arg.ty.clone()) } else { None };
    let types: Vec<_> = sig.inputs.iter().filter_map(typed).collect();
    if types.is_empty() || !sig.generics.params.is_empty() {
        return TokenStream::new();
    }
    let along: Vec<Ident> = (0..types.len()).map(|k| format_ident!("__A{k}")).collect();
    let trait_name = format_ident!("__Of{stands}");
    let function = quote!(<#stands as #rt::Function>);
    let (out, grads) = (quote!(#function::Output), quote!(#function::Actives));
    let of = |name: &str, gives: TokenStream| {
        let name = Ident::new(name, Span::call_site());
        quote!(fn #name(#(_: #types),*) -> #rt::Result<#gives> { loop {} })
    };
    let all =
        [of("call", out.clone()), of("grad", grads.clone()), of("value_and_grad", quote!((#out, #grads)))];
    quote! {
        #[allow(dead_code)]
        trait #trait_name {
            #(#all)*
            fn vjp(#(_: #types),*) -> #rt::Result<(
                #out,
                #rt::FromFn<#out, #function::Tangent, #grads, for<'a, 'h> fn(
                    <#function::Tangent as #rt::Cotangent>::Parts<'a>,
                    #rt::Hooks<'h>,
                ) -> #rt::Result<#grads>>,
            )> { loop {} }
            fn __jvp<#(#along),*>(#(_: #rt::calls::Pair<#types, &#along>),*)
                -> #rt::Result<(#out, <#out as #rt::Differentiable>::Tangent)> { loop {} }
            fn explain() -> &'static str { "" }
        }
        impl #trait_name for #primitive {}
    }
}

fn is_method(sig: &syn::Signature) -> bool {
    sig.receiver().is_some()
}
