//! What ties a pullback to the arguments: host values that hold references.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;
use syn::{Lifetime, Type};

use super::Emitter;
use crate::ir::{Graph, Op, Part, Ty, Value};
use crate::names::OWN;
use crate::signature::ParamKind;

/// The signature of `vjp`, in which every lifetime that the pullback may hold has a name.
pub(super) struct Kept {
    /// Declared and given ones.
    pub lifetimes: Vec<TokenStream>,
    pub params: TokenStream,
    /// The types of the parameters, and the lifetimes that they did not have.
    pub types: Vec<Type>,
    pub given: Vec<Lifetime>,
    /// What the pullback may hold.
    captures: Vec<TokenStream>,
}

impl Kept {
    /// The bound of the pullback of a function with `more` type parameters. It is the same in every edition: what is not
    /// in it ends with the call.
    pub(super) fn captures(&self, more: &[Ident]) -> TokenStream {
        let all = &self.captures;
        quote!(+ use<#(#all,)* #(#more),*>)
    }
}

impl Emitter<'_> {
    pub(super) fn declared_lifetimes(&self) -> Vec<Lifetime> {
        self.f.sig.erased.generics.lifetimes().map(|l| l.lifetime.clone()).collect()
    }

    /// Tensors that the pullback needs are its own; host values are kept as they are.
    pub(super) fn kept(&self) -> Kept {
        self.kept_where(lends(&self.f.graph))
    }

    /// As a trait declares it, which sees no body: structs may be lent to a callee.
    pub(super) fn kept_in_traits(&self) -> Kept {
        self.kept_where(true)
    }

    fn kept_where(&self, lends: bool) -> Kept {
        let generics = &self.f.sig.erased.generics;
        let declared = self.declared_lifetimes();
        let (mut given, mut held): (Vec<Lifetime>, Vec<Lifetime>) = (Vec::new(), Vec::new());
        let params = self.f.sig.params.iter().map(|p| {
            let (name, mut ty) = (&p.name, p.ty.clone());
            // A callee's pullback may hold what it was given of a struct.
            if matches!(p.kind, ParamKind::Host) || lends && matches!(p.kind, ParamKind::Other(_)) {
                each_lifetime(&mut ty, &declared, &mut |l| {
                    if l.ident == "_" {
                        *l = Lifetime::new(&format!("'{OWN}h{}", given.len()), l.span());
                        given.push(l.clone());
                    }
                    if !held.contains(l) {
                        held.push(l.clone());
                    }
                });
            }
            (name, ty)
        });
        let (names, types): (Vec<_>, Vec<_>) = params.unzip();
        let params = quote!(#(#names: #types),*);
        let written = generics.lifetimes();
        let lifetimes = written.map(|l| quote!(#l)).chain(given.iter().map(|l| quote!(#l))).collect();
        let others = generics.params.iter().filter_map(|p| match p {
            syn::GenericParam::Type(t) => Some(t.ident.to_token_stream()),
            syn::GenericParam::Const(c) => Some(c.ident.to_token_stream()),
            syn::GenericParam::Lifetime(_) => None,
        });
        Kept {
            lifetimes,
            params,
            types,
            given,
            captures: held.iter().map(ToTokens::to_token_stream).chain(others).collect(),
        }
    }
}

/// Whether a callee is given a struct or a part of one.
fn lends(graph: &Graph) -> bool {
    let of_struct = |v: &Value| {
        let node = graph.node(*v);
        node.ty == Ty::Other
            && matches!(node.op, Op::Input(_) | Op::Part(Part::Field(_) | Part::Item | Part::Bound(_)))
    };
    graph.nodes.iter().any(|node| {
        matches!(node.op, Op::Call(_)) && node.args.iter().any(of_struct)
            || node.regions().iter().any(|region| lends(&region.graph))
    })
}

/// Calls `f` on every lifetime in `ty` that is the function's: the declared ones, and the elided ones as `'_`. What is
/// elided in `Fn(&T)` and `fn(&T)` belongs to their calls.
pub(super) fn each_lifetime(ty: &mut Type, declared: &[Lifetime], f: &mut dyn FnMut(&mut Lifetime)) {
    struct Free<'a> {
        declared: &'a [Lifetime],
        of_calls: bool,
        f: &'a mut dyn FnMut(&mut Lifetime),
    }
    impl Free<'_> {
        fn in_call(&mut self, visit: impl FnOnce(&mut Self)) {
            let before = std::mem::replace(&mut self.of_calls, true);
            visit(self);
            self.of_calls = before;
        }
    }
    impl VisitMut for Free<'_> {
        fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
            if !self.of_calls {
                r.lifetime.get_or_insert_with(|| Lifetime::new("'_", Span::call_site()));
            }
            syn::visit_mut::visit_type_reference_mut(self, r);
        }
        fn visit_lifetime_mut(&mut self, l: &mut Lifetime) {
            if self.declared.contains(l) || l.ident == "_" && !self.of_calls {
                (self.f)(l);
            }
        }
        fn visit_parenthesized_generic_arguments_mut(&mut self, of: &mut syn::ParenthesizedGenericArguments) {
            self.in_call(|s| syn::visit_mut::visit_parenthesized_generic_arguments_mut(s, of));
        }
        fn visit_type_fn_ptr_mut(&mut self, of: &mut syn::TypeFnPtr) {
            self.in_call(|s| syn::visit_mut::visit_type_fn_ptr_mut(s, of));
        }
    }
    Free { declared, of_calls: false, f }.visit_type_mut(ty);
}
