//! The transforms of a function, as methods of the type beside it.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::kept::Kept;
use super::taps::Taps;
use super::{Emitter, called, one_or_tuple};
use crate::batch;
use crate::emit::rust::{Body, Dest, Dests, Lending, hooks, residual_bytes, steps, with_room};
use crate::fuse::Program;
use crate::ir::Graph;
use crate::names::{self, own};
use crate::residuals::Pair;
use crate::signature::Output;

impl Emitter<'_> {
    pub(super) fn call(&self, program: &Program) -> TokenStream {
        let vis = &self.f.item.vis;
        let (lifetimes, params, out) = (self.lifetimes(), self.params(), self.output_type());
        let entry = self.entry();
        let Body { statements, outputs, places } = self.body("value", program, &self.inputs, &self.owned);
        let device = self.device(places);
        let value = self.output_value(&outputs);
        let doc = if self.batch {
            format!("[`{0}`](fn@{0}) of each item of a batch.", self.f.sig.name)
        } else {
            format!("[`{0}`](fn@{0}) as a `Result`, whatever its signature.", self.function)
        };
        let name = self.transform("call");
        let body = quote! {
            #entry
            #device
            #statements
            __rt::Ok(#value)
        };
        let body = with_room(steps(program), body);
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #name #lifetimes (#params) -> __rt::Result<#out> { #body }
        }
    }

    /// `taps`: the cotangents of tapped values too.
    pub(super) fn value_and_grad(&self, program: &Program, taps: Option<&Taps>) -> TokenStream {
        let vis = &self.f.item.vis;
        let (lifetimes, params, out) = (self.lifetimes(), self.params(), self.output_type());
        let entry = self.entry();
        let title = if taps.is_some() { "value_and_grad_taps" } else { "value_and_grad" };
        let Body { statements, outputs, places } = self.body(title, program, &self.inputs, &self.owned);
        let device = self.device(places);
        let results = self.f.graph.outputs.len();
        let loss = &outputs[0];
        let value = self.output_value(&outputs[..results]);
        let grads = self.grads_value(&outputs[results..]);
        let (grads_type, function) = (self.grads_type(), &self.function);
        let known = program.graph.shape(program.graph.outputs[0]).rank().is_some();
        let items = if self.batch { names::dim(batch::SIZE).into_token_stream() } else { quote!(1) };
        let one_element = (!known).then(|| quote!(__rt::check_loss(&#loss, #items, #function)?;));
        if let Some(taps) = taps {
            let (ty, tapped) = (&taps.ty, taps.value(&outputs[results + self.active.len()..]));
            let doc = format!(
                "`value_and_grad` of [`{0}`](fn@{0}), and the cotangents of what it taps.",
                self.function
            );
            let body = quote! {
                #entry
                #device
                #statements
                #one_element
                __rt::Ok((#value, #grads, #tapped))
            };
            let body = with_room(steps(program), body);
            return quote! {
                #[doc = #doc]
                #[inline]
                #vis fn value_and_grad_taps #lifetimes (#params) -> __rt::Result<(#out, #grads_type, #ty)> { #body }
            };
        }
        let names = self.f.sig.params.iter().map(|p| &p.name);
        let [both, alone] = ["value_and_grad", "grad"].map(|what| self.transform(what));
        let (of, function) = (if self.batch { " of each item of a batch" } else { "" }, &self.f.sig.name);
        let doc =
            format!("The value of [`{function}`](fn@{function}) and its gradient{of}, as one fused program.");
        let doc_grad = format!("The gradient of [`{function}`](fn@{function}){of}.");
        let body = quote! {
            #entry
            #device
            #statements
            #one_element
            __rt::Ok((#value, #grads))
        };
        let body = with_room(steps(program), body);
        let grad = self.at_a_type(quote! {
            #[doc = #doc_grad]
            #[inline]
            #vis fn #alone #lifetimes (#params) -> __rt::Result<#grads_type> {
                __rt::Ok(Self::#both(#(#names),*)?.1)
            }
        });
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #both #lifetimes (#params) -> __rt::Result<(#out, #grads_type)> { #body }
            #grad
        }
    }

    /// `taps`: the pullback gives the cotangents of tapped values too.
    pub(super) fn vjp(
        &self,
        primal: &Graph,
        pair: &Pair,
        (forward, pullback, alone): (&Program, &Program, &[Program]),
        taps: Option<&Taps>,
    ) -> TokenStream {
        let (vis, out) = (&self.f.item.vis, self.output_type());
        let kept_types = self.kept();
        let (captures, bounds) = (kept_types.captures(&[]), kept_types.clause(None));
        let Kept { lifetimes, params, .. } = &kept_types;
        let lifetimes = (!lifetimes.is_empty()).then(|| quote!(<#(#lifetimes),*>));
        let entry = self.entry();
        let Body { statements, outputs, places } =
            self.hooked_body("forward", forward, &self.inputs, &self.owned, None, kept_types.lending());
        let results = self.f.graph.outputs.len();
        let value = self.output_value(&outputs[..results]);
        let kept = &outputs[results..];
        let names: Vec<Ident> = (0..kept.len()).map(|k| own(format_args!("residual{k}"))).collect();
        // The names of parameters are in scope beside these.
        let [result, given] = ["value", "cotangent"].map(own);
        let pulled = self.at_the_result(own("pullback").into_token_stream());
        // A name of its own would only be another one.
        let (named, value) = match syn::parse2::<Ident>(value.clone()) {
            Ok(_) => (None, value),
            Err(_) => (Some(quote!(let #result = #value;)), quote!(#result)),
        };
        let bytes = names.iter().zip(&pair.residuals);
        let bytes: Vec<TokenStream> =
            bytes.filter_map(|(name, &v)| residual_bytes(&pair.forward, v, &quote!(#name))).collect();
        let bytes = if bytes.is_empty() { quote!(0) } else { quote!(#(#bytes)+*) };
        let shapes = self.cotangent_shapes(primal, &outputs);
        let (unpack, cotangents) = self.unpack_cotangents(primal, "cotangent");
        let pullback_inputs: Vec<Ident> = names.iter().cloned().chain(cotangents).collect();
        // What was kept is the pullback's own, and goes as soon as nothing reads it.
        let owned = vec![true; names.len()];
        let title = if taps.is_some() { "pullback_taps" } else { "pullback" };
        let outputs: Vec<Option<Dest>> = self.active.iter().map(|&i| self.dest(i)).collect();
        let dests = Dests { outputs: &outputs, depth: 0, fresh: &[], counters: &[] };
        let hooks = hooks();
        let given_grads = |outputs: &[TokenStream]| {
            let grads = self.told_grads(outputs);
            taps.map_or(quote!(#grads), |taps| {
                let tapped = taps.value(&outputs[self.active.len()..]);
                quote!((#grads, #tapped))
            })
        };
        let reverse = |title: &str, program: &Program| {
            let body = self.hooked_body(title, program, &pullback_inputs, &owned, Some(dests), Lending::HERE);
            (given_grads(&body.outputs), body)
        };
        let reverse_steps = steps(pullback) + alone.iter().map(steps).sum::<usize>();
        let (alone_first, in_alone) = called::alone(alone, title, &[&given], reverse);
        let (grads, reverse) = reverse(title, pullback);
        let device = self.device(places || in_alone || reverse.places);
        let reverse = reverse.statements;
        let reverse = quote! {
            #unpack
            #alone_first
            #reverse
            __rt::Ok(#grads)
        };
        let reverse = with_room(reverse_steps, reverse);
        let mut doc = format!(
            "The value of [`{0}`](fn@{0}) and a pullback: cotangents of the result in, cotangents of the active inputs out",
            self.f.sig.name
        );
        let (grads_type, cotangent_type) = (self.grads_type(), self.tangent_type());
        let (name, grads_type) = match taps {
            None => (self.transform("vjp").into_token_stream(), grads_type),
            Some(taps) => {
                doc.push_str(", with those of what it taps");
                let ty = &taps.ty;
                (quote!(vjp_taps), quote!((#grads_type, #ty)))
            }
        };
        doc.push('.');
        let (pullback, form) = match self.f.output {
            Output::Tensor(_) if results == 1 && self.float_results(primal).len() == 1 => {
                (quote!(__rt::pullback_of), self.with_the_result(quote!(&#value)))
            }
            _ => {
                let flat = self.flat(primal);
                let function = self.at_the_result(quote!(__rt::pullback::<#out, #cotangent_type, _, _>));
                (function, quote!(#flat))
            }
        };
        let both = self.with_the_result(quote!(__rt::Ok((#value, #pulled))));
        let pulled_back = self.around_the_result(quote! {
            #pullback(#form, #bytes, move |#given, mut #hooks| -> __rt::Result<#grads_type> { #reverse })
        });
        let body = quote! {
            #entry
            #device
            #statements
            #shapes
            #named
            #(let #names = #kept;)*
            let #pulled = #pulled_back;
            #both
        };
        let body = with_room(steps(forward), body);
        let gives = self.at_the_result(quote! {
            __rt::Result<(#out, impl __rt::PullbackOf<#out, #cotangent_type, #grads_type> #captures)>
        });
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #name #lifetimes (#params) -> #gives #bounds { #body }
        }
    }

    pub(super) fn jvp(&self, program: &Program) -> TokenStream {
        let vis = &self.f.item.vis;
        let (lifetimes, params, out) = (self.lifetimes(), self.params(), self.output_type());
        let entry = self.entry();
        let (tangent_params, tangent_entry, tangents) = self.tangents();
        let inputs: Vec<Ident> = self.inputs.iter().cloned().chain(tangents).collect();
        let Body { statements, outputs, places } = self.body("jvp", program, &inputs, &self.owned);
        let device = self.device(places);
        let results = self.f.graph.outputs.len();
        let value = self.output_value(&outputs[..results]);
        let (dot_type, dot) = (self.tangent_type(), one_or_tuple(&outputs[results..]));
        let doc =
            format!("The value of [`{0}`](fn@{0}) and its derivative along the tangents.", self.f.sig.name);
        let body = quote! {
            #entry
            #tangent_entry
            #device
            #statements
            __rt::Ok((#value, #dot))
        };
        let body = with_room(steps(program), body);
        let gives = self.at_the_result(quote!(__rt::Result<(#out, #dot_type)>));
        let (comma, name) = (self.comma(), self.transform("jvp"));
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #name #lifetimes (#params #comma #tangent_params) -> #gives { #body }
        }
    }

    pub(super) fn hvp(&self, program: &Program) -> TokenStream {
        let vis = &self.f.item.vis;
        let (lifetimes, params, grads_type) = (self.lifetimes(), self.params(), self.grads_type());
        let entry = self.entry();
        let (tangent_params, tangent_entry, tangents) = self.tangents();
        let inputs: Vec<Ident> = self.inputs.iter().cloned().chain(tangents).collect();
        let Body { statements, outputs, places } = self.body("hvp", program, &inputs, &self.owned);
        let device = self.device(places);
        let (grads, products) = outputs.split_at(self.active.len());
        let (grads, products) = (self.grads_value(grads), self.grads_value(products));
        let doc = format!(
            "The gradient of [`{0}`](fn@{0}) and the product of its Hessian with a vector.",
            self.function
        );
        let body = quote! {
            #entry
            #tangent_entry
            #device
            #statements
            __rt::Ok((#grads, #products))
        };
        let (body, name) = (with_room(steps(program), body), self.transform("hvp"));
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #name #lifetimes (#params, #tangent_params) -> __rt::Result<(#grads_type, #grads_type)> { #body }
        }
    }
}
