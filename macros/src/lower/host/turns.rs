//! Host code that does something and then asks a tensor. What tensors are asked stands in front of the text, so both become
//! statements of their own, in Rust's order.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprMethodCall, UnOp};

use super::find::is_place;
use super::{idents, macro_exprs};
use crate::lower::changed::{assigns, by as changed_in, gives, gives_nothing, is_still};
use crate::lower::knows_op;
use crate::lower::operands::{self, by_value, is_plain, part_of};
use crate::lower::state::{Binding, Lowerer, bare};
use crate::lower::std_names::SIZES;
use crate::names::{own, same};

impl Lowerer<'_> {
    /// Runs what of `e` comes before its last question, where that has to wait for it; the rest, with names of ours for that.
    /// `None`: it is in order as it stands.
    pub(crate) fn in_turn(&mut self, e: &Expr) -> Option<Expr> {
        if self.at.is_some() || !self.asks(e) {
            return None;
        }
        let last = self.last_turn(e)?;
        if let Expr::Binary(b) = e
            && let Some(if_both) = lazily(b)
        {
            let value = self.expr(&if_both);
            let name = self.turn(value, false);
            return Some(syn::parse_quote!(#name));
        }
        let mut e = e.clone();
        self.take_turns(&mut e, last, true);
        Some(e)
    }

    /// A number with blocks that compute tensors and ask for their numbers. The blocks run as statements before, and names of ours
    /// stand for them in the number.
    pub(crate) fn blocks_in_turn(&mut self, e: &Expr) -> Option<Expr> {
        let e = match e {
            Expr::Paren(p) => return self.blocks_in_turn(&p.expr),
            e => e,
        };
        let is_number = matches!(
            e,
            Expr::Binary(_)
                | Expr::Unary(_)
                | Expr::Cast(_)
                | Expr::Range(_)
                | Expr::Call(_)
                | Expr::MethodCall(_)
                | Expr::Try(_)
        );
        if self.at.is_some() || !is_number || !self.asks_in_blocks(e) {
            return None;
        }
        if let Expr::Binary(b) = e
            && let Some(if_both) = lazily(b)
        {
            let value = self.expr(&if_both);
            let name = self.turn(value, false);
            return Some(syn::parse_quote!(#name));
        }
        let mut e = e.clone();
        let asks = |operands: Vec<&mut Expr>| operands.iter().rposition(|o| self.mentions_or_makes(o));
        let last = operands::with(&mut e, asks)?;
        self.take_turns(&mut e, last, false);
        // What still asks is looked at as it stands: it would be asked for its blocks for ever.
        (!self.asks_in_blocks(&e)).then_some(e)
    }

    /// Runs the operands of `e` to number `last`, and has names of ours for them; that one may stay in the text.
    pub(crate) fn take_turns(&mut self, e: &mut Expr, last: usize, stays: bool) {
        let question = self.question(e).is_some();
        // What a method may change is a variable of its own, or a part of one.
        let receives = matches!(e, Expr::MethodCall(c) if !is_still(c));
        operands::with(e, |operands| {
            let changed: Vec<Vec<Ident>> = operands.iter().take(last + 1).map(|o| changed_in(o)).collect();
            for (i, operand) in operands.into_iter().take(last + 1).enumerate() {
                let later = |name: &Ident| changed[i + 1..].iter().flatten().any(|c| same(c, name));
                // A part of a variable is found first, and stays where it is. What changes the variable had a copy.
                if receives && i == 0 && part_of(operand).is_some_and(|name| !later(name)) {
                    for index in operands::indices(operand) {
                        if !self.may_wait(index, &later) {
                            let value = self.expr(index);
                            let name = self.turn(value, false);
                            *index = syn::parse_quote!(#name);
                        }
                    }
                    continue;
                }
                let asked = question && i == 0;
                if !asked && self.may_wait(operand, &later) {
                    continue;
                }
                // What follows is in order as it stands, and may borrow from what stands here.
                if i == last && stays && !question && !is_whole(operand) {
                    if let Some(last) = self.last_turn(operand) {
                        self.take_turns(operand, last, true);
                    }
                    continue;
                }
                let whole = asked || self.mentions_or_makes(operand);
                let value = if whole { self.expr(operand) } else { Binding::Host(self.host(operand)) };
                let name = self.turn(value, receives && i == 0);
                *operand = syn::parse_quote!(#name);
            }
        });
    }

    /// A name of ours for a value.
    pub(crate) fn turn(&mut self, value: Binding, mutable: bool) -> Ident {
        self.turns += 1;
        let name = own(format_args!("turn{}", self.turns));
        self.declare(&name, value, mutable);
        name
    }

    /// Whether it is the same behind what changes `later`.
    fn may_wait(&self, e: &Expr, later: &dyn Fn(&Ident) -> bool) -> bool {
        if is_plain(e) {
            return !by_value(e).is_some_and(later);
        }
        let mut waits = !self.acts(e) && !self.asks(e) && !self.asks_in_blocks(e);
        idents(&e.to_token_stream(), &mut |name| waits &= !later(name));
        waits
    }

    /// Whether host code asks something of a tensor that is computed for it.
    fn asks(&self, e: &Expr) -> bool {
        let mut asks = Asks { lowerer: self, found: false };
        asks.visit_expr(e);
        asks.found
    }

    fn is_asked(&self, c: &ExprMethodCall) -> bool {
        let asks = c.method == "item" && c.args.is_empty() || SIZES.iter().any(|name| c.method == name);
        asks && !is_place(&c.receiver) && self.mentions_or_makes(&c.receiver)
    }

    /// The number of the last operand that asks something behind what acts, in it or in another.
    pub(crate) fn last_turn(&self, e: &Expr) -> Option<usize> {
        if let Some(question) = self.question(e) {
            // What it is asked of stands in front of all of the text.
            return self.changes(&question.receiver).then_some(0);
        }
        if let Expr::Binary(b) = e
            && lazily(b).is_some()
            && self.asks(&b.right)
        {
            let bound = matches!(&*b.left, Expr::Let(_)) || matches!(&*b.right, Expr::Let(_));
            return (!bound && (self.acts(&b.left) || self.acts(&b.right))).then_some(0);
        }
        let mut acted = false;
        let mut last = None;
        operands::with(&mut e.clone(), |operands| {
            for (i, operand) in operands.iter().enumerate() {
                if self.asks(operand) && (acted || self.last_turn(operand).is_some()) {
                    last = Some(i);
                }
                acted |= self.acts(operand);
            }
        });
        last
    }

    /// `x.item()`, `x.item()?`, `x.dim(1)` of a tensor that is computed for it.
    fn question<'e>(&self, e: &'e Expr) -> Option<&'e ExprMethodCall> {
        let call = match e {
            Expr::Try(t) => &*t.expr,
            e => e,
        };
        match call {
            Expr::MethodCall(c) if self.is_asked(c) => Some(c),
            _ => None,
        }
    }

    /// Whether it changes a host variable.
    fn changes(&self, e: &Expr) -> bool {
        changed_in(e).iter().any(|name| matches!(self.get(name), Some(Binding::Host(_))))
    }

    /// Whether something happens when `e` is computed, other than its value and panics.
    pub(crate) fn acts(&self, e: &Expr) -> bool {
        let mut acts = Acts { lowerer: self, found: false };
        acts.visit_expr(e);
        acts.found
    }
}

/// Whether it has no operands that run before the rest of it, whatever they are.
fn is_whole(e: &Expr) -> bool {
    use Expr::{Block, ForLoop, If, Loop, Match, Unsafe, While};
    match bare(e) {
        Block(_) | ForLoop(_) | If(_) | Loop(_) | Match(_) | Unsafe(_) | While(_) => true,
        Expr::Binary(b) => lazily(b).is_some(),
        _ => false,
    }
}

/// `a && b` as an `if`.
pub(super) fn lazily(b: &syn::ExprBinary) -> Option<Expr> {
    let (left, right) = (&b.left, &b.right);
    match b.op {
        BinOp::And(_) => Some(syn::parse_quote!(if #left { (#right) } else { false })),
        BinOp::Or(_) => Some(syn::parse_quote!(if #left { true } else { (#right) })),
        _ => None,
    }
}

struct Asks<'a, 'g> {
    lowerer: &'a Lowerer<'g>,
    found: bool,
}

impl Visit<'_> for Asks<'_, '_> {
    fn visit_expr(&mut self, e: &Expr) {
        match e {
            Expr::MethodCall(c) if self.lowerer.is_asked(c) => self.found = true,
            Expr::Closure(_) => {}
            e => visit::visit_expr(self, e),
        }
    }

    fn visit_macro(&mut self, m: &syn::Macro) {
        macro_exprs(m).iter().flat_map(|(exprs, _)| exprs).for_each(|e| self.visit_expr(e));
    }
}

struct Acts<'a, 'g> {
    lowerer: &'a Lowerer<'g>,
    found: bool,
}

impl Acts<'_, '_> {
    fn is_pure(&self, c: &ExprMethodCall) -> bool {
        if gives(c) || gives_nothing(c) {
            return false;
        }
        let of_tensor = || knows_op(&c.method) && self.lowerer.mentions_or_makes(&c.receiver);
        is_still(c) || SIZES.iter().any(|name| c.method == name) || of_tensor()
    }

    /// Constructors, functions of numbers.
    fn is_pure_path(&self, e: &Expr) -> bool {
        let Expr::Path(p) = bare(e) else { return false };
        let segments = &p.path.segments;
        let Some(last) = segments.last() else { return false };
        let of = segments.iter().rev().nth(1).map(|s| s.ident.to_string());
        match of.as_deref() {
            None if self.lowerer.get(&last.ident).is_some() => false,
            None => last.ident.to_string().starts_with(char::is_uppercase) || knows_op(&last.ident),
            Some("Tensor" | "Scalar" | "Complex" | "ops") => knows_op(&last.ident),
            Some("Vec" | "String" | "Box") => true,
            Some(of) => {
                last.ident.to_string().starts_with(char::is_uppercase)
                    || crate::names::PRIMITIVES.contains(&of)
            }
        }
    }
}

impl Visit<'_> for Acts<'_, '_> {
    fn visit_expr(&mut self, e: &Expr) {
        self.found |= match e {
            Expr::Assign(_)
            | Expr::Return(_)
            | Expr::Break(_)
            | Expr::Continue(_)
            | Expr::Unsafe(_)
            | Expr::Async(_)
            | Expr::Await(_) => true,
            Expr::Binary(b) => assigns(&b.op),
            Expr::Reference(r) => r.mutability.is_some(),
            Expr::Unary(u) => !matches!(u.op, UnOp::Neg(_) | UnOp::Not(_) | UnOp::Deref(_)),
            // A question is no step that others have to wait for.
            Expr::Try(t) => !matches!(&*t.expr, Expr::MethodCall(c) if self.lowerer.is_item(c)),
            Expr::Call(c) => !self.is_pure_path(&c.func),
            Expr::MethodCall(c) => !self.is_pure(c),
            _ => false,
        };
        if !self.found {
            visit::visit_expr(self, e);
        }
    }

    fn visit_macro(&mut self, m: &syn::Macro) {
        let pure = ["vec", "format", "matches"].iter().any(|name| m.path.is_ident(name));
        match macro_exprs(m).filter(|_| pure) {
            Some((exprs, _)) => exprs.iter().for_each(|e| self.visit_expr(e)),
            None => self.found = true,
        }
    }
}
