//! Types that are generic in their element type, of another.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{Token, Type, WherePredicate};

use super::{Items, Variant, generics, local};
use crate::names;

impl Items<'_> {
    /// Where exactly one type parameter is an element type.
    pub(super) fn cast_impl(&self) -> Option<TokenStream> {
        let (from, to) = self.element()?;
        let bound = self.with_target(&from, &to);
        let name = &self.model.name;
        let arms = self.model.variants.iter().map(|v| {
            let of = v.path(&quote!(Self));
            let target = v.path(&quote!(#name));
            let members: Vec<_> = v.fields.iter().map(|f| &f.member).collect();
            let locals: Vec<_> = (0..members.len()).map(local).collect();
            let values = v.fields.iter().zip(&locals).map(|(field, f)| converted(&field.ty, f, &from, &to));
            quote!(#of { #(#members: #locals,)* } => __rt::Ok(#target { #(#members: #values,)* }))
        });
        let subject = if self.model.variants.is_empty() { quote!(*self) } else { quote!(self) };
        Some(cast_to(name, (&self.bound, &bound), (&from, &to), &quote!(match #subject { #(#arms,)* })))
    }

    /// The type parameter that is the element type, and a name for another.
    fn element(&self) -> Option<(Ident, Ident)> {
        match &crate::signature::numbers(&self.model.generics)[..] {
            [from] => Some((format_ident!("{from}"), format_ident!("__To"))),
            _ => None,
        }
    }

    /// The `CastTo` of the tangent.
    pub(super) fn tangent_cast_impl(&self) -> Option<TokenStream> {
        let (from, to) = self.element()?;
        self.kept.type_params().find(|p| p.ident == from)?;
        let mut bound = with_param(&self.kept, &from, &to);
        let predicates = &mut bound.make_where_clause().predicates;
        let moving = |ty: &Type| {
            let tokens = ty.to_token_stream();
            let recurs = names::mentions(&tokens, &self.model.name.to_string());
            !recurs && names::mentions(&tokens, &from.to_string())
        };
        let fields = self.model.variants.iter().flat_map(Variant::active).map(|(_, f)| &f.ty);
        for ty in fields.filter(|ty| moving(ty)) {
            let target = generics::replaced(ty.to_token_stream(), &from, &to);
            predicates.push(syn::parse_quote!(<#ty as __rt::Differentiable>::Tangent: __rt::CastTo<
                #to,
                Output = <#target as __rt::Differentiable>::Tangent,
            >));
        }
        let name = &self.model.tangent;
        let arms = self.arms(|v| {
            let value = v.value(&quote!(#name), self.marker.as_ref(), |f, field| {
                let mentions = names::mentions(&field.ty.to_token_stream(), &from.to_string());
                if mentions { quote!(__rt::CastTo::<#to>::cast_to(#f)?) } else { quote!(__rt::clone(#f)) }
            });
            quote!(__rt::Ok(#value))
        });
        Some(cast_to(name, (&self.kept, &bound), (&from, &to), &arms))
    }

    /// The bounds of both types, and that every field can be converted, but for those of the type itself, which rustc would
    /// ask for without end.
    fn with_target(&self, from: &Ident, to: &Ident) -> syn::Generics {
        let mut bound = with_param(&self.bound, from, to);
        let predicates = &mut bound.make_where_clause().predicates;
        for field in self.model.variants.iter().flat_map(|v| &v.fields) {
            self.requirements(&field.ty, from, to, predicates);
        }
        bound
    }

    fn requirements(
        &self,
        ty: &Type,
        from: &Ident,
        to: &Ident,
        predicates: &mut Punctuated<WherePredicate, Token![,]>,
    ) {
        if let Type::Tuple(tuple) = ty {
            tuple.elems.iter().for_each(|ty| self.requirements(ty, from, to, predicates));
            return;
        }
        let tokens = ty.to_token_stream();
        let mentioned = |name: &Ident| names::mentions(&tokens, &name.to_string());
        if *from == tokens.to_string() || mentioned(&self.model.name) {
            return;
        }
        if mentioned(from) {
            let target = generics::replaced(tokens.clone(), from, to);
            predicates.push(syn::parse_quote!(#ty: __rt::CastTo<#to, Output = #target>));
        } else if self.model.generics.type_params().any(|p| mentioned(&p.ident)) {
            predicates.push(syn::parse_quote!(#ty: __rt::Clone));
        }
    }
}

/// `CastTo` of a type with `own` generics; `bound` has the other element type beside its own.
fn cast_to(
    name: &Ident,
    (own, bound): (&syn::Generics, &syn::Generics),
    (from, to): (&Ident, &Ident),
    value: &TokenStream,
) -> TokenStream {
    let (_, types, _) = own.split_for_impl();
    let target = generics::replaced(types.to_token_stream(), from, to);
    let (generics, _, predicates) = bound.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics __rt::CastTo<#to> for #name #types #predicates {
            type Output = #name #target;
            fn cast_to(&self) -> __rt::Result<Self::Output> { #value }
        }
    }
}

/// The generics with `to` beside `from`, bound as that is.
fn with_param(generics: &syn::Generics, from: &Ident, to: &Ident) -> syn::Generics {
    let mut bound = generics.clone();
    let cast = |tokens: TokenStream| generics::replaced(tokens, from, to);
    let param = bound.type_params().find(|p| p.ident == *from).cloned();
    let further = bound.where_clause.iter().flat_map(|w| &w.predicates).map(ToTokens::to_token_stream);
    let further: Vec<_> = further.filter(|p| names::mentions(p, &from.to_string())).map(cast).collect();
    if let Some(mut param) = param {
        param.default = None;
        let param = cast(param.to_token_stream());
        let at = bound.params.iter().take_while(|p| !matches!(p, syn::GenericParam::Const(_))).count();
        bound.params.insert(at, syn::parse_quote!(#param));
    }
    let predicates = &mut bound.make_where_clause().predicates;
    predicates.push(syn::parse_quote!(#to: __rt::Float));
    for predicate in further {
        predicates.push(syn::parse_quote!(#predicate));
    }
    bound
}

/// The value of a field behind the reference `f`.
fn converted(ty: &Type, f: &Ident, from: &Ident, to: &Ident) -> TokenStream {
    let tokens = ty.to_token_stream();
    match ty {
        _ if !names::mentions(&tokens, &from.to_string()) => quote!(__rt::clone(#f)),
        Type::Tuple(tuple) => {
            let parts: Vec<Ident> = (0..tuple.elems.len()).map(|i| format_ident!("{f}_{i}")).collect();
            let values = tuple.elems.iter().zip(&parts).map(|(ty, f)| converted(ty, f, from, to));
            quote!({ let (#(#parts,)*) = #f; (#(#values,)*) })
        }
        _ if *from == tokens.to_string() => {
            quote!(__rt::Element::from_f64(__rt::Element::to_f64(*#f)))
        }
        _ => quote!(__rt::CastTo::<#to>::cast_to(#f)?),
    }
}
