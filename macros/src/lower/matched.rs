//! `match` and `if let`: on host values, and on what may hold tensors: options, enums, fields of structs.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

use super::branch::never;
use super::expr::is_host_path;
use super::opened::{Opened, is_variable};
use super::pattern::idents;
use super::state::{Binding, Lowerer};
use crate::error;
use crate::ir::{Head, HostExpr, Pack, Value};
use crate::lower::host::Guards;
use crate::names::{member, own};

impl Lowerer<'_> {
    /// `if let` is a `match` of two arms.
    pub(super) fn if_let(&mut self, i: &syn::ExprIf, l: &syn::ExprLet) -> Binding {
        let (scrutinee, pat, then) = (&l.expr, &l.pat, &i.then_branch);
        let other = i.else_branch.as_ref().map_or(quote!({}), |(_, e)| e.to_token_stream());
        match syn::parse2(quote!(match #scrutinee { #pat => #then _ => #other })) {
            Ok(m) => self.match_expr(&m),
            Err(e) => self.error(e),
        }
    }

    pub(super) fn match_expr(&mut self, m: &syn::ExprMatch) -> Binding {
        let scrutinee = &m.expr;
        if let Some(scrutinee) = self.blocks_in_turn(scrutinee) {
            return self.match_expr(&syn::ExprMatch { expr: Box::new(scrutinee), ..m.clone() });
        }
        let open = if self.uses_tensors(scrutinee) {
            match self.called_scrutinee(scrutinee) {
                Some(Binding::Other(v)) => Some(v),
                Some(Binding::Poison) => return Binding::Poison,
                _ => return self.undecided(scrutinee),
            }
        } else {
            let binds = m.arms.iter().any(|arm| !variables(parts(&arm.pat).0).is_empty());
            match self.open_scrutinee(scrutinee) {
                // What a function gives of tensors may hold some, and what is bound of it moves.
                None if binds && self.is_users_function(scrutinee) => {
                    match self.called_scrutinee(scrutinee) {
                        Some(Binding::Other(v)) => Some(v),
                        _ => return Binding::Poison,
                    }
                }
                open => open,
            }
        };
        for guard in m.arms.iter().filter_map(|arm| parts(&arm.pat).1) {
            if self.uses_tensors(guard) {
                return self.error(error::tensor_condition(guard));
            }
            if let Some(name) = self.changed_by(guard).first() {
                return self.error(error::changing_guard(guard, name));
            }
        }
        let Guards { texts, names: guards, values } = self.guards(m.arms.iter().map(|arm| parts(&arm.pat)));
        // Values that guards read are matched beside the scrutinee, so that patterns name them for the guards.
        let chosen = match (open, &values[..]) {
            (Some(v), []) => v,
            (Some(v), values) => self.beside(v, values),
            (None, []) => self.host(scrutinee),
            (None, values) => self.host(&syn::parse_quote!((#scrutinee, #(#values,)*))),
        };
        let mut captured = self.captured(&m.arms.iter().map(ToTokens::to_token_stream).collect());
        if let Some(v) = open {
            captured.push(own("scrutinee"), Binding::Other(v), self.type_of(scrutinee).map(Into::into));
        }
        let (mut arms, mut patterns) = (Vec::new(), Vec::new());
        for (arm, guard) in m.arms.iter().zip(&texts) {
            self.refuse_attributes(&arm.attrs);
            let (pat, guard) = (parts(&arm.pat).0, guard.as_ref());
            let mut names = Vec::new();
            idents(pat, &mut names);
            let opened = open.and_then(|_| Opened::new(pat));
            let written = opened.as_ref().map_or(pat, |o| &o.pat);
            patterns.push(match (&guards[..], guard) {
                ([], None) => quote!(#written),
                (_, None) => quote!((#written, ..)),
                // What is matched is lent, and what stands beside it too.
                (read, Some(guard)) if open.is_some() => {
                    let copied = Self::copied(scrutinee, pat);
                    let copied = read.iter().chain(&copied);
                    let beside = (!read.is_empty()).then(|| quote!(#(#read,)*));
                    let whole = beside.map_or_else(|| quote!(#written), |beside| quote!((#written, #beside)));
                    quote!(#whole if { #(let #copied = __rt::clone(#copied);)* #guard })
                }
                ([], Some(guard)) => quote!(#written if #guard),
                (read, Some(guard)) => quote!((#written, #(#read,)*) if #guard),
            });
            let of_tensors = open.is_none() && self.at.is_none() && self.mentions(scrutinee).is_some();
            let mut lowered = self.region(&captured, |this| {
                if open.is_some() {
                    this.bind_parts(pat, opened.as_ref());
                    return this.ending(&arm.body);
                }
                for (name, mutable) in &names {
                    // A constant in a pattern is no variable, but reads as one.
                    let v = this.host_node(HostExpr::bound(name), vec![], name.span());
                    this.declare(name, Binding::Host(v), *mutable);
                }
                if of_tensors {
                    for name in &variables(pat) {
                        this.alone(name);
                    }
                }
                this.ending(&arm.body)
            });
            lowered.region.diverges = never(&arm.body);
            arms.push(lowered);
        }
        if arms.is_empty() {
            return self.error(error::unsupported(m));
        }
        self.joined(Head::Match(patterns), chosen, &captured, arms, m.match_token.span)
    }

    /// An entry of a list that may not be there.
    fn option_of_entry(&mut self, e: &Expr) -> Option<Binding> {
        let entry = self.entry_of_list(e)?;
        Some(self.expr(&entry.option()))
    }

    /// The value that is matched, where only rustc knows what it is.
    pub(super) fn open_scrutinee(&mut self, e: &Expr) -> Option<Value> {
        if self.at.is_some() || self.mentions(e).is_none() {
            return None;
        }
        let place = match super::state::bare(e) {
            Expr::MethodCall(c)
                if c.args.is_empty() && super::std_names::SAME.iter().any(|n| c.method == n) =>
            {
                super::state::bare(&c.receiver)
            }
            e => e,
        };
        match place {
            Expr::MethodCall(_) => match self.option_of_entry(place)? {
                Binding::Other(v) => Some(v),
                _ => None,
            },
            Expr::Tuple(t) if t.elems.iter().any(|e| self.is_open(e) || self.entry_of_list(e).is_some()) => {
                let parts: Vec<Binding> =
                    t.elems.iter().map(|e| self.option_of_entry(e).unwrap_or_else(|| self.expr(e))).collect();
                self.whole(Binding::Group(Pack::Tuple, parts), e)
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

    /// Whether `e` calls a function with what may be tensors.
    fn is_users_function(&self, e: &Expr) -> bool {
        match super::local::without_try(super::state::bare(e)) {
            Expr::Call(c) => match &*c.func {
                Expr::Path(p) => {
                    let local = p.path.get_ident().is_some_and(|name| self.get(name).is_some());
                    let of_ours = !local && !is_host_path(&p.path) && !super::callee::is_of_type(&p.path);
                    self.at.is_none() && of_ours && self.mentions(e).is_some()
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Emits the check that a value which plain Rust gave of tensors holds none. As a host value it would lose its
    /// derivative in silence.
    fn alone(&mut self, name: &Ident) {
        let text = name.to_string();
        let alone = HostExpr::placed(&quote!((&__rt::calls::Asked(&#name)).__alone(#text)));
        self.effect(quote!({ #alone; }), vec![], vec![], name.span());
    }

    /// The matched value, where a function or a method of the user gives it.
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

    /// The names that a pattern binds in entries of a tuple that are no references. A guard gets no references to them
    /// either, as it is written.
    pub(super) fn copied(scrutinee: &Expr, pat: &Pat) -> Vec<Ident> {
        match (scrutinee, pat) {
            (Expr::Tuple(all), Pat::Tuple(parts))
                if !parts.elems.iter().any(|p| matches!(p, Pat::Rest(_))) =>
            {
                let copied =
                    all.elems.iter().zip(&parts.elems).filter(|(e, _)| !matches!(e, Expr::Reference(_)));
                copied.flat_map(|(_, part)| variables(part)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A tuple of a value and host values.
    fn beside(&mut self, v: Value, values: &[Expr]) -> Value {
        let mut args = vec![v];
        args.extend(values.iter().map(|e| self.host(e)));
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

    /// Refuses a condition or a scrutinee that is made of tensors.
    pub(super) fn undecided(&mut self, e: &Expr) -> Binding {
        let tested = if let Expr::Let(l) = e { &*l.expr } else { e };
        // What a list of tensors does not do is said of that.
        if let Expr::MethodCall(c) = super::state::bare(tested)
            && let Some(Binding::Group(Pack::Array, _) | Binding::Slice(_)) = self.binding_at(&c.receiver)
            && let Binding::Poison = self.expr(tested)
        {
            return Binding::Poison;
        }
        self.error(error::tensor_condition(tested))
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

/// The variables that a pattern binds.
fn variables(pat: &Pat) -> Vec<Ident> {
    let mut names = Vec::new();
    idents(pat, &mut names);
    names.into_iter().map(|(name, _)| name).filter(is_variable).collect()
}

/// A pattern and its guard.
fn parts(pat: &Pat) -> (&Pat, Option<&Expr>) {
    match pat {
        Pat::Guard(g) => (&g.pat, Some(&g.guard)),
        pat => (pat, None),
    }
}
