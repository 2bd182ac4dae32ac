//! Jumps out of values as statements: `let y = match o { Some(y) => y, None => return x };` becomes a `match` whose arms that go
//! on hold all that follows. So does `let .. else`.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt};

use super::operands::{self, by_value, is_plain};
use super::placed::reads;
use super::{attributes, branch, changed, exits, shadows, tap};
use crate::lower::host::macro_exprs;
use crate::names;
use crate::signature::{Signature, is_tensor};

/// The statements of a function, or of what stands in its place, with all jumps in statements of their own; and what would
/// be copied too often for that, if something would.
pub(super) fn body(sig: &Signature, block: &Block) -> (Block, Option<Expr>) {
    let mut any = Any(false);
    any.visit_block(block);
    if !any.0 {
        return (block.clone(), None);
    }
    let dims = sig.dims.iter().map(|d| Ident::new(&d.name, d.span));
    let mut block = shadows::apart(sig.params.iter().map(|p| p.name.clone()).chain(dims), block);
    let mut spread = Spread { names: 0, copied: exits::Copied::of(&block.stmts), refused: None };
    spread.visit_block_mut(&mut block);
    (block, spread.refused)
}

/// Whether there are jumps at all, or a `let .. else`.
struct Any(bool);

impl Visit<'_> for Any {
    fn visit_expr(&mut self, e: &Expr) {
        match e {
            Expr::Closure(_) | Expr::Async(_) => {}
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => self.0 = true,
            e => visit::visit_expr(self, e),
        }
    }

    fn visit_macro(&mut self, m: &syn::Macro) {
        macro_exprs(m).iter().flat_map(|(exprs, _)| exprs).for_each(|e| self.visit_expr(e));
    }

    fn visit_local(&mut self, l: &syn::Local) {
        self.0 |= l.init.as_ref().is_some_and(|init| init.diverge.is_some());
        visit::visit_local(self, l);
    }
}

/// Jumps to somewhere outside of what is looked at; an error is none.
#[derive(Default)]
struct Leaves {
    found: bool,
    loops: usize,
    labels: Vec<Ident>,
}

impl Visit<'_> for Leaves {
    fn visit_macro(&mut self, m: &syn::Macro) {
        macro_exprs(m).iter().flat_map(|(exprs, _)| exprs).for_each(|e| self.visit_expr(e));
    }

    fn visit_expr(&mut self, e: &Expr) {
        let (label, is_loop) = match e {
            Expr::Closure(_) | Expr::Async(_) => return,
            Expr::Return(r) => {
                self.found |= !r.expr.as_deref().is_some_and(branch::is_err);
                (&None, false)
            }
            Expr::Break(syn::ExprBreak { label, .. }) | Expr::Continue(syn::ExprContinue { label, .. }) => {
                self.found |= match label {
                    Some(label) => !self.labels.contains(&label.ident),
                    None => self.loops == 0,
                };
                (&None, false)
            }
            Expr::ForLoop(syn::ExprForLoop { label, .. })
            | Expr::While(syn::ExprWhile { label, .. })
            | Expr::Loop(syn::ExprLoop { label, .. }) => (label, true),
            Expr::Block(b) => (&b.label, false),
            _ => (&None, false),
        };
        self.loops += usize::from(is_loop);
        self.labels.extend(label.iter().map(|l| l.name.ident.clone()));
        visit::visit_expr(self, e);
        self.loops -= usize::from(is_loop);
        self.labels.truncate(self.labels.len() - usize::from(label.is_some()));
    }
}

fn leaves(e: &Expr) -> bool {
    let mut leaves = Leaves::default();
    leaves.visit_expr(e);
    leaves.found
}

/// The name of an index that was computed in front of a jump out.
pub(super) const ENTRY: &str = "__entry_before";

struct Spread {
    /// How many there are of our own.
    names: usize,
    copied: exits::Copied,
    /// Where there was too much to copy.
    refused: Option<Expr>,
}

/// The code that follows a value.
type Then<'t> = &'t dyn Fn(Expr) -> Vec<Stmt>;

