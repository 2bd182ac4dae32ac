//! `impl Function for f`: what library code that is generic over functions sees.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Lifetime, Type};

use super::entry::place;
use super::grads::{is_active, stands_alone};
use super::lifetimes::each_lifetime;
use super::{Emitter, Programs};
use crate::bounds;
use crate::names::{self, own};
use crate::signature::{OtherParam, ParamKind};
use crate::spans;

impl Emitter<'_> {
    pub(super) fn function_impl(&self, programs: &Programs) -> TokenStream {
        let Some((kept, replaced)) = self.replaced_args() else { return TokenStream::new() };
        let (impl_generics, type_generics, _) = self.type_generics();
        let where_clause = self.where_clause();
        let whole_clause = self.with_results(&where_clause);
        let ty = self.type_name();
        let (name, out, grads) = (&self.function, self.output_type(), self.grads_type());
        let tangent = self.tangent_type();
        let names: Vec<_> = self.f.sig.params.iter().map(|p| &p.name).collect();
        let declared = self.declared_lifetimes();
        let arg_types = self.f.sig.params.iter().map(|p| with_lifetime(&p.ty, &declared));
        let args = quote!((#(#names,)*): Self::Args<'_>);
        let lent = quote!((#(#names,)*): &Self::Args<'_>);
        let entry = self.leaves();
        let leaves = self.active_values();
        let actives = self.grads_value(&leaves);
        let how = self.kept();
        let marked = how.marker.as_ref().map(|_| quote!(__rt::PhantomData,));
        let own = how.own.as_ref().zip(names.first()).map(|(_, this)| quote!(__rt::calls::held(#this)));
        let fields: Vec<_> = self.tangent_fields();
        let floats = self.floats(&programs.primal.graph);
        let losses = self.loss_impls(programs);
        let [of_params, of_result] =
            [Self::at_a_type, Self::at_the_result].map(|place| move |items| place(self, items));
        let types = [
            of_params(quote!(type Actives = #grads;)),
            of_result(quote!(type Output = #out; type Tangent = #tangent;)),
        ];
        let replaced = of_params(quote! {
            #[inline]
            fn actives(#lent) -> __rt::Result<Self::Actives> {
                #entry
                __rt::Ok(#actives)
            }
            #[inline]
            fn replace<__R>(
                #lent,
                __actives: &Self::Actives,
                __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __rt::Result<__R>,
            ) -> __rt::Result<__R> {
                #(#kept)*
                __then((#(#replaced,)*))
            }
        });
        let floats = of_result(quote! {
            #[inline]
            fn floats(__output: &Self::Output) -> __rt::Result<Self::Tangent> {
                __rt::Ok(#floats)
            }
        });
        let (matrices, _) = self.matrix_methods(programs);
        let transforms = of_result(quote! {
            #[inline]
            fn vjp(#args) -> __rt::Result<(
                Self::Output,
                impl __rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
            )> {
                Self::vjp(#(#names,)* #marked #own)
            }
            #[inline]
            fn jvp(#args, __tangents: &Self::Actives) -> __rt::Result<(Self::Output, Self::Tangent)> {
                Self::jvp(#(#names,)* #(&__tangents.#fields),*)
            }
            #matrices
        });
        quote! {
            impl #impl_generics __rt::Function for #ty #type_generics #whole_clause {
                const NAME: &'static __rt::str = #name;
                type Args<'__a> = (#(#arg_types,)*);
                #(#types)*
                #replaced
                #floats
                #[inline]
                fn call(#args) -> __rt::Result<Self::Output> {
                    Self::call(#(#names),*)
                }
                #transforms
            }
            #losses
        }
    }

    /// What a loss has beside.
    fn loss_impls(&self, programs: &Programs) -> TokenStream {
        let (impl_generics, type_generics, _) = self.type_generics();
        let (ty, where_clause, fields) = (self.type_name(), self.where_clause(), self.tangent_fields());
        let names: Vec<_> = self.f.sig.params.iter().map(|p| &p.name).collect();
        let args = quote!((#(#names,)*): Self::Args<'_>);
        let value_and_grad = self.at_a_type(quote! {
            #[inline]
            fn value_and_grad(#args) -> __rt::Valued<Self> {
                Self::value_and_grad(#(#names),*)
            }
        });
        let objective = programs.value_and_grad.as_ref().map(|_| {
            quote! {
                impl #impl_generics __rt::Objective for #ty #type_generics #where_clause { #value_and_grad }
            }
        });
        let (_, products) = self.matrix_methods(programs);
        let twice = programs.hvp.as_ref().map(|_| {
            quote! {
                impl #impl_generics __rt::TwiceDifferentiable for #ty #type_generics #where_clause {
                    #[inline]
                    fn hvp(#args, __tangents: &Self::Actives) -> __rt::Result<(Self::Actives, Self::Actives)> {
                        Self::hvp(#(#names,)* #(&__tangents.#fields),*)
                    }
                    #products
                }
            }
        });
        quote!(#objective #twice)
    }

    /// The active leaves as values of their own; those of structs in the form of tangents.
    fn active_values(&self) -> Vec<TokenStream> {
        self.active
            .iter()
            .map(|&i| {
                let (x, input) = (&self.inputs[i], &self.f.sig.inputs[i]);
                if input.slice.is_some() {
                    return quote!(__rt::lists::owned(#x));
                }
                if let Some(OtherParam { ty, slice, .. }) = &input.other {
                    let of = if *slice { "tensors_of_list" } else { "tensors" };
                    return spans::walked(ty, of, &quote!(&#x));
                }
                if input.path.is_empty() && input.by_ref() {
                    quote!(__rt::clone(*#x))
                } else {
                    quote!(__rt::clone(#x))
                }
            })
            .collect()
    }

    /// The arguments may live for any lifetime, so what their types mention must live for all.
    fn where_clause(&self) -> TokenStream {
        let generics = &self.f.sig.erased.generics;
        let of_hosts = generics.type_params().map(|t| &t.ident).filter(|t| !self.generics.contains(*t));
        let mut of_hosts = of_hosts.peekable();
        if of_hosts.peek().is_none() {
            return self.type_generics().2;
        }
        let written = generics.where_clause.iter().flat_map(|w| &w.predicates);
        // rustc reads the conditions of `replace` before it knows what the others are said of.
        let assumed = generics.where_clause.iter().flat_map(|w| &w.predicates).filter_map(bounds::assumed);
        quote!(where #(#of_hosts: 'static,)* #(#assumed: __rt::Differentiable,)* #(#written),*)
    }

    /// That the results have tangents, as the trait says. rustc tells of a bound once, and of nothing that follows from it.
    fn with_results(&self, where_clause: &TokenStream) -> TokenStream {
        let generics: Vec<&Ident> = self.f.sig.erased.generics.type_params().map(|p| &p.ident).collect();
        let mut bounds = self.other_results().filter(|ty| stands_alone(quote!(#ty), &generics)).peekable();
        if bounds.peek().is_none() {
            return where_clause.clone();
        }
        let rt = names::rt().into_token_stream();
        let bounds = bounds.map(|ty| spans::has_tangent(ty, &rt));
        let written = if where_clause.is_empty() { quote!(where) } else { quote!(#where_clause,) };
        quote!(#written #(#bounds,)*)
    }

    fn tangent_fields(&self) -> Vec<&Ident> {
        let has = |p: usize| self.active.iter().any(|&i| self.f.sig.inputs[i].param == p);
        (0..self.f.sig.params.len()).filter(|&p| has(p)).map(|p| &self.f.sig.params[p].name).collect()
    }

    /// The active leaves under their names, from references to the arguments.
    fn leaves(&self) -> TokenStream {
        let lets = self.active.iter().map(|&i| {
            let input = &self.f.sig.inputs[i];
            let (name, param) = (&self.inputs[i], &self.f.sig.params[input.param]);
            let by_ref = input.by_ref();
            let root = &param.name;
            if input.slice.is_some() {
                return self.list(input, name, &quote!(#root), by_ref);
            }
            if input.path.is_empty() {
                return if by_ref && input.other.is_some() { quote!(let #name = *#name;) } else { quote!() };
            }
            let place = place(&param.kind, &input.path, quote!(#root)).0;
            if by_ref { quote!(let #name = #place;) } else { quote!(let #name = &#place;) }
        });
        quote!(#(#lets)*)
    }

    /// The values to keep while the arguments are used, and each argument with its active tensors taken from `actives`.
    /// `None` for a slice of references to groups, of which two levels would have to be kept.
    fn replaced_args(&self) -> Option<(Vec<TokenStream>, Vec<TokenStream>)> {
        let mut kept = Vec::new();
        let mut args = Vec::new();
        for param in &self.f.sig.params {
            let name = &param.name;
            args.push(if is_active(&param.kind) {
                replaced(&param.kind, &quote!(#name), &quote!(__actives.#name), &mut kept)?
            } else {
                quote!(__rt::clone(#name))
            });
        }
        Some((kept, args))
    }
}

/// The gradient has the form of the argument itself.
fn all_active(kind: &ParamKind) -> bool {
    match kind {
        ParamKind::Tensor(t) => t.active && !t.by_ref,
        ParamKind::Host | ParamKind::Other(_) | ParamKind::Slice { .. } => false,
        ParamKind::Group { parts, by_ref, .. } => !by_ref && parts.iter().all(all_active),
    }
}

/// The argument `old` with the active tensors of `new`. A borrowed argument is made in `kept`, unless `new` itself can be lent.
fn replaced(
    kind: &ParamKind,
    old: &TokenStream,
    new: &TokenStream,
    kept: &mut Vec<TokenStream>,
) -> Option<TokenStream> {
    Some(match kind {
        kind if !is_active(kind) => quote!(__rt::clone(&#old)),
        ParamKind::Tensor(t) if t.by_ref => quote!(&#new),
        // The gradient of a struct is another type.
        ParamKind::Other(o) if o.slice => {
            let made = spans::walked(&o.ty, "list_with_tensors", &quote!(&#old, &#new));
            let name = keep(&made, kept);
            quote!(&#name[..])
        }
        ParamKind::Other(o) if o.by_ref => {
            let name = keep(&spans::walked(&o.ty, "with_tensors", &quote!(&#old, &#new)), kept);
            quote!(&#name)
        }
        ParamKind::Other(o) => spans::walked(&o.ty, "with_tensors", &quote!(&#old, &#new)),
        ParamKind::Tensor(_) | ParamKind::Host => quote!(__rt::clone(&#new)),
        ParamKind::Group { parts, by_ref: true, .. } => {
            if parts.iter().all(all_active) {
                return Some(quote!(&#new));
            }
            let made = group(kind, old, new, kept)?;
            let name = keep(&made, kept);
            quote!(&#name)
        }
        ParamKind::Group { .. } => group(kind, old, new, kept)?,
        ParamKind::Slice { part } if all_active(part) => quote!(&#new[..]),
        ParamKind::Slice { part } => {
            let mut inner = Vec::new();
            let item = replaced(part, &quote!((*__old)), &quote!((*__new)), &mut inner)?;
            if !inner.is_empty() {
                return None;
            }
            let made = quote! {
                __rt::Iterator::collect::<__rt::Vec<_>>(__rt::Iterator::map(__rt::Iterator::zip(#new.iter(), #old.iter()), |(__new, __old)| #item))
            };
            let name = keep(&made, kept);
            quote!(&#name[..])
        }
    })
}

fn keep(made: &TokenStream, kept: &mut Vec<TokenStream>) -> Ident {
    let name = own(format_args!("kept{}", kept.len()));
    kept.push(quote!(let #name = #made;));
    name
}

/// The parts of a tuple or array, put together.
fn group(
    kind: &ParamKind,
    old: &TokenStream,
    new: &TokenStream,
    kept: &mut Vec<TokenStream>,
) -> Option<TokenStream> {
    match kind {
        ParamKind::Group { pack, parts, .. } => {
            let parts = parts.iter().enumerate();
            let parts = parts.map(|(k, part)| replaced(part, &pack.place(old, k), &pack.place(new, k), kept));
            Some(pack.made(parts.collect::<Option<Vec<_>>>()?))
        }
        ParamKind::Tensor(_) | ParamKind::Host | ParamKind::Other(_) | ParamKind::Slice { .. } => None,
    }
}

/// Every reference lives as long as the arguments.
fn with_lifetime(ty: &Type, declared: &[Lifetime]) -> Type {
    let mut ty = ty.clone();
    each_lifetime(&mut ty, declared, &mut |l| *l = Lifetime::new("'__a", l.span()));
    ty
}
