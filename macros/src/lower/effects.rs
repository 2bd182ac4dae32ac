//! Methods that are called for what they do, as statements: what changes a list or an option that may hold tensors is another
//! value of it, and all else is plain Rust on the value, whose tensors stay what they are.

use quote::quote;
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprMethodCall, ExprTuple, Ident, Stmt, parse_quote};

use super::changed;
use super::local::without_try;
use super::placed::{named, place};
use super::region::leaves;
use super::state::{Binding, Lowerer, bare};
use crate::error;
use crate::ir::{HostExpr, Made, Make, Pack, Ty, Value};
use crate::names::{own, same};

/// The method that a statement calls, `?` behind it or not.
fn method(e: &Expr) -> Option<&ExprMethodCall> {
    match without_try(e) {
        Expr::MethodCall(c) => Some(c),
        _ => None,
    }
}

/// Whether an expression is a call, whose value alone may be of no use.
fn is_call(e: &Expr) -> bool {
    matches!(without_try(e), Expr::Call(_) | Expr::MethodCall(_))
}

/// The variable that a place is in, which may be the place itself.
pub(super) fn base(e: &Expr) -> Option<&Ident> {
    place(e).map(|(name, _)| name)
}

/// Has what stands last in blocks without a value as a statement.
pub(super) fn without_values(e: &mut Expr) {
    fn block(b: &mut Block) {
        if let Some(Stmt::Expr(last, semi @ None)) = b.stmts.last_mut() {
            if is_call(last) {
                *semi = Some(syn::token::Semi::default());
            } else {
                without_values(last);
            }
        }
    }
    match e {
        Expr::If(i) => {
            block(&mut i.then_branch);
            if let Some((_, other)) = &mut i.else_branch {
                without_values(other);
            }
        }
        Expr::Match(m) => {
            for body in m.arms.iter_mut().map(|arm| &mut arm.body) {
                if is_call(body) {
                    **body = parse_quote!({ #body; });
                } else {
                    without_values(body);
                }
            }
        }
        Expr::Block(b) => block(&mut b.block),
        Expr::ForLoop(l) => block(&mut l.body),
        Expr::While(l) => block(&mut l.body),
        Expr::Loop(l) => block(&mut l.body),
        _ => {}
    }
}

impl Lowerer<'_> {
    /// Runs a method of a value of any form, whose value nobody reads. `false`: it is something else.
    pub(super) fn run_method(&mut self, e: &Expr) -> bool {
        let Some(c) = method(e).filter(|_| self.at.is_none()) else { return false };
        let Some((name, variable)) =
            base(&c.receiver).and_then(|name| Some((name, self.found(name)?.clone())))
        else {
            return false;
        };
        let whole = match variable.binding {
            Binding::Other(v) => Some(v),
            Binding::Fields(_) | Binding::Group(..) => None,
            _ => return false,
        };
        let is_path = matches!(bare(&c.receiver), Expr::Path(_));
        if whole.is_some()
            && variable.mutable
            && !(is_path && c.method == "push")
            && let Some(rest) = self.arguments_in_turn(e)
        {
            return self.run_method(&rest);
        }
        let arguments = c.args.iter().collect::<Vec<_>>();
        match (c.method.to_string().as_str(), &arguments[..]) {
            ("push", [_]) if is_path => false,
            ("push", [item]) if variable.mutable && self.mentions_or_makes(item) => {
                let given = self.expr(item);
                self.put_part(&c.receiver, |this, old| this.with_one_more(old, given, c));
                true
            }
            ("clear" | "take", []) if variable.mutable && !is_path => {
                let none: Expr = parse_quote!(::core::default::Default::default());
                let none = Binding::Host(self.host(&none));
                self.put_part(&c.receiver, |_, _| none);
                true
            }
            (_, given) if given.iter().any(|e| self.uses_tensors(e)) => {
                let of_std = changed::gives_nothing(c) || changed::gives(c);
                let changes = of_std || variable.mutable && matches!(bare(e), Expr::MethodCall(_));
                if changes {
                    self.error(error::change_of_a_value(&c.method, &c.receiver, of_std));
                }
                changes
            }
            _ => match whole.filter(|_| variable.mutable) {
                Some(v) => self.run_on_a_copy(e, name, v),
                None if matches!(variable.binding, Binding::Group(..)) => false,
                None => self.run_on(e, c),
            },
        }
    }

    /// A method whose arguments do something and ask tensors, with names of ours for what comes before the last question: its
    /// receiver is found first. `None`: the arguments are in order as they stand.
    fn arguments_in_turn(&mut self, e: &Expr) -> Option<Expr> {
        let mut e = e.clone();
        let c = method_mut(&mut e)?;
        let elems = c.args.clone();
        let mut all = Expr::Tuple(ExprTuple { attrs: Vec::new(), paren_token: c.paren_token, elems });
        let in_blocks = c.args.iter().rposition(|a| self.asks_in_blocks(a));
        let last = in_blocks.max(self.last_turn(&all))?;
        let changed: Vec<Ident> = c.args.iter().flat_map(changed::by).collect();
        let mut lets = Vec::new();
        named(&mut c.receiver, &changed, &mut lets);
        for stmt in &lets {
            self.stmt(stmt);
        }
        self.take_turns(&mut all, last, in_blocks.is_none());
        if let Expr::Tuple(all) = all {
            c.args = all.elems;
        }
        Some(e)
    }

    /// Whether a method of the standard library changes a variable and gives what was in it.
    pub(super) fn takes_out(&self, c: &ExprMethodCall) -> bool {
        const TAKES: &[&str] = &["drain", "pop", "remove", "split_off", "swap_remove", "take"];
        TAKES.iter().any(|name| c.method == name)
            && base(&c.receiver).and_then(|name| self.found(name)).is_some_and(|v| v.mutable)
    }

    /// Reads a value that nothing else may read: what it is computed by runs, and may fail.
    pub(super) fn read(&mut self, value: &Binding) {
        let mut all = Vec::new();
        leaves(value, &mut all);
        all.retain(|&v| self.graph.node(v).ty != Ty::Host);
        let Some(&first) = all.first() else { return };
        let span = self.graph.node(first).span;
        let binds: Vec<Ident> = (0..all.len()).map(|i| own(format!("read{i}"))).collect();
        self.effect(quote!({ #(let _ = &#binds;)* }), binds, all, span);
    }

    /// A list with one item more.
    fn with_one_more(&mut self, old: Binding, item: Binding, c: &ExprMethodCall) -> Binding {
        match old {
            Binding::Group(Pack::Array, mut items) => {
                items.push(item);
                Binding::Group(Pack::Array, items)
            }
            Binding::Slice(form) => {
                let more = self.item_for(item, Some(&form), &c.args[0]);
                let more = more.and_then(|item| self.with_item(&form, item, &c.method, c.method.span()));
                more.map_or(Binding::Poison, Binding::Slice)
            }
            Binding::Other(v) => match self.whole(item, &c.args[0]) {
                Some(item) => {
                    let item = self.of_any_form(item);
                    Binding::Other(self.pushed(v, item, c.method.span()))
                }
                None => Binding::Poison,
            },
            _ => Binding::Poison,
        }
    }

    /// Runs a method on a variable that is not `mut`: what it lends is not changed.
    fn run_on(&mut self, e: &Expr, c: &ExprMethodCall) -> bool {
        let Binding::Other(v) = self.expr(&c.receiver) else { return false };
        let in_turn = self.arguments_in_turn(e);
        let e = in_turn.as_ref().unwrap_or(e);
        let (lent, mut run) = (own("lent"), e.clone());
        if let Some(c) = method_mut(&mut run) {
            *c.receiver = parse_quote!((*#lent));
        }
        let (tokens, mut binds, mut args, _) = self.rewrite(&run);
        binds.push(lent);
        args.push(v);
        let changed = self.changed_by(e);
        if changed.is_empty() {
            self.effect(quote!({ let _ = #tokens; }), binds, args, e.span());
        } else {
            let expr = quote!({ #(let mut #changed = #changed;)* let _ = #tokens; ((), #(#changed,)*) });
            let node = self.effect(expr, binds, args, e.span());
            self.leaving(node, &changed, e.span());
        }
        true
    }

    /// Runs a method on a copy of a `mut` variable. The variable becomes the changed copy, whose tensors are the old ones.
    fn run_on_a_copy(&mut self, e: &Expr, name: &Ident, v: Value) -> bool {
        let ([before, after], mut run) = (["before", "after"].map(own), e.clone());
        if let Some(c) = method_mut(&mut run) {
            rename(&mut c.receiver, name, &after);
        }
        let (tokens, mut binds, mut args, _) = self.rewrite(&run);
        binds.push(before.clone());
        args.push(v);
        let text = name.to_string();
        let kept = quote!((&__rt::calls::Asked(&*#before)).__untouched(&#after, #text));
        let kept = HostExpr::placed(&kept);
        // Arguments may change variables too.
        let changed = self.changed_by(e);
        let result = if changed.is_empty() { quote!(#after) } else { quote!((#after, #(#changed,)*)) };
        let expr = quote!({
            #(let mut #changed = #changed;)*
            let mut #after = __rt::clone(&*#before);
            let _ = #tokens;
            #kept;
            #result
        });
        let mut left = self.effect(expr, binds, args, e.span());
        if !changed.is_empty() {
            left = self.leaving(left, &changed, e.span());
        }
        let make = Make::new(Made::Changed, Vec::new(), true);
        let value = self.make_value(make, vec![left, v], e.span());
        if let Some(variable) = self.variable(name) {
            variable.binding = Binding::Other(value);
        }
        true
    }
}

fn method_mut(e: &mut Expr) -> Option<&mut ExprMethodCall> {
    match e {
        Expr::MethodCall(c) => Some(c),
        Expr::Try(t) => method_mut(&mut t.expr),
        Expr::Paren(p) => method_mut(&mut p.expr),
        _ => None,
    }
}

/// The place in another variable.
fn rename(e: &mut Expr, name: &Ident, other: &Ident) {
    match e {
        Expr::Path(p) if p.path.get_ident().is_some_and(|i| same(i, name)) => *e = parse_quote!(#other),
        Expr::Field(f) => rename(&mut f.base, name, other),
        Expr::Index(i) => rename(&mut i.expr, name, other),
        Expr::Paren(p) => rename(&mut p.expr, name, other),
        Expr::Group(g) => rename(&mut g.expr, name, other),
        Expr::Reference(r) => rename(&mut r.expr, name, other),
        _ => {}
    }
}
