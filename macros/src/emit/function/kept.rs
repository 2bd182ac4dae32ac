//! What ties a pullback to the arguments: host values that hold references.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Lifetime, Type, TypeReference, WhereClause};

use super::Emitter;
use super::grads::stands_alone;
use crate::emit::rust::Lending;
use crate::ir::{Graph, Op, Part, Ty, Value};
use crate::methods::Place;
use crate::names::{OWN, SELF, mentions, own};
use crate::signature::{OtherParam, ParamKind};

/// The signature of `vjp`, in which every lifetime that the pullback may hold has a name.
pub(super) struct Kept {
    /// Declared and given ones.
    pub lifetimes: Vec<Lifetime>,
    pub params: TokenStream,
    /// The types of the parameters, and the lifetimes that they did not have.
    pub types: Vec<Type>,
    pub given: Vec<Lifetime>,
    /// In traits one more parameter, whose argument is `PhantomData`. Lifetimes that stand in no type as they are would be
    /// generics of the opaque types as well, and those of an implementation may have no more of them than the trait's
    /// capture (in rustc's words, "captures more lifetimes than trait definition").
    pub marker: Option<TokenStream>,
    /// Of a method in a trait: the lifetime of its receiver, and what is lent of it.
    pub receiver: Option<(Lifetime, Type)>,
    /// Where that is no reference: the name under which the functions beside the trait have it.
    pub own: Option<Ident>,
    /// How the calls of its forward half lend receivers.
    lent_by: &'static str,
    /// What the pullback may hold.
    captures: Vec<TokenStream>,
    /// Generic types that are lent as they are.
    holds: Vec<Ident>,
    /// Of generic types that pullbacks of callees may be of.
    bounds: Vec<syn::WherePredicate>,
    /// In traits, the lifetime of the pullback.
    of_trait: Option<Lifetime>,
}

