//! The items for a function with taps: a struct of their cotangents, and the transforms that give it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::Emitter;
use super::grads::tree;
use crate::args::Method;
use crate::emit::rust::elem_type;
use crate::ir::{Elem, Graph, Times};
use crate::names;
use crate::transform::Tapped;

/// The struct of the cotangents.
pub(super) struct Taps {
    /// The type with its generics.
    pub ty: TokenStream,
    name: Ident,
    fields: Vec<Ident>,
    times: Vec<Times>,
    /// The element types that are generics.
    generics: Vec<Ident>,
}

impl Taps {
    pub(super) fn value(&self, values: &[TokenStream]) -> TokenStream {
        let (name, fields) = (&self.name, &self.fields);
        let values = self.times.iter().zip(values).map(|(times, gathered)| match times {
            Times::Once => quote!(__rt::lists::of_one(#gathered)?),
            Times::AtMostOnce => quote!(__rt::lists::of_one_or_none(#gathered)),
            Times::Many => quote!(__rt::lists::of_rounds(#gathered)),
        });
        quote!(#name { #(#fields: #values,)* })
    }
}

impl Emitter<'_> {
    pub(super) fn taps(&self, tapped: &Tapped) -> Taps {
        let name = format_ident!("{}Taps", self.grads, span = Span::call_site());
        let is_used =
            |t: &&Ident| tapped.taps.iter().any(|(e, _)| matches!(e, Elem::Param(p) if *t == p.as_str()));
        let generics: Vec<Ident> = self.generics.iter().filter(is_used).cloned().collect();
        let with = (!generics.is_empty()).then(|| quote!(<#(#generics),*>));
        let times = tapped.taps.iter().map(|(_, times)| *times).collect();
        Taps { ty: quote!(#name #with), name, fields: self.f.taps.names.clone(), times, generics }
    }

    /// The struct, and the transforms.
    pub(super) fn tapped(
        &self,
        primal: &Graph,
        tapped: &Tapped,
        programs: &super::Tapped,
    ) -> (TokenStream, TokenStream) {
        let taps = self.taps(tapped);
        let Taps { name, fields, generics, .. } = &taps;
        let bounds = (!generics.is_empty()).then(|| quote!(<#(#generics: __rt::Float),*>));
        let vis = &self.f.item.vis;
        let types = tapped.taps.iter().map(|(elem, times)| {
            let elem = elem_type(elem);
            match times {
                Times::Once => quote!(__rt::Tensor<#elem>),
                Times::AtMostOnce => quote!(::core::option::Option<__rt::Tensor<#elem>>),
                Times::Many => quote!(__rt::Vec<__rt::Tensor<#elem>>),
            }
        });
        let doc = format!("Cotangents of what [`{0}`](fn@{0}) taps.", self.function);
        let docs = fields.iter().zip(&taps.times).map(|(f, times)| match times {
            Times::Once => format!("Cotangent of `{f}`."),
            Times::AtMostOnce => format!("Cotangent of `{f}`, if it ran."),
            Times::Many => format!("Cotangents of `{f}`, one for each time that it ran, in that order."),
        });
        let params = (!generics.is_empty()).then(|| quote!(<#(#generics),*>));
        let names: Vec<&Ident> = fields.iter().collect();
        let tree = tree(
            (quote!(#bounds), quote!(#name #params)),
            name,
            (&names, vec![Span::call_site(); names.len()]),
            None,
        );
        let item = quote! {
            #[doc = #doc]
            #[derive(::core::clone::Clone, ::core::fmt::Debug)]
            #vis struct #name #bounds {
                #(#[doc = #docs] #vis #fields: #types,)*
            }
            #tree
        };
        let value_and_grad = programs.value_and_grad.as_ref().map(|p| self.value_and_grad(p, Some(&taps)));
        let halves = (&programs.forward, &programs.pullback, &programs.alone[..]);
        let vjp = self.vjp(primal, &tapped.vjp, halves, Some(&taps));
        (item, quote!(#value_and_grad #vjp))
    }

    /// The transforms with taps, beside a method.
    pub(super) fn tapped_methods(&self, method: &Method, tapped: &Tapped) -> TokenStream {
        let (vis, name, (_, type_generics, _)) = (&self.f.item.vis, &method.sig.ident, self.type_generics());
        let (ty, out, grads) = (self.type_name(), self.output_type(), self.grads_type());
        let whole = quote!(<#ty #type_generics>);
        let (params, args) =
            (self.method_params(self.f.sig.params.iter().map(|p| &p.ty)), self.method_args());
        let (own, _, predicates) = method.generics.split_for_impl();
        let (kept, generics) = (self.kept(), &method.generics.params);
        let (held, given, captures) =
            (self.method_params(kept.types.iter()), &kept.given, kept.captures(&[]));
        let with_bounds = kept.clause(predicates);
        let [vag, vjp] = ["value_and_grad_taps", "vjp_taps"].map(|what| names::method(name, what));
        let doc =
            |text: &str| format!("{text} of [`{name}`](Self::{name}), with the cotangents of what it taps.");
        let (doc_vag, doc_vjp) = (doc("The value and the gradient"), doc("The value and a pullback"));
        let (tangent, taps) = (self.tangent_type(), self.taps(tapped).ty);
        let loss = tapped.value_and_grad.as_ref().map(|_| {
            quote! {
                #[doc = #doc_vag]
                #[inline]
                #vis fn #vag #own(#params) -> __rt::Result<(#out, #grads, #taps)> #predicates {
                    #whole::value_and_grad_taps(#(#args),*)
                }
            }
        });
        quote! {
            #loss
            #[doc = #doc_vjp]
            #[inline]
            #vis fn #vjp<#(#given,)* #generics>(#held) -> __rt::Result<(
                #out,
                impl __rt::PullbackOf<#out, #tangent, (#grads, #taps)> #captures,
            )> #with_bounds {
                #whole::vjp_taps(#(#args),*)
            }
        }
    }
}
