//! Lifetimes of parameters, and what a callee may be given of them.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use rustc_hash::FxHashSet as HashSet;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Generics, Lifetime, Type, TypeReference, WherePredicate};

use super::grads::stands_alone;
use crate::bounds::is_owned;
use crate::ir::{Call, Graph, How, Node, Op, Part, Ty, Value};

/// Type parameters whose contents nothing tells, and the types that a bound `Owned` exempts.
pub(super) struct Unknown<'g> {
    pub params: Vec<&'g Ident>,
    /// The generics of a method in a trait, without the trait's.
    pub declared: Option<&'g Generics>,
    pub owned: Vec<String>,
}

impl Unknown<'_> {
    /// Whether the compiler knows what a type lends.
    pub(super) fn known(&self, ty: &Type) -> bool {
        stands_alone(ty.to_token_stream(), &self.params) || self.says(ty) || self.is_owned(ty)
    }

    /// Whether it is a type that a trait gives, by a name or as its parameter. Implementations may know it, and a reference to
    /// it is for both of them one that pullbacks hold.
    pub(super) fn is_given(&self, ty: &Type) -> bool {
        struct Given<'u>(&'u Unknown<'u>, bool);
        impl Visit<'_> for Given<'_> {
            fn visit_type_path(&mut self, ty: &syn::TypePath) {
                let first = ty.path.segments.first().map(|s| &s.ident);
                let param = first.filter(|name| self.0.params.contains(name));
                let mut own = self.0.declared.iter().flat_map(|own| own.type_params());
                let of_trait = self.0.declared.is_some() && param.is_some_and(|p| own.all(|t| t.ident != *p));
                self.1 |= ty.qself.is_some();
                self.1 |= of_trait || param.is_some() && ty.path.segments.len() > 1;
                syn::visit::visit_type_path(self, ty);
            }
        }
        let mut given = Given(self, false);
        given.visit_type(ty);
        given.1
    }

    /// Whether a type says it, whatever it is generic over: all but parameters themselves, and what is named by them.
    fn says(&self, ty: &Type) -> bool {
        match ty {
            Type::Path(path) => {
                let first = path.path.segments.first();
                // A box is what is in it.
                path.qself.is_none()
                    && !first.is_some_and(|s| self.params.contains(&&s.ident) || s.ident == "Box")
            }
            Type::Paren(inner) => self.says(&inner.elem),
            Type::Group(inner) => self.says(&inner.elem),
            Type::Tuple(_) | Type::Array(_) => true,
            _ => false,
        }
    }

    /// Whether nothing of it is held.
    pub(super) fn is_owned(&self, ty: &Type) -> bool {
        self.owned.contains(&ty.to_token_stream().to_string())
    }
}

/// The types with a bound `Owned`.
pub(super) fn owned(generics: &Generics) -> Vec<String> {
    let params = generics.type_params().map(|p| (p.ident.to_token_stream(), &p.bounds));
    let predicates = generics.where_clause.iter().flat_map(|w| &w.predicates).filter_map(|p| match p {
        WherePredicate::Type(t) => Some((t.bounded_ty.to_token_stream(), &t.bounds)),
        _ => None,
    });
    let all = params.chain(predicates).filter(|(_, bounds)| is_owned(bounds));
    all.map(|(ty, _)| ty.to_string()).collect()
}

/// Whether a reference has no lifetime of the user's.
pub(super) fn is_without_lifetimes(reference: &TypeReference) -> bool {
    struct Named(bool);
    impl Visit<'_> for Named {
        fn visit_lifetime(&mut self, _: &Lifetime) {
            self.0 = true;
        }
        fn visit_type_reference(&mut self, _: &TypeReference) {
            self.0 = true;
        }
    }
    let mut named = Named(false);
    named.visit_type(&reference.elem);
    reference.lifetime.as_ref().is_none_or(|l| l.ident == "_") && !named.0
}

/// Whether a callee is given a struct or a part of one.
pub(super) fn lends(graph: &Graph) -> bool {
    anywhere(graph, &|graph, node| {
        let is_struct = |v: &Value| {
            let node = graph.node(*v);
            node.ty == Ty::Other && (matches!(node.op, Op::Input(_)) || is_part(node))
        };
        matches!(node.op, Op::Call(_)) && node.args.iter().any(is_struct)
    })
}

/// Whether a callee is given one of these inputs, or a part of one, other than as its receiver.
pub(super) fn hands_on(graph: &Graph, inputs: &dyn Fn(u32) -> bool) -> bool {
    let mut of: HashSet<Value> = HashSet::default();
    graph.nodes.iter().enumerate().any(|(i, node)| {
        let is_one = match &node.op {
            Op::Input(n) => inputs(*n),
            _ => is_part(node) && of.contains(&node.args[0]),
        };
        if is_one {
            of.insert(Value(i as u32));
        }
        let args = match &node.op {
            Op::Call(Call::Value(callee)) => {
                return node.args[usize::from(callee.how == How::Method)..].iter().any(|v| of.contains(v));
            }
            Op::Branch(_) => &node.args[1..],
            Op::Loop(held) => &node.args[held.lead()..],
            _ => return false,
        };
        let inner = |n: u32| args.get(n as usize).is_some_and(|v| of.contains(v));
        node.regions().iter().any(|region| hands_on(&region.graph, &inner))
    })
}

/// Whether something is called again.
pub(super) fn has_checkpoints(graph: &Graph) -> bool {
    anywhere(graph, &|_, node| match &node.op {
        Op::Branch(branch) => branch.again,
        Op::Loop(held) => held.again || held.schedule.is_some(),
        _ => false,
    })
}

fn is_part(node: &Node) -> bool {
    matches!(node.op, Op::Part(Part::Field(_) | Part::Item | Part::Bound(_)))
}

/// Whether anything is called that has a pullback.
pub(super) fn calls(graph: &Graph) -> bool {
    anywhere(graph, &|_, node| matches!(node.op, Op::Call(_)))
}

/// Whether a node is there, or in a region, of which `is_one` holds in its graph.
fn anywhere(graph: &Graph, is_one: &dyn Fn(&Graph, &Node) -> bool) -> bool {
    graph.nodes.iter().any(|node| {
        is_one(graph, node) || node.regions().iter().any(|region| anywhere(&region.graph, is_one))
    })
}

/// Calls `f` on every lifetime in `ty` that is the function's: the declared ones, and the elided ones as `'_`. What is
/// elided in `Fn(&T)` and `fn(&T)` belongs to their calls.
pub(crate) fn each_lifetime(ty: &mut Type, declared: &[Lifetime], f: &mut dyn FnMut(&mut Lifetime)) {
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