impl Kept {
    /// The bound of the pullback of a function with `more` type parameters. It is the same in every edition: what is not
    /// in it ends with the call.
    pub(super) fn captures(&self, more: &[Ident]) -> TokenStream {
        let all = &self.captures;
        quote!(+ use<#(#all,)* #(#more),*>)
    }

    /// What is asked of generic types, where pullbacks live as long as what they hold.
    pub(super) fn holds_for_all(&self) -> Vec<syn::WherePredicate> {
        let of = |t: &Ident| -> syn::WherePredicate {
            syn::parse_quote!(for<'__x> <#t as __rt::Differentiable>::Lends: __rt::calls::Holds<'__x, '__x>)
        };
        self.holds.iter().map(of).collect()
    }

    /// In traits.
    pub(super) fn pullback(&self) -> Option<&Lifetime> {
        self.of_trait.as_ref()
    }

    /// Where the receiver, if it is an input, is the first.
    pub(super) fn lending(&self) -> Lending<'_> {
        Lending { method: self.lent_by, own: self.own.as_ref().map(|own| (0, own)) }
    }

    /// The conditions with what the pullback needs.
    pub(super) fn clause(&self, of: Option<&WhereClause>) -> Option<WhereClause> {
        let clause = of.cloned().unwrap_or_else(|| syn::parse_quote!(where));
        Some(WhereClause {
            predicates: clause.predicates.into_iter().chain(self.bounds.clone()).collect(),
            ..clause
        })
        .filter(|c| !c.predicates.is_empty())
    }

    /// The same among the items of a trait, where an implementation knows more than the trait of the generics, and no
    /// more of itself.
    pub(super) fn clause_in_trait(&self, of: Option<&WhereClause>) -> WhereClause {
        let mut clause = of.cloned().unwrap_or_else(|| syn::parse_quote!(where));
        let (this, pullback) = (Ident::new(SELF, Span::call_site()), &self.of_trait);
        clause
            .predicates
            .extend(pullback.iter().map(|p| -> syn::WherePredicate { syn::parse_quote!(#this: #p) }));
        clause
    }
}

impl Emitter<'_> {
    pub(super) fn declared_lifetimes(&self) -> Vec<Lifetime> {
        self.f.sig.erased.generics.lifetimes().map(|l| l.lifetime.clone()).collect()
    }

    /// Tensors that the pullback needs are its own; host values are kept as they are. What a callee's pullback holds of the
    /// structs that it is given is a question of their types (see `Lends` of the runtime). A trait, which sees no body, says that structs may be given to a callee.
    pub(super) fn kept(&self) -> Kept {
        let in_trait = self.f.sig.args.method.as_ref().is_some_and(|m| !matches!(m.place, Place::Type(_)));
        let lends = in_trait || lends(&self.f.graph);
        let generics = &self.f.sig.erased.generics;
        let declared = self.declared_lifetimes();
        let pullback = Lifetime::new(&format!("'{OWN}p"), Span::call_site());
        let (mut given, mut held): (Vec<Lifetime>, Vec<Lifetime>) = (Vec::new(), Vec::new());
        let (mut marks, mut holds): (Vec<TokenStream>, Vec<(Ident, Lifetime)>) = (Vec::new(), Vec::new());
        let (mut receiver, mut own_self, mut outlive) = (None, None, Vec::new());
        let params = self.f.sig.params.iter().enumerate().map(|(i, p)| {
            let (name, mut ty) = (&p.name, p.ty.clone());
            let lent = match (&p.kind, &mut ty) {
                (ParamKind::Host, _) => None,
                (ParamKind::Other(other), Type::Reference(of)) if lends => of_call(other, of),
                (ParamKind::Other(_), _) if lends => None,
                _ => return (name, ty),
            };
            let mut new = |l: &Lifetime| {
                let l = Lifetime { ident: own(format_args!("h{}", given.len())), ..l.clone() };
                given.push(l.clone());
                l
            };
            let Some((one, whole)) = lent else {
                each_lifetime(&mut ty, &declared, &mut |l| {
                    if l.ident == "_" {
                        *l = new(l);
                    }
                    if !held.contains(l) {
                        held.push(l.clone());
                    }
                });
                return (name, ty);
            };
            let call = new(&pullback);
            marks.push(quote!((&#call #whole, &#pullback ())));
            let unknown = self.unknown();
            let known = stands_alone(one.to_token_stream(), &unknown) || says(one, &unknown);
            let lent: Type = syn::parse_quote!(__rt::calls::Lent<#call, #pullback, #one, #whole>);
            let is_self = in_trait && i == 0 && self.has_receiver();
            ty = if known {
                if !in_trait {
                    let of = unknown.iter().filter(|t| mentions(&whole.to_token_stream(), &t.to_string()));
                    outlive.extend(of.map(|t| -> syn::WherePredicate { syn::parse_quote!(#t: #call) }));
                }
                lent.clone()
            } else if in_trait && !is_self {
                held.push(call.clone());
                syn::parse_quote!(&#call #whole)
            } else {
                if !in_trait {
                    let of = unknown.iter().filter(|t| mentions(&whole.to_token_stream(), &t.to_string()));
                    holds.extend(of.map(|t| ((*t).clone(), call.clone())));
                }
                syn::parse_quote!(&#call #whole)
            };
            if is_self {
                own_self = (!known).then(|| own("self"));
                receiver = Some((call, lent));
            }
            (name, ty)
        });
        let (names, types): (Vec<_>, Vec<_>) = params.unzip();
        let mut params = quote!(#(#names: #types),*);
        let name = own("marker");
        let marker = in_trait.then(|| quote!(#name: __rt::PhantomData<(#(#marks,)*)>));
        if let Some(marker) = &marker {
            params = if types.is_empty() { marker.clone() } else { quote!(#params, #marker) };
        }
        if let (Some(own), Some((_, lent))) = (&own_self, &receiver) {
            params = quote!(#params, #own: #lent);
        }
        let lent_by = if holds.is_empty() { Lending::HERE.method } else { "__lent" };
        let asked = holds.iter().map(|(t, call)| -> syn::WherePredicate {
            syn::parse_quote!(<#t as __rt::Differentiable>::Lends: __rt::calls::Holds<#call, #pullback>)
        });
        let bounds: Vec<syn::WherePredicate> = if lends {
            given.push(pullback.clone());
            held.push(pullback.clone());
            self.unknown()
                .into_iter()
                .map(|t| syn::parse_quote!(#t: #pullback))
                .chain(outlive)
                .chain(asked)
                .collect()
        } else {
            Vec::new()
        };
        let written = generics.lifetimes().map(|l| l.lifetime.clone());
        let others = generics.params.iter().filter_map(|p| match p {
            syn::GenericParam::Type(t) => Some(t.ident.to_token_stream()),
            syn::GenericParam::Const(c) => Some(c.ident.to_token_stream()),
            syn::GenericParam::Lifetime(_) => None,
        });
        Kept {
            lifetimes: written.chain(given.iter().cloned()).collect(),
            params,
            types,
            given,
            marker,
            receiver,
            own: own_self,
            lent_by,
            holds: holds.iter().map(|(t, _)| t.clone()).collect(),
            bounds,
            of_trait: in_trait.then_some(pullback),
            captures: held.iter().map(ToTokens::to_token_stream).chain(others).collect(),
        }
    }

    /// Generic types of which the compiler cannot say what is in them: element types are tensors and numbers.
    fn unknown(&self) -> Vec<&Ident> {
        let generics = self.f.sig.erased.generics.type_params().map(|t| &t.ident);
        generics.filter(|t| !self.generics.contains(t)).collect()
    }
}

/// Whether a type says what it lends, whatever it is generic over: all but parameters themselves, and what is named by them.
fn says(ty: &Type, unknown: &[&Ident]) -> bool {
    match ty {
        Type::Path(path) => {
            let first = path.path.segments.first();
            path.qself.is_none() && !first.is_some_and(|s| unknown.contains(&&s.ident))
        }
        Type::Paren(inner) => says(&inner.elem, unknown),
        Type::Group(inner) => says(&inner.elem, unknown),
        Type::Tuple(_) | Type::Array(_) => true,
        _ => false,
    }
}

/// Of a reference that has no lifetime of the user's: the type of what it is to, with that of an item where it is a list.
fn of_call<'t>(other: &'t OtherParam, reference: &TypeReference) -> Option<(&'t Type, Type)> {
    let mut whole = (*reference.elem).clone();
    let mut free = true;
    each_lifetime(&mut whole, &[], &mut |_| free = false);
    struct Named(bool);
    impl Visit<'_> for Named {
        fn visit_lifetime(&mut self, _: &Lifetime) {
            self.0 = true;
        }
    }
    let mut named = Named(false);
    named.visit_type(&whole);
    let elided = reference.lifetime.as_ref().is_none_or(|l| l.ident == "_");
    (elided && free && !named.0 && other.active).then(|| (&*other.ty, (*reference.elem).clone()))
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
        fn visit_type_reference_mut(&mut self, r: &mut TypeReference) {
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
