//! The accessors of a tangent and of a form that emitted code uses, by the name of a field; see [`crate::derive`].

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Field, Items, Mirror, Variant, local};

impl Items<'_> {
    pub(super) fn accessors(&self) -> TokenStream {
        let variants = &self.model.variants;
        let each = |of: fn(&Self, &Variant, &Field, usize) -> TokenStream| -> TokenStream {
            let fields =
                variants.iter().flat_map(|v| v.fields.iter().enumerate().map(move |(i, f)| (v, f, i)));
            fields.map(|(v, f, i)| f.placed(of(self, v, f, i))).collect()
        };
        let tangent = each(|items, v, f, i| {
            let (take, put) = (items.taken(v, f, i, Mirror::Tangent), items.put(v, f, i, Mirror::Tangent));
            let (set, matched) = (items.set(v, f), items.matched(v, f, Mirror::Tangent));
            quote!(#take #put #set #matched)
        });
        let form = each(|items, v, f, i| {
            let (taken, put) = (items.taken(v, f, i, Mirror::Form), items.put(v, f, i, Mirror::Form));
            let matched = items.matched(v, f, Mirror::Form);
            quote!(#taken #put #matched)
        });
        let value = each(|items, v, f, _| items.of(v, f));
        let (tangent, form) = (
            self.implementation(None, Mirror::Tangent, &tangent),
            self.implementation(None, Mirror::Form, &form),
        );
        let (generics, types, predicates) = self.bound.split_for_impl();
        let name = &self.model.name;
        let received = self.implementation(
            Some(quote!(__rt::calls::Received<Self>)),
            Mirror::Tangent,
            &quote! {
                #[inline]
                fn received(self, _: impl ::core::ops::FnOnce() -> __rt::Result<Self>) -> __rt::Result<Self> {
                    __rt::Ok(self)
                }
                #[inline]
                fn lent(
                    &self,
                    _: impl ::core::ops::FnOnce() -> __rt::Result<Self>,
                ) -> __rt::Result<__rt::calls::Handed<'_, Self>> {
                    __rt::Ok(__rt::calls::Handed::By(self))
                }
            },
        );
        // What a method gives to a receiver that is in a box.
        let boxed = self.implementation(
            Some(quote!(__rt::calls::Received<::std::boxed::Box<Self>>)),
            Mirror::Tangent,
            &quote! {
                #[inline]
                fn received(
                    self,
                    _: impl ::core::ops::FnOnce() -> __rt::Result<::std::boxed::Box<Self>>,
                ) -> __rt::Result<::std::boxed::Box<Self>> {
                    __rt::Ok(::std::boxed::Box::new(self))
                }
            },
        );
        let own = self.model.is_own_tangent();
        let value =
            (!value.is_empty() && !own).then(|| quote!(impl #generics #name #types #predicates { #value }));
        let single = self.implementation(Some(quote!(__rt::Single)), Mirror::Tangent, &quote!());
        let fields = quote!(__rt::calls::Fields);
        let [of_tangent, of_form] = [Mirror::Tangent, Mirror::Form]
            .map(|mirror| self.implementation(Some(fields.clone()), mirror, &TokenStream::new()));
        let of_value = (!own).then(|| quote!(impl #generics #fields for #name #types #predicates {}));
        quote!(#tangent #form #received #boxed #single #value #of_tangent #of_form #of_value)
    }

    /// A field of a struct, as far as it moves.
    fn of(&self, variant: &Variant, field: &Field) -> TokenStream {
        if variant.name.is_some() {
            return TokenStream::new();
        }
        let (head, name) = self.method("of", variant, field);
        if field.constant {
            return quote!(#head fn #name(&self) -> &() { &() });
        }
        let (member, ty) = (&field.member, &field.ty);
        quote!(#head fn #name(&self) -> &#ty { &self.#member })
    }

    /// The names of a field in accessors: in a struct it has two, see [`Self::matched`].
    pub(super) fn accessed(&self, variant: &Variant, field: &Field) -> Vec<String> {
        let text = field.text();
        match &variant.name {
            Some(variant) => vec![format!("{variant}__{text}")],
            None => vec![format!("{}__{text}", self.model.name), text],
        }
    }

    /// The accessors of a struct under the names that those of a variant have: a pattern does not say which of the two it is.
    fn matched(&self, variant: &Variant, field: &Field, mirror: Mirror) -> TokenStream {
        if variant.name.is_some() {
            return TokenStream::new();
        }
        let of = |what: &str| {
            let (head, name) = self.method(what, variant, field);
            let long = format!("__{what}_{}__{}", self.model.name, field.text());
            (head, name, syn::Ident::new(&long, proc_macro2::Span::call_site()))
        };
        let ((head, _, long_of), (_, put, long_put)) = (of("of"), of("put"));
        let ty = Mirror::Tangent.of(field, &quote!(__rt));
        let put = if field.constant {
            quote!(#head fn #long_put<__V>(&mut self, _: __V) -> __rt::Result<()> { __rt::Ok(()) })
        } else {
            quote!(#head fn #long_put(&mut self, __value: #ty) -> __rt::Result<()> { self.#put(__value) })
        };
        if mirror == Mirror::Form {
            return put;
        }
        let member = &field.member;
        let (ty, part) = if field.constant { (quote!(()), quote!(())) } else { (ty, quote!(self.#member)) };
        quote!(#put #head fn #long_of(&self) -> __rt::Result<&#ty> { __rt::Ok(&#part) })
    }

    fn method(&self, what: &str, variant: &Variant, field: &Field) -> (TokenStream, syn::Ident) {
        let text = field.text();
        let (vis, name) = match &variant.name {
            None => (&field.vis, format_ident!("__{what}_{text}")),
            Some(variant) => (&self.model.vis, format_ident!("__{what}_{variant}__{text}")),
        };
        let name = syn::Ident::new(&name.to_string(), proc_macro2::Span::call_site());
        (quote!(#[doc(hidden)] #[inline] #vis), name)
    }

    fn taken(&self, variant: &Variant, field: &Field, i: usize, mirror: Mirror) -> TokenStream {
        let what = if mirror == Mirror::Tangent { "of" } else { "form" };
        let (head, name) = self.method(what, variant, field);
        if field.constant && mirror == Mirror::Form && variant.name.is_none() {
            return quote!(#head fn #name(&self) {});
        }
        let (member, f, rt) = (&field.member, local(i), quote!(__rt));
        let ty = if field.constant { quote!(()) } else { mirror.of(field, &rt) };
        let lent = (mirror == Mirror::Tangent).then(|| quote!(&));
        let value = |of: TokenStream| match mirror {
            _ if field.constant => quote!(#lent ()),
            Mirror::Tangent => quote!(&#of),
            Mirror::Form => quote!((#of).form()),
        };
        if variant.name.is_none() {
            let value = value(quote!(self.#member));
            return quote!(#head fn #name(&self) -> #lent #ty { #value });
        }
        let value = value(quote!(*#f));
        let body = self.within(variant, &quote!(__rt::Ok(#value)));
        quote!(#head fn #name(&self) -> __rt::Result<#lent #ty> { #body })
    }

    fn put(&self, variant: &Variant, field: &Field, i: usize, mirror: Mirror) -> TokenStream {
        let (head, name) = self.method("put", variant, field);
        if field.constant {
            return quote!(#head fn #name<__V>(&mut self, _: __V) -> __rt::Result<()> { __rt::Ok(()) });
        }
        let (member, f) = (&field.member, local(i));
        let ty = Mirror::Tangent.of(field, &quote!(__rt));
        let place = if variant.name.is_none() { quote!(&mut self.#member) } else { quote!(#f) };
        let put = match mirror {
            Mirror::Tangent => quote!(__rt::tree::add(#place, &__value)),
            Mirror::Form => quote!(__rt::Rest::put(#place, __value)),
        };
        let body = if variant.name.is_none() { put } else { self.within(variant, &put) };
        quote!(#head fn #name(&mut self, __value: #ty) -> __rt::Result<()> { #body })
    }

    /// Another tangent in a field of a struct.
    fn set(&self, variant: &Variant, field: &Field) -> TokenStream {
        if variant.name.is_some() {
            return TokenStream::new();
        }
        let (head, name) = self.method("set", variant, field);
        if field.constant {
            return quote!(#head fn #name<__V>(&mut self, _: __V) {});
        }
        let (member, ty) = (&field.member, Mirror::Tangent.of(field, &quote!(__rt)));
        quote!(#head fn #name(&mut self, __value: #ty) { self.#member = __value; })
    }

    fn within(&self, variant: &Variant, value: &TokenStream) -> TokenStream {
        let pattern = variant.pattern(&quote!(Self));
        let other = (self.model.variants.len() > 1)
            .then(|| quote!(_ => __rt::Err(__rt::Path::root().differ("the variants")),));
        quote!(match self { #pattern => #value, #other })
    }
}
