//! What ties a pullback to the arguments: host values that hold references.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;
use syn::{Lifetime, Type};

use super::Emitter;
use super::grads::stands_alone;
use crate::ir::{Graph, Op, Part, Ty, Value};
use crate::methods::Place;
use crate::names::{OWN, own};
use crate::signature::{OtherParam, ParamKind};

/// The signature of `vjp`, in which every lifetime that the pullback may hold has a name.
pub(super) struct Kept {
    /// Declared and given ones.
    pub lifetimes: Vec<TokenStream>,
    pub params: TokenStream,
    /// The types of the parameters, and the lifetimes that they did not have, as they are declared.
    pub types: Vec<Type>,
    pub given: Vec<TokenStream>,
    /// In traits, one more parameter and its argument.
    pub marker: Option<TokenStream>,
    pub marked: Option<TokenStream>,
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

    /// Tensors that the pullback needs are its own; host values are kept as they are. A trait, which sees no body, says that
    /// structs may be lent to a callee.
    pub(super) fn kept(&self) -> Kept {
        let in_trait = self.f.sig.args.method.as_ref().is_some_and(|m| !matches!(m.place, Place::Type(_)));
        let lends = in_trait || lends(&self.f.graph);
        let generics = &self.f.sig.erased.generics;
        let declared = self.declared_lifetimes();
        let (mut given, mut held): (Vec<TokenStream>, Vec<Lifetime>) = (Vec::new(), Vec::new());
        let mut marks = Vec::new();
        let new = |n: usize| Lifetime::new(&format!("'{OWN}h{n}"), Span::call_site());
        let params = self.f.sig.params.iter().enumerate().map(|(i, p)| {
            let (name, mut ty) = (&p.name, p.ty.clone());
            // A callee's pullback may hold what it was given of a struct.
            let of_struct = match &p.kind {
                ParamKind::Other(other) if lends => Some(other),
                ParamKind::Host => None,
                _ => return (name, ty),
            };
            // Nor does a trait know the type that it is implemented for.
            let of_any = in_trait && i == 0 && self.has_receiver();
            let known = of_struct.filter(|_| !of_any).and_then(|other| self.known(other, &ty));
            if let Some(one) = known {
                let (call, pullback) = (new(given.len()), new(given.len() + 1));
                let Type::Reference(reference) = &ty else { return (name, ty) };
                let whole = &reference.elem;
                let lent = syn::parse_quote!(__rt::calls::Lent<#call, #pullback, #one, #whole>);
                given.extend([quote!(#call), quote!(#pullback)]);
                marks.push(quote!((&#call (), &#pullback ())));
                held.push(pullback);
                return (name, lent);
            }
            each_lifetime(&mut ty, &declared, &mut |l| {
                if l.ident == "_" {
                    *l = Lifetime { apostrophe: l.apostrophe, ..new(given.len()) };
                    given.push(quote!(#l));
                }
                if of_struct.is_some() {
                    marks.push(quote!((&#l (), &#l ())));
                }
                if !held.contains(l) {
                    held.push(l.clone());
                }
            });
            (name, ty)
        });
        let (names, types): (Vec<_>, Vec<_>) = params.unzip();
        let mut params = quote!(#(#names: #types),*);
        // Lifetimes that stand in no type as they are would be generics of the opaque types too, and a trait's may not have
        // more than those which they capture (of rustc, "captures more lifetimes than trait definition").
        let name = own("lent");
        let marker = in_trait.then(|| quote!(#name: __rt::PhantomData<(#(#marks,)*)>));
        let marked = in_trait.then(|| quote!(__rt::PhantomData));
        if let Some(marker) = &marker {
            params = if types.is_empty() { marker.clone() } else { quote!(#params, #marker) };
        }
        let written = generics.lifetimes();
        let lifetimes = written.map(|l| quote!(#l)).chain(given.iter().cloned()).collect();
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
            marker,
            marked,
            captures: held.iter().map(ToTokens::to_token_stream).chain(others).collect(),
        }
    }
}

impl Emitter<'_> {
    /// What a reference to a struct, or to a list of structs, is to, where the compiler can say what is in it: see `Lends`
    /// of the runtime. It cannot where that depends on a generic type, but for element types.
    fn known<'t>(&self, other: &'t OtherParam, ty: &Type) -> Option<&'t Type> {
        let Type::Reference(reference) = ty else { return None };
        let elided = reference.lifetime.as_ref().is_none_or(|l| l.ident == "_");
        let generics = self.f.sig.erased.generics.type_params().map(|t| &t.ident);
        let unknown: Vec<&Ident> = generics.filter(|t| !self.generics.contains(t)).collect();
        (elided && other.active && stands_alone(reference.elem.to_token_stream(), &unknown))
            .then_some(&other.ty)
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
