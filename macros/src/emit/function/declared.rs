//! The items that a trait declares beside a method, and those that an implementation gives for it.
//!
//! The two are expanded apart, and the trait may have been declared in another crate. So they share names and types that
//! both know from the signature alone: gradients and tangents go by the position of the parameter. What users call, with
//! gradients by name, the trait provides on top of these. Pullbacks are opaque, as those of functions are.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::WhereClause;

use super::Emitter;
use super::entry::output_place;
use super::grads::is_active;
use crate::args::{Method, Place};
use crate::emit::rust::callees;
use crate::names::{self, own};
use crate::signature::{OtherParam, ParamKind, ReturnKind};

/// Items of ours that stand among the user's.
pub(super) fn quiet() -> TokenStream {
    quote!(#[allow(non_snake_case, unused, unused_qualifications, refining_impl_trait, trivial_bounds, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)])
}

/// The parts of signatures that several items have.
pub(super) struct Parts {
    pub out: TokenStream,
    /// The type beside the method, and its gradients by name.
    pub whole: TokenStream,
    pub grads: TokenStream,
    /// The cotangent of the result, and the gradients as a tuple.
    pub cotangent: TokenStream,
    pub slots: TokenStream,
    pub params: TokenStream,
    /// Parameters that the pullback may hold: as users call it, as others do, who lend the receiver beside itself, and
    /// these with the marker of `Kept`.
    pub held: Vec<TokenStream>,
    pub called: Vec<TokenStream>,
    pub marked: Vec<TokenStream>,
    /// Arguments to the functions beside the trait, and to what is called with a marker and without.
    pub inner: TokenStream,
    pub handed: Vec<TokenStream>,
    pub lent: Vec<TokenStream>,
    pub args: Vec<Ident>,
    pub generics: Vec<TokenStream>,
    pub with_lifetimes: Vec<TokenStream>,
    pub captures: TokenStream,
    pub predicates: Option<WhereClause>,
    /// The predicates with the bounds of what has a pullback.
    pub with_bounds: WhereClause,
}

impl Emitter<'_> {
    /// The items beside the method itself, in its trait or in an implementation.
    pub(super) fn trait_items(&self, method: &Method) -> TokenStream {
        let declares = match method.place {
            Place::Type(_) => return TokenStream::new(),
            Place::Trait { .. } => true,
            Place::Implementation => false,
        };
        let required = matches!(method.place, Place::Trait { default: false });
        let parts = self.parts(method, declares);
        let quiet = quiet();
        let item = |item: TokenStream, body: TokenStream| {
            let end = if required { quote!(;) } else { quote!({ #body }) };
            quote!(#[doc(hidden)] #quiet #item #end)
        };
        let Parts { out, whole, cotangent, slots, params, marked, args, inner, .. } = &parts;
        let Parts { generics, with_lifetimes, captures, predicates, with_bounds, .. } = &parts;
        let [call, explain, slots_vjp, jvp, vjp_2] =
            ["call", "explain", "slots_vjp", "__jvp", "slots_order_2_vjp"]
                .map(|what| names::method(&method.sig.ident, what));
        let (tangents, free, bounded) = self.positional();
        let dots: Vec<_> = (0..self.f.sig.params.len()).map(|i| own(format_args!("tangent{i}"))).collect();
        // A trait object can be called, so long as the method has no body that asks for more.
        let of_call = if required { method.generics.where_clause.clone() } else { predicates.clone() };
        let mut items = item(
            quote!(fn #call<#(#generics),*>(#params) -> __rt::Result<#out> #of_call),
            quote!(#whole::call(#(#args),*)),
        );
        items.extend(item(
            quote! {
                fn #slots_vjp<#(#with_lifetimes),*>(#(#marked),*) -> __rt::Result<(
                    #out,
                    impl __rt::PullbackOf<#out, #cotangent, __rt::calls::ByPosition<#slots>> #captures,
                )> #with_bounds
            },
            quote!(__rt::Ok(__rt::calls::by_position(#whole::vjp(#inner)?))),
        ));
        items.extend(item(
            quote! {
                fn #jvp<#(#generics,)* #(#bounded),*>(#params, #(#tangents),*)
                    -> __rt::Result<(#out, <#out as __rt::Differentiable>::Tangent)> #predicates
            },
            quote!(#whole::__jvp(#(__rt::calls::Pair(#args, #dots)),*)),
        ));
        if self.f.sig.args.order >= 2 {
            let captures = self.kept().captures(&free);
            items.extend(item(
                quote! {
                    fn #vjp_2<#(#with_lifetimes,)* #(#bounded),*>(#(#marked,)* #(#tangents),*) -> __rt::Result<(
                        #out,
                        impl __rt::calls::Pullback2<Output = #out, Grads = __rt::calls::ByPosition<#slots>>
                            + __rt::Clone #captures,
                        <#out as __rt::Differentiable>::Tangent,
                    )> #with_bounds
                },
                quote!(__rt::Ok(__rt::calls::by_position_2(#whole::order_2_vjp(#inner, #(#dots),*)?))),
            ));
        }
        // Whatever generics the method has, it says the same.
        let (sized, text) =
            (declares.then(|| quote!(where Self: ::core::marker::Sized)), self.explained.get());
        items.extend(item(quote!(fn #explain() -> &'static __rt::str #sized), quote!(#text)));
        if declares {
            if self.has_receiver() {
                let arguments = self.f.sig.params.len() - 1;
                let none = syn::Visibility::Inherited;
                items.extend(callees::arity(&none, &method.sig.ident, arguments, &names::rt()));
            }
            items.extend(self.handed(method, &parts));
            items.extend(self.provided(method, &parts));
        }
        items
    }

    /// The items that a trait provides on top of implementations: the transforms with gradients and tangents by name.
    fn provided(&self, method: &Method, parts: &Parts) -> TokenStream {
        let Parts { out, grads, cotangent, params, held, args, lent, .. } = parts;
        let Parts { generics, with_lifetimes, captures, predicates, with_bounds, .. } = parts;
        let (name, function, quiet) = (&method.sig.ident, &self.function, quiet());
        let [vjp, vag, grad, jvp, hvp, slots_vjp, by_position] =
            ["vjp", "value_and_grad", "grad", "jvp", "hvp", "slots_vjp", "__jvp"]
                .map(|what| names::method(name, what));
        let vjp_2 = names::method(name, "order_2_vjp");
        let [doc_vjp, doc_vag, doc_grad, doc_jvp, doc_hvp] =
            ["vjp", "value_and_grad", "grad", "jvp", "hvp"].map(|what| super::method::doc(name, what));
        let [value, pullback, seed, dot, dots] = ["value", "pullback", "seed", "dot", "tangents"].map(own);
        let (tangent_params, _, _) = self.tangents();
        let given = self.f.sig.params.iter().map(|p| {
            let dot = names::dot(&p.name);
            match &p.kind {
                kind if !is_active(kind) => quote!(&()),
                ParamKind::Slice { .. } | ParamKind::Other(OtherParam { slice: true, .. }) => {
                    quote!(&#dot.to_vec())
                }
                _ => quote!(#dot),
            }
        });
        let given: Vec<_> = given.collect();
        let flat = self.flat_parts(&self.f.graph, &dot);
        let mut items = quote! {
            #[doc = #doc_vjp]
            #quiet
            fn #vjp<#(#with_lifetimes),*>(#(#held),*) -> __rt::Result<(
                #out,
                impl __rt::PullbackOf<#out, #cotangent, #grads> #captures,
            )> #with_bounds {
                __rt::Ok(__rt::calls::by_name::<_, _, #grads>(Self::#slots_vjp(#(#lent,)* __rt::PhantomData)?))
            }
            #[doc = #doc_jvp]
            #quiet
            fn #jvp<#(#generics),*>(#params, #tangent_params) -> __rt::Result<(#out, #cotangent)> #predicates {
                let (#value, #dot) = Self::#by_position(#(#args,)* #(#given),*)?;
                __rt::Ok((#value, #flat))
            }
        };
        let mut first = &self.f.sig.returns.kind;
        while let ReturnKind::Group(_, kinds) = first {
            first = &kinds[0];
        }
        let may_be_loss = matches!(first, ReturnKind::Tensor(t) if t.dims.as_ref().is_none_or(Vec::is_empty));
        let loss = output_place(&self.f.output, 0, quote!(#value)).filter(|_| may_be_loss);
        let Some(loss) = loss else { return items };
        let of_first = output_place(&self.f.output, 0, quote!((*#dots)));
        let seeds = match self.float_results(&self.f.graph).len() {
            1 => quote!(&#seed),
            n => {
                let none = vec![quote!(::core::option::Option::None); n - 1];
                quote!((&#seed, #(#none),*))
            }
        };
        items.extend(quote! {
            #[doc = #doc_vag]
            #quiet
            fn #vag<#(#generics),*>(#params) -> __rt::Result<(#out, #grads)> #predicates {
                let (#value, #pullback) = Self::#vjp(#(#args),*)?;
                let #seed = __rt::calls::seed_of(&#loss, #function)?;
                let #dots = __rt::Pullback::pull(#pullback, #seeds)?;
                __rt::Ok((#value, #dots))
            }
            #[doc = #doc_grad]
            #quiet
            fn #grad<#(#generics),*>(#params) -> __rt::Result<#grads> #predicates {
                __rt::Ok(Self::#vag(#(#args),*)?.1)
            }
        });
        if self.f.sig.args.order >= 2 {
            items.extend(quote! {
                #[doc = #doc_hvp]
                #quiet
                fn #hvp<#(#generics),*>(#params, #tangent_params) -> __rt::Result<(#grads, #grads)> #predicates {
                    let (#value, #pullback, _) = Self::#vjp_2(#(#lent,)* #(#given),*)?;
                    let #seed = __rt::calls::seed_of(&#loss, #function)?;
                    __rt::calls::products(#pullback, &__rt::Differentiable::form(&#value), |#dots| #of_first = #seed)
                }
            });
        }
        items
    }

    fn parts(&self, method: &Method, declares: bool) -> Parts {
        let (ty, (_, type_generics, _)) = (self.type_name(), self.type_generics());
        let kept = self.kept();
        let generics: Vec<_> = method.generics.params.iter().map(ToTokens::to_token_stream).collect();
        let given = kept.given.iter().map(ToTokens::to_token_stream);
        let slots = self.slot_types();
        let predicates = self.predicates(method, declares);
        let forms = self.of_receiver(&kept);
        let skipped = usize::from(self.has_receiver());
        let names = self.method_args().split_off(skipped);
        let rest: Vec<TokenStream> =
            names.iter().zip(&kept.types[skipped..]).map(|(name, ty)| quote!(#name: #ty)).collect();
        let with = |first: &[TokenStream], rest: &[TokenStream]| [first, rest].concat();
        let names: Vec<TokenStream> = names.iter().map(ToTokens::to_token_stream).collect();
        let called = with(&forms.called, &rest);
        let marker = kept.marker.iter().cloned().collect::<Vec<_>>();
        let inner = with(&forms.beside, &names);
        let own = forms.own;
        Parts {
            out: self.output_type(),
            whole: quote!(<#ty #type_generics>),
            grads: quote!(<#ty #type_generics as __rt::calls::Declared>::Grads),
            cotangent: self.tangent_type(),
            slots: quote!((#(#slots,)*)),
            params: self.method_params(self.f.sig.params.iter().map(|p| &p.ty)),
            marked: with(&called, &marker),
            inner: quote!(#(#inner,)* __rt::PhantomData #own),
            handed: with(&forms.handed, &names),
            lent: with(&forms.lent, &names),
            called,
            held: with(&forms.held, &rest),
            args: self.method_args(),
            with_lifetimes: given.chain(generics.iter().cloned()).collect(),
            captures: kept.captures(&[]),
            generics,
            with_bounds: kept.clause_in_trait(predicates.as_ref()),
            predicates,
        }
    }

    /// The `where` clause of a method with derivatives: a trait says of `Self` what its implementations know.
    pub(super) fn predicates(&self, method: &Method, declares: bool) -> Option<WhereClause> {
        let mut predicates = method.generics.where_clause.clone();
        if declares {
            let clause = predicates.get_or_insert_with(|| syn::parse_quote!(where));
            clause.predicates.push(if self.has_receiver() {
                syn::parse_quote!(Self: __rt::Differentiable)
            } else {
                syn::parse_quote!(Self: ::core::marker::Sized)
            });
        }
        predicates
    }

    /// A method that a trait only declares: the type that knows its gradients.
    pub(crate) fn declared(&self) -> TokenStream {
        let (marker, grads, slots) = (self.marker_type(), self.grads_struct(), self.slots_impl());
        let (named, rt) = (self.named_impl(), &self.rt);
        let quiet = quiet();
        quote! {
            #marker
            #quiet
            const _: () = {
                use #rt as __rt;
                #grads
                #slots
                #named
            };
        }
    }

    /// How the gradients of a trait's method come by their names.
    pub(super) fn named_impl(&self) -> TokenStream {
        let (grads, generics) = (self.grads_type(), self.grads_generics());
        let (impl_generics, _, predicates) = generics.split_for_impl();
        let names: Vec<Ident> = (0..self.f.sig.params.len()).map(|i| own(format_args!("slot{i}"))).collect();
        let values = names.iter().map(ToTokens::to_token_stream).collect::<Vec<_>>();
        let value = self.grads_of_params(&values);
        let (of_type, type_generics, where_clause) = self.type_generics();
        let ty = self.type_name();
        quote! {
            impl #impl_generics __rt::calls::Named for #grads #predicates {
                fn named((#(#names,)*): Self::Slots) -> Self { #value }
            }
            impl #of_type __rt::calls::Declared for #ty #type_generics #where_clause {
                type Grads = #grads;
            }
        }
    }
}

/// A name of ours for a type of the user's: in a trait the receiver's type is `Self`, in the functions beside it a
/// parameter.
pub(crate) fn among_items(items: TokenStream, rt: &TokenStream) -> TokenStream {
    let runtime = names::rt();
    names::renamed(items, &|name| {
        if *name == runtime {
            Some(rt.clone())
        } else {
            (name == names::SELF).then(|| Ident::new("Self", name.span()).into_token_stream())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_a_trait_name_its_self() {
        let ty: syn::Type = syn::parse_quote!(&__Self);
        let items =
            among_items(quote!(fn f(x: #ty) -> __rt::Result<__Self>;), &quote!(::cotangent::__private));
        assert_eq!(
            items.to_string(),
            quote!(
                fn f(x: &Self) -> ::cotangent::__private::Result<Self>;
            )
            .to_string()
        );
    }
}
