//! Names of inner blocks that hide names around them, under names of their own. Code behind a jump moves into the arms
//! that go on, and must see the same variables there as before.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Pat};

use crate::lower::host;
use crate::names;

/// `block` in which no inner block declares what is declared around it; `params` are.
pub(super) fn apart(params: impl Iterator<Item = Ident>, block: &Block) -> Block {
    let mut block = block.clone();
    let all = block.to_token_stream();
    let mut called = Called::default();
    called.visit_block(&block);
    let open = vec![HashMap::default()];
    let mut scopes = Scopes { all, called: called.0, open, labels: Vec::new(), may_fail: false };
    params.for_each(|mut name| scopes.declare(&mut name));
    // The body hides parameters for all of itself.
    scopes.stmts(&mut block);
    block
}

struct Scopes {
    /// All that the function says.
    all: TokenStream,
    /// The functions that it calls by one name: items, which a block hides for itself alone.
    called: HashSet<String>,
    /// The new names of variables, from the outermost block to the innermost.
    open: Vec<HashMap<String, Ident>>,
    /// Labels around it, and what they are called.
    labels: Vec<(Ident, Ident)>,
    /// Whether a pattern may be refused: `None` is no variable then.
    may_fail: bool,
}

impl Scopes {
    fn declare(&mut self, name: &mut Ident) {
        let key = names::key(name);
        let item = self.open.len() > 1 && self.called.contains(&key);
        let hides = || item || self.open.iter().rev().skip(1).any(|scope| scope.contains_key(&key));
        let here = self.open.last().and_then(|scope| scope.get(&key)).cloned();
        let new = match here {
            Some(same) => same,
            None if hides() => self.fresh(name),
            None => name.clone(),
        };
        *name = Ident::new(&new.to_string(), name.span());
        if let Some(scope) = self.open.last_mut() {
            scope.insert(key, new);
        }
    }

    fn fresh(&mut self, name: &Ident) -> Ident {
        let stem = names::unmarked(name);
        let mut n = 2;
        while names::mentions(&self.all, &format!("{stem}_{n}")) {
            n += 1;
        }
        let fresh = Ident::new(&format!("{stem}_{n}"), name.span());
        self.all.extend(fresh.to_token_stream());
        fresh
    }

    /// The new name of `name` here, if that is not as it is written.
    fn called(&self, name: &Ident) -> Option<Ident> {
        let key = names::key(name);
        let found = self.open.iter().rev().find_map(|scope| scope.get(&key))?;
        (found != name).then(|| Ident::new(&found.to_string(), name.span()))
    }

    fn inside(&mut self, f: impl FnOnce(&mut Self)) {
        self.open.push(HashMap::default());
        f(self);
        self.open.pop();
    }

    fn pattern(&mut self, pat: &mut Pat, may_fail: bool) {
        let outer = std::mem::replace(&mut self.may_fail, may_fail);
        self.visit_pat_mut(pat);
        self.may_fail = outer;
    }

    fn stmts(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            match stmt {
                syn::Stmt::Local(l) => {
                    l.attrs.iter_mut().for_each(|a| self.visit_attribute_mut(a));
                    let may_fail = l.init.as_ref().is_some_and(|i| i.diverge.is_some());
                    if let Some(init) = &mut l.init {
                        self.visit_expr_mut(&mut init.expr);
                        if let Some((_, other)) = &mut init.diverge {
                            self.visit_expr_mut(other);
                        }
                    }
                    self.pattern(&mut l.pat, may_fail);
                }
                // Refused, but for constants, which are what they are in all of the block.
                syn::Stmt::Item(_) => {}
                stmt => self.visit_stmt_mut(stmt),
            }
        }
    }

    fn named_apart(&mut self, e: &mut Expr) {
        match e {
            Expr::Path(p) if p.qself.is_none() => {
                if let Some(new) = p.path.get_ident().and_then(|name| self.called(name)) {
                    p.path = new.into();
                }
            }
            // What a condition binds is there in the first block alone.
            Expr::If(i) => {
                i.attrs.iter_mut().for_each(|a| self.visit_attribute_mut(a));
                self.inside(|this| {
                    this.visit_expr_mut(&mut i.cond);
                    this.visit_block_mut(&mut i.then_branch);
                });
                if let Some((_, other)) = &mut i.else_branch {
                    self.visit_expr_mut(other);
                }
            }
            Expr::While(_) | Expr::Closure(_) => self.inside(|this| visit_mut::visit_expr_mut(this, e)),
            Expr::Let(l) => {
                self.visit_expr_mut(&mut l.expr);
                self.pattern(&mut l.pat, true);
            }
            Expr::ForLoop(l) => {
                l.attrs.iter_mut().for_each(|a| self.visit_attribute_mut(a));
                self.visit_expr_mut(&mut l.expr);
                self.inside(|this| {
                    this.pattern(&mut l.pat, false);
                    this.visit_block_mut(&mut l.body);
                });
            }
            e => visit_mut::visit_expr_mut(self, e),
        }
    }
}

