//! Jumps of loops as values. `break` and `continue` set flags, and what stands behind them runs where none is set.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, Label, Lifetime, Stmt};

use crate::error::{self, Errors};

/// The body of a loop without jumps.
pub(super) struct Body {
    pub block: Block,
    /// Its value says whether to stop.
    pub stops: bool,
}

/// A loop, and what its jumps set. One with a label has flags of its own, which loops inside of it see.
pub(super) struct Frame<'l> {
    label: Option<&'l Ident>,
    /// Where the value of a `break` goes.
    value: Option<Ident>,
    /// The rest of the round does not run.
    skip: Ident,
    /// Nor does another round.
    stop: Ident,
}

/// Jumps of one loop.
struct Jumps<'l> {
    label: Option<&'l Ident>,
    /// How many loops deeper this is.
    depth: usize,
    stops: bool,
    skips: bool,
    values: bool,
}

impl<'l> Frame<'l> {
    /// `hides`: whether there is a variable of a name, as those of a loop around this one.
    pub(super) fn new(label: Option<&'l Label>, hides: impl Fn(&Ident) -> bool) -> Self {
        let label = label.map(|l| &l.name.ident);
        let flag = |stem: &str| {
            let first = match label {
                Some(label) => format_ident!("__{stem}_{label}"),
                None => format_ident!("__{stem}"),
            };
            let next = (2..).map(|n| format_ident!("{first}_{n}"));
            std::iter::once(first.clone()).chain(next).find(|name| !hides(name)).expect("names have no end")
        };
        Self { label, value: None, skip: flag("skip"), stop: flag("stop") }
    }

    /// Whether some `break` of this loop has a value.
    pub(super) fn has_value(&self, block: &Block) -> bool {
        self.jumps(|jumps| jumps.visit_block(block)).values
    }

    pub(super) fn with_value(self, value: Ident) -> Self {
        Self { value: Some(value), ..self }
    }

