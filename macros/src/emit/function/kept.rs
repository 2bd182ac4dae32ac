//! The ties of a pullback to the arguments: host values that hold references.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Lifetime, Type, WhereClause, WherePredicate};

use super::Emitter;
use super::grads::is_active;
use super::lifetimes::{
    Unknown, calls, each_lifetime, hands_on, has_checkpoints, is_without_lifetimes, lends, owned,
};
use crate::emit::rust::Lending;
use crate::names::{OWN, SELF, mentions, own};
use crate::signature::{Param, ParamKind};

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
    /// The lifetime of the receiver of a method in a trait, and the type that is lent of it.
    pub receiver: Option<(Lifetime, Type)>,
    /// Where that is no reference: the name under which the functions beside the trait have it.
    pub own: Option<Ident>,
    /// How the calls of its forward half lend receivers.
    lent_by: &'static str,
    /// The lifetimes and types that the pullback may hold.
    captures: Vec<TokenStream>,
    /// The bounds of generic types that pullbacks of callees may be of.
    bounds: Vec<WherePredicate>,
    /// In traits, the lifetime of the pullback.
    pub of_trait: Option<Lifetime>,
}

impl Kept {
    /// The bound of the pullback of a function with `more` type parameters. It is the same in every edition: what is not
    /// in it ends with the call.
    pub(super) fn captures(&self, more: &[Ident]) -> TokenStream {
        let all = &self.captures;
        quote!(+ use<#(#all,)* #(#more),*>)
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

    /// The clause among the items of a trait, where an implementation knows more than the trait of the generics, and no
    /// more of itself.
    pub(super) fn clause_in_trait(&self, of: Option<&WhereClause>) -> WhereClause {
        let mut clause = of.cloned().unwrap_or_else(|| syn::parse_quote!(where));
        let (this, pullback) = (Ident::new(SELF, Span::call_site()), &self.of_trait);
        clause.predicates.extend(pullback.iter().map(|p| -> WherePredicate { syn::parse_quote!(#this: #p) }));
        clause
    }
}

impl Emitter<'_> {
    pub(super) fn declared_lifetimes(&self) -> Vec<Lifetime> {
        self.f.sig.erased.generics.lifetimes().map(|l| l.lifetime.clone()).collect()
    }

    /// Tensors that the pullback needs are its own; host values are kept as they are. What a callee's pullback holds of the
    /// structs that it is given is a question of their types (see `Lends` of the runtime). A trait, which sees no body, says
    /// that structs may be given to a callee.
    pub(super) fn kept(&self) -> Kept {
        let in_trait = self.f.sig.args.method.as_ref().is_some_and(|m| m.in_trait());
        let generics = &self.f.sig.erased.generics;
        let mut found = Found {
            in_trait,
            lends: in_trait || lends(&self.f.graph),
            hands_on: has_checkpoints(&self.f.graph) && hands_on(&self.f.graph, &|i| self.is_unknown(i)),
            declared: self.declared_lifetimes(),
            unknown: self.unknown(),
            pullback: Lifetime::new(&format!("'{OWN}p"), Span::call_site()),
            given: Vec::new(),
            held: Vec::new(),
            marks: Vec::new(),
            shared: None,
            bounds: Vec::new(),
            receiver: None,
            own: None,
        };
        let params = self.f.sig.params.iter().enumerate();
        let types: Vec<Type> =
            params.map(|(i, p)| found.param(p, in_trait && i == 0 && self.has_receiver())).collect();
        found.end(in_trait || calls(&self.f.graph));
        let names = self.f.sig.params.iter().map(|p| &p.name);
        let mut params: Vec<TokenStream> = names.zip(&types).map(|(name, ty)| quote!(#name: #ty)).collect();
        let (marks, name) = (&found.marks, own("marker"));
        let marker = in_trait.then(|| quote!(#name: __rt::PhantomData<(#(#marks,)*)>));
        params.extend(marker.clone());
        if let (Some(own), Some((_, lent))) = (&found.own, &found.receiver) {
            params.push(quote!(#own: #lent));
        }
        let written = generics.lifetimes().map(|l| l.lifetime.clone());
        let others = generics.params.iter().filter_map(|p| match p {
            syn::GenericParam::Type(t) => Some(t.ident.to_token_stream()),
            syn::GenericParam::Const(c) => Some(c.ident.to_token_stream()),
            syn::GenericParam::Lifetime(_) => None,
        });
        Kept {
            lifetimes: written.chain(found.given.iter().cloned()).collect(),
            params: quote!(#(#params),*),
            types,
            given: found.given,
            marker,
            receiver: found.receiver,
            own: found.own,
            lent_by: if found.shared.is_none() { Lending::HERE.method } else { "__lent" },
            captures: found.held.iter().map(ToTokens::to_token_stream).chain(others).collect(),
            bounds: found.bounds,
            of_trait: in_trait.then_some(found.pullback),
        }
    }

    /// Whether nothing says what an input lends.
    fn is_unknown(&self, input: u32) -> bool {
        let other = self.f.sig.inputs.get(input as usize).and_then(|input| input.other.as_ref());
        other.is_some_and(|o| !self.unknown().known(&o.ty))
    }

    /// Generic types of which the compiler cannot say what is in them: element types are tensors and numbers.
    fn unknown(&self) -> Unknown<'_> {
        let generics = &self.f.sig.erased.generics;
        Unknown {
            params: generics.type_params().map(|t| &t.ident).filter(|t| !self.generics.contains(t)).collect(),
            declared: self.f.sig.args.method.as_ref().filter(|m| m.in_trait()).map(|m| &m.generics),
            owned: owned(generics),
        }
    }
}

/// The lifetimes and bounds of the parameters so far.
struct Found<'a> {
    in_trait: bool,
    /// A callee is given structs.
    lends: bool,
    /// Not as receivers alone, and a checkpoint calls it again. Then what is generic is held: a condition on how long it
    /// lives would be taken for one on the copy, too, that the checkpoint's pullback has.
    hands_on: bool,
    declared: Vec<Lifetime>,
    unknown: Unknown<'a>,
    /// How long pullbacks of callees live.
    pullback: Lifetime,
    given: Vec<Lifetime>,
    held: Vec<Lifetime>,
    marks: Vec<TokenStream>,
    /// The lifetime of all references to generic types. Of two conditions on one type, apart in their lifetimes alone,
    /// rustc does not choose one.
    shared: Option<Lifetime>,
    bounds: Vec<WherePredicate>,
    receiver: Option<(Lifetime, Type)>,
    own: Option<Ident>,
}

impl Found<'_> {
    /// A name for a lifetime that had none.
    fn new_lifetime(&mut self, like: &Lifetime) -> Lifetime {
        let l = Lifetime { ident: own(format_args!("h{}", self.given.len())), ..like.clone() };
        self.given.push(l.clone());
        l
    }

    /// The type that `vjp` declares.
    fn param(&mut self, param: &Param, is_self: bool) -> Type {
        let mut ty = param.ty.clone();
        match (&param.kind, &ty) {
            (ParamKind::Other(other), Type::Reference(of))
                if self.lends && other.active && is_without_lifetimes(of) =>
            {
                return self.lent(&other.ty, &of.elem, is_self);
            }
            (ParamKind::Host, _) => {}
            (ParamKind::Other(_), _) if self.lends => {}
            // A trait may say `&Self::State` where its implementation says of what that consists.
            (ParamKind::Tensor(_) | ParamKind::Group { .. }, Type::Reference(of))
                if self.in_trait && is_active(&param.kind) && is_without_lifetimes(of) =>
            {
                let (call, whole, pullback) =
                    (self.new_lifetime(&self.pullback.clone()), &of.elem, &self.pullback);
                self.marks.push(quote!((&#call #whole, &#pullback ())));
                return syn::parse_quote!(&#call #whole);
            }
            _ => return ty,
        }
        // References are as short as they must be, so one lifetime is enough for all of them.
        if let Type::Reference(r) = &mut ty
            && r.lifetime.as_ref().is_none_or(|l| l.ident == "_")
        {
            r.lifetime = Some(self.pullback.clone());
        }
        let (declared, pullback) = (self.declared.clone(), self.pullback.clone());
        each_lifetime(&mut ty, &[declared, vec![pullback]].concat(), &mut |l| {
            if l.ident == "_" {
                *l = self.new_lifetime(l);
            }
            self.hold(l);
        });
        ty
    }

    /// A reference to `whole`, which is `one` or a list of it.
    fn lent(&mut self, one: &Type, whole: &Type, is_self: bool) -> Type {
        let pullback = self.pullback.clone();
        // A plain reference, from which rustc infers generics.
        if self.unknown.is_owned(one) && !is_self {
            let call = self.new_lifetime(&self.pullback.clone());
            self.marks.push(quote!((&#call #whole, &#pullback ())));
            return syn::parse_quote!(&#call #whole);
        }
        let known = self.unknown.known(one);
        let given = !known && !is_self && self.unknown.is_given(one);
        let call = match &self.shared {
            _ if given => pullback.clone(),
            _ if known || self.in_trait => self.new_lifetime(&pullback),
            Some(shared) => shared.clone(),
            None if self.hands_on => pullback.clone(),
            None => self.new_lifetime(&pullback),
        };
        self.marks.push(quote!((&#call #whole, &#pullback ())));
        let lent: Type = syn::parse_quote!(__rt::calls::Lent<#call, #pullback, #one, #whole>);
        let plain: Type = syn::parse_quote!(&#call #whole);
        if is_self {
            self.own = (!known).then(|| own("self"));
            self.receiver = Some((call.clone(), lent.clone()));
        }
        if self.in_trait {
            // Conditions would make its lifetime one of the opaque types'.
            if !known && !is_self {
                self.hold(&call);
            }
            return if known { lent } else { plain };
        }
        let text = whole.to_token_stream();
        for t in self.unknown.params.iter().filter(|t| mentions(&text, &t.to_string())) {
            if known {
                self.bounds.push(syn::parse_quote!(#t: #call));
            }
        }
        if !known && !given && !self.hands_on {
            self.bounds.push(syn::parse_quote!(<#one as __rt::Differentiable>::Lends: __rt::calls::Holds<#call, #pullback>));
            self.shared = Some(call.clone());
        }
        if known { lent } else { plain }
    }

    /// The lifetime of the pullback itself. `calls`: there is a callee.
    fn end(&mut self, calls: bool) {
        let pullback = self.pullback.clone();
        if self.lends {
            let lives = |t: &&Ident| -> WherePredicate { syn::parse_quote!(#t: #pullback) };
            self.bounds.extend(self.unknown.params.iter().map(lives));
        }
        let others: Vec<Lifetime> = self.held.iter().filter(|l| **l != pullback).cloned().collect();
        if self.lends || calls && others.len() > 1 {
            self.hold(&pullback);
        }
        if self.held.contains(&pullback) {
            self.given.push(pullback.clone());
        }
        // Pullbacks of callees are boxed, for as long as all lives that they may hold.
        if calls && !self.in_trait && self.held.contains(&pullback) {
            let outlives = |l: &Lifetime| -> WherePredicate { syn::parse_quote!(#l: #pullback) };
            self.bounds.extend(others.iter().map(outlives));
        }
    }

    fn hold(&mut self, l: &Lifetime) {
        if !self.held.contains(l) {
            self.held.push(l.clone());
        }
    }
}
