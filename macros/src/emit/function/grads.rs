//! The gradient struct: the active parameters by name, in the form they were passed.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::Generics;
use syn::visit_mut::VisitMut;

use super::Emitter;
use crate::derive::{self, Walked};
use crate::emit::rust::{Dest, elem_type};
use crate::names::{self, own};
use crate::signature::{OtherParam, ParamKind, ReturnKind, TensorParam};
use crate::spans;

/// How many tensors with a gradient a parameter holds.
fn active_leaves(kind: &ParamKind) -> usize {
    match kind {
        ParamKind::Tensor(t) => usize::from(t.active),
        ParamKind::Other(o) => usize::from(o.active),
        ParamKind::Host => 0,
        ParamKind::Group { parts, .. } => parts.iter().map(active_leaves).sum(),
        ParamKind::Slice { part } => active_leaves(part),
    }
}

/// The types of fields that rustc alone knows.
fn others<'k>(kind: &'k ParamKind, out: &mut Vec<&'k syn::Type>) {
    match kind {
        ParamKind::Other(o) if o.active => out.push(&o.ty),
        ParamKind::Group { parts, .. } => {
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
                let one = spans::of_type(&everlasting(&o.ty), "Tangent", &names::rt().into_token_stream());
                if o.slice { spans::located(quote!(__rt::Vec<#one>), spans::place(&o.ty)) } else { one }
            }
            ParamKind::Tensor(_) | ParamKind::Other(_) | ParamKind::Host => quote!(()),
            ParamKind::Group { pack, parts, .. } => pack.of_types(parts.iter().map(Self::field_type)),
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
            ParamKind::Group { pack, parts, .. } => pack.made(each(parts)),
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
            let (param, value) = (&self.f.sig.params[p], value(p));
            let field = &param.name;
            let mut types = Vec::new();
            others(&param.kind, &mut types);
            // The end of its place is that of the bracket, a name that is ours alone stands elsewhere.
            let value = if types.is_empty() { value } else { quote!((#value)) };
            at_its_type(&param.kind, quote!(#field: #value))
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
        let (impl_generics, type_generics, predicates) = generics.split_for_impl();
        let doc = format!("Gradients of [`{0}`](fn@{0}), one field per active parameter.", self.function);
        let fields: Vec<_> = self.fields();
        let names: Vec<_> = fields.iter().map(|(p, _)| &self.f.sig.params[*p].name).collect();
        let places: Vec<Span> = fields.iter().map(|(p, _)| place(&self.f.sig.params[*p].kind)).collect();
        let texts: Vec<_> = names.iter().map(ToString::to_string).collect();
        let docs = names.iter().map(|n| format!("Gradient with respect to `{n}`."));
        let types: Vec<_> =
            fields.iter().map(|(p, _)| Self::field_type(&self.f.sig.params[*p].kind)).collect();
        let marker = self.grads_marker();
        let keep = marker.as_ref().map(|_| quote!(__types: __rt::PhantomData,));
        let marker = marker.map(|ty| quote!(#[doc(hidden)] #vis __types: #ty,));
        // What derives write would say of each field that its type has no tangent, and of a parameter for structs they do not see
        // that it is the tangent that has to be printed.
        let of_structs = self.f.sig.inputs.iter().any(|i| i.other.is_some());
        let (derive, written) = if of_structs {
            let text = name.to_string();
            let own = |(p, _): &(usize, _)| {
                let param = &self.f.sig.params[*p];
                let field = &param.name;
                at_its_type(&param.kind, quote!(&self.#field))
            };
            let own: Vec<_> = fields.iter().map(own).collect();
            let cloned = names.iter().zip(&own).zip(&places);
            let cloned =
                cloned.map(|((name, own), &at)| spans::located(quote!(#name: __rt::clone(#own)), at));
            let written = self.at_a_type(quote! {
                impl #impl_generics ::core::clone::Clone for #name #type_generics #predicates {
                    fn clone(&self) -> Self {
                        #name { #(#cloned,)* #keep }
                    }
                }
                impl #impl_generics ::core::fmt::Debug for #name #type_generics #predicates {
                    fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                        __f.debug_struct(#text)#(.field(#texts, #own))*.finish()
                    }
                }
            });
            (None, Some(written))
        } else {
            (Some(quote!(#[derive(::core::clone::Clone, ::core::fmt::Debug)])), None)
        };
        let whole = (quote!(#impl_generics), quote!(#name #type_generics #predicates));
        let tree = self.at_a_type(tree(whole, name, (&names, places), keep.as_ref()));
        let operators = self.at_a_type(derive::operators(&generics, name));
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
    (fields, places): (&[&Ident], Vec<Span>),
    keep: Option<&TokenStream>,
) -> TokenStream {
    let locals: Vec<_> = (0..fields.len()).map(|i| format_ident!("__f{i}")).collect();
    let parts = fields.iter().zip(&locals).zip(&places);
    let parts = parts.map(|((field, local), &at)| spans::located(quote!(#field: #local), at));
    let value = quote!(#name { #(#parts,)* #keep });
    let texts = fields.iter().map(ToString::to_string).collect();
    let fields = Walked { texts, members: fields.to_vec(), locals, places };
    let (walk, walk_mut) = (fields.walk(), fields.change(&fields.of(&quote!(&mut self.))));
    let walk = quote!(#walk __rt::Ok(#value));
    let methods = derive::tree_methods(&walk, &walk_mut);
    quote!(impl #generics __rt::TensorTree for #whole { #methods })
}

/// A type whose tangent is that of its own with any other lifetimes.
pub(super) fn everlasting(ty: &syn::Type) -> syn::Type {
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
pub(crate) fn grads_name(item: &syn::ItemFn) -> Ident {
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

impl Emitter<'_> {
    /// Code in which rustc looks at the tangents of all parameters: at the first type that may have none.
    pub(super) fn at_a_type(&self, code: TokenStream) -> TokenStream {
        let mut types = Vec::new();
        for param in &self.f.sig.params {
            others(&param.kind, &mut types);
        }
        // That which implements a trait is at no place of the user's.
        types.retain(|ty| !names::mentions(&ty.to_token_stream(), names::SELF));
        types.first().map_or(code.clone(), |ty| spans::settled(code, spans::place(ty)))
    }

    /// As [`Self::at_a_type`], where it looks at the tangent of the result too.
    pub(super) fn at_the_result(&self, code: TokenStream) -> TokenStream {
        match self.other_results().next() {
            Some(ty) => spans::settled(code, spans::place(ty)),
            None => self.at_a_type(code),
        }
    }

    /// As [`Self::at_the_result`], with locals of a body in it.
    pub(super) fn with_the_result(&self, code: TokenStream) -> TokenStream {
        match self.other_results().next() {
            Some(ty) => spans::located(code, spans::place(ty)),
            None => code,
        }
    }

    /// As [`Self::at_the_result`], but for what is in brackets.
    pub(super) fn around_the_result(&self, code: TokenStream) -> TokenStream {
        match self.other_results().next() {
            Some(ty) => spans::around(code, spans::place(ty)),
            None => code,
        }
    }

    /// The types of results that rustc alone knows.
    pub(super) fn other_results(&self) -> impl Iterator<Item = &syn::Type> {
        self.f.sig.returns.leaves().into_iter().filter_map(|kind| match kind {
            ReturnKind::Other(ty, _) => Some(&**ty),
            _ => None,
        })
    }
}

/// Code in which rustc looks at the tangent of a parameter, see [`spans`].
pub(super) fn at_its_type(kind: &ParamKind, code: TokenStream) -> TokenStream {
    spans::located(code, place(kind))
}

fn place(kind: &ParamKind) -> Span {
    let mut types = Vec::new();
    others(kind, &mut types);
    types.first().map_or_else(Span::call_site, |ty| spans::place(ty))
}
