//! Whether code mentions a tensor.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::Visit;
use syn::{Expr, Member, Stmt};

use super::{Shadow, captured, macro_exprs};
use crate::ir::Pack;
use crate::lower::pushed::is_ours;
use crate::lower::state::{Binding, Lowerer, bare};
use crate::lower::std_names::is_size;
use crate::names::{behind_dots, same};

impl Lowerer<'_> {
    /// The first tensor that `e` uses other than for its sizes.
    pub(crate) fn mentions(&self, e: &Expr) -> Option<Ident> {
        let mut find = Find::new(self);
        find.visit_expr(e);
        find.found
    }

    /// [`Self::mentions`], other than what may be a number.
    pub(crate) fn uses_tensors(&self, e: &Expr) -> bool {
        let mut find = Find { definite: true, ..Find::new(self) };
        find.visit_expr(e);
        find.found.is_some() || find.makes
    }

    /// [`Self::mentions`], or `e` makes a tensor out of host values.
    pub(crate) fn mentions_or_makes(&self, e: &Expr) -> bool {
        let mut find = Find::new(self);
        find.visit_expr(e);
        find.found.is_some() || find.makes
    }

    /// The tensors and host values that tokens name.
    pub(crate) fn names_in(&self, tokens: &TokenStream) -> Vec<Ident> {
        let mut names = Vec::new();
        idents(tokens, &mut |ident| {
            if self.get(ident).is_some() && !names.iter().any(|n| same(n, ident)) {
                names.push(ident.clone());
            }
        });
        names
    }

    /// The binding of a path through names, fields and literal indices.
    pub(crate) fn binding_at(&self, e: &Expr) -> Option<&Binding> {
        match e {
            Expr::Path(p) => self.get(p.path.get_ident()?),
            Expr::Paren(_) | Expr::Group(_) | Expr::Reference(_) => self.binding_at(bare(e)),
            Expr::Field(f) => match (self.binding_at(&f.base)?, &f.member) {
                (Binding::Group(Pack::Tuple, parts), Member::Unnamed(i)) => parts.get(i.index as usize),
                (Binding::Group(Pack::Complex, parts), member) => parts.get(Pack::Complex.field(member)?),
                _ => None,
            },
            Expr::Index(i) => match (self.binding_at(&i.expr)?, &*i.index) {
                (Binding::Group(Pack::Array, parts), Expr::Lit(l)) => match &l.lit {
                    syn::Lit::Int(n) => parts.get(n.base10_parse::<usize>().ok()?),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}

/// The identifiers of tokens, those in format strings included; not the ones after a `.`.
pub(crate) fn idents(tokens: &TokenStream, f: &mut dyn FnMut(&Ident)) {
    for (token, after_dot) in behind_dots(tokens.clone()) {
        match token {
            TokenTree::Group(g) => idents(&g.stream(), f),
            TokenTree::Ident(i) if !after_dot => f(&i),
            TokenTree::Literal(l) => {
                let text = l.to_string();
                if text.ends_with('"') || text.ends_with('#') {
                    captured(&text, l.span()).for_each(|(_, name)| f(&name));
                }
            }
            _ => {}
        }
    }
}

struct Find<'a, 'g> {
    lowerer: &'a Lowerer<'g>,
    shadow: Shadow,
    found: Option<Ident>,
    makes: bool,
    /// Whether a value that may be a number counts for one.
    definite: bool,
    /// In a block, an arm, a loop or a closure, which may not run, run again, or bind names.
    nested: usize,
    /// Wherever a tensor is asked, that is no use of it, and of a block counts what it gives.
    asked: bool,
    /// Names of tensors that such a block makes.
    made: Vec<Ident>,
}

impl<'a, 'g> Find<'a, 'g> {
    fn new(lowerer: &'a Lowerer<'g>) -> Self {
        let shadow = Shadow::default();
        Self {
            lowerer,
            shadow,
            found: None,
            makes: false,
            definite: false,
            nested: 0,
            asked: false,
            made: Vec::new(),
        }
    }

    fn nested(&mut self, visit: impl FnOnce(&mut Self)) {
        self.nested += 1;
        visit(self);
        self.nested -= 1;
    }

    fn name(&mut self, ident: &Ident) {
        let of_function = || {
            self.lowerer.get(ident).is_some_and(|b| {
                // A value that a loop leaves may be one.
                is_ours(ident) || b.holds_tensor() && !(self.definite && b.is_open())
            })
        };
        let is_tensor =
            if self.shadow.hides(ident) { self.made.iter().any(|m| same(m, ident)) } else { of_function() };
        if self.found.is_none() && is_tensor {
            self.found = Some(ident.clone());
        }
    }

    /// Looks at the value that a block with these statements gives: the statements themselves are lowered as such.
    fn value_of(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            match stmt {
                Stmt::Local(l) => {
                    let tensor = l.init.as_ref().is_some_and(|init| self.is_tensor(&init.expr));
                    self.shadow.bind(&l.pat);
                    if tensor {
                        idents(&l.pat.to_token_stream(), &mut |name| self.made.push(name.clone()));
                    }
                }
                Stmt::Expr(e, None) => self.visit_expr(e),
                _ => {}
            }
        }
    }

    fn is_tensor(&self, e: &Expr) -> bool {
        let (shadow, made) = (Shadow(self.shadow.0.clone()), self.made.clone());
        let mut inner = Find { shadow, made, ..Find::new(self.lowerer) };
        inner.visit_expr(e);
        inner.found.is_some() || inner.makes
    }
}

impl<'a> Visit<'a> for Find<'_, '_> {
    fn visit_expr(&mut self, e: &'a Expr) {
        if self.found.is_some() {
            return;
        }
        match e {
            Expr::Path(p) => {
                if let Some(ident) = p.path.get_ident() {
                    self.name(ident);
                }
            }
            Expr::Field(_) | Expr::Index(_) => match self.lowerer.binding_at(e) {
                Some(binding) if !binding.holds_tensor() => {}
                _ => syn::visit::visit_expr(self, e),
            },
            Expr::MethodCall(c) => {
                self.makes |= self.lowerer.draw(c).is_some();
                let name = c.method.to_string();
                let sizes = is_size(&name, self.lowerer.at.is_some()) || name == "item" && c.args.is_empty();
                let lists = &["len", "is_empty", "shapes"][..if self.lowerer.at.is_some() { 3 } else { 2 }];
                let list = lists.contains(&&*name)
                    && matches!(
                        self.lowerer.binding_at(&c.receiver),
                        Some(Binding::Group(Pack::Array, _) | Binding::Slice(_))
                    );
                // Host code asks tensors that are there when it begins: in a block what is computed may be another each time.
                let there = self.nested == 0 || self.asked || is_place(&c.receiver);
                if (sizes && there && self.is_tensor(&c.receiver)) || list {
                    c.args.iter().for_each(|a| self.visit_expr(a));
                } else {
                    syn::visit::visit_expr(self, e);
                }
            }
            Expr::Macro(m) if m.mac.path.is_ident("tensor") => {
                self.makes = true;
                syn::visit::visit_expr(self, e);
            }
            Expr::Call(c) => {
                self.makes |= self.lowerer.makes(c);
                syn::visit::visit_expr(self, e);
            }
            Expr::Closure(c) => {
                let asked = std::mem::take(&mut self.asked);
                self.shadow.enter();
                c.inputs.iter().for_each(|p| self.shadow.bind(p));
                self.nested(|this| this.visit_expr(&c.body));
                self.shadow.leave();
                self.asked = asked;
            }
            Expr::While(_) | Expr::Loop(_) => {
                self.shadow.enter();
                self.nested(|this| syn::visit::visit_expr(this, e));
                self.shadow.leave();
            }
            Expr::Let(l) => {
                self.visit_expr(&l.expr);
                self.shadow.bind(&l.pat);
            }
            Expr::ForLoop(l) => {
                self.visit_expr(&l.expr);
                self.shadow.enter();
                self.shadow.bind(&l.pat);
                self.visit_block(&l.body);
                self.shadow.leave();
            }
            Expr::If(i) => {
                self.shadow.enter();
                self.visit_expr(&i.cond);
                self.visit_block(&i.then_branch);
                self.shadow.leave();
                if let Some((_, other)) = &i.else_branch {
                    self.nested(|this| this.visit_expr(other));
                }
            }
            _ => syn::visit::visit_expr(self, e),
        }
    }

    fn visit_block(&mut self, b: &'a syn::Block) {
        self.shadow.enter();
        if self.asked {
            self.value_of(&b.stmts);
            return self.shadow.leave();
        }
        self.nested(|this| syn::visit::visit_block(this, b));
        self.shadow.leave();
    }

    /// What it says to be a number is host code, as it is outside of blocks.
    fn visit_local(&mut self, l: &'a syn::Local) {
        let outer = self.definite;
        self.definite |= matches!(&l.pat, syn::Pat::Type(t) if self.lowerer.is_number(&t.ty));
        syn::visit::visit_local(self, l);
        self.definite = outer;
        self.shadow.bind(&l.pat);
    }

    fn visit_arm(&mut self, a: &'a syn::Arm) {
        self.shadow.enter();
        self.shadow.bind(&a.pat);
        self.nested(|this| syn::visit::visit_arm(this, a));
        self.shadow.leave();
    }

    fn visit_macro(&mut self, m: &'a syn::Macro) {
        if m.path.is_ident("host") {
            return;
        }
        if let Some((exprs, _)) = macro_exprs(m) {
            for e in &exprs {
                if self.is_tensor(e) {
                    let mut inner =
                        Find { definite: self.definite, nested: self.nested, ..Find::new(self.lowerer) };
                    inner.shadow = Shadow(self.shadow.0.clone());
                    inner.visit_expr(e);
                    self.found = self.found.take().or(inner.found);
                    self.makes |= inner.makes;
                }
                if let Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(s), .. }) = bare(e) {
                    captured(&s.token().to_string(), s.span()).for_each(|(_, name)| self.name(&name));
                }
            }
            return;
        }
        let mut names = Vec::new();
        idents(&m.tokens, &mut |i| names.push(i.clone()));
        for i in &names {
            self.name(i);
        }
    }
}

/// Whether what is read of `e` is the same however often and in whichever order that is done.
pub(super) fn is_place(e: &Expr) -> bool {
    match bare(e) {
        Expr::Path(_) => true,
        Expr::Field(f) => is_place(&f.base),
        Expr::Index(i) => matches!(*i.index, Expr::Lit(_)) && is_place(&i.expr),
        Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)) && is_place(&u.expr),
        _ => false,
    }
}

impl Lowerer<'_> {
    /// Whether `e` is host code but for blocks in it that ask tensors which they compute.
    pub(crate) fn asks_in_blocks(&self, e: &Expr) -> bool {
        let mut find = Find { asked: true, ..Find::new(self) };
        find.visit_expr(e);
        find.found.is_none() && !find.makes && self.mentions(e).is_some()
    }

    /// Whether `e` asks something of a tensor that it computes.
    pub(super) fn asks_of_computed(&self, e: &Expr) -> bool {
        let mut find = Find { nested: 1, ..Find::new(self) };
        find.visit_expr(e);
        find.found.is_some() && self.mentions(e).is_none()
    }
}
