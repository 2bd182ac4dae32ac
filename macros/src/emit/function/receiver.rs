//! How the receivers of a trait's methods are lent: beside themselves, as of `Self` nobody knows what pullbacks hold of it.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::declared::{Parts, quiet};
use super::kept::Kept;
use crate::args::Method;
use crate::emit::rust::callees;
use crate::names::{self, own};

/// How a receiver stands in signatures and calls: see [`Parts`].
pub(super) struct Receiver {
    pub called: Vec<TokenStream>,
    pub held: Vec<TokenStream>,
    pub beside: Vec<TokenStream>,
    pub handed: Vec<TokenStream>,
    pub lent: Vec<TokenStream>,
    /// One more argument of the functions beside the trait.
    pub own: Option<TokenStream>,
}

impl Emitter<'_> {
    /// The items that other differentiable functions call, which know the receiver's type or are given what is lent of
    /// it.
    pub(super) fn handed(&self, method: &Method, parts: &Parts) -> TokenStream {
        let Parts { out, cotangent, slots, called, handed, with_lifetimes, captures, with_bounds, .. } =
            parts;
        let quiet = quiet();
        let [start, slots_vjp, vjp_2, slots_vjp_2] =
            ["start", "slots_vjp", "order_2_vjp", "slots_order_2_vjp"]
                .map(|what| names::method(&method.sig.ident, what));
        let mut items = quote! {
            #[doc(hidden)]
            #quiet
            fn #start<#(#with_lifetimes),*>(#(#called),*) -> __rt::Result<(
                #out,
                impl __rt::PullbackOf<#out, #cotangent, __rt::calls::ByPosition<#slots>> #captures,
            )> #with_bounds {
                Self::#slots_vjp(#(#handed,)* __rt::PhantomData)
            }
        };
        if self.f.sig.args.order < 2 {
            let receiver = self.has_receiver().then(|| quote!(&self,));
            let (params, ty) = (self.f.sig.params.len(), self.type_name());
            let (_, type_generics, _) = self.type_generics();
            let ty = quote!(#ty #type_generics);
            // The type beside the method has the generics of both.
            let (generics, predicates) = (&method.generics.params, &method.generics.where_clause);
            let predicates = predicates.iter().flat_map(|clause| &clause.predicates);
            let item = callees::of_order_1(
                &syn::Visibility::Inherited,
                receiver.as_ref(),
                params,
                &vjp_2,
                &ty,
                generics,
                &quote!(Self: __rt::Differentiable, #(#predicates,)*),
            );
            items.extend(quote!(#quiet #item));
        } else {
            let (tangents, free, bounded) = self.positional();
            let along: Vec<_> =
                (0..self.f.sig.params.len()).map(|i| own(format_args!("tangent{i}"))).collect();
            let captures = self.kept().captures(&free);
            items.extend(quote! {
                #[doc(hidden)]
                #quiet
                fn #vjp_2<#(#with_lifetimes,)* #(#bounded),*>(#(#called,)* #(#tangents),*) -> __rt::Result<(
                    #out,
                    impl __rt::calls::Pullback2<Output = #out, Grads = __rt::calls::ByPosition<#slots>>
                        + __rt::Clone #captures,
                    <#out as __rt::Differentiable>::Tangent,
                )> #with_bounds {
                    Self::#slots_vjp_2(#(#handed,)* __rt::PhantomData, #(#along),*)
                }
            });
        }
        items
    }

    /// The receiver, if there is one, with what is lent of it (see `Lends` of the runtime).
    pub(super) fn of_receiver(&self, kept: &Kept) -> Receiver {
        let this = own("lent");
        let [mut called, mut held, mut beside, mut handed, mut lent] = [const { Vec::new() }; 5];
        if let (Some((call, of)), Some(pullback)) = (&kept.receiver, &kept.of_trait) {
            called.extend([quote!(&#call self), quote!(#this: #of)]);
            held.push(quote!(&#pullback self));
            // Where what is lent is a reference, that is the receiver of the functions beside the trait.
            beside.push(if kept.own.is_some() { quote!(self) } else { quote!(#this) });
            handed.extend([quote!(self), quote!(#this)]);
            lent.extend([quote!(self), quote!(__rt::calls::held(self))]);
        } else if self.has_receiver() {
            let ty = &kept.types[0];
            called.extend([quote!(self: #ty), quote!(_: &Self)]);
            held.push(quote!(self: #ty));
            beside.push(quote!(self));
            handed.extend([quote!(self), quote!(self)]);
            lent.clone_from(&handed);
        }
        let own = kept.own.as_ref().map(|_| quote!(, #this));
        Receiver { called, held, beside, handed, lent, own }
    }
}
