//! Loops over tensors: `for`, `while`, `loop`.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Block, Expr, Pat};

use super::branch::{alike, tensors_of};
use super::checkpoint::OfLoop;
use super::flow::Frame;
use super::pattern::idents;
use super::region::{Captured, Lowered, leaves, rebound};
use super::state::{Binding, Lowerer, describe};
use super::{flow, iterate};
use crate::error;
use crate::ir::{Drive, HostExpr, Loop, Op, Part, Region, Runs, Schedule, Ty, Value};

/// A loop as written, and what drives it.
enum Head<'e> {
    For {
        pattern: TokenStream,
        names: Vec<(Ident, bool)>,
        /// The one name is that of integers.
        counts: bool,
        items: TokenStream,
        runs: Runs,
        binds: Vec<Ident>,
        args: Vec<Value>,
    },
    While(&'e Expr),
    Loop,
}

/// The outcome of a look at a round.
enum Found {
    /// Nothing new.
    Settled,
    /// The round must be read again.
    Again,
    Bad,
}

impl Lowerer<'_> {
    pub(super) fn for_expr(&mut self, l: &syn::ExprForLoop) -> Binding {
        self.scoped(|this| this.for_loop(l))
    }

    fn for_loop(&mut self, l: &syn::ExprForLoop) -> Binding {
        if let Some(items) = self.blocks_in_turn(&l.expr) {
            return self.for_loop(&syn::ExprForLoop { expr: Box::new(items), ..l.clone() });
        }
        let Some(over) = iterate::over(self, &l.pat, &l.expr, &l.body) else { return Binding::Poison };
        let pattern: Pat = match syn::parse::Parser::parse2(Pat::parse_single, over.pattern.clone()) {
            Ok(pattern) => pattern,
            Err(e) => return self.error(e),
        };
        let mut names = Vec::new();
        idents(&pattern, &mut names);
        let counts = matches!(pattern, Pat::Ident(_)) && iterate::is_range(&over.items);
        let over = iterate::Over { items: self.items_in_turn(over.items), ..over };
        let (items, binds, args, _) = self.rewrite(&over.items);
        let (first, stmts) = (over.first, &l.body.stmts);
        let body: Block = syn::parse_quote!({ #first #(#stmts)* });
        let runs = if crate::lower::host::repeats(&over.items) { Runs::InOrder } else { Runs::Once };
        let head = Head::For { pattern: over.pattern, names, counts, items, runs, binds, args };
        let checkpoint = self.checkpoint_of_loop(&l.attrs);
        self.rounds(head, &body, &self.frame_of(l.label.as_ref()), checkpoint, l.for_token.span)
    }

    pub(super) fn while_expr(&mut self, l: &syn::ExprWhile) -> Binding {
        let cond = &l.cond;
        let asks = self.asks_in_blocks(cond);
        if self.uses_tensors(cond) && !asks {
            return self.undecided(cond);
        }
        if matches!(**cond, Expr::Let(_)) || asks || !self.changed_by(cond).is_empty() {
            // It binds names, is of statements, or changes what the next one reads.
            let (label, body) = (&l.label, &l.body);
            let mut all: syn::ExprLoop = syn::parse_quote!(#label loop { if #cond #body else { break; } });
            all.attrs.clone_from(&l.attrs);
            return self.loop_expr(&all);
        }
        let checkpoint = self.checkpoint_of_loop(&l.attrs);
        let frame = self.frame_of(l.label.as_ref());
        self.rounds(Head::While(&l.cond), &l.body, &frame, checkpoint, l.while_token.span)
    }

    pub(super) fn loop_expr(&mut self, l: &syn::ExprLoop) -> Binding {
        let checkpoint = self.checkpoint_of_loop(&l.attrs);
        let (frame, span) = (self.frame_of(l.label.as_ref()), l.loop_token.span);
        if !frame.has_value(&l.body) {
            return self.rounds(Head::Loop, &l.body, &frame, checkpoint, span);
        }
        let name = quote::format_ident!("__value_of_{}", self.loop_values);
        self.loop_values += 1;
        let frame = frame.with_value(name.clone());
        self.scoped(|this| {
            this.declare(&name, Binding::Unset, true);
            this.rounds(Head::Loop, &l.body, &frame, checkpoint, span);
            this.expr(&syn::parse_quote!(#name))
        })
    }

    fn frame_of<'l>(&self, label: Option<&'l syn::Label>) -> Frame<'l> {
        Frame::new(label, |name| self.get(name).is_some())
    }

    fn rounds(
        &mut self,
        head: Head<'_>,
        body: &Block,
        frame: &Frame<'_>,
        checkpoint: OfLoop,
        span: Span,
    ) -> Binding {
        let before = self.errors.len();
        let flow::Body { block, stops } = frame.body(self.errors, body);
        if self.errors.len() > before {
            return Binding::Poison;
        }
        let text: TokenStream = match &head {
            Head::While(cond) => quote!(#cond #block),
            _ => block.to_token_stream(),
        };
        // Which variables a round changes, and what they are in every round, is known when the body is; so it is read until
        // there is nothing new.
        let (mut carried, mut loose): (Vec<Ident>, Vec<(Ident, usize)>) = (Vec::new(), Vec::new());
        loop {
            let (mark, unit) = (self.errors.len(), self.unit.clone());
            let names: &[(Ident, bool)] = if let Head::For { names, .. } = &head { names } else { &[] };
            let captured = self.loop_variables(&text, names, &carried, &loose);
            let mut round = self.region(&captured, |this| {
                if let Head::For { names, counts, .. } = &head {
                    this.declare_items(names, *counts);
                }
                this.stmts(&block.stmts)
            });
            match self.revise(&captured, &mut round, &mut carried, &mut loose, span) {
                Found::Again => {
                    self.errors.truncate(mark);
                    self.unit = unit;
                }
                Found::Settled => {
                    return self.finish_loop(
                        head,
                        &captured,
                        (carried.len(), checkpoint),
                        round,
                        stops,
                        span,
                    );
                }
                Found::Bad => return Binding::Poison,
            }
        }
    }

    /// Declares the names that the pattern of a `for` binds, as rustc sees it.
    fn declare_items(&mut self, names: &[(Ident, bool)], counts: bool) {
        for (name, mutable) in names {
            let v = self.host_node(HostExpr::bound(name), vec![], name.span());
            self.declare(name, Binding::Host(v), *mutable);
            if counts {
                self.counts(name);
            }
        }
    }

    /// The variables that a loop names, the changed ones in front. Our name for the items of a loop may also name the items of a loop
    /// around. The text between the two loops never reads the outer items by this name.
    fn loop_variables(
        &mut self,
        text: &TokenStream,
        names: &[(Ident, bool)],
        carried: &[Ident],
        loose: &[(Ident, usize)],
    ) -> Captured {
        let hidden = |own: &Ident| names.iter().any(|(name, _)| crate::names::same(name, own));
        let all = self.captured(text).without(|name| crate::names::is_reserved(name) && hidden(name));
        let named = |i: usize, name: &Ident| crate::names::same(all.variable(i).0, name);
        let first: Vec<usize> =
            carried.iter().filter_map(|name| (0..all.len()).find(|&i| named(i, name))).collect();
        let mut captured = all.ordered(&first);
        let mut at = 0;
        for i in 0..first.len() {
            let (name, binding) = captured.variable(i);
            let (name, mut values) = (name.clone(), Vec::new());
            leaves(binding, &mut values);
            for leaf in 0..values.len() {
                captured.carried[at] = true;
                captured.loose[at] = loose.iter().any(|(n, l)| *l == leaf && crate::names::same(n, &name));
                at += 1;
            }
        }
        captured
    }

    /// Compares what a round finds with what it leaves.
    fn revise(
        &mut self,
        captured: &Captured,
        round: &mut Lowered,
        carried: &mut Vec<Ident>,
        loose: &mut Vec<(Ident, usize)>,
        span: Span,
    ) -> Found {
        let changed: Vec<(usize, Ident)> =
            captured.changed(std::slice::from_ref(round)).map(|(i, name)| (i, name.clone())).collect();
        let mut again = false;
        for (i, name) in &changed {
            again |= self.becomes(captured.variable(*i), round, *i);
            // What has no value before the loop has none behind it.
            if *i >= carried.len()
                && (!matches!(round.before(*i), Binding::Unset) || super::pushed::is_ours(name))
            {
                carried.push(name.clone());
                again = true;
            }
        }
        if again {
            return Found::Again;
        }
        for i in 0..carried.len() {
            let (name, outer) = captured.variable(i);
            let (name, outer) = (name.clone(), outer.clone());
            let (before, after) = (round.before(i), round.after(i));
            if let Binding::Poison = after {
                return Found::Bad;
            }
            // A value of any form that rounds make a tensor of is one from the start.
            let model = tensors_of(&before, &after);
            if !alike(&model, &before) {
                let settled = self.settled(outer, &model);
                if let Some(variable) = self.variable(&name) {
                    variable.binding = settled;
                }
                again = true;
                continue;
            }
            let after = self.within(round, |this| this.settled(after, &model));
            round.set_after(i, after.clone());
            if !alike(&before, &after) {
                let at = super::state::spanned(span);
                self.error(error::round_changes_form(at, &name, describe(&before), describe(&after)));
                return Found::Bad;
            }
            let (mut starts, mut ends) = (Vec::new(), Vec::new());
            leaves(&before, &mut starts);
            leaves(&after, &mut ends);
            for (leaf, (&start, &end)) in starts.iter().zip(&ends).enumerate() {
                let graph = &round.region.graph;
                let (Ty::Tensor(a) | Ty::List(a), Ty::Tensor(b) | Ty::List(b)) =
                    (graph.node(start).ty.clone(), graph.node(end).ty.clone())
                else {
                    continue;
                };
                if !self.elems.unify(&a.elem, &b.elem) {
                    let (a, b) = (self.elems.resolve(&a.elem), self.elems.resolve(&b.elem));
                    let text = format!("`{name}` before the round");
                    self.error(error::elem_clash(span, "loop", (&text, &a), ("after it", &b)));
                    return Found::Bad;
                }
                let is_loose = loose.iter().any(|(n, l)| *l == leaf && crate::names::same(n, &name));
                if a.shape != b.shape && !is_loose {
                    loose.push((name.clone(), leaf));
                    again = true;
                }
            }
        }
        if again { Found::Again } else { Found::Settled }
    }

    fn finish_loop(
        &mut self,
        head: Head<'_>,
        captured: &Captured,
        (variables, (again, schedule, count)): (usize, OfLoop),
        round: Lowered,
        stops: bool,
        span: Span,
    ) -> Binding {
        let mut outputs = Vec::new();
        let mut forms = Vec::new();
        for i in 0..variables {
            leaves(&round.after(i), &mut outputs);
            forms.push((captured.variable(i).0.clone(), round.after(i)));
        }
        let carried = outputs.len();
        let types: Vec<Ty> = (0..carried).map(|k| self.resolved(round.ty_before(k))).collect();
        if stops {
            match round.value {
                Binding::Host(stop) => outputs.push(stop),
                _ => return Binding::Poison,
            }
        }
        let mut graph = round.region.graph;
        graph.outputs = outputs;
        let mut args = captured.args.clone();
        if schedule.is_some_and(|s| s != Schedule::Sqrt) && count.is_none() {
            return Binding::Poison;
        }
        let drive = match head {
            Head::Loop => Drive::Loop,
            Head::While(cond) => {
                let mut lowered = self.region(captured, |this| Binding::Host(this.host(cond)));
                if let Binding::Host(v) = lowered.value {
                    lowered.region.graph.outputs = vec![v];
                }
                Drive::While(lowered.region)
            }
            Head::For { pattern, items, runs, binds, args: given, .. } => {
                args = given.into_iter().chain(args).collect();
                Drive::For { pattern, items, binds, runs }
            }
        };
        args.splice(..0, count);
        let body = Region { graph, diverges: false };
        let held = Loop { drive, body, carried, exits: stops, keeps: false, again, schedule };
        let node = self.push(Op::Loop(Rc::new(held)), args, Ty::Other, span);
        let parts: Vec<Value> = types
            .into_iter()
            .enumerate()
            .map(|(k, ty)| self.push(Op::Part(Part::Of(k as u32)), vec![node], ty, span))
            .collect();
        let mut parts = parts.into_iter();
        for (name, form) in forms {
            let binding = rebound(&form, &mut parts);
            if let Some(variable) = self.variable(&name) {
                variable.binding = binding;
            }
        }
        Binding::Unit
    }
}