impl Spread {
    /// A name for what stands at `at`.
    fn name(&mut self, stem: &str, at: Span) -> Ident {
        self.names += 1;
        format_ident!("{stem}_{}", self.names, span = Span::call_site().located_at(at))
    }

    fn stmts(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        if let Some(joined) = waiting(stmts) {
            return self.stmts(&joined);
        }
        for (i, stmt) in stmts.iter().enumerate() {
            let (before, rest) = (&stmts[..i], &stmts[i + 1..]);
            let instead = match stmt {
                Stmt::Local(l) => self.local(l, rest),
                Stmt::Expr(e, semi) => self.apart(e).map(|(lets, e)| {
                    lets.into_iter().chain([Stmt::Expr(e, *semi)]).chain(rest.iter().cloned()).collect()
                }),
                // The value of a block.
                Stmt::Macro(m) if m.semi_token.is_none() => {
                    let whole = Expr::Macro(syn::ExprMacro { attrs: m.attrs.clone(), mac: m.mac.clone() });
                    let apart = self.apart(&whole);
                    apart.map(|(lets, e)| lets.into_iter().chain([Stmt::Expr(e, None)]).collect())
                }
                _ => None,
            };
            if let Some(instead) = instead {
                return before.iter().cloned().chain(self.stmts(&instead)).collect();
            }
        }
        stmts.to_vec()
    }

