//! A method: the transforms of the function that it is stand beside it, under its name.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::FnArg;

use super::{Emitter, Programs};
use crate::args::{Method, Place};
use crate::bounds::consumes;
use crate::emit::rust::callees;
use crate::names;
use crate::transform::Transforms;

/// The documentation of the transform `what` of a method.
pub(super) fn doc(method: &Ident, what: &str) -> String {
    let gives = match what {
        "vjp" => "The value and a pullback",
        "value_and_grad" => "The value and the gradient",
        "grad" => "The gradient",
        "jvp" => "The value and its derivative along the tangents",
        "hvp" => "The gradient and the product of the Hessian with a vector",
        _ => "The graph, the kernels and the residuals",
    };
    format!("{gives} of [`{method}`](Self::{method}).")
}

impl Emitter<'_> {
    /// The method itself.
    pub(super) fn plain_method(&self, method: &Method) -> TokenStream {
        let (attrs, vis) = (&self.f.item.attrs, &method.vis);
        let mut sig = method.sig.clone();
        for (arg, erased) in sig.inputs.iter_mut().zip(&self.f.sig.erased.inputs) {
            if let (FnArg::Typed(arg), FnArg::Typed(erased)) = (arg, erased) {
                arg.attrs.clear();
                arg.pat.clone_from(&erased.pat);
                if let syn::Pat::Ident(p) = &mut *arg.pat {
                    p.mutability = None;
                }
                arg.ty.clone_from(&erased.ty);
            }
        }
        sig.output = self.f.sig.erased.output.clone();
        if let Place::Trait { default } = method.place {
            if !default {
                return quote!(#(#attrs)* #sig;);
            }
            // The body is that of the function beside the trait, which has derivatives.
            sig.generics.where_clause = self.predicates(method, true);
        }
        let (ty, (_, type_generics, _)) = (self.type_name(), self.type_generics());
        let mut args = self.method_args();
        // The signature is the user's; a macro of theirs may have put the attribute there.
        if let (Some(receiver), Some(first)) = (method.sig.receiver(), args.first_mut()) {
            first.set_span(receiver.self_token.span);
        }
        let by = consumes(&method.sig).then(|| quote!(&));
        let run = quote!(<#ty #type_generics>::call(#by #(#args),*));
        let end = match self.f.sig.returns.result {
            // What is wrong is told, and not what a call would meet.
            _ if self.refused => quote!(let _ = (#(&#args),*); loop {}),
            true => run,
            false => quote!(__rt::or_panic(#run)),
        };
        // What takes itself by value is looked at all the same.
        let by_value = by.map(|_| quote!(#[allow(clippy::needless_pass_by_value)]));
        let (blames, unused) = (self.blames_its_caller(), self.unused());
        quote! {
            #(#attrs)*
            #blames
            #[allow(dead_code)]
            #by_value
            #vis #sig { #unused #end }
        }
    }

    pub(super) fn has_receiver(&self) -> bool {
        self.f.sig.args.method.as_ref().is_some_and(|m| m.sig.receiver().is_some())
    }

    /// The parameters' names, the receiver's among them.
    pub(super) fn method_args(&self) -> Vec<Ident> {
        let mut names: Vec<Ident> = self.f.sig.params.iter().map(|p| p.name.clone()).collect();
        if self.has_receiver()
            && let Some(first) = names.first_mut()
        {
            *first = Ident::new("self", proc_macro2::Span::call_site());
        }
        names
    }

    /// Parameters of these types, the receiver among them.
    pub(super) fn method_params<'t>(&self, types: impl Iterator<Item = &'t syn::Type>) -> TokenStream {
        let names = self.method_args();
        quote!(#(#names: #types),*)
    }

    pub(super) fn methods(
        &self,
        method: &Method,
        header: &TokenStream,
        t: &Transforms,
        programs: &Programs,
    ) -> TokenStream {
        let (vis, name) = (&self.f.item.vis, &method.sig.ident);
        let (explain, doc_explain) = (names::method(name, "explain"), doc(name, "explain"));
        let own_transforms = self.method_transforms(method, programs);
        let taps = t.taps.as_ref().map(|tapped| self.tapped_methods(method, tapped));
        let (called, text) = (self.called_methods(method, t), self.explained.get());
        let once = t.vjp_tangents.is_none().then(|| self.only_once_method(method, header));
        let items = self.at_the_result(quote! {
                #own_transforms
                #taps
                #[doc = #doc_explain]
                #[inline]
                #vis const fn #explain() -> &'static __rt::str { #text }
                #called
        });
        quote! {
            #header { #items }
            #once
        }
    }

    /// The transforms under the method's name, of a batch under others.
    pub(super) fn method_transforms(&self, method: &Method, programs: &Programs) -> TokenStream {
        let (vis, name) = (&self.f.item.vis, &method.sig.ident);
        let (ty, (_, type_generics, _)) = (self.type_name(), self.type_generics());
        let whole = quote!(<#ty #type_generics>);
        let (out, grads, params, args) = (
            self.output_type(),
            self.grads_type(),
            self.method_params(self.f.sig.params.iter().map(|p| &p.ty)),
            self.method_args(),
        );
        let (own, _, predicates) = method.generics.split_for_impl();
        let all = ["vjp", "value_and_grad", "grad", "jvp", "hvp"];
        let [of_vjp, of_vag, of_grad, of_jvp, of_hvp] = all.map(|what| self.transform(what));
        let [vjp, vag, grad, jvp, hvp] =
            [&of_vjp, &of_vag, &of_grad, &of_jvp, &of_hvp].map(|what| names::method(name, &what.to_string()));
        let [doc_vjp, doc_vag, doc_grad, doc_jvp, doc_hvp] = all.map(|what| {
            let of_batch = if self.batch { " Of each item of a batch." } else { "" };
            doc(name, what) + of_batch
        });
        let kept = self.kept();
        let (captures, with_bounds) = (kept.captures(&[]), kept.clause(predicates));
        let held = self.method_params(kept.types.iter());
        let given = &kept.given;
        let generics = &method.generics.params;
        let with_lifetimes = quote!(<#(#given,)* #generics>);
        let tangent = self.tangent_type();
        let (tangent_params, _, _) = self.tangents();
        let dots = self.tangent_names();
        let loss = programs.value_and_grad.as_ref().map(|_| {
            quote! {
                #[doc = #doc_vag]
                #[inline]
                #vis fn #vag #own(#params) -> __rt::Result<(#out, #grads)> #predicates {
                    #whole::#of_vag(#(#args),*)
                }
                #[doc = #doc_grad]
                #[inline]
                #vis fn #grad #own(#params) -> __rt::Result<#grads> #predicates {
                    #whole::#of_grad(#(#args),*)
                }
            }
        });
        let twice = programs.hvp.as_ref().map(|_| {
            quote! {
                #[doc = #doc_hvp]
                #[inline]
                #vis fn #hvp #own(#params, #tangent_params) -> __rt::Result<(#grads, #grads)> #predicates {
                    #whole::#of_hvp(#(#args,)* #(#dots),*)
                }
            }
        });
        let of_call = self.transform("call");
        let (call, doc_call) = (
            names::method(name, &of_call.to_string()),
            if self.batch {
                quote!(#[doc = "The method of each item of a batch."])
            } else {
                quote!(#[doc(hidden)])
            },
        );
        quote! {
            #doc_call
            #[inline]
            #vis fn #call #own(#params) -> __rt::Result<#out> #predicates {
                #whole::#of_call(#(#args),*)
            }
            #loss
            #[doc = #doc_vjp]
            #[inline]
            #vis fn #vjp #with_lifetimes(#held) -> __rt::Result<(
                #out,
                impl __rt::PullbackOf<#out, #tangent, #grads> #captures,
            )> #with_bounds {
                #whole::#of_vjp(#(#args),*)
            }
            #[doc = #doc_jvp]
            #[inline]
            #vis fn #jvp #own(#params, #tangent_params) -> __rt::Result<(#out, #tangent)> #predicates {
                #whole::#of_jvp(#(#args,)* #(#dots),*)
            }
            #twice
        }
    }

    /// As of a function, under the method's name.
    fn only_once_method(&self, method: &Method, header: &TokenStream) -> TokenStream {
        let name = &method.sig.ident;
        let receiver = self.has_receiver().then(|| quote!(&self,));
        let order_2 = names::method(name, "order_2_vjp");
        let params = self.f.sig.params.len();
        let item = callees::of_order_1(
            &self.f.item.vis,
            receiver.as_ref(),
            params,
            &order_2,
            name,
            &syn::punctuated::Punctuated::new(),
            &TokenStream::new(),
        );
        quote! {
            const _: () = {
                #[allow(non_camel_case_types)]
                pub enum #name {}
                #header { #item }
            };
        }
    }

    /// The methods that other differentiable functions call.
    fn called_methods(&self, method: &Method, t: &Transforms) -> TokenStream {
        let (vis, out) = (&self.f.item.vis, self.output_type());
        let (ty, (_, type_generics, _)) = (self.type_name(), self.type_generics());
        let whole = quote!(<#ty #type_generics>);
        let kept = self.kept();
        let params = self.method_params(self.f.sig.params.iter().map(|p| &p.ty));
        let (given, args) = (&kept.given, self.method_args());
        let (tangents, free, bounded) = self.positional();
        let own: Vec<_> =
            method.generics.params.iter().map(ToTokens::to_token_stream).chain(bounded).collect();
        let predicates = &method.generics.where_clause;
        let names: Vec<_> =
            (0..self.f.sig.params.len()).map(|i| names::own(format_args!("tangent{i}"))).collect();
        let [start, jvp, vjp_2] =
            ["start", "__jvp", "order_2_vjp"].map(|what| names::method(&method.sig.ident, what));
        // Its own type says what is lent of it.
        let (first, rest) = kept.types.split_at(usize::from(self.has_receiver()));
        let rest_names = &self.method_args()[first.len()..];
        let lent = self.has_receiver().then(|| quote!(_: &Self)).into_iter();
        let first = first.iter().map(|ty| quote!(self: #ty));
        let rest = rest_names.iter().zip(rest).map(|(name, ty)| quote!(#name: #ty));
        let called: Vec<TokenStream> = first.chain(lent).chain(rest).collect();
        let (tangent, captures_of_vjp) = (self.tangent_type(), kept.captures(&[]));
        let method_generics = &method.generics.params;
        let captures = kept.captures(&free);
        let with_bounds = kept.clause(predicates.as_ref());
        let grads = self.grads_type();
        let twice = t.vjp_tangents.as_ref().map(|_| {
            quote! {
                #[doc(hidden)]
                #[inline]
                #vis fn #vjp_2<#(#given,)* #(#own),*>(#(#called,)* #(#tangents),*) -> __rt::Result<(
                    #out,
                    impl __rt::calls::Pullback2<Output = #out, Grads = #grads> + __rt::Clone #captures,
                    <#out as __rt::Differentiable>::Tangent,
                )> #with_bounds {
                    #whole::order_2_vjp(#(#args,)* #(#names),*)
                }
            }
        });
        let arity = self
            .has_receiver()
            .then(|| callees::arity(vis, &method.sig.ident, self.f.sig.params.len() - 1, &names::rt()));
        quote! {
            #arity
            #[doc(hidden)]
            #[inline]
            #vis fn #start<#(#given,)* #method_generics>(#(#called),*) -> __rt::Result<(
                #out,
                impl __rt::PullbackOf<#out, #tangent, #grads> #captures_of_vjp,
            )> #with_bounds {
                #whole::vjp(#(#args),*)
            }
            #[doc(hidden)]
            #[inline]
            #vis fn #jvp<#(#own),*>(#params, #(#tangents),*)
                -> __rt::Result<(#out, <#out as __rt::Differentiable>::Tangent)> #predicates
            {
                #whole::__jvp(#(__rt::calls::Pair(#args, #names)),*)
            }
            #twice
        }
    }
}
