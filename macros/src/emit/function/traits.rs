//! `impl Function for f`: what library code that is generic over functions sees.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{Lifetime, Type};

use super::{Emitter, Programs};
use crate::signature::ParamKind;

impl Emitter<'_> {
    pub(super) fn function_impl(&self, programs: &Programs) -> TokenStream {
        let Some(replaced) = self.replaced_args() else { return TokenStream::new() };
        let (impl_generics, type_generics, where_clause) = self.type_generics();
        let ty = self.type_name();
        let (name, out, grads) = (&self.function, self.output_type(), self.grads_type());
        let tangent = self.tangent_type();
        let names: Vec<_> = self.f.sig.params.iter().map(|p| &p.name).collect();
        let types = self.f.sig.params.iter().map(|p| with_lifetime(&p.ty));
        let unpack = quote!(let (#(#names,)*) = args;);
        let borrow = quote!(let (#(#names,)*) = args;);
        let entry = self.leaves();
        let leaves: Vec<_> = self
            .active
            .iter()
            .map(|&i| {
                let x = &self.inputs[i];
                quote!(::core::clone::Clone::clone(&*#x))
            })
            .collect();
        let actives = self.grads_value(&leaves);
        let fields: Vec<_> = self.tangent_fields();
        let floats = self.floats(&programs.primal.graph);
        let objective = programs.value_and_grad.as_ref().map(|_| {
            quote! {
                impl #impl_generics rt::Objective for #ty #type_generics #where_clause {
                    #[inline]
                    fn value_and_grad(args: Self::Args<'_>) -> rt::Result<(Self::Output, Self::Actives)> {
                        #unpack
                        Self::value_and_grad(#(#names),*)
                    }
                }
            }
        });
        let twice = programs.hvp.as_ref().map(|_| {
            quote! {
                impl #impl_generics rt::TwiceDifferentiable for #ty #type_generics #where_clause {
                    #[inline]
                    fn hvp(args: Self::Args<'_>, tangents: &Self::Actives) -> rt::Result<(Self::Actives, Self::Actives)> {
                        #unpack
                        Self::hvp(#(#names,)* #(&tangents.#fields),*)
                    }
                }
            }
        });
        quote! {
            impl #impl_generics rt::Function for #ty #type_generics #where_clause {
                const NAME: &'static str = #name;
                type Args<'args> = (#(#types,)*);
                type Actives = #grads;
                type Output = #out;
                type Tangent = #tangent;
                #[inline]
                fn actives(args: &Self::Args<'_>) -> Self::Actives {
                    #borrow
                    #entry
                    #actives
                }
                #[inline]
                fn replace<'args>(args: &Self::Args<'args>, actives: &'args Self::Actives) -> Self::Args<'args> {
                    #borrow
                    (#(#replaced,)*)
                }
                #[inline]
                fn floats(output: &Self::Output) -> Self::Tangent {
                    #floats
                }
                #[inline]
                fn call(args: Self::Args<'_>) -> rt::Result<Self::Output> {
                    #unpack
                    Self::call(#(#names),*)
                }
                #[inline]
                fn vjp(args: Self::Args<'_>) -> rt::Result<(
                    Self::Output,
                    impl rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
                )> {
                    #unpack
                    Self::vjp(#(#names),*)
                }
                #[inline]
                fn jvp(args: Self::Args<'_>, tangents: &Self::Actives) -> rt::Result<(Self::Output, Self::Tangent)> {
                    #unpack
                    Self::jvp(#(#names,)* #(&tangents.#fields),*)
                }
            }
            #objective
            #twice
        }
    }

    fn tangent_fields(&self) -> Vec<&syn::Ident> {
        let has = |p: usize| self.active.iter().any(|&i| self.f.sig.inputs[i].param == p);
        (0..self.f.sig.params.len()).filter(|&p| has(p)).map(|p| &self.f.sig.params[p].name).collect()
    }

    /// The active leaves under their names, from references to the arguments.
    fn leaves(&self) -> TokenStream {
        let lets = self.active.iter().map(|&i| {
            let input = &self.f.sig.inputs[i];
            let (name, param) = (&self.inputs[i], &self.f.sig.params[input.param]);
            let by_ref = input.tensor.as_ref().is_some_and(|t| t.by_ref);
            if input.path.is_empty() {
                return if by_ref { quote!(let #name = *#name;) } else { quote!() };
            }
            let root = &param.name;
            let mut place = quote!(#root);
            let mut kind = &param.kind;
            for &k in &input.path {
                match kind {
                    ParamKind::Tuple { parts, .. } => {
                        let index = proc_macro2::Literal::usize_unsuffixed(k);
                        place = quote!(#place.#index);
                        kind = &parts[k];
                    }
                    ParamKind::Array { parts, .. } | ParamKind::Slice { parts } => {
                        place = quote!(#place[#k]);
                        kind = &parts[k];
                    }
                    _ => {}
                }
            }
            if by_ref { quote!(let #name = #place;) } else { quote!(let #name = &#place;) }
        });
        quote!(#(#lets)*)
    }

    /// Each argument with its active tensors taken from `actives`; `None` where a borrowed group mixes active and
    /// constant tensors and so cannot be put together again.
    fn replaced_args(&self) -> Option<Vec<TokenStream>> {
        let any = |p: usize| self.active.iter().any(|&i| self.f.sig.inputs[i].param == p);
        self.f
            .sig
            .params
            .iter()
            .enumerate()
            .map(|(p, param)| {
                let name = &param.name;
                if !any(p) {
                    return Some(quote!(::core::clone::Clone::clone(#name)));
                }
                replaced(&param.kind, &quote!(#name), &quote!(actives.#name))
            })
            .collect()
    }
}

fn all_active(kind: &ParamKind) -> bool {
    match kind {
        ParamKind::Tensor(t) => t.active && !t.by_ref,
        ParamKind::Host(_) | ParamKind::Slice { .. } => false,
        ParamKind::Tuple { parts, by_ref } | ParamKind::Array { parts, by_ref } => {
            !by_ref && parts.iter().all(all_active)
        }
    }
}

fn replaced(kind: &ParamKind, old: &TokenStream, new: &TokenStream) -> Option<TokenStream> {
    Some(match kind {
        ParamKind::Tensor(t) if t.active && t.by_ref => quote!(&#new),
        ParamKind::Tensor(t) if t.active => quote!(::core::clone::Clone::clone(&#new)),
        ParamKind::Tensor(_) | ParamKind::Host(_) => quote!(::core::clone::Clone::clone(&#old)),
        ParamKind::Tuple { parts, by_ref: true } | ParamKind::Array { parts, by_ref: true } => {
            if !parts.iter().all(all_active) {
                return None;
            }
            quote!(&#new)
        }
        ParamKind::Slice { parts } => {
            if !parts.iter().all(all_active) {
                return None;
            }
            quote!(&#new[..])
        }
        ParamKind::Tuple { parts, .. } => {
            let parts = parts.iter().enumerate().map(|(k, part)| {
                let k = proc_macro2::Literal::usize_unsuffixed(k);
                replaced(part, &quote!(#old.#k), &quote!(#new.#k))
            });
            let parts = parts.collect::<Option<Vec<_>>>()?;
            quote!((#(#parts,)*))
        }
        ParamKind::Array { parts, .. } => {
            let parts = parts
                .iter()
                .enumerate()
                .map(|(k, part)| replaced(part, &quote!(#old[#k]), &quote!(#new[#k])));
            let parts = parts.collect::<Option<Vec<_>>>()?;
            quote!([#(#parts),*])
        }
    })
}

/// Every reference lives as long as the arguments.
fn with_lifetime(ty: &Type) -> Type {
    struct All;
    impl VisitMut for All {
        fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
            if r.lifetime.as_ref().is_none_or(|l| l.ident != "static") {
                r.lifetime = Some(Lifetime::new("'args", Span::call_site()));
            }
            syn::visit_mut::visit_type_reference_mut(self, r);
        }
        fn visit_lifetime_mut(&mut self, l: &mut Lifetime) {
            if l.ident != "static" {
                *l = Lifetime::new("'args", l.span());
            }
        }
    }
    let mut ty = ty.clone();
    All.visit_type_mut(&mut ty);
    ty
}
