//! The gradient struct: the active parameters by name, in the form they were passed.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::Generics;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;

use super::Emitter;
use crate::derive::{self, Walked};
use crate::emit::rust::{Dest, elem_type};
use crate::names::{self, own};
use crate::signature::{OtherParam, ParamKind, TensorParam};

/// How many tensors with a gradient a parameter holds.
fn active_leaves(kind: &ParamKind) -> usize {
    match kind {
        ParamKind::Tensor(t) => usize::from(t.active),
        ParamKind::Other(o) => usize::from(o.active),
        ParamKind::Host => 0,
        ParamKind::Tuple { parts, .. } | ParamKind::Array { parts, .. } => {
            parts.iter().map(active_leaves).sum()
        }
        ParamKind::Slice { part } => active_leaves(part),
    }
}

/// The types of fields that rustc alone knows.
fn others<'k>(kind: &'k ParamKind, out: &mut Vec<&'k syn::Type>) {
    match kind {
        ParamKind::Other(o) if o.active => out.push(&o.ty),
        ParamKind::Tuple { parts, .. } | ParamKind::Array { parts, .. } => {
            for p in parts {
                others(p, out);
            }
        }
        ParamKind::Slice { part } => others(part, out),
        ParamKind::Tensor(_) | ParamKind::Other(_) | ParamKind::Host => {}
    }
}

pub(super) fn is_active(kind: &ParamKind) -> bool {
    active_leaves(kind) > 0
}

