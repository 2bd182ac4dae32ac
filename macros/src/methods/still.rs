//! The items beside a method that is plain Rust, so that differentiable bodies may call it as they call the others. Of
//! their derivatives the bodies know nothing either. The items are its value, a pullback that gives nothing, and
//! tangents that are zero.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit::Visit;
use syn::{FnArg, GenericParam, ReturnType, Signature, Type, Visibility};

use crate::emit::rust::callees;
use crate::names;

/// Hidden methods beside the one of `sig`; `bound`: what they ask of `Self`. None for a method without a value, and for one
/// whose types cannot be written a second time.
pub(super) fn beside(
    sig: &Signature,
    vis: &Visibility,
    rt: &TokenStream,
    bound: &TokenStream,
) -> TokenStream {
    let by_ref = sig.receiver().is_some_and(|r| matches!(&r.kind, syn::ReceiverKind::Reference(_, _, None)));
    let ReturnType::Type(_, given) = &sig.output else { return TokenStream::new() };
    if !by_ref
        || sig.asyncness.is_some()
        || !matches!(sig.safety, syn::Safety::Default)
        || !is_repeatable(given)
    {
        return TokenStream::new();
    }
    let mut types = Vec::new();
    for arg in &sig.inputs {
        let FnArg::Typed(arg) = arg else { continue };
        if mentions_impl(&arg.ty) {
            return TokenStream::new();
        }
        types.push(&*arg.ty);
    }
    let name = &sig.ident;
    let args: Vec<Ident> = (0..types.len()).map(|i| format_ident!("arg{i}")).collect();
    let tangents: Vec<Ident> = (0..=types.len()).map(|i| format_ident!("__D{i}")).collect();
    let nothing = tangents.iter().map(|_| quote!(())).collect::<Vec<_>>();
    let (lifetimes, others): (Vec<_>, Vec<_>) =
        sig.generics.params.iter().partition(|p| matches!(p, GenericParam::Lifetime(_)));
    let own = quote!(#(#lifetimes,)*);
    let predicates = sig.generics.where_clause.as_ref().map(|w| {
        let predicates = &w.predicates;
        quote!(#predicates,)
    });
    let turbofish = others.iter().map(|p| match p {
        GenericParam::Type(p) => &p.ident,
        GenericParam::Const(p) => &p.ident,
        GenericParam::Lifetime(_) => unreachable!("these were taken out"),
    });
    let turbofish = (!others.is_empty()).then(|| quote!(::<#(#turbofish),*>));
    let [call, vjp, jvp, vjp_2] =
        ["call", "start", "__jvp", "order_2_vjp"].map(|what| names::method(name, what));
    let value = quote!(#rt::calls::made(self.#name #turbofish(#(#args),*))?);
    let still = quote!(#rt::calls::Still<__Y, (#(#nothing,)*)>);
    let moves = quote!(<__Y as #rt::Differentiable>::Tangent);
    let wants = quote!(where #given: #rt::calls::IntoResult<__Y>, #predicates #bound);
    let params = quote!(&self, #(#args: #types,)*);
    // Lent beside itself.
    let lent = quote!(&self, _: __L, #(#args: #types,)*);
    let allowed =
        quote!(#[doc(hidden)] #[inline] #[allow(dead_code, missing_docs, clippy::all, clippy::pedantic)]);
    let arity = callees::arity(vis, name, types.len(), rt);
    quote! {
        #arity
        #allowed
        #vis fn #call<#own #(#others,)* __Y>(#params) -> #rt::Result<__Y> #wants {
            #rt::Ok(#value)
        }
        #allowed
        #vis fn #vjp<#own #(#others,)* __Y: #rt::Differentiable, __L>(#lent) -> #rt::Result<(__Y, #still)> #wants {
            #rt::Ok((#value, #rt::calls::Still::new()))
        }
        #allowed
        #vis fn #jvp<#own #(#others,)* __Y: #rt::Differentiable, #(#tangents),*>(#params #(_: #tangents),*)
            -> #rt::Result<(__Y, #moves)> #wants
        {
            #rt::calls::unmoved(#value)
        }
        #allowed
        #vis fn #vjp_2<#own #(#others,)* __Y: #rt::Differentiable, __L, #(#tangents),*>(#lent #(_: #tangents),*)
            -> #rt::Result<(__Y, #still, #moves)> #wants
        {
            let (value, dot) = #rt::calls::unmoved(#value)?;
            #rt::Ok((value, #rt::calls::Still::new(), dot))
        }
    }
}

/// The stand-ins beside a method of which nobody has said whether it has a derivative. Bodies that call the method reach them, and
/// `calls::of` refuses them by the method's name.
pub(super) fn undecided(
    sig: &Signature,
    vis: &Visibility,
    rt: &TokenStream,
    header: &TokenStream,
) -> TokenStream {
    let (name, receiver) = (&sig.ident, sig.receiver().map(|_| quote!(&self,)));
    let args = sig.inputs.len() - usize::from(receiver.is_some());
    let named = |what: &str| names::method(name, what);
    let methods = callees::stand_ins(
        &quote!(#[doc(hidden)] #vis),
        receiver.as_ref(),
        &vec![callees::Arg::Given; args],
        rt,
        &name.to_token_stream(),
        &named,
    );
    let arity = receiver.as_ref().map(|_| callees::arity(vis, name, args, rt));
    quote! {
        #[allow(dead_code, missing_docs, non_camel_case_types, private_interfaces, unreachable_pub, clippy::all, clippy::pedantic)]
        const _: () = {
            pub struct #name;
            #header { #arity #methods }
        };
    }
}

/// Whether a `where` clause may name the type: no `impl Trait`, and no lifetime that stands for that of the receiver.
fn is_repeatable(ty: &Type) -> bool {
    struct Elided(bool);
    impl<'a> Visit<'a> for Elided {
        fn visit_type_reference(&mut self, ty: &'a syn::TypeReference) {
            self.0 |= ty.lifetime.is_none();
            syn::visit::visit_type_reference(self, ty);
        }
        fn visit_lifetime(&mut self, lifetime: &'a syn::Lifetime) {
            self.0 |= lifetime.ident == "_";
        }
    }
    let mut elided = Elided(false);
    elided.visit_type(ty);
    !elided.0 && !mentions_impl(ty)
}

fn mentions_impl(ty: &Type) -> bool {
    struct Impl(bool);
    impl<'a> Visit<'a> for Impl {
        fn visit_type_impl_trait(&mut self, _: &'a syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut found = Impl(false);
    found.visit_type(ty);
    found.0
}
