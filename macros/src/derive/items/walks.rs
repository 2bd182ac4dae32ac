//! How tangents are walked, and values beside their tangents.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use super::{Items, Mirror, Variant, generics, local};
use crate::derive::{nest, tree_methods};
use crate::names;
use crate::signature::{self, held};

impl Items<'_> {
    /// A function that finds the parts of a tree that is of this variant.
    fn parts(&self, variant: &Variant, of: &TokenStream) -> TokenStream {
        let pattern = variant.pattern(of);
        let locals = variant.active().map(|(i, _)| local(i));
        let other = (self.model.variants.len() > 1).then(|| quote!(_ => __rt::None,));
        quote!(|__t| match __t { #pattern => __rt::Some((#(#locals,)*)), #other })
    }

    pub(super) fn tree_impl(&self) -> TokenStream {
        let (walk, walk_mut) = (self.walk(), self.walk_mut());
        let body = tree_methods(&walk, &walk_mut);
        self.implementation(Some(quote!(__rt::TensorTree)), Mirror::Tangent, &body)
    }

    fn walk(&self) -> TokenStream {
        let of = quote!(Self);
        if !self.model.is_enum {
            let variant = &self.model.variants[0];
            let walk = variant.active_fields().walk();
            let value = variant.value(&of, self.marker.as_ref(), |field, _| quote!(#field));
            return quote!(#walk __rt::Ok(#value));
        }
        let each = self.model.variants.iter().map(|v| {
            let parts = self.parts(v, &of);
            let position = |field: &super::Field| {
                let at = v.active().position(|(_, f)| f.member == field.member).unwrap_or_default();
                Literal::usize_unsuffixed(at)
            };
            let value = v.value(&of, None, |_, field| {
                let (text, at) = (field.text(), position(field));
                quote!(__path.field(#text, __rt::tree::pick(__parts, |__t| __t.#at), __walk)?)
            });
            quote!(if let __rt::Some(__parts) = __rt::tree::each_if(__trees, #parts) { return __rt::Ok(#value); })
        });
        quote!(#(#each)* __rt::Err(__path.differ("the variants")))
    }

    fn walk_mut(&self) -> TokenStream {
        let of = quote!(Self);
        self.arms(|v| {
            if !self.model.is_enum {
                let fields = v.active_fields();
                return fields.change(&nest(&fields.locals));
            }
            let parts = self.parts(v, &of);
            let each = v.active().enumerate().map(|(at, (i, field))| {
                let (f, text) = (local(i), field.text());
                let at = Literal::usize_unsuffixed(at);
                field.placed(quote! {
                    __path.within(#text, |__path| {
                        let __others = __rt::tree::pick(__parts, |__t| __t.#at);
                        __rt::TensorTree::walk_mut(#f, __others, __path, __update)
                    })?;
                })
            });
            quote!({
                let __rt::Some(__parts) = __rt::tree::each_if(__others, #parts) else {
                    return __rt::Err(__path.differ("the variants"));
                };
                #(#each)*
                __rt::Ok(())
            })
        })
    }

    /// A tangent is its own.
    pub(super) fn tangent_impl(&self) -> TokenStream {
        let body = quote! {
            type Tangent = Self;
            type Form = __rt::tree::TreeForm<Self>;
            type Lends = __rt::calls::Tensors;
            fn form(&self) -> Self::Form { __rt::tree::TreeForm::of(self) }
            fn tensor_bytes(&self) -> __rt::usize { __rt::tree::held_bytes(self) }
            fn to_device(&self, __device: &__rt::Device) -> __rt::Result<Self> { __rt::tree::to(self, __device) }
            fn visit_tensors<__V: __rt::Visit>(&self, __path: &mut __rt::Path, __visitor: &mut __V) -> __rt::Result<()> {
                __rt::tree::visit_below(self, __path, __visitor)
            }
            fn walk_tensors<const __N: __rt::usize, const __S: __rt::usize, __U: __rt::Update<__N, __S>>(
                &mut self,
                __tangents: [&Self; __N],
                __states: [&mut Self; __S],
                __path: &mut __rt::Path,
                __update: &mut __U,
            ) -> __rt::Result<()> {
                __rt::tree::walk_states(self, __tangents, __states, __path, __update)
            }
        };
        self.implementation(Some(quote!(__rt::Differentiable)), Mirror::Tangent, &body)
    }

    pub(super) fn differentiable_impl(&self) -> TokenStream {
        let cloned = generics::cloned(&self.bound, &self.model.name);
        let (generics, types, predicates) = cloned.split_for_impl();
        let (_, kept, _) = self.kept.split_for_impl();
        let (tangent, form) = (&self.model.tangent, &self.model.form);
        // What the type itself lacks is one error, at the derive.
        let mut name = self.model.name.clone();
        name.set_span(Span::call_site());
        let forms = self.arms(|v| {
            v.value(&quote!(#form), self.marker.as_ref(), |f, field| {
                let names = self.accessed(v, field);
                let ty = field.known(&field.ty, &quote!(__rt));
                quote!(__rt::rest::<#ty>(#f, &[#(#names),*], __brought))
            })
        });
        let bytes = self.arms(|v| {
            let each = v.active().map(|(i, field)| {
                let f = local(i);
                let bytes = field.of("tensor_bytes", &quote!(__rt));
                field.placed(quote!(+ #bytes(#f)))
            });
            quote!(0 #(#each)*)
        });
        let visits = self.arms(|v| {
            let each = v.active().map(|(i, field)| {
                let (f, text) = (local(i), field.text());
                let visit = field.of("visit_tensors", &quote!(__rt));
                field.placed(quote! {
                    __path.within(#text, |__path| {
                        #visit(#f, __path, __visitor)
                    })?;
                })
            });
            quote!({ #(#each)* __rt::Ok(()) })
        });
        let (walks, moves, lends) = (self.walk_tensors(), self.to_device(), self.lends());
        quote! {
            #[automatically_derived]
            impl #generics __rt::Differentiable for #name #types #predicates {
                type Tangent = #tangent #kept;
                type Form = #form #kept;
                type Lends = #lends;
                fn form(&self) -> Self::Form { __rt::whole_form(self) }
                fn form_but(&self, __brought: &[&__rt::str]) -> Self::Form { #forms }
                fn tensor_bytes(&self) -> __rt::usize { #bytes }
                fn to_device(&self, __device: &__rt::Device) -> __rt::Result<Self> { #moves }
                fn visit_tensors<__V: __rt::Visit>(
                    &self,
                    __path: &mut __rt::Path,
                    __visitor: &mut __V,
                ) -> __rt::Result<()> {
                    #visits
                }
                fn walk_tensors<
                    const __N: __rt::usize,
                    const __S: __rt::usize,
                    __U: __rt::Update<__N, __S>,
                >(
                    &mut self,
                    __tangents: [&Self::Tangent; __N],
                    mut __states: [&mut Self::Tangent; __S],
                    __path: &mut __rt::Path,
                    __update: &mut __U,
                ) -> __rt::Result<()> {
                    #walks
                }
            }
        }
    }

    /// The kind of data that its fields lend. A type that stands in itself adds nothing to what else is in it. The
    /// bodies of a generic type's methods know nothing of the generics, but that element types make no difference.
    fn lends(&self) -> TokenStream {
        let (name, parameters) = (self.model.name.to_string(), &self.model.generics);
        let fields = || self.model.variants.iter().flat_map(|v| &v.fields);
        let of_layers = || generics::of_layers(parameters, fields().map(|f| &f.ty));
        match self.model.lends.or_else(|| of_layers().then_some(true)) {
            Some(true) => return quote!(__rt::calls::References),
            Some(false) => return quote!(__rt::calls::Tensors),
            None => {}
        }
        let numbers = signature::numbers(parameters);
        let mut of_fields: Vec<TokenStream> = Vec::new();
        for field in fields() {
            if field.constant {
                if !field.copied {
                    return quote!(__rt::calls::References);
                }
                continue;
            }
            let Some(inner) = held::within(&field.ty, &numbers) else {
                return quote!(__rt::calls::References);
            };
            for ty in inner {
                let ty = ty.to_token_stream();
                if names::mentions(&ty, &name) {
                    continue;
                }
                // The number is a constant, in which no generics may stand.
                if generics::others(parameters).iter().any(|name| names::mentions(&ty, name)) {
                    return quote!(__rt::calls::References);
                }
                let ty = generics::replaced_all(ty, &numbers, &quote!(__rt::f32));
                // Placed as every other mention of the field's type.
                let Ok(ty) = syn::parse2::<syn::Type>(ty) else { continue };
                let ty = field.known(&ty, &quote!(__rt));
                let kind = field.placed(quote!(<#ty as __rt::Differentiable>::Lends));
                if !of_fields.iter().any(|of| of.to_string() == kind.to_string()) {
                    of_fields.push(kind);
                }
            }
        }
        if of_fields.is_empty() {
            return quote!(__rt::calls::Tensors);
        }
        quote!(__rt::calls::Kind<{ __rt::calls::kind_of(&[#(<#of_fields as __rt::calls::Lends>::KIND),*]) }>)
    }

    /// Moves everything that can be moved: constants stay what they are, but for tensors among them.
    fn to_device(&self) -> TokenStream {
        let arms = self.model.variants.iter().map(|v| {
            let fields = v.fields.iter().enumerate().filter(|(_, f)| !f.constant || f.buffer);
            let each = fields.map(|(i, field)| {
                let (member, f) = (&field.member, local(i));
                let to_device = field.of("to_device", &quote!(__rt));
                let moved = quote!(*#f = #to_device(#f, __device)?;);
                (field.placed(quote!(#member: #f,)), field.placed(moved))
            });
            let (members, moved): (Vec<_>, Vec<_>) = each.unzip();
            let path = v.path(&quote!(Self));
            quote!(#path { #(#members)* .. } => { #(#moved)* })
        });
        if self.model.variants.is_empty() {
            return quote!(match *self {});
        }
        quote!(__rt::moved(self, |__moved| {
            match __moved { #(#arms)* }
            __rt::Ok(())
        }))
    }

    fn walk_tensors(&self) -> TokenStream {
        let tangent = &self.model.tangent;
        let of = quote!(#tangent);
        self.arms(|v| {
            let each = v.active().enumerate().map(|(at, (i, field))| {
                let (f, text, member) = (local(i), field.text(), &field.member);
                let at = Literal::usize_unsuffixed(at);
                let (tangents, states) = if self.model.is_enum {
                    (
                        quote!(__rt::tree::pick(__parts, |__t| __t.#at)),
                        quote!(__rt::tree::pick_mut(&mut __changed, |__t| &mut *__t.#at)),
                    )
                } else {
                    (
                        quote!(__rt::tree::each(__tangents, |__t| &__t.#member)),
                        quote!(__rt::tree::each_mut(&mut __states, |__t| &mut __t.#member)),
                    )
                };
                let walk = field.of("walk_tensors", &quote!(__rt));
                field.placed(quote! {
                    let __state = #states;
                    __path.within(#text, |__path| {
                        #walk(#f, #tangents, __state, __path, __update)
                    })?;
                })
            });
            let parts = self.model.is_enum.then(|| {
                let parts = self.parts(v, &of);
                let (read, changed) =
                    (quote!(each_if(__tangents, #parts)), quote!(each_mut_if(&mut __states, #parts)));
                quote!(let (__rt::Some(__parts), __rt::Some(mut __changed)) = (__rt::tree::#read, __rt::tree::#changed) else {
                    return __rt::Err(__path.differ("the variants"));
                };)
            });
            quote!({ #parts #(#each)* __rt::Ok(()) })
        })
    }
}