    /// A `let` that may not get as far as `rest`, with it.
    fn local(&mut self, l: &syn::Local, rest: &[Stmt]) -> Option<Vec<Stmt>> {
        let init = l.init.as_ref()?;
        if let Some((_, other)) = init.diverge.as_ref().filter(|_| l.attrs.is_empty()) {
            let (pat, value) = (without_type(&l.pat), &init.expr);
            let whole: Expr = syn::parse_quote!(match #value { #pat => { #(#rest)* } _ => #other });
            return Some(vec![Stmt::Expr(whole, None)]);
        }
        // A struct that a loop gives has no zero to stand for it before.
        let any_form =
            matches!(&l.pat, syn::Pat::Type(t) if is_any_form(&t.ty)) && matches!(*init.expr, Expr::Loop(_));
        if !leaves(&init.expr) && !any_form {
            return None;
        }
        let then = |value: Expr| -> Vec<Stmt> {
            let mut local = l.clone();
            if let Some(init) = &mut local.init {
                *init.expr = value;
            }
            std::iter::once(Stmt::Local(local)).chain(rest.iter().cloned()).collect()
        };
        if self.copied.is_too_much() {
            self.refused.get_or_insert_with(|| (*init.expr).clone());
            return None;
        }
        match &*init.expr {
            Expr::Loop(e) if l.attrs.iter().all(tap::is_tap) => {
                let name = self.name(if any_form { "__given_of_let" } else { "__value_of_let" }, e.span());
                let (label, mut e) = (e.label.as_ref().map(|l| l.name.ident.clone()), e.clone());
                GiveTo { name: &name, label, loops: 0, any_form }.visit_block_mut(&mut e.body);
                let (declared, value) = exits::waiting(&name, any_form);
                let value = then(syn::parse_quote!(#value));
                let all: Block = syn::parse_quote!({ #declared #e #(#value)* });
                Some(all.stmts)
            }
            Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::Paren(_)
                if self.apart(&init.expr).is_none() =>
            {
                Some(vec![Stmt::Expr(self.arms(&init.expr, &then)?, None)])
            }
            e => self.apart(e).map(|(lets, e)| lets.into_iter().chain(then(e)).collect()),
        }
    }

    /// A value some of whose arms leave, as a statement: `then` stands in those that go on. `None` where an arm is a loop or
    /// the like.
    fn arms(&mut self, e: &Expr, then: Then<'_>) -> Option<Expr> {
        match e {
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => Some(syn::parse_quote!({ #e })),
            e if exits::ends(e) => Some(syn::parse_quote!({ #e })),
            e if !leaves(e) => {
                let stmts = then(e.clone());
                self.copied.add(&stmts);
                Some(syn::parse_quote!({ #(#stmts)* }))
            }
            e if attributes::any(e) => None,
            Expr::Paren(p) => self.arms(&p.expr, then),
            Expr::Block(b) if b.label.is_none() => self.arm(&b.block.stmts, then),
            Expr::If(i) => {
                let (cond, (_, other)) = (&i.cond, i.else_branch.as_ref()?);
                let (taken, other) = (self.arm(&i.then_branch.stmts, then)?, self.arms(other, then)?);
                Some(syn::parse_quote!(if #cond #taken else #other))
            }
            Expr::Match(m) => {
                let (scrutinee, mut arms) = (&m.expr, Vec::new());
                for arm in &m.arms {
                    let (attrs, pat, body) = (&arm.attrs, &arm.pat, self.arms(&arm.body, then)?);
                    arms.push(quote!(#(#attrs)* #pat => #body));
                }
                Some(syn::parse_quote!(match #scrutinee { #(#arms)* }))
            }
            e => {
                let (lets, e) = self.apart(e)?;
                let stmts = then(e);
                Some(syn::parse_quote!({ #(#lets)* #(#stmts)* }))
            }
        }
    }

    fn arm(&mut self, stmts: &[Stmt], then: Then<'_>) -> Option<Expr> {
        let made = if let Some((Stmt::Expr(value, None), before)) = stmts.split_last() {
            let value = self.arms(value, then)?;
            quote!(#(#before)* #value)
        } else {
            // It leaves: a value is the only other way out.
            quote!(#(#stmts)*)
        };
        Some(syn::parse_quote!({ #made }))
    }

    /// `e` with an operand that leaves: this operand and all operands computed before it are in `let`s of their own. `None` without
    /// such an operand.
    fn apart(&mut self, e: &Expr) -> Option<(Vec<Stmt>, Expr)> {
        let mut e = e.clone();
        let places = self.places(&mut e);
        let lets = operands::with(&mut e, |operands| {
            let last = operands.iter().position(|o| leaves(o))?;
            let changed: Vec<Vec<Ident>> = operands[..=last].iter().map(|o| changed::by(o)).collect();
            let mut lets: Vec<Stmt> = Vec::new();
            for (i, operand) in operands.into_iter().take(last + 1).enumerate() {
                // What a later operand changes was read before.
                let read = |name: &Ident| changed[i + 1..].iter().flatten().any(|c| names::same(c, name));
                if is_plain(operand) && !by_value(operand).is_some_and(read) {
                    continue;
                }
                let name = self.name("__operand", operand.span());
                let value = std::mem::replace(operand, syn::parse_quote!(#name));
                lets.push(syn::parse_quote!(let #name = #value;));
            }
            Some(lets)
        })?;
        Some((places.into_iter().chain(lets).collect(), e))
    }

    /// The indices of `xs[i] += y` that `y`, which leaves, changes: which come first is a question of types.
    fn places(&mut self, e: &mut Expr) -> Vec<Stmt> {
        let Expr::Binary(b) = e else { return Vec::new() };
        if !changed::assigns(&b.op) || !leaves(&b.right) {
            return Vec::new();
        }
        let changed = changed::by(&b.right);
        let mut lets: Vec<Stmt> = Vec::new();
        for index in operands::indices(&mut b.left) {
            if reads(index, &changed) || !changed::by(index).is_empty() {
                let name = self.name(ENTRY, index.span());
                let value = std::mem::replace(index, syn::parse_quote!(#name));
                lets.push(syn::parse_quote!(let #name: usize = #value;));
            }
        }
        lets
    }
}

/// `let z; if c { continue; } else { z = y; }` as one `let`: behind a jump a variable has the value of the arms that go on.
fn waiting(stmts: &[Stmt]) -> Option<Vec<Stmt>> {
    stmts.iter().enumerate().find_map(|(i, stmt)| {
        let Stmt::Local(l @ syn::Local { init: None, .. }) = stmt else { return None };
        let syn::Pat::Ident(p) = without_type(&l.pat) else { return None };
        let text = p.ident.to_string();
        let names = |stmt: &Stmt| names::mentions(&stmt.to_token_stream(), &text);
        let at = i + 1 + stmts[i + 1..].iter().position(names)?;
        let Stmt::Expr(e @ (Expr::If(_) | Expr::Match(_)), _) = &stmts[at] else { return None };
        let value = leaves(e).then(|| assigned(e, &p.ident)).flatten()?;
        let mut stmts = stmts.to_vec();
        let (attrs, pat) = (&l.attrs, &l.pat);
        stmts[at] = syn::parse_quote!(#(#attrs)* let #pat = #value;);
        stmts.remove(i);
        Some(stmts)
    })
}

/// The value that a branch assigns whose arms end in `name = y;`, or leave.
fn assigned(e: &Expr, name: &Ident) -> Option<Expr> {
    let block = |block: &Block| -> Option<Block> {
        let (last, before) = block.stmts.split_last()?;
        let Stmt::Expr(last, _) = last else { return None };
        let last = assigned(last, name)?;
        Some(syn::parse_quote!({ #(#before)* #last }))
    };
    match e {
        Expr::Assign(a) => {
            let ours =
                matches!(&*a.left, Expr::Path(p) if p.path.get_ident().is_some_and(|n| names::same(n, name)));
            ours.then(|| (*a.right).clone())
        }
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => Some(e.clone()),
        e if exits::ends(e) => Some(e.clone()),
        Expr::Block(b) if b.label.is_none() => block(&b.block).map(|block| syn::parse_quote!(#block)),
        Expr::If(i) => {
            let (cond, then, other) =
                (&i.cond, block(&i.then_branch)?, assigned(&i.else_branch.as_ref()?.1, name)?);
            Some(syn::parse_quote!(if #cond #then else #other))
        }
        Expr::Match(m) => {
            let (scrutinee, mut arms) = (&m.expr, Vec::new());
            for arm in &m.arms {
                let (pat, body) = (&arm.pat, assigned(&arm.body, name)?);
                arms.push(quote!(#pat => { #body }));
            }
            Some(syn::parse_quote!(match #scrutinee { #(#arms)* }))
        }
        _ => None,
    }
}

impl VisitMut for Spread {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts = self.stmts(&block.stmts);
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        let body = &arm.body;
        // A value by itself becomes statements.
        if self.apart(body).is_some() {
            arm.body = syn::parse_quote!({ #body });
        }
        visit_mut::visit_arm_mut(self, arm);
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if !matches!(e, Expr::Closure(_) | Expr::Async(_)) {
            visit_mut::visit_expr_mut(self, e);
        }
    }
}

/// `break y` out of a loop as `{ name = y; break; }`.
struct GiveTo<'n> {
    name: &'n Ident,
    label: Option<Ident>,
    loops: usize,
    any_form: bool,
}

impl VisitMut for GiveTo<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let inner = matches!(e, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_));
        self.loops += usize::from(inner);
        if !matches!(e, Expr::Closure(_) | Expr::Async(_)) {
            visit_mut::visit_expr_mut(self, e);
        }
        self.loops -= usize::from(inner);
        let Expr::Break(syn::ExprBreak { label, expr: Some(value), .. }) = e else { return };
        let ours = match label {
            Some(label) => self.label.as_ref() == Some(&label.ident),
            None => self.loops == 0,
        };
        if ours {
            let name = self.name;
            let put = exits::put(name, self.any_form, value);
            *e = syn::parse_quote!({ #put break #label; });
        }
    }
}

fn without_type(pat: &syn::Pat) -> &syn::Pat {
    match pat {
        syn::Pat::Type(t) => &t.pat,
        pat => pat,
    }
}

/// Whether a type is the user's own, or has one in it.
fn is_any_form(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Tuple(t) => t.elems.iter().any(is_any_form),
        syn::Type::Path(p) => {
            let list = p.path.segments.last().is_some_and(|s| s.ident == "Vec");
            !(list || is_tensor(ty) || crate::signature::is_constant(ty, &[]))
        }
        _ => false,
    }
}