    /// Errors go to `errors`.
    pub(super) fn body(&self, errors: &mut Errors, block: &Block) -> Body {
        let jumps = self.jumps(|jumps| jumps.visit_block(block));
        if !jumps.any() {
            return Body { block: block.clone(), stops: false };
        }
        let stmts = self.rewrite(errors, &block.stmts);
        let (skip, stop) = (&self.skip, &self.stop);
        let value = jumps.stops.then(|| quote!(#stop));
        let block = syn::parse_quote!({
            let mut #skip = false;
            let mut #stop = false;
            #stmts
            #value
        });
        Body { block, stops: jumps.stops }
    }

    fn jumps(&self, look: impl FnOnce(&mut Jumps<'l>)) -> Jumps<'l> {
        let mut jumps = Jumps { label: self.label, depth: 0, stops: false, skips: false, values: false };
        look(&mut jumps);
        jumps
    }

    fn leaves(&self, e: &Expr) -> bool {
        self.jumps(|jumps| jumps.visit_expr(e)).any()
    }

    fn rewrite(&self, errors: &mut Errors, stmts: &[Stmt]) -> TokenStream {
        let mut out = TokenStream::new();
        for (i, stmt) in stmts.iter().enumerate() {
            if !self.jumps(|jumps| jumps.visit_stmt(stmt)).any() {
                out.extend(quote!(#stmt));
                continue;
            }
            let Stmt::Expr(e, _) = stmt else {
                errors.push(error::jump_in_value(stmt));
                continue;
            };
            let (made, goes_on) = self.expr(errors, e);
            out.extend(made);
            let rest = &stmts[i + 1..];
            if goes_on && !rest.is_empty() {
                let (skip, rest) = (&self.skip, self.rewrite(errors, rest));
                out.extend(quote!(if !#skip { #rest }));
            }
            return out;
        }
        out
    }

    /// The assignments for a jump of this loop.
    fn set(&self, errors: &mut Errors, jump: &Expr) -> TokenStream {
        let (skip, stop) = (&self.skip, &self.stop);
        let Expr::Break(b) = jump else { return quote!(#skip = true;) };
        let value = match (&b.expr, &self.value) {
            (Some(value), Some(name)) => quote!(#name = #value;),
            (Some(_), None) => {
                errors.push(error::break_value(b));
                TokenStream::new()
            }
            (None, _) => TokenStream::new(),
        };
        quote!(#value #stop = true; #skip = true;)
    }

    /// A statement that may jump, and whether what follows it may run.
    fn expr(&self, errors: &mut Errors, e: &Expr) -> (TokenStream, bool) {
        match e {
            Expr::Break(syn::ExprBreak { label, .. }) | Expr::Continue(syn::ExprContinue { label, .. })
                if is_jump_of(label.as_ref(), self.label, 0) =>
            {
                (self.set(errors, e), false)
            }
            Expr::Paren(p) => self.expr(errors, &p.expr),
            Expr::Block(b) => {
                let (label, inner) = (&b.label, self.rewrite(errors, &b.block.stmts));
                (quote!(#label { #inner }), true)
            }
            Expr::If(i) => {
                let (cond, then) = (&i.cond, self.rewrite(errors, &i.then_branch.stmts));
                let other = i.else_branch.as_ref().map(|(_, e)| {
                    let made = self.expr(errors, e).0;
                    if let Expr::If(_) = **e { quote!(else #made) } else { quote!(else { #made }) }
                });
                (quote!(if #cond { #then } #other), true)
            }
            Expr::Match(m) => {
                let scrutinee = &m.expr;
                let arms: Vec<TokenStream> = m
                    .arms
                    .iter()
                    .map(|arm| {
                        let (pat, body) = (&arm.pat, &arm.body);
                        let made = if self.leaves(body) { self.expr(errors, body).0 } else { quote!(#body;) };
                        quote!(#pat => { #made })
                    })
                    .collect();
                (quote!(match #scrutinee { #(#arms)* }), true)
            }
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) if self.leaves(e) => {
                let mut e = e.clone();
                let head = match &e {
                    Expr::While(l) => Some(&l.cond),
                    Expr::ForLoop(l) => Some(&l.expr),
                    _ => None,
                };
                if let Some(head) = head.filter(|head| self.leaves(head)) {
                    errors.push(error::jump_in_head(head));
                }
                let mut inner = Inner { frame: self, errors };
                if let Some(body) = body_of(&mut e) {
                    inner.visit_block_mut(body);
                }
                (quote!(#e), true)
            }
            e if self.leaves(e) => {
                errors.push(error::jump_in_value(e));
                (TokenStream::new(), true)
            }
            e => (quote!(#e), true),
        }
    }
}

/// The body of a loop.
pub(super) fn body_of(e: &mut Expr) -> Option<&mut Block> {
    match e {
        Expr::ForLoop(l) => Some(&mut l.body),
        Expr::While(l) => Some(&mut l.body),
        Expr::Loop(l) => Some(&mut l.body),
        _ => None,
    }
}

/// Whether a jump with this label is one of a loop of that label which stands `depth` loops around it.
fn is_jump_of(label: Option<&Lifetime>, of: Option<&Ident>, depth: usize) -> bool {
    match (label, of) {
        (Some(label), Some(of)) => label.ident == *of,
        (Some(_), None) => false,
        (None, _) => depth == 0,
    }
}

/// Loops inside of a loop that they jump out of: they stop, and so does each around them.
struct Inner<'f, 'l> {
    frame: &'f Frame<'l>,
    errors: &'f mut Errors,
}

impl VisitMut for Inner<'_, '_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Break(syn::ExprBreak { label: label @ Some(_), .. })
            | Expr::Continue(syn::ExprContinue { label: label @ Some(_), .. })
                if is_jump_of(label.as_ref(), self.frame.label, 1) =>
            {
                let set = self.frame.set(self.errors, e);
                *e = syn::parse_quote!({ #set break; });
            }
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) if self.frame.leaves(e) => {
                self.errors.push(error::jump_in_value(e));
            }
            Expr::Closure(_) => {}
            e => syn::visit_mut::visit_expr_mut(self, e),
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            let deeper = match &mut stmt {
                Stmt::Expr(e, _) if self.frame.leaves(e) => body_of(e),
                _ => None,
            };
            if let Some(body) = deeper {
                self.visit_block_mut(body);
                let skip = &self.frame.skip;
                let stop: Stmt = syn::parse_quote!(if #skip { break; });
                block.stmts.extend([stmt, stop]);
            } else {
                self.visit_stmt_mut(&mut stmt);
                block.stmts.push(stmt);
            }
        }
    }
}

impl Jumps<'_> {
    fn any(&self) -> bool {
        self.stops || self.skips
    }
}

impl Visit<'_> for Jumps<'_> {
    fn visit_expr(&mut self, e: &Expr) {
        let own_label = |label: &Option<Label>| {
            label.as_ref().is_some_and(|l| self.label.is_some_and(|own| l.name.ident == *own))
        };
        match e {
            Expr::Break(b) => {
                if is_jump_of(b.label.as_ref(), self.label, self.depth) {
                    self.stops = true;
                    self.values |= b.expr.is_some();
                }
            }
            Expr::Continue(c) => self.skips |= is_jump_of(c.label.as_ref(), self.label, self.depth),
            Expr::ForLoop(syn::ExprForLoop { label, .. })
            | Expr::While(syn::ExprWhile { label, .. })
            | Expr::Loop(syn::ExprLoop { label, .. }) => {
                if self.label.is_some() && !own_label(label) {
                    self.depth += 1;
                    syn::visit::visit_expr(self, e);
                    self.depth -= 1;
                }
            }
            Expr::Closure(_) => {}
            e => syn::visit::visit_expr(self, e),
        }
    }
}
