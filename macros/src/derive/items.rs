//! The items that stand beside a type.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Type;

use super::{Field, Model, Variant, Walked, generics};
use crate::spans;

/// The mirror of the type: its tangent or its form.
#[derive(Clone, Copy, PartialEq)]
enum Mirror {
    Tangent,
    Form,
}

impl Mirror {
    /// The path of our trait, but placed at the type that may have none.
    fn of(self, field: &Field, rt: &TokenStream) -> TokenStream {
        let name = match self {
            Self::Tangent => "Tangent",
            Self::Form => "Form",
        };
        field.of(name, rt)
    }
}

/// The facts that all items have in common.
struct Items<'m> {
    model: &'m Model,
    /// Type parameters that need a tangent.
    moving: Vec<String>,
    /// The generics of the type, with the bounds that its fields need.
    bound: syn::Generics,
    /// The generics of tangent and form.
    kept: syn::Generics,
    /// A hidden field, where a generic stands in no other.
    marker: Option<TokenStream>,
}

pub(super) fn all(model: &Model) -> TokenStream {
    let fields = model.variants.iter().flat_map(|v| &v.fields);
    let active: Vec<&Type> = fields.filter(|f| !f.constant).map(|f| &f.ty).collect();
    let moving = generics::moving(&model.generics, &active);
    let bound = generics::bound(&model.generics, &moving, &model.rt);
    let (kept, idle) = generics::kept(&bound, &active);
    let marker = generics::marker(&idle, &model.rt).filter(|_| !model.is_enum);
    let items = Items { model, moving, bound, kept, marker };
    let form = items.mirror(Mirror::Form);
    let tangent = (!model.is_own_tangent()).then(|| items.mirror(Mirror::Tangent));
    let of_tangent = tangent.is_some().then(|| {
        [
            items.clone_impl(Mirror::Tangent),
            items.debug_impl(),
            super::operators(&items.kept, items.name(Mirror::Tangent)),
            items.tangent_impl(),
            items.tangent_cast_impl().unwrap_or_default(),
        ]
    });
    let impls = [
        items.clone_impl(Mirror::Form),
        items.tree_impl(),
        items.form_impl(),
        items.differentiable_impl(),
        items.accessors(),
        items.cast_impl().unwrap_or_default(),
        items.whole_impl().unwrap_or_default(),
        items.moving_params(),
    ];
    let impls = impls.into_iter().chain(of_tangent.into_iter().flatten());
    let rt = &model.rt;
    let mut dims = model.dims.clone();
    dims.sort();
    dims.dedup();
    let dims = (!dims.is_empty()).then(|| {
        let home = format_ident!("__dims_of_{}", model.name);
        quote! {
            mod #home { #(pub enum #dims {})* }
            #[allow(unused_imports)]
            use #home::*;
        }
    });
    let items = items.placed(quote!(#form #(#impls)*));
    let known = model.known();
    quote! {
        #known
        #tangent
        #dims
        const _: () = {
            use #rt as __rt;
            #items
        };
    }
}

/// Whether a struct has a size depends on its last field. Where that is a tensor, a field without a tangent is one error,
/// not one for each mention of the struct.
fn tensor_last(mut fields: Vec<&Field>) -> Vec<&Field> {
    if let Some(at) = fields.iter().rposition(|f| f.is_tensor()) {
        let tensor = fields.remove(at);
        fields.push(tensor);
    }
    fields
}

/// The local that a field is bound to.
fn local(i: usize) -> Ident {
    format_ident!("__f{i}")
}

impl Items<'_> {
    /// What rustc looks at for the tangents of all fields, where one alone may have none: at that.
    fn placed(&self, code: TokenStream) -> TokenStream {
        let others = self.model.variants.iter().flat_map(Variant::active).map(|(_, f)| f);
        let others: Vec<&Field> = others.filter(|f| !f.is_tensor()).collect();
        if let [only] = others[..] { spans::settled(code, spans::place(&only.ty)) } else { code }
    }

    /// Which of the parameters move, for blocks that do not say that they do.
    fn moving_params(&self) -> TokenStream {
        let (name, written) = (&self.model.name, &self.model.generics);
        let (generics, types, predicates) = written.split_for_impl();
        let params = written.params.iter().filter(|p| !matches!(p, syn::GenericParam::Lifetime(_)));
        let each = params.enumerate().filter_map(|(k, param)| {
            let syn::GenericParam::Type(param) = param else { return None };
            let ident = &param.ident;
            let moves = self.moving.contains(&ident.to_string());
            let of = if moves { quote!(#ident) } else { quote!(()) };
            let k = proc_macro2::Literal::usize_unsuffixed(k);
            Some(
                quote!(impl #generics __rt::calls::Moves<#k> for #name #types #predicates { type Of = #of; }),
            )
        });
        each.collect()
    }

    /// A checkpoint may note its values.
    fn whole_impl(&self) -> Option<TokenStream> {
        let (whole, name) = (generics::whole(&self.bound)?, &self.model.name);
        let (generics, types, bounds) = whole.split_for_impl();
        Some(quote!(impl #generics __rt::calls::Unborrowed for #name #types #bounds {}))
    }
}

impl Field {
    /// Code that rustc looks at for the tangent of the field: at its type, see [`spans`].
    fn placed(&self, code: TokenStream) -> TokenStream {
        spans::placed(code, spans::place(&self.ty))
    }
}

impl Variant {
    fn active(&self) -> impl Iterator<Item = (usize, &Field)> {
        self.fields.iter().enumerate().filter(|(_, f)| !f.constant)
    }

    /// The fields that move, bound to their locals.
    fn pattern(&self, of: &TokenStream) -> TokenStream {
        let each = self.active().map(|(i, f)| {
            let (member, local) = (&f.member, local(i));
            f.placed(quote!(#member: #local,))
        });
        let path = self.path(of);
        quote!(#path { #(#each)* .. })
    }

    fn active_fields(&self) -> Walked<&syn::Member> {
        let (members, locals) = self.active().map(|(i, f)| (&f.member, local(i))).unzip();
        let places = self.active().map(|(_, f)| spans::place(&f.ty)).collect();
        Walked { texts: self.active().map(|(_, f)| f.text()).collect(), members, locals, places }
    }

    fn path(&self, of: &TokenStream) -> TokenStream {
        self.name.as_ref().map_or_else(|| of.clone(), |name| quote!(#of::#name))
    }

    /// A mirror of it, from one expression for each field that moves.
    fn value(
        &self,
        of: &TokenStream,
        marker: Option<&TokenStream>,
        of_field: impl Fn(&Ident, &Field) -> TokenStream,
    ) -> TokenStream {
        let path = self.path(of);
        let fields = self.fields.iter().enumerate().filter_map(|(i, field)| {
            let member = &field.member;
            if field.constant {
                (!self.named).then(|| quote!(#member: ()))
            } else {
                let value = of_field(&local(i), field);
                Some(field.placed(quote!(#member: #value)))
            }
        });
        let marker = marker.map(|_| self.marker_member()).map(|m| quote!(#m: __rt::PhantomData,));
        quote!(#path { #(#fields,)* #marker })
    }

    fn marker_member(&self) -> syn::Member {
        if self.named || self.fields.is_empty() {
            syn::Member::Named(format_ident!("__types"))
        } else {
            syn::Member::Unnamed(self.fields.len().into())
        }
    }
}

impl Items<'_> {
    fn name(&self, mirror: Mirror) -> &Ident {
        if mirror == Mirror::Tangent { &self.model.tangent } else { &self.model.form }
    }

    /// The definition.
    fn mirror(&self, mirror: Mirror) -> TokenStream {
        let Model { vis, rt, .. } = self.model;
        let (name, (_, _, predicates)) = (self.name(mirror), self.kept.split_for_impl());
        let generics = &self.kept;
        let doc = format!("Tangents and cotangents of [`{}`].", self.model.name);
        let body = |variant: &Variant, in_enum: bool| {
            let fields: Vec<_> = if variant.named {
                tensor_last(variant.active().map(|(_, f)| f).collect())
            } else {
                variant.fields.iter().collect()
            };
            let each = fields.into_iter().map(|f| {
                let doc = format!("Tangent of `{}`.", f.text());
                let vis = (!in_enum).then_some(&f.vis);
                let name = if let syn::Member::Named(name) = &f.member { Some(quote!(#name:)) } else { None };
                let ty = match mirror {
                    _ if f.constant => quote!(()),
                    Mirror::Tangent => mirror.of(f, rt),
                    Mirror::Form => {
                        let form = mirror.of(f, rt);
                        f.placed(quote!(#rt::Rest<#form>))
                    }
                };
                quote!(#[doc = #doc] #vis #name #ty)
            });
            let marker = self.marker.as_ref().map(|ty| match variant.marker_member() {
                syn::Member::Named(name) => quote!(#[doc(hidden)] #name: #ty),
                syn::Member::Unnamed(_) => quote!(#[doc(hidden)] #ty),
            });
            let each: Vec<_> = each.chain(marker).collect();
            (each, variant.named || variant.fields.is_empty())
        };
        if self.model.is_enum {
            let variants = self.model.variants.iter().map(|v| {
                let (name, doc) = (&v.name, v.name.as_ref().map(|n| format!("Tangent of `{n}`.")));
                match body(v, true) {
                    (fields, _) if fields.is_empty() && !v.named => quote!(#[doc = #doc] #name),
                    (fields, true) => quote!(#[doc = #doc] #name { #(#fields,)* }),
                    (fields, false) => quote!(#[doc = #doc] #name(#(#fields,)*)),
                }
            });
            return quote!(#[doc = #doc] #vis enum #name #generics #predicates { #(#variants,)* });
        }
        match body(&self.model.variants[0], false) {
            (fields, _) if fields.is_empty() && !self.model.variants[0].named => {
                quote!(#[doc = #doc] #vis struct #name #generics #predicates;)
            }
            (fields, true) => quote!(#[doc = #doc] #vis struct #name #generics #predicates { #(#fields,)* }),
            (fields, false) => quote!(#[doc = #doc] #vis struct #name #generics (#(#fields,)*) #predicates;),
        }
    }

    fn implementation(&self, of: Option<TokenStream>, mirror: Mirror, body: &TokenStream) -> TokenStream {
        let (generics, types, predicates) = self.kept.split_for_impl();
        let (name, of) = (self.name(mirror), of.map(|of| quote!(#of for)));
        quote!(#[automatically_derived] impl #generics #of #name #types #predicates { #body })
    }

    /// One arm for each variant. A type without values has none.
    fn arms(&self, arm: impl Fn(&Variant) -> TokenStream) -> TokenStream {
        let subject = if self.model.variants.is_empty() { quote!(*self) } else { quote!(self) };
        self.arms_of(&subject, arm)
    }

    fn arms_of(&self, subject: &TokenStream, arm: impl Fn(&Variant) -> TokenStream) -> TokenStream {
        let arms = self.model.variants.iter().map(|v| {
            let (pattern, arm) = (v.pattern(&quote!(Self)), arm(v));
            quote!(#pattern => #arm)
        });
        quote!(match #subject { #(#arms,)* })
    }

    fn clone_impl(&self, mirror: Mirror) -> TokenStream {
        let arms =
            self.arms(|v| v.value(&quote!(Self), self.marker.as_ref(), |f, _| quote!(__rt::clone(#f))));
        let body = quote!(fn clone(&self) -> Self { #arms });
        self.implementation(Some(quote!(__rt::Clone)), mirror, &body)
    }

    fn debug_impl(&self) -> TokenStream {
        let arms = self.arms(|v| {
            let name = v.name.as_ref().unwrap_or(&self.model.tangent).to_string();
            let each = v.fields.iter().enumerate().filter_map(|(i, f)| {
                let (text, f, constant) = (f.text(), local(i), f.constant);
                match (v.named, constant) {
                    (true, true) => None,
                    (true, false) => Some(quote!(.field(#text, #f))),
                    (false, true) => Some(quote!(.field(&()))),
                    (false, false) => Some(quote!(.field(#f))),
                }
            });
            let how = if v.named { quote!(debug_struct) } else { quote!(debug_tuple) };
            quote!(__out.#how(#name) #(#each)* .finish())
        });
        let body = quote!(fn fmt(&self, __out: &mut __rt::fmt::Formatter<'_>) -> __rt::fmt::Result { #arms });
        self.implementation(Some(quote!(__rt::fmt::Debug)), Mirror::Tangent, &body)
    }

    fn form_impl(&self) -> TokenStream {
        let (tangent, (_, types, _)) = (&self.model.tangent, self.kept.split_for_impl());
        let made = |v: &Variant, how: &TokenStream| {
            let value = v.value(&quote!(#tangent), self.marker.as_ref(), |f, _| quote!(#f.#how()?));
            quote!(__rt::Ok(#value))
        };
        let zeros = self.arms(|v| made(v, &quote!(zeros)));
        let whole = self.arms_of(&quote!(__start), |v| made(v, &quote!(whole)));
        let leaves = self.arms(|v| {
            let each = v.active().map(|(i, field)| {
                let (f, text) = (local(i), field.text());
                field.placed(quote!(#f.leaves(#text, __path, __leaves)?;))
            });
            quote!({ #(#each)* __rt::Ok(()) })
        });
        let body = quote! {
            type Tangent = #tangent #types;
            type Start = Self;
            fn zeros(&self) -> __rt::Result<Self::Tangent> { #zeros }
            fn start(&self) -> __rt::Result<Self> { __rt::Ok(__rt::clone(self)) }
            fn whole(__start: Self) -> __rt::Result<Self::Tangent> { #whole }
            fn leaves(&self, __path: &mut __rt::Path, __leaves: &mut __rt::Leaves) -> __rt::Result<()> {
                #leaves
            }
        };
        self.implementation(Some(quote!(__rt::Form)), Mirror::Form, &body)
    }
}

mod accessors;
mod cast;
mod known;
mod walks;