impl Emitter<'_> {
    /// Generics of the struct: the element types, and what the types of its fields mention.
    pub(super) fn grads_generics(&self) -> Generics {
        let mut types = Vec::new();
        for param in &self.f.sig.params {
            others(&param.kind, &mut types);
        }
        let mut all = self.f.sig.erased.generics.clone();
        for param in all.type_params_mut().filter(|p| self.generics.contains(&p.ident)) {
            let rt = quote!(__rt);
            param.bounds.push(syn::parse_quote!(#rt::Float));
        }
        let elements: Vec<syn::Type> = self.generics.iter().map(|g| syn::parse_quote!(#g)).collect();
        derive::kept(&all, &types.into_iter().chain(&elements).collect::<Vec<_>>())
    }

    /// The generics with [`Self::tangent_bounds`].
    pub(super) fn with_bounds(&self, mut generics: Generics) -> Generics {
        let bounds = self.tangent_bounds();
        if !bounds.is_empty() {
            generics.make_where_clause().predicates.extend(bounds);
        }
        generics
    }

    /// The bounds on the user's types, once for everything that needs them: items without them would each say that one
    /// is missing. Types that mention generics are left out, as rustc would forget what their tangents are.
    pub(super) fn tangent_bounds(&self) -> Vec<syn::WherePredicate> {
        if self.f.sig.args.method.is_some() {
            return Vec::new();
        }
        let mut types = Vec::new();
        for param in &self.f.sig.params {
            others(&param.kind, &mut types);
        }
        let generics = &self.f.sig.erased.generics;
        let named: Vec<&Ident> = generics
            .type_params()
            .map(|p| &p.ident)
            .chain(generics.const_params().map(|p| &p.ident))
            .collect();
        let own = types.into_iter().filter(|ty| stands_alone(quote!(#ty), &named));
        own.map(|ty| {
            let ty = in_place(quote!(#ty));
            let bound = quote_spanned!(first_span(&ty)=> __rt::Differentiable);
            syn::parse_quote!(#ty: #bound)
        })
        .collect()
    }

    pub(super) fn grads_type(&self) -> TokenStream {
        let (name, generics) = (&self.grads, self.grads_generics());
        let (_, generics, _) = generics.split_for_impl();
        quote!(#name #generics)
    }

    /// Fields: index of the parameter and the active inputs below it.
    fn fields(&self) -> Vec<(usize, Vec<usize>)> {
        let of =
            |p: usize| self.active.iter().copied().filter(|&i| self.f.sig.inputs[i].param == p).collect();
        (0..self.f.sig.params.len())
            .map(|p| (p, of(p)))
            .filter(|(_, leaves): &(usize, Vec<usize>)| !leaves.is_empty())
            .collect()
    }

    pub(super) fn field_type(kind: &ParamKind) -> TokenStream {
        match kind {
            ParamKind::Tensor(t) if t.active => {
                let elem = elem_type(&t.ty.elem);
                quote!(__rt::Tensor<#elem>)
            }
            ParamKind::Other(o) if o.active => {
                let ty = everlasting(&o.ty);
                let at = Span::call_site().located_at(ty.span());
                let one = quote_spanned!(at=> <#ty as __rt::Differentiable>::Tangent);
                if o.slice { quote!(__rt::Vec<#one>) } else { one }
            }
            ParamKind::Tensor(_) | ParamKind::Other(_) | ParamKind::Host => quote!(()),
            ParamKind::Tuple { parts, .. } => {
                let parts = parts.iter().map(Self::field_type);
                quote!((#(#parts,)*))
            }
            ParamKind::Array { parts, .. } => {
                let (one, n) = (Self::field_type(&parts[0]), parts.len());
                quote!([#one; #n])
            }
            ParamKind::Slice { part } if !is_active(part) => quote!(()),
            ParamKind::Slice { part } => {
                let one = Self::field_type(part);
                quote!(__rt::Vec<#one>)
            }
        }
    }

    fn field_value(kind: &ParamKind, leaves: &mut dyn Iterator<Item = TokenStream>) -> TokenStream {
        let mut each = |parts: &[ParamKind]| -> Vec<TokenStream> {
            parts.iter().map(|p| Self::field_value(p, leaves)).collect()
        };
        match kind {
            ParamKind::Tensor(TensorParam { active: true, .. })
            | ParamKind::Other(OtherParam { active: true, .. }) => {
                leaves.next().expect("one value per active input")
            }
            ParamKind::Tensor(_) | ParamKind::Other(_) | ParamKind::Host => quote!(()),
            ParamKind::Tuple { parts, .. } => {
                let parts = each(parts);
                quote!((#(#parts,)*))
            }
            ParamKind::Array { parts, .. } => {
                let parts = each(parts);
                quote!([#(#parts),*])
            }
            ParamKind::Slice { part } => match &**part {
                part if !is_active(part) => quote!(()),
                ParamKind::Tensor(_) => leaves.next().expect("one value per active input"),
                part => Self::zipped(part, leaves),
            },
        }
    }

    /// The items of a slice from the lists of their tensors.
    fn zipped(part: &ParamKind, leaves: &mut dyn Iterator<Item = TokenStream>) -> TokenStream {
        let count = active_leaves(part);
        let names: Vec<Ident> = (0..count).map(|k| own(format_args!("list{k}"))).collect();
        let lists: Vec<_> = leaves.take(count).collect();
        let mut items = names.iter().map(ToTokens::to_token_stream);
        let item = Self::field_value(part, &mut items);
        quote!({
            #(let mut #names = ::core::iter::IntoIterator::into_iter(#lists);)*
            let mut __items = __rt::Vec::new();
            while let (#(::core::option::Option::Some(#names),)*) =
                (#(::core::iter::Iterator::next(&mut #names),)*)
            {
                __items.push(#item);
            }
            __items
        })
    }

    /// The struct from one expression per active input.
    pub(super) fn grads_value(&self, leaves: &[TokenStream]) -> TokenStream {
        let mut leaves = leaves.iter().cloned();
        self.grads_of(&mut |p| Self::field_value(&self.f.sig.params[p].kind, &mut leaves))
    }

    /// As [`Self::grads_value`]; hooks are told of what they have not been told of yet.
    pub(super) fn told_grads(&self, leaves: &[TokenStream]) -> TokenStream {
        let mut leaves = leaves.iter().cloned();
        self.grads_of(&mut |p| {
            let param = &self.f.sig.params[p];
            Dest::new(p, &param.name, &[]).ready(&Self::field_value(&param.kind, &mut leaves))
        })
    }

    /// Where the gradient of input `i` goes. Of a slice of pairs it is a list of halves, which belong into many places.
    pub(super) fn dest(&self, i: usize) -> Option<Dest> {
        let input = &self.f.sig.inputs[i];
        let is_one = input.slice.is_none_or(|lead| lead == input.path.len());
        is_one.then(|| Dest::new(input.param, &self.f.sig.params[input.param].name, &input.path))
    }

    /// The struct from one expression per parameter.
    pub(super) fn grads_of_params(&self, params: &[TokenStream]) -> TokenStream {
        self.grads_of(&mut |p| params[p].clone())
    }

    fn grads_of(&self, value: &mut dyn FnMut(usize) -> TokenStream) -> TokenStream {
        let name = &self.grads;
        let fields = self.fields().into_iter().map(|(p, _)| {
            let (field, value) = (&self.f.sig.params[p].name, value(p));
            quote!(#field: #value)
        });
        let fields: Vec<_> = fields.collect();
        let types = self.grads_marker().map(|_| quote!(__types: __rt::PhantomData,));
        quote!(#name { #(#fields,)* #types })
    }

    /// A hidden field for the generics. It is the last one, on which depends whether the struct has a size: where a field
    /// has no tangent, that is not said of each mention of the struct too.
    fn grads_marker(&self) -> Option<TokenStream> {
        let generics = self.grads_generics();
        let types: Vec<_> = generics.type_params().map(|p| &p.ident).collect();
        let has_others = self.f.sig.inputs.iter().any(|i| i.other.is_some());
        (has_others || !types.is_empty()).then(|| quote!(__rt::PhantomData<(#(#types,)*)>))
    }

    pub(super) fn grads_struct(&self) -> TokenStream {
        let (name, generics, vis) = (&self.grads, self.grads_generics(), &self.f.item.vis);
        let bounded = self.with_bounds(generics.clone());
        let (impl_generics, type_generics, predicates) = bounded.split_for_impl();
        let doc = format!("Gradients of [`{0}`](fn@{0}), one field per active parameter.", self.function);
        let fields: Vec<_> = self.fields();
        let names: Vec<_> = fields.iter().map(|(p, _)| &self.f.sig.params[*p].name).collect();
        let texts: Vec<_> = names.iter().map(ToString::to_string).collect();
        let docs = names.iter().map(|n| format!("Gradient with respect to `{n}`."));
        let types: Vec<_> =
            fields.iter().map(|(p, _)| Self::field_type(&self.f.sig.params[*p].kind)).collect();
        let marker = self.grads_marker();
        let keep = marker.as_ref().map(|_| quote!(__types: __rt::PhantomData,));
        let marker = marker.map(|ty| quote!(#[doc(hidden)] #vis __types: #ty,));
        // What derives write would repeat what the bounds say, and of a parameter for structs they do not see that it is the
        // tangent that has to be printed.
        let of_structs = generics.type_params().any(|p| !self.generics.contains(&p.ident));
        let (derive, written) = if self.tangent_bounds().is_empty() && !of_structs {
            (Some(quote!(#[derive(::core::clone::Clone, ::core::fmt::Debug)])), None)
        } else {
            let text = name.to_string();
            let written = quote! {
                impl #impl_generics ::core::clone::Clone for #name #type_generics #predicates {
                    fn clone(&self) -> Self {
                        #name { #(#names: __rt::clone(&self.#names),)* #keep }
                    }
                }
                impl #impl_generics ::core::fmt::Debug for #name #type_generics #predicates {
                    fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                        __f.debug_struct(#text)#(.field(#texts, &self.#names))*.finish()
                    }
                }
            };
            (None, Some(written))
        };
        let whole = (quote!(#impl_generics), quote!(#name #type_generics #predicates));
        let tree = tree(whole, name, &names, keep.as_ref());
        let operators = derive::operators(&bounded, name);
        quote! {
            #[doc = #doc]
            #derive
            #vis struct #name #generics #predicates {
                #(#[doc = #docs] #vis #names: #types,)*
                #marker
            }
            #written
            #tree
            #operators
        }
    }
}

/// The walks of a struct whose fields are trees, but for what `keep` says. It is given as generics, and name with generics.
pub(super) fn tree(
    (generics, whole): (TokenStream, TokenStream),
    name: &Ident,
    fields: &[&Ident],
    keep: Option<&TokenStream>,
) -> TokenStream {
    let locals: Vec<_> = (0..fields.len()).map(|i| own(format_args!("f{i}"))).collect();
    let value = quote!(#name { #(#fields: #locals,)* #keep });
    let texts = fields.iter().map(ToString::to_string).collect();
    let fields = Walked { texts, members: fields.to_vec(), locals };
    let (walk, walk_mut) = (fields.walk(), fields.change(&fields.of(&quote!(&mut self.))));
    let walk = quote!(#walk __rt::Ok(#value));
    let methods = derive::tree_methods(&walk, &walk_mut);
    quote!(impl #generics __rt::TensorTree for #whole { #methods })
}

/// A type whose tangent is that of its own with any other lifetimes.
fn everlasting(ty: &syn::Type) -> syn::Type {
    struct Static;
    impl VisitMut for Static {
        fn visit_lifetime_mut(&mut self, l: &mut syn::Lifetime) {
            *l = syn::Lifetime::new("'static", l.span());
        }
        fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
            r.lifetime = Some(syn::Lifetime::new("'static", Span::call_site()));
            syn::visit_mut::visit_type_reference_mut(self, r);
        }
    }
    let mut ty = ty.clone();
    Static.visit_type_mut(&mut ty);
    ty
}

/// `loss` → `LossGrads`, and another name where the function itself mentions that one.
pub(super) fn grads_name(item: &syn::ItemFn) -> Ident {
    let mut name = names::camel(&item.sig.ident.to_string()) + "Grads";
    while names::mentions(&item.to_token_stream(), &name) {
        name.push('_');
    }
    Ident::new(&name, Span::call_site())
}

/// Whether a type says all of itself: no generics, no lifetimes, nothing to infer.
pub(super) fn stands_alone(ty: TokenStream, generics: &[&Ident]) -> bool {
    ty.into_iter().all(|token| match token {
        TokenTree::Group(g) => stands_alone(g.stream(), generics),
        TokenTree::Ident(i) => {
            let text = i.to_string();
            !["Self", "dyn", "impl", "_"].contains(&&*text) && !generics.contains(&&i)
        }
        TokenTree::Punct(p) => p.as_char() != '\'' && p.as_char() != '&',
        TokenTree::Literal(_) => true,
    })
}

/// These tokens where they stand, as of the macro. So rustc finds no mistakes of the user's style in them, and says the
/// same of each mention once.
fn in_place(ty: TokenStream) -> TokenStream {
    let each = ty.into_iter().map(|mut token| {
        if let TokenTree::Group(g) = &token {
            let mut group = proc_macro2::Group::new(g.delimiter(), in_place(g.stream()));
            group.set_span(g.span());
            token = TokenTree::Group(group);
        }
        token.set_span(Span::call_site().located_at(token.span()));
        token
    });
    each.collect()
}

fn first_span(ty: &TokenStream) -> Span {
    ty.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}
