//! The items that other differentiable functions use of this one. Cotangents and tangents go by the position of the
//! parameter, and in the form of the output.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::entry::output_place;
use super::grads::{everlasting, is_active};
use super::kept::Kept;
use super::{Emitter, one_or_tuple};
use crate::emit::rust::{Body, callees, steps, with_room};
use crate::fuse::Program;
use crate::ir::Graph;
use crate::names::{self, own};
use crate::signature::{OtherParam, Output, ParamKind, ReturnKind};
use crate::spans;
use crate::transform::{PairTangents, Transforms};

/// Tangents by the position of their parameters.
#[derive(Default)]
struct Positional {
    /// Further generics, with and without their bounds.
    generics: Vec<TokenStream>,
    free: Vec<Ident>,
    params: Vec<(Ident, TokenStream)>,
    /// Into the types that the function itself takes.
    entry: TokenStream,
    /// The active parameters, and references to their tangents.
    moving: Vec<(usize, TokenStream)>,
}

/// The pullbacks of several results alone, in front of that of all: each where of what is `given` only its own is there.
/// Whether any makes constants comes with them.
pub(super) fn alone(
    programs: &[Program],
    title: &str,
    given: &[&Ident],
    reverse: impl Fn(&str, &Program) -> (TokenStream, Body),
) -> (TokenStream, bool) {
    if programs.is_empty() {
        return (TokenStream::new(), false);
    }
    let count = programs.len();
    let is_given =
        (0..count).map(Literal::usize_unsuffixed).map(|k| quote!(#(__rt::Given::is_given(&#given.#k))||*));
    let (mut arms, mut places) = (TokenStream::new(), false);
    for (k, program) in programs.iter().enumerate() {
        let (grads, body) = reverse(&format!("{title}_{k}_alone"), program);
        let (alone, statements) = ((0..count).map(|i| i == k), body.statements);
        places |= body.places;
        arms.extend(quote! {
            (#(#alone),*) => {
                #statements
                return __rt::Ok(#grads);
            }
        });
    }
    (quote!(match (#(#is_given),*) { #arms _ => {} }), places)
}

impl Emitter<'_> {
    /// The body of a function with rules of its own, as it was written.
    pub(super) fn ruled_body(&self) -> Option<TokenStream> {
        self.f.sig.args.vjp.as_ref()?;
        let (mut sig, block) = (self.f.sig.erased.clone(), &self.f.item.block);
        sig.ident = Ident::new("__body", proc_macro2::Span::call_site());
        Some(quote!(#sig #block))
    }

    /// The float tensors of a cotangent in the form of the output.
    pub(super) fn flat(&self, primal: &Graph) -> TokenStream {
        let whole = own("whole");
        let flat = self.flat_parts(primal, &whole);
        quote!(|#whole| #flat)
    }

    /// The parts of the local `whole`.
    pub(super) fn flat_parts(&self, primal: &Graph, whole: &Ident) -> TokenStream {
        let places = self.float_results(primal).into_iter().map(|i| {
            let place = output_place(&self.f.output, i, quote!(#whole)).expect("every result is in the form");
            quote!(__rt::clone(&#place))
        });
        one_or_tuple(&places.collect::<Vec<_>>())
    }

    /// The gradient struct as one entry a parameter.
    pub(super) fn slots_impl(&self) -> TokenStream {
        let (grads, generics) = (self.grads_type(), self.grads_generics());
        let (impl_generics, _, predicates) = generics.split_for_impl();
        let types = self.slot_types();
        let values = self.f.sig.params.iter().map(|p| {
            let name = &p.name;
            if is_active(&p.kind) { quote!(self.#name) } else { quote!(()) }
        });
        let items = self.at_a_type(quote! {
            type Slots = (#(#types,)*);
            #[inline]
            fn slots(self) -> Self::Slots { (#(#values,)*) }
        });
        quote!(impl #impl_generics __rt::calls::Slots for #grads #predicates { #items })
    }

    /// The cotangents of the parameters by position.
    pub(super) fn slot_types(&self) -> Vec<TokenStream> {
        let of = |kind: &ParamKind| if is_active(kind) { Self::field_type(kind) } else { quote!(()) };
        self.f.sig.params.iter().map(|p| of(&p.kind)).collect()
    }

    /// One tangent for every parameter, whatever stands for that of a constant one.
    fn tangents_by_position(&self) -> Positional {
        let mut p = Positional::default();
        let in_trait = self.f.sig.args.method.as_ref().is_some_and(|m| m.in_trait());
        for (i, param) in self.f.sig.params.iter().enumerate() {
            let (name, free) = (own(format_args!("tangent{i}")), format_ident!("__D{i}"));
            match &param.kind {
                kind if !is_active(kind) => {
                    p.params.push((name.clone(), quote!(&#free)));
                    p.generics.push(quote!(#free));
                    p.free.push(free);
                }
                // The caller may have put an array together.
                kind @ (ParamKind::Slice { .. } | ParamKind::Other(OtherParam { slice: true, .. })) => {
                    let all = Self::field_type(kind);
                    p.params.push((name.clone(), quote!(&#free)));
                    p.generics.push(quote!(#free: ::core::convert::Into<#all> + __rt::Clone));
                    p.entry
                        .extend(quote!(let #name: #all = ::core::convert::Into::into(__rt::clone(#name));));
                    p.free.push(free);
                    p.moving.push((i, quote!(&#name[..])));
                }
                // The caller may have what it is of in a box.
                ParamKind::Other(other) if !in_trait => {
                    let (ty, all) = (everlasting(&other.ty), Self::field_type(&param.kind));
                    let of = spans::of_macro(&ty);
                    let along = spans::called(&ty, "along", &quote!(#name));
                    p.params.push((name.clone(), quote!(&#free)));
                    p.generics.push(quote!(#free: __rt::calls::AlongOf<#of>));
                    p.entry.extend(quote!(let #name: &#all = #along;));
                    p.free.push(free);
                    p.moving.push((i, quote!(#name)));
                }
                // As above. In a trait it may be a type that the implementation knows.
                kind if in_trait => {
                    let ty = Self::field_type(kind);
                    p.params.push((name.clone(), quote!(&#free)));
                    p.generics.push(quote!(#free: __rt::calls::Along<#ty>));
                    p.entry.extend(quote!(let #name: &#ty = __rt::calls::Along::along(#name);));
                    p.free.push(free);
                    p.moving.push((i, quote!(#name)));
                }
                kind => {
                    let ty = Self::field_type(kind);
                    p.params.push((name.clone(), quote!(&#ty)));
                    p.moving.push((i, quote!(#name)));
                }
            }
        }
        p
    }

    /// The parameters for tangents by position, the generics that they bring, and these with their bounds.
    pub(super) fn positional(&self) -> (Vec<TokenStream>, Vec<Ident>, Vec<TokenStream>) {
        let Positional { generics, free, params, .. } = self.tangents_by_position();
        (params.iter().map(|(name, ty)| quote!(#name: #ty)).collect(), free, generics)
    }

    pub(super) fn called_jvp(&self) -> TokenStream {
        let (vis, out) = (&self.f.item.vis, self.output_type());
        let lifetimes = self.f.sig.erased.generics.lifetimes();
        let Positional { generics, params: tangents, entry, moving, .. } = self.tangents_by_position();
        let given = moving.iter().map(|(_, tangent)| tangent);
        let names = self.f.sig.params.iter().map(|p| &p.name);
        let pairs = self.f.sig.params.iter().zip(&tangents).map(|(p, (tangent, moves))| {
            let (name, ty) = (&p.name, &p.ty);
            quote!(__rt::calls::Pair(#name, #tangent): __rt::calls::Pair<#ty, #moves>)
        });
        let (value, dot) = (own("value"), own("dot"));
        let count = self.float_results(&self.f.graph).len();
        let flat: Vec<TokenStream> = (0..count)
            .map(Literal::usize_unsuffixed)
            .map(|k| if count == 1 { quote!(#dot) } else { quote!(#dot.#k) })
            .collect();
        let whole = self.whole(&self.f.output, &quote!(#value), &mut flat.into_iter());
        // Those of host values are made of the value, before it moves.
        let still = (count < self.f.graph.outputs.len()).then(|| quote!(let #dot = #whole;));
        let whole = if still.is_some() { quote!(#dot) } else { whole };
        let both = quote!(Self::jvp(#(#names,)* #(#given),*));
        let moves = self.moves();
        let both = match self.f.output {
            Output::Tensor(_) if still.is_none() => both,
            _ => quote! {
                let (#value, #dot) = #both?;
                #still
                __rt::Ok((#value, #whole))
            },
        };
        self.at_the_result(quote! {
            #[doc(hidden)]
            #[inline]
            #vis fn __jvp<#(#lifetimes,)* #(#generics),*>(#(#pairs),*)
                -> __rt::Result<(#out, #moves)>
            {
                #entry
                #both
            }
        })
    }

    /// The type of the output's tangent, in its form.
    fn moves(&self) -> TokenStream {
        match &self.f.sig.returns.kind {
            ReturnKind::Tensor(t) if t.elem.is_float() => self.tangent_type(),
            _ => {
                let out = self.output_type();
                quote!(<#out as __rt::Differentiable>::Tangent)
            }
        }
    }

    /// The item that says to a caller of order 2 that there are no second derivatives.
    pub(super) fn only_once(&self) -> TokenStream {
        let name = Ident::new("order_2_vjp", proc_macro2::Span::call_site());
        let this = Ident::new("Self", proc_macro2::Span::call_site());
        callees::of_order_1(
            &self.f.item.vis,
            None,
            self.f.sig.params.len(),
            &name,
            &this,
            &syn::punctuated::Punctuated::new(),
            &TokenStream::new(),
        )
    }

    /// The gradient as a function with rules of its own, for bodies of the module that take it without the text of the function:
    /// its derivative is the product with the Hessian.
    pub(super) fn gradient_in_bodies(&self) -> TokenStream {
        let (vis, lifetimes, params) = (&self.f.item.vis, self.lifetimes(), self.params());
        let names: Vec<_> = self.f.sig.params.iter().map(|p| &p.name).collect();
        let active: Vec<_> = self.f.sig.params.iter().filter(|p| is_active(&p.kind)).collect();
        let types: Vec<_> = active.iter().map(|p| Self::field_type(&p.kind)).collect();
        let [all, grads, seed] = ["gradient", "grads", "cotangent"].map(own);
        let ty = one_or_tuple(&types);
        let fields: Vec<_> = active.iter().map(|p| &p.name).map(|name| quote!(#grads.#name)).collect();
        let value = one_or_tuple(&fields);
        let (along, _, _) = self.tangents();
        let dots = active.iter().map(|p| names::dot(&p.name));
        let seeds = (0..active.len()).map(Literal::usize_unsuffixed);
        let seeds = seeds.map(|k| if active.len() == 1 { quote!(#seed) } else { quote!(&#seed.#k) });
        self.at_a_type(quote! {
            #[doc(hidden)]
            #vis fn __gradient #lifetimes (#params) -> __rt::Result<#ty> {
                let #grads = Self::grad(#(#names),*)?;
                __rt::Ok(#value)
            }
            #[doc(hidden)]
            #vis fn __gradient_along #lifetimes (#params, #all: &#ty, #along) -> __rt::Result<#ty> {
                let #grads = Self::hvp(#(#names,)* #(#dots),*)?.1;
                __rt::Ok(#value)
            }
            #[doc(hidden)]
            #vis fn __gradient_pulled #lifetimes (#params, #all: &#ty, #seed: &#ty) -> __rt::Result<#ty> {
                Self::__gradient_along(#(#names,)* #all, #(#seeds),*)
            }
        })
    }

    /// The items that say of a function of constants that it has no gradient, where one is asked for.
    pub(super) fn without_gradients(&self) -> TokenStream {
        let vis = &self.f.item.vis;
        let generics: Vec<Ident> = (0..self.f.sig.params.len()).map(|i| format_ident!("__A{i}")).collect();
        let Some(first) = generics.first() else { return TokenStream::new() };
        ["value_and_grad", "grad", "hvp"]
            .map(|what| {
                let name = Ident::new(what, proc_macro2::Span::call_site());
                quote! {
                    #[doc(hidden)]
                    #vis fn #name<#(#generics),*>(#(_: #generics),*) -> __rt::calls::Once<Self>
                    where
                        Self: __rt::calls::OfParameters<#first>,
                    {
                        loop {}
                    }
                }
            })
            .into_iter()
            .collect()
    }

    /// `vjp` and its tangent along those of the parameters.
    pub(super) fn order_2_vjp(&self, t: &Transforms, halves: &PairTangents) -> TokenStream {
        let (vis, out, kept_types) = (&self.f.item.vis, self.output_type(), self.kept());
        let Kept { lifetimes, params, .. } = &kept_types;
        let Positional { generics, params: tangents, entry: first, moving, free } =
            self.tangents_by_position();
        let tangents = tangents.iter().map(|(name, ty)| quote!(#name: #ty));
        let entry = self.entry();
        let (_, tangent_entry, dots) = self.tangents();
        let roots = moving.iter().map(|(i, tangent)| {
            let root = names::dot(&self.f.sig.params[*i].name);
            quote!(let #root = #tangent;)
        });
        let inputs: Vec<Ident> = self.inputs.iter().cloned().chain(dots).collect();
        let forward = Program::new(halves.forward.clone());
        let Body { statements, outputs, places } =
            self.hooked_body("forward_tangent", &forward, &inputs, &self.owned, None, kept_types.lending());
        let (results, residuals) = (self.f.graph.outputs.len(), t.vjp.residuals.len());
        let value = self.output_value(&outputs[..results]);
        let floats = self.float_results(&t.primal).len();
        let at = results + residuals;
        let result = own("value");
        let dot = self.whole(&self.f.output, &quote!(#result), &mut outputs[at..at + floats].iter().cloned());
        let kept = outputs[results..at].iter().chain(&outputs[at + floats..]);
        let count = residuals + halves.moving.len();
        let names: Vec<Ident> = (0..count).map(|k| own(format_args!("residual{k}"))).collect();
        let shapes = self.cotangent_shapes(&t.primal, &outputs);
        let (unpack, cotangents) = self.unpack_cotangents(&t.primal, "cotangent");
        let (unpack_dots, cotangent_dots) = self.unpack_cotangents(&t.primal, "cotangent_dot");
        let (primal, moved) = names.split_at(residuals);
        // In the order of the inputs of the graph.
        let order = primal.iter().chain(&cotangents).chain(moved).chain(&cotangent_dots);
        let inputs: Vec<Ident> = order.cloned().collect();
        let owned: Vec<bool> = inputs.iter().map(|name| names.contains(name)).collect();
        let [result_dot, pulled, given, given_dot] =
            ["dot", "pullback", "cotangent", "cotangent_dot"].map(own);
        let reverse = |title: &str, program: &Program| {
            let body = self.body(title, program, &inputs, &owned);
            let (grads, products) = body.outputs.split_at(self.active.len());
            let (grads, products) = (self.grads_value(grads), self.grads_value(products));
            (quote!((#grads, #products)), body)
        };
        let title = "pullback_tangent";
        let programs: Vec<Program> = halves.alone.iter().cloned().map(Program::new).collect();
        let (alone, in_alone) = alone(&programs, title, &[&given, &given_dot], reverse);
        let pullback = Program::new(halves.pullback.clone());
        let reverse_steps = steps(&pullback) + programs.iter().map(steps).sum::<usize>();
        let (grads, reverse) = reverse(title, &pullback);
        let device = self.device(places || in_alone || reverse.places);
        let reverse = reverse.statements;
        let (flat, grads_type, cotangent, captures) =
            (self.flat(&t.primal), self.grads_type(), self.tangent_type(), kept_types.captures(&free));
        let (bounds, moves) = (kept_types.clause(None), self.moves());
        let reverse = quote! {
            #unpack
            #unpack_dots
            #alone
            #reverse
            __rt::Ok(#grads)
        };
        let reverse = with_room(reverse_steps, reverse);
        let body = quote! {
            #entry
            #first
            #(#roots)*
            #tangent_entry
            #device
            #statements
            #shapes
            let #result = #value;
            let #result_dot = #dot;
            #(let #names = #kept;)*
            let #pulled = __rt::calls::pullback_2::<#out, #cotangent, _, _>(
                #flat,
                move |#given, #given_dot| -> __rt::Result<(#grads_type, #grads_type)> { #reverse },
            );
            __rt::Ok((#result, #pulled, #result_dot))
        };
        let body = with_room(steps(&forward), body);
        let comma = (!params.is_empty()).then(<syn::Token![,]>::default);
        quote! {
            #[doc(hidden)]
            #[inline]
            #vis fn order_2_vjp<#(#lifetimes,)* #(#generics),*>(#params #comma #(#tangents),*) -> __rt::Result<(
                #out,
                impl __rt::calls::Pullback2<Output = #out, Grads = #grads_type> + __rt::Clone #captures,
                #moves,
            )> #bounds { #body }
        }
    }

    /// One expression for each float result, in the form of the output; host values do not move. `at`: the value.
    fn whole(
        &self,
        form: &Output,
        at: &TokenStream,
        flat: &mut impl Iterator<Item = TokenStream>,
    ) -> TokenStream {
        match form {
            Output::Tensor(i) if self.float_results(&self.f.graph).contains(i) => {
                flat.next().expect("one for each float result")
            }
            Output::Tensor(_) => quote!(__rt::calls::still(&#at)?),
            Output::Group(pack, parts) => {
                let parts = parts.iter().enumerate();
                let parts: Vec<_> = parts.map(|(i, p)| self.whole(p, &pack.place(at, i), flat)).collect();
                pack.made(parts)
            }
        }
    }
}
