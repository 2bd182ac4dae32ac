//! Statements, and host code among them.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Stmt, Type};

use super::expr::arithmetic;
use super::state::{Binding, Lowerer, Origins, hidden};
use crate::associative::Scan;
use crate::einsum::Einsum;
use crate::error;
use crate::ir::{HostExpr, Known, Pack, Runs, Value};
use crate::lower::host::repeats_stmt;

/// Macros run for their effect, over tensors too.
const EFFECTS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "dbg",
    "eprint",
    "eprintln",
    "print",
    "println",
];

impl Lowerer<'_> {
    /// Statements of a block; the value of the last expression, if it has no semicolon.
    pub(crate) fn stmts(&mut self, stmts: &[Stmt]) -> Binding {
        let mut value = Binding::Unit;
        for (i, stmt) in stmts.iter().enumerate() {
            let last = i + 1 == stmts.len();
            value = match stmt {
                Stmt::Expr(e, None) if last => self.ending(e),
                Stmt::Macro(m) if last && m.semi_token.is_none() && !is_effect(&m.mac) => {
                    self.refuse_attributes(&m.attrs);
                    let e = Expr::Macro(syn::ExprMacro { attrs: vec![], mac: m.mac.clone() });
                    self.expr(&e)
                }
                stmt => {
                    self.stmt(stmt);
                    Binding::Unit
                }
            };
        }
        value
    }

    /// The last expression of a block or an arm. `x = y` and `xs.push(k)` are statements there too.
    pub(super) fn ending(&mut self, e: &Expr) -> Binding {
        let is_statement = match e {
            Expr::Assign(_) | Expr::ForLoop(_) | Expr::While(_) => true,
            Expr::Binary(b) => super::changed::assigns(&b.op),
            Expr::MethodCall(c) if super::changed::gives_nothing(c) => {
                if self.mentions_or_makes(e) {
                    super::effects::base(&c.receiver)
                        .and_then(|name| self.get(name))
                        .is_some_and(|b| matches!(b, Binding::Other(_)))
                } else {
                    !self.changed_by(e).is_empty()
                }
            }
            _ => false,
        };
        if !is_statement {
            return self.expr(e);
        }
        self.stmt(&Stmt::Expr(e.clone(), Some(syn::token::Semi::default())));
        Binding::Unit
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Local(l) => self.local(l),
            Stmt::Macro(m) => {
                self.refuse_attributes(&m.attrs);
                self.macro_stmt(&m.mac, stmt);
            }
            Stmt::Expr(Expr::Macro(m), _) => {
                self.refuse_attributes(&m.attrs);
                self.macro_stmt(&m.mac, stmt);
            }
            Stmt::Expr(e, _) => self.expr_stmt(e, stmt),
            Stmt::Item(syn::Item::Const(c)) => {
                self.refuse_attributes(&c.attrs);
                let value = Binding::Host(self.host_typed(&c.expr, Some(&c.ty)));
                self.declare(&c.ident, value, false);
            }
            Stmt::Item(item) => {
                self.error(error::item_in_body(item));
            }
        }
    }

    fn expr_stmt(&mut self, e: &Expr, stmt: &Stmt) {
        match e {
            Expr::Assign(a) if super::attributes::any(&a.left) && self.mentions_or_makes(e) => {
                let [left, right] = self.sides(&a.left, &a.right);
                let whole = Expr::Assign(syn::ExprAssign { left, right, ..a.clone() });
                self.expr_stmt(&whole, stmt);
            }
            Expr::Binary(b)
                if super::attributes::any(&b.left)
                    && matches!(arithmetic(&b.op), Some((_, true)))
                    && self.mentions_or_makes(e) =>
            {
                let [left, right] = self.sides(&b.left, &b.right);
                let whole = Expr::Binary(syn::ExprBinary { left, right, ..b.clone() });
                self.expr_stmt(&whole, stmt);
            }
            Expr::Assign(a) => self.assign(&a.left, &a.right, a.eq_token.span(), stmt),
            Expr::Binary(b) => match arithmetic(&b.op) {
                Some((row, true)) => self.compound(row, b, stmt),
                _ if is_assigning(&b.op) && self.mentions(e).is_none() => self.host_stmt(stmt),
                _ => {
                    self.expr(e);
                }
            },
            Expr::Paren(p) => self.expr_stmt(&p.expr, stmt),
            e if self.mentions_or_makes(e) => {
                if !self.run_method(e) {
                    let mut e = e.clone();
                    super::effects::without_values(&mut e);
                    let value = self.expr(&e);
                    self.read(&value);
                }
            }
            e => {
                let checkpoint = super::attributes::all(e).iter().find(|a| a.path().is_ident("checkpoint"));
                match checkpoint {
                    Some(attr) => {
                        self.error(error::checkpoint_of_host(attr));
                    }
                    None => self.host_stmt(stmt),
                }
            }
        }
    }

    /// Host code as a statement. Variables that it may change are bound anew to what it leaves in them.
    pub(super) fn host_stmt(&mut self, stmt: &Stmt) {
        if let Stmt::Expr(e, semi) = stmt {
            if let Some((place, name, e)) = self.part_changed_by(e) {
                self.host_stmt(&Stmt::Expr(e, *semi));
                return self.put_back(&place, &name);
            }
            if let Some(rest) = self.in_turn(e) {
                return self.host_stmt(&Stmt::Expr(rest, *semi));
            }
        }
        let span = stmt.span();
        let names = self.names_in(&stmt.to_token_stream());
        let (mut tokens, binds, args) = self.rewrite_stmt(stmt);
        // A name may stand in what is computed in front of the statement alone.
        let changed: Vec<_> = names
            .into_iter()
            .filter(|n| binds.iter().any(|bind| crate::names::same(bind, n)))
            .filter(|n| self.variable(n).is_some_and(|v| v.mutable && matches!(v.binding, Binding::Host(_))))
            .collect();
        if !matches!(stmt, Stmt::Expr(_, Some(_)) | Stmt::Local(_)) {
            tokens.extend(quote!(;));
        }
        let result = match &changed[..] {
            [] => quote!({ #tokens }),
            [one] => quote!({ let mut #one = #one; #tokens #one }),
            all => quote!({ #(let mut #all = #all;)* #tokens (#(#all,)*) }),
        };
        let runs = if repeats_stmt(stmt) { Runs::InOrder } else { Runs::Once };
        let host = HostExpr { expr: result, binds, known: None, ty: None, runs };
        let node = self.host_node(host, args, span);
        for (i, name) in changed.iter().enumerate() {
            let value = if changed.len() == 1 { node } else { self.part(node, i, span) };
            if let Some(v) = self.variable(name) {
                v.binding = Binding::Host(value);
            }
        }
    }

    /// The host variables that `e` may change.
    pub(crate) fn changed_by(&mut self, e: &Expr) -> Vec<Ident> {
        let mut changed = super::changed::by(e);
        changed
            .retain(|n| self.variable(n).is_some_and(|v| v.mutable && matches!(v.binding, Binding::Host(_))));
        changed
    }

    /// Host code as a value. Variables that it changes are bound anew to what it leaves in them.
    pub(crate) fn changing(&mut self, e: &Expr, ty: Option<&Type>, changed: &[Ident]) -> Value {
        let ty = ty.map(|ty| quote!(: #ty));
        let (tokens, binds, args, _) = self.rewrite(e);
        let result =
            quote!({ #(let mut #changed = #changed;)* let __value #ty = #tokens; (__value, #(#changed,)*) });
        let runs = if repeats_stmt(&Stmt::Expr(e.clone(), None)) { Runs::InOrder } else { Runs::Once };
        let host = HostExpr { expr: result, binds, known: None, ty: None, runs };
        let node = self.host_node(host, args, e.span());
        self.leaving(node, changed, e.span())
    }

    /// The first part of a host tuple, the others of which are what is left in these variables.
    pub(super) fn leaving(&mut self, tuple: Value, changed: &[Ident], span: Span) -> Value {
        for (i, name) in changed.iter().enumerate() {
            let value = self.part(tuple, i + 1, span);
            if let Some(v) = self.variable(name) {
                v.binding = Binding::Host(value);
            }
        }
        self.part(tuple, 0, span)
    }

    /// Field `i` of a host tuple.
    pub(super) fn part(&mut self, tuple: Value, i: usize, span: Span) -> Value {
        let known = match self.graph.known(tuple) {
            Some(Known::List(list)) => list.get(i).cloned(),
            _ => None,
        };
        let h = hidden("h", 0);
        let field = syn::Index::from(i);
        self.host_node(
            HostExpr { expr: quote!(#h.#field), binds: vec![h], known, ty: None, runs: Runs::Freely },
            vec![tuple],
            span,
        )
    }

    fn macro_stmt(&mut self, mac: &syn::Macro, stmt: &Stmt) {
        if is_effect(mac) {
            let mac = self.macro_in_turn(mac);
            let (tokens, binds, args) = self.rewrite_macro(&mac);
            self.effect(quote!({ #tokens; }), binds, args, mac.span());
        } else if mac.path.is_ident("host") {
            let (tokens, binds, args) = self.rewrite_tokens(mac.tokens.clone());
            self.effect(quote!({ #tokens; }), binds, args, mac.span());
        } else {
            let e = Expr::Macro(syn::ExprMacro { attrs: vec![], mac: mac.clone() });
            if self.mentions_or_makes(&e) {
                self.expr(&e);
            } else {
                self.host_stmt(stmt);
            }
        }
    }

    /// A macro that is run for its effect. Arguments that change variables move to statements before the macro. Arguments of a message
    /// that is not printed are not computed.
    fn macro_in_turn(&mut self, mac: &syn::Macro) -> syn::Macro {
        let mut mac = mac.clone();
        let name = mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let Some((mut exprs, false)) = crate::lower::host::macro_exprs(&mac) else { return mac };
        let all = match &*name {
            "assert" => 1,
            "assert_eq" | "assert_ne" => 2,
            "print" | "println" | "eprint" | "eprintln" => exprs.len(),
            _ => 0,
        };
        let host = |this: &mut Self, e: &Expr| !this.mentions_or_makes(e) && !this.changed_by(e).is_empty();
        let Some(last) = exprs.iter().take(all).rposition(|e| host(self, e)) else { return mac };
        for e in exprs.iter_mut().take(last + 1) {
            let value = crate::lower::operands::value(e);
            if !matches!(value, Expr::Lit(_)) && !self.mentions_or_makes(value) {
                let host = Binding::Host(self.host(value));
                let name = self.turn(host, false);
                *value = syn::parse_quote!(#name);
            }
        }
        mac.tokens = quote!(#(#exprs),*);
        mac
    }

    /// A macro that mentions tensors, as a value.
    pub(super) fn macro_value(&mut self, mac: &syn::Macro) -> Binding {
        let name = mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        match &*name {
            "vec" => match crate::lower::host::macro_exprs(mac) {
                Some((exprs, false)) => {
                    Binding::Group(Pack::Array, exprs.iter().map(|e| self.expr(e)).collect())
                }
                Some((exprs, true)) => self.vec_of(&exprs[0], &exprs[1]),
                None => self.error(error::opaque_macro(&mac.path)),
            },
            "tensor" => self.tensor_literal(mac),
            "einsum" => match mac.parse_body::<Einsum>().and_then(|e| Ok((e.in_body()?, e))) {
                Ok(((names, value), einsum)) => self.einsum(&names, &einsum, &value),
                Err(wrong) => self.error(wrong),
            },
            "associative_scan" => match mac.parse_body::<Scan>().and_then(|scan| scan.in_body()) {
                Ok(value) => self.expr(&value),
                Err(wrong) => self.error(wrong),
            },
            "dbg" => self.error(error::dbg_value(&mac.path)),
            _ if is_effect(mac) => {
                let (tokens, binds, args) = self.rewrite_macro(mac);
                self.effect(quote!({ #tokens; }), binds, args, mac.span());
                Binding::Unit
            }
            _ => self.error(error::opaque_macro(&mac.path)),
        }
    }
}

impl Lowerer<'_> {
    /// `value` of operands with these names. They are found in their order, whatever that of the products is, and what fails in one of
    /// them is of another op.
    fn einsum(&mut self, names: &[Ident], einsum: &Einsum, value: &Expr) -> Binding {
        self.scoped(|this| {
            let mut given = Vec::new();
            for (name, operand) in names.iter().zip(einsum.operands()) {
                let bound = this.expr(operand);
                let bound = this.tensor_of(bound);
                if let Binding::Tensor(v) = bound
                    && let Some(called) = &this.graph.node(v).name
                {
                    given.push((v, called.clone()));
                }
                this.declare(name, bound, false);
            }
            let origins = Origins { given, first: this.graph.nodes.len(), errors: this.errors.len() };
            let outer = std::mem::replace(&mut this.origins, origins);
            let value = this.calling("einsum", |this| this.expr(value));
            this.origins = outer;
            value
        })
    }
}

/// Whether a macro is run for its effect: a check, or a print.
pub(crate) fn is_effect(mac: &syn::Macro) -> bool {
    mac.path.segments.last().is_some_and(|s| EFFECTS.iter().any(|e| s.ident == e))
}

fn is_assigning(op: &BinOp) -> bool {
    matches!(op, BinOp::BitXorAssign(_) | BinOp::ShlAssign(_) | BinOp::ShrAssign(_))
}
