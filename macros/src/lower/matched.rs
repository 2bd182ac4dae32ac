//! `match` and `if let` on what may hold tensors: options, enums, fields of structs.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

use super::{Binding, Lowerer};
use crate::error;
use crate::ir::{HostExpr, Op, Part, Runs, Ty, Value};
use crate::names::{member, own};

impl Lowerer<'_> {
    /// The value that is matched, where only rustc knows what it is.
    pub(super) fn open_scrutinee(&mut self, e: &Expr) -> Option<Value> {
        if self.at.is_some() || self.mentions(e).is_none() {
            return None;
        }
        let place = match super::bare(e) {
            Expr::MethodCall(c) if c.args.is_empty() && (c.method == "as_ref" || c.method == "clone") => {
                super::bare(&c.receiver)
            }
            e => e,
        };
        match place {
            Expr::Tuple(t) if t.elems.iter().any(|e| self.is_open(e)) => {
                let parts: Vec<Binding> = t.elems.iter().map(|e| self.expr(e)).collect();
                self.whole(Binding::Tuple(parts), e)
            }
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) if self.is_open(place) => {
                match self.expr(place) {
                    Binding::Other(v) => Some(v),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What is matched where a function or a method of the user gives it.
    pub(super) fn called_scrutinee(&mut self, e: &Expr) -> Option<Binding> {
        match e {
            Expr::Try(t) => self.called_scrutinee(&t.expr),
            Expr::Paren(p) => self.called_scrutinee(&p.expr),
            Expr::Reference(r) => self.called_scrutinee(&r.expr),
            Expr::MethodCall(c) if self.is_users_method(c) => Some(self.expr(e)),
            Expr::Call(c) => match &*c.func {
                // No op gives what can be matched.
                Expr::Path(p) if self.op_named(&p.path.segments.last()?.ident.to_string()).is_none() => {
                    Some(self.expr(e))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// What a pattern binds of entries of a tuple that are no references: no references to a guard either, as it is written.
    pub(super) fn copied(scrutinee: &Expr, pat: &Pat) -> Vec<Ident> {
        let mut names = Vec::new();
        if let (Expr::Tuple(all), Pat::Tuple(parts)) = (scrutinee, pat)
            && !parts.elems.iter().any(|p| matches!(p, Pat::Rest(_)))
        {
            for (e, part) in all.elems.iter().zip(&parts.elems) {
                if !matches!(e, Expr::Reference(_)) {
                    super::pattern::idents(part, &mut names);
                }
            }
        }
        names.into_iter().map(|(name, _)| name).filter(is_variable).collect()
    }

    /// A tuple of a value and the host values of these names.
    pub(super) fn beside(&mut self, v: Value, names: &[Ident]) -> Value {
        let mut args = vec![v];
        args.extend(names.iter().map(|name| self.host(&syn::parse_quote!(#name))));
        self.made_tuple(args, self.graph.node(v).span)
    }

    /// `if let Some(x) = a && b { .. } else { .. }` as one `if` in another, which a block is left from.
    pub(super) fn unchained(i: &syn::ExprIf) -> Option<Expr> {
        fn parts<'e>(e: &'e Expr, all: &mut Vec<&'e Expr>) {
            match e {
                Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_)) => {
                    parts(&b.left, all);
                    parts(&b.right, all);
                }
                e => all.push(e),
            }
        }
        let mut all = Vec::new();
        parts(&i.cond, &mut all);
        if all.len() < 2 || !all.iter().any(|e| matches!(e, Expr::Let(_))) {
            return None;
        }
        let (label, then) = (syn::Lifetime::new("'__chain", Span::mixed_site()), &i.then_branch);
        let (then, other) = match &i.else_branch {
            Some((_, other)) => (quote!(break #label #then;), Some(other)),
            None => (quote!(#then break #label;), None),
        };
        let inner = all.iter().rev().fold(then, |inner, cond| quote!(if #cond { #inner }));
        Some(syn::parse_quote!(#label: { #inner #other }))
    }

    /// What decides, and is made of tensors.
    pub(super) fn undecided(&mut self, e: &Expr) -> Binding {
        let tested = if let Expr::Let(l) = e { &*l.expr } else { e };
        // What a list of tensors does not do is said of that.
        if let Expr::MethodCall(c) = super::bare(tested)
            && let Some(Binding::List(_) | Binding::Slice(_)) = self.binding_at(&c.receiver)
            && let Binding::Poison = self.expr(tested)
        {
            return Binding::Poison;
        }
        self.error(error::tensor_condition(tested))
    }

    /// Binds what a pattern takes out of the scrutinee.
    pub(super) fn bind_parts(&mut self, pat: &Pat, opened: Option<&Opened>) {
        if let Some(opened) = opened {
            for taken in &opened.taken {
                self.bind_part(taken);
            }
            return;
        }
        self.error(error::nested_pattern(pat));
        let mut names = Vec::new();
        super::pattern::idents(pat, &mut names);
        for (name, _) in names {
            self.declare(&name, Binding::Poison, false);
        }
    }

    fn bind_part(&mut self, taken: &Taken) {
        let Some(Binding::Other(of)) = self.get(&taken.of).cloned() else { return };
        let (name, span) = (&taken.name, taken.name.span());
        let v = match &taken.step {
            Step::Whole => of,
            Step::Field(field) => self.field_value(of, field, span),
            Step::Tuple(i, n) => match self.entry(of, Part::Tuple(*i, *n), span) {
                Binding::Other(v) => v,
                _ => return,
            },
            Step::Variant(part) => {
                let expr = name.to_token_stream();
                let host = HostExpr { expr, binds: vec![], known: None, ty: None, runs: Runs::Freely };
                let host = self.host_node(host, vec![], span);
                self.push(Op::Part(Part::Bound(part.clone())), vec![of, host], Ty::Other, span)
            }
        };
        if self.graph.node(v).name.is_none() && !crate::names::is_reserved(name) {
            self.graph.nodes[v.ix()].name = Some(name.to_string());
        }
        let ty = self.type_of_part(&taken.of, &taken.step);
        self.declare(name, Binding::Other(v), false);
        if let Some(ty) = ty {
            self.type_name(name, &ty);
        }
    }

    fn type_of_part(&self, of: &Ident, step: &Step) -> Option<syn::Type> {
        match step {
            Step::Whole => self.type_of_name(of),
            Step::Field(field) => self.type_of_field(&self.type_of_name(of)?, field),
            Step::Variant(part) if part == "Some__0" => {
                super::inline::item_type(&self.type_of_name(of)?, &["Option"])
            }
            Step::Tuple(..) | Step::Variant(_) => None,
        }
    }

    /// `let Layer { w, b } = layer`: the pattern of a `let` always fits, so it is of a struct.
    pub(super) fn struct_pattern(&mut self, pat: &Pat, v: Value) {
        let mut part = |name: &str, span: Span, pat: &Pat| {
            let field = self.field_value(v, name, span);
            self.pattern(pat, Binding::Other(field));
        };
        match pat {
            Pat::Struct(p) => p.fields.iter().for_each(|f| part(&member(&f.member), f.span(), &f.pat)),
            Pat::TupleStruct(p) => {
                let named = p.elems.iter().take_while(|e| !matches!(e, Pat::Rest(_)));
                named.enumerate().for_each(|(i, e)| part(&i.to_string(), e.span(), e));
            }
            _ => {}
        }
    }
}

/// A pattern over what may hold tensors. What is taken apart further has a name of ours in it.
pub(super) struct Opened {
    pub pat: Pat,
    taken: Vec<Taken>,
}

/// What a name in a pattern stands for.
struct Taken {
    name: Ident,
    /// What it is a part of, by its name.
    of: Ident,
    step: Step,
}

enum Step {
    Whole,
    /// Of a variant or a struct, as accessors have it.
    Variant(String),
    Field(String),
    Tuple(u32, usize),
}

impl Opened {
    /// `None`: the pattern looks where expansion does not.
    pub(super) fn new(pat: &Pat) -> Option<Self> {
        let mut opened = Self { pat: pat.clone(), taken: Vec::new() };
        let mut pat = pat.clone();
        opened.part(&mut pat, &own("scrutinee"), Step::Whole)?;
        opened.pat = pat;
        Some(opened)
    }

    /// The part `step` of `of`.
    fn part(&mut self, pat: &mut Pat, of: &Ident, step: Step) -> Option<()> {
        match pat {
            Pat::Paren(p) => self.part(&mut p.pat, of, step),
            Pat::Reference(p) => self.part(&mut p.pat, of, step),
            Pat::Ident(p) if p.by_ref.is_none() && is_variable(&p.ident) => {
                let name = p.ident.clone();
                self.taken.push(Taken { name: name.clone(), of: of.clone(), step });
                match &mut p.subpat {
                    Some((_, inner)) => self.below(inner, &name),
                    None => Some(()),
                }
            }
            pat if binds_nothing(pat) => Some(()),
            pat => {
                if matches!(step, Step::Whole) {
                    return self.below(pat, of);
                }
                let name = own(format_args!("part{}", self.taken.len()));
                self.taken.push(Taken { name: name.clone(), of: of.clone(), step });
                self.below(pat, &name)?;
                let inner = pat.clone();
                *pat = syn::parse::Parser::parse2(Pat::parse_single, quote::quote!(#name @ #inner)).ok()?;
                Some(())
            }
        }
    }

    /// The parts of what is called `of`.
    fn below(&mut self, pat: &mut Pat, of: &Ident) -> Option<()> {
        let part = |path: &syn::Path, field: String| {
            let variant = path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
            // An enum has its variants behind `Self::`.
            if path.is_ident("Self") {
                Step::Field(field)
            } else {
                Step::Variant(format!("{variant}__{field}"))
            }
        };
        match pat {
            Pat::Paren(p) => self.below(&mut p.pat, of),
            Pat::Reference(p) => self.below(&mut p.pat, of),
            Pat::TupleStruct(p) => {
                for (i, e) in p.elems.iter_mut().take_while(|e| !matches!(e, Pat::Rest(_))).enumerate() {
                    self.part(e, of, part(&p.path, i.to_string()))?;
                }
                ends_in_rest(&p.elems)
            }
            Pat::Struct(p) => {
                for f in &mut p.fields {
                    let step = part(&p.path, member(&f.member));
                    if f.colon_token.is_none() && !matches!(*f.pat, Pat::Ident(_)) {
                        return None;
                    }
                    self.part(&mut f.pat, of, step)?;
                }
                Some(())
            }
            Pat::Tuple(p) => {
                let all = !p.elems.iter().any(|e| matches!(e, Pat::Rest(_)));
                let n = if all { p.elems.len() } else { 0 };
                for (i, e) in p.elems.iter_mut().take_while(|e| !matches!(e, Pat::Rest(_))).enumerate() {
                    self.part(e, of, Step::Tuple(i as u32, n))?;
                }
                ends_in_rest(&p.elems)
            }
            pat => binds_nothing(pat).then_some(()),
        }
    }
}

/// Whether no names stand behind `..`, whose positions are not known.
fn ends_in_rest(pats: &syn::punctuated::Punctuated<Pat, syn::Token![,]>) -> Option<()> {
    pats.iter().skip_while(|e| !matches!(e, Pat::Rest(_))).skip(1).all(binds_nothing).then_some(())
}

/// Constants and variants begin with a capital letter.
fn is_variable(name: &Ident) -> bool {
    !name.to_string().starts_with(char::is_uppercase)
}

fn binds_nothing(pat: &Pat) -> bool {
    let mut names = Vec::new();
    super::pattern::idents(pat, &mut names);
    names.iter().all(|(name, _)| !is_variable(name))
}
