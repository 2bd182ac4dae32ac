//! `break` and `continue` as flags: what stands behind a jump runs where the flag is not set.

use proc_macro2::TokenStream;
use quote::quote;
use syn::visit::Visit;
use syn::{Block, Expr, Stmt};

use crate::error::{self, Errors};

/// The body of a loop without jumps.
pub(super) struct Body {
    pub block: Block,
    /// Its value says whether to stop.
    pub stops: bool,
}

/// Errors go to `errors`.
pub(super) fn body(errors: &mut Errors, block: &Block) -> Body {
    let jumps = Jumps::of_stmts(&block.stmts);
    if !jumps.any() {
        return Body { block: block.clone(), stops: false };
    }
    let stmts = rewrite(errors, &block.stmts);
    let stop = jumps.stops.then(|| quote!(__stop));
    let block = syn::parse_quote!({
        let mut __skip = false;
        let mut __stop = false;
        #stmts
        #stop
    });
    Body { block, stops: jumps.stops }
}

/// Jumps of this loop, not of one inside.
#[derive(Default)]
struct Jumps {
    stops: bool,
    skips: bool,
}

impl Jumps {
    fn of_stmts(stmts: &[Stmt]) -> Self {
        let mut jumps = Self::default();
        stmts.iter().for_each(|s| jumps.visit_stmt(s));
        jumps
    }

    fn of_expr(e: &Expr) -> Self {
        let mut jumps = Self::default();
        jumps.visit_expr(e);
        jumps
    }

    fn any(&self) -> bool {
        self.stops || self.skips
    }
}

impl Visit<'_> for Jumps {
    fn visit_expr(&mut self, e: &Expr) {
        match e {
            Expr::Break(_) => self.stops = true,
            Expr::Continue(_) => self.skips = true,
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Closure(_) => {}
            e => syn::visit::visit_expr(self, e),
        }
    }
}

fn rewrite(errors: &mut Errors, stmts: &[Stmt]) -> TokenStream {
    let mut out = TokenStream::new();
    for (i, stmt) in stmts.iter().enumerate() {
        let jumps = match stmt {
            Stmt::Expr(e, _) => Jumps::of_expr(e),
            stmt => Jumps::of_stmts(std::slice::from_ref(stmt)),
        };
        if !jumps.any() {
            out.extend(quote!(#stmt));
            continue;
        }
        let Stmt::Expr(e, _) = stmt else {
            errors.push(error::jump_in_value(stmt));
            continue;
        };
        let (made, goes_on) = expr(errors, e);
        out.extend(made);
        let rest = &stmts[i + 1..];
        if goes_on && !rest.is_empty() {
            let rest = rewrite(errors, rest);
            out.extend(quote!(if !__skip { #rest }));
        }
        return out;
    }
    out
}

/// A statement that may jump, and whether what follows it may run.
fn expr(errors: &mut Errors, e: &Expr) -> (TokenStream, bool) {
    match e {
        Expr::Break(b) => {
            if b.expr.is_some() || b.label.is_some() {
                errors.push(error::break_form(b));
            }
            (quote!(__stop = true; __skip = true;), false)
        }
        Expr::Continue(c) => {
            if c.label.is_some() {
                errors.push(error::break_form(c));
            }
            (quote!(__skip = true;), false)
        }
        Expr::Paren(p) => expr(errors, &p.expr),
        Expr::Block(b) if b.label.is_none() => {
            let inner = rewrite(errors, &b.block.stmts);
            (quote!({ #inner }), true)
        }
        Expr::If(i) => {
            let (cond, then) = (&i.cond, rewrite(errors, &i.then_branch.stmts));
            let other = i.else_branch.as_ref().map(|(_, e)| {
                let made = expr(errors, e).0;
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
                    let made = if Jumps::of_expr(body).any() { expr(errors, body).0 } else { quote!(#body;) };
                    quote!(#pat => { #made })
                })
                .collect();
            (quote!(match #scrutinee { #(#arms)* }), true)
        }
        e if Jumps::of_expr(e).any() => {
            errors.push(error::jump_in_value(e));
            (TokenStream::new(), true)
        }
        e => (quote!(#e), true),
    }
}