impl VisitMut for Scopes {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.inside(|this| this.stmts(block));
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let around = self.labels.len();
        if let Some(label) = label_of(e) {
            let own = &label.name.ident;
            let hides = self.labels.iter().any(|(outer, _)| outer == own);
            let new = if hides { self.fresh(own) } else { own.clone() };
            self.labels.push((own.clone(), new.clone()));
            label.name.ident = new;
        }
        self.named_apart(e);
        self.labels.truncate(around);
    }

    fn visit_lifetime_mut(&mut self, label: &mut syn::Lifetime) {
        let found = self.labels.iter().rev().find(|(own, new)| *own == label.ident || *new == label.ident);
        if let Some((_, new)) = found {
            label.ident = new.clone();
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.inside(|this| {
            this.pattern(&mut arm.pat, true);
            this.visit_expr_mut(&mut arm.body);
        });
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        match pat {
            Pat::Ident(p) => {
                let constant = p.ident.to_string().starts_with(char::is_uppercase);
                if !(self.may_fail && constant) {
                    self.declare(&mut p.ident);
                }
                if let Some((_, inner)) = &mut p.subpat {
                    self.visit_pat_mut(inner);
                }
            }
            pat => visit_mut::visit_pat_mut(self, pat),
        }
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        let short = field.colon_token.is_none();
        self.visit_pat_mut(&mut field.pat);
        let renamed =
            |p: &Pat| matches!((p, &field.member), (Pat::Ident(p), syn::Member::Named(m)) if p.ident != *m);
        if short && renamed(&field.pat) {
            field.colon_token = Some(syn::token::Colon::default());
        }
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        let short = field.colon_token.is_none();
        self.visit_expr_mut(&mut field.expr);
        let renamed = |e: &Expr| matches!((e, &field.member), (Expr::Path(p), syn::Member::Named(m)) if !p.path.is_ident(m));
        if short && renamed(&field.expr) {
            field.colon_token = Some(syn::token::Colon::default());
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        host::rename_in_macro(self, mac, Self::called);
    }

    fn visit_attribute_mut(&mut self, attr: &mut syn::Attribute) {
        // The name in `#[tap(h)]` is not that of a variable.
        if let (true, syn::Meta::List(list)) = (attr.path().is_ident("checkpoint"), &mut attr.meta) {
            list.tokens = host::renamed(std::mem::take(&mut list.tokens), &|name| self.called(name));
        }
    }
}

/// Names that are called.
#[derive(Default)]
struct Called(HashSet<String>);

impl Visit<'_> for Called {
    fn visit_expr_call(&mut self, c: &syn::ExprCall) {
        if let Expr::Path(p) = &*c.func {
            self.0.extend(p.path.get_ident().map(names::key));
        }
        visit::visit_expr_call(self, c);
    }
}

fn label_of(e: &mut Expr) -> Option<&mut syn::Label> {
    match e {
        Expr::ForLoop(syn::ExprForLoop { label, .. })
        | Expr::While(syn::ExprWhile { label, .. })
        | Expr::Loop(syn::ExprLoop { label, .. })
        | Expr::Block(syn::ExprBlock { label, .. }) => label.as_mut(),
        _ => None,
    }
}
