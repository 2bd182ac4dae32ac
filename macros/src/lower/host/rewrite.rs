//! Host code with its sizes, dims and tuple parts replaced, and what its names stand for.

use proc_macro2::{Group, Ident, Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Expr;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;

use super::turns::lazily;
use super::{Shadow, captured, change_exprs};
use crate::error;
use crate::ir::Value;
use crate::lower::state::{Binding, Form, Lowerer, bare, hidden};
use crate::names::{self, same};

impl Lowerer<'_> {
    /// The expression to emit, the names in it, the value of each, and whether asking a tensor for something in it can
    /// fail.
    pub(crate) fn rewrite(&mut self, e: &Expr) -> (TokenStream, Vec<Ident>, Vec<Value>, bool) {
        let mut e = e.clone();
        let mut fails = false;
        let (tokens, binds, args) = self.rewriting(|r| {
            r.visit_expr_mut(&mut e);
            fails = r.fails;
            e.to_token_stream()
        });
        (tokens, binds, args, fails)
    }

    /// [`Self::rewrite`] of a statement.
    pub(crate) fn rewrite_stmt(&mut self, stmt: &syn::Stmt) -> (TokenStream, Vec<Ident>, Vec<Value>) {
        let mut stmt = stmt.clone();
        self.rewriting(|r| {
            r.visit_stmt_mut(&mut stmt);
            stmt.to_token_stream()
        })
    }

    /// The macro's arguments; tensors may stand among them.
    pub(crate) fn rewrite_macro(&mut self, mac: &syn::Macro) -> (TokenStream, Vec<Ident>, Vec<Value>) {
        let mut mac = mac.clone();
        self.rewriting(|r| {
            r.tensors = true;
            r.visit_macro_mut(&mut mac);
            mac.to_token_stream()
        })
    }

    /// Tokens as they are.
    pub(crate) fn rewrite_tokens(&mut self, tokens: TokenStream) -> (TokenStream, Vec<Ident>, Vec<Value>) {
        self.rewriting(|r| {
            r.tensors = true;
            r.tokens(tokens)
        })
    }

    fn rewriting(
        &mut self,
        f: impl FnOnce(&mut Rewrite<'_, '_>) -> TokenStream,
    ) -> (TokenStream, Vec<Ident>, Vec<Value>) {
        let mut rewrite = Rewrite {
            lowerer: self,
            shadow: Shadow::default(),
            binds: Vec::new(),
            tensors: false,
            closures: 0,
            fails: false,
        };
        let tokens = f(&mut rewrite);
        let (binds, args) = rewrite.binds.into_iter().map(|(i, _, v)| (i, v)).unzip();
        (tokens, binds, args)
    }
}

pub(super) struct Rewrite<'a, 'g> {
    pub(super) lowerer: &'a mut Lowerer<'g>,
    pub(super) shadow: Shadow,
    /// The name in the text, what it is for, its value.
    binds: Vec<(Ident, &'static str, Value)>,
    /// Tensors may be named.
    tensors: bool,
    pub(super) closures: usize,
    /// An item of what may be no number, an axis that may not be there.
    pub(super) fails: bool,
}

impl Rewrite<'_, '_> {
    /// `x.item()` without `?` as an operand.
    fn refuse_items(&mut self, b: &syn::ExprBinary) {
        for side in [&b.left, &b.right] {
            if let Expr::MethodCall(c) = bare(side)
                && self.lowerer.is_item(c)
            {
                self.lowerer.error(error::item_result(&c.method));
            }
        }
    }

    fn binary(&mut self, e: &mut Expr) {
        let Expr::Binary(b) = e else { return };
        if let Some(if_both) = self.lazy(b)
            && let Binding::Host(v) = self.lowerer.expr(&if_both)
        {
            let h = self.hide("h", v);
            *e = syn::parse_quote!(#h);
            return;
        }
        self.refuse_items(b);
        syn::visit_mut::visit_expr_binary_mut(self, b);
    }

    /// `a && b`, of which `b` computes tensors, as an `if`.
    fn lazy(&self, b: &syn::ExprBinary) -> Option<Expr> {
        let if_both = lazily(b)?;
        (self.closures == 0 && self.lowerer.asks_of_computed(&b.right)).then_some(if_both)
    }

    /// A hidden name for `value`, the same for all its uses.
    pub(super) fn hide(&mut self, stem: &'static str, value: Value) -> Ident {
        if let Some((ident, ..)) = self.binds.iter().find(|(_, s, v)| *s == stem && *v == value) {
            return ident.clone();
        }
        let ident = hidden(stem, self.binds.iter().filter(|(_, s, _)| *s == stem).count());
        self.binds.push((ident.clone(), stem, value));
        ident
    }

    /// The name to write where the text says `name`.
    fn name(&mut self, name: &Ident) -> Option<Ident> {
        if self.shadow.hides(name) {
            return None;
        }
        match self.lowerer.get(name)?.clone() {
            Binding::Host(v) if self.lowerer.is_callee_dim(name) => Some(self.size(name, v)),
            Binding::Host(v) => {
                if !self.binds.iter().any(|(i, stem, _)| stem.is_empty() && same(i, name)) {
                    self.binds.push((name.clone(), "", v));
                }
                None
            }
            Binding::Dim(dim) => {
                let v = self.lowerer.dim_value(&dim, name.span());
                Some(self.size(name, v))
            }
            Binding::Tensor(v) | Binding::Slice(Form::Tensor(v)) | Binding::Other(v) if self.tensors => {
                if !self.binds.iter().any(|(i, stem, _)| stem.is_empty() && same(i, name)) {
                    self.binds.push((name.clone(), "", v));
                }
                None
            }
            Binding::Unset => {
                self.lowerer.error(error::not_bound(name));
                None
            }
            Binding::Poison | Binding::Unit => None,
            Binding::Tensor(_)
            | Binding::Group(..)
            | Binding::Slice(_)
            | Binding::Fields(_)
            | Binding::Either(_)
            | Binding::Other(_) => {
                self.lowerer.error(error::tensor_as_host(name));
                None
            }
        }
    }

    /// A name of ours for dim `name`, of which rustc knows nothing.
    fn size(&mut self, name: &Ident, v: Value) -> Ident {
        let mut ident = self.hide("d", v);
        ident.set_span(ident.span().located_at(name.span()));
        ident
    }

    /// A place of which only rustc knows what it is: it is lent to the text.
    fn open_place(&mut self, e: &Expr) -> Option<Expr> {
        Some(match self.open_binding(e)? {
            Binding::Other(v) => {
                let mut h = self.hide("o", v);
                h.set_span(h.span().located_at(e.span()));
                syn::parse_quote_spanned!(e.span()=> (*#h))
            }
            Binding::Either(either) => {
                let v = self.lowerer.as_number(&either);
                let h = self.hide("e", v);
                syn::parse_quote!(#h)
            }
            _ => return None,
        })
    }

    fn open_binding(&mut self, e: &Expr) -> Option<Binding> {
        match e {
            Expr::Path(p) => {
                let name = p.path.get_ident().filter(|name| !self.shadow.hides(name))?;
                self.lowerer.get(name).filter(|b| b.is_open()).cloned()
            }
            Expr::Field(f) => {
                let base = self.open_binding(&f.base)?;
                matches!(base, Binding::Other(_) | Binding::Fields(_))
                    .then(|| self.lowerer.field_of(&base, &f.member))
            }
            Expr::Paren(p) => self.open_binding(&p.expr),
            Expr::Group(g) => self.open_binding(&g.expr),
            _ => None,
        }
    }

    fn tokens(&mut self, tokens: TokenStream) -> TokenStream {
        let mut out = TokenStream::new();
        for (token, after_dot) in names::behind_dots(tokens) {
            let token = match token {
                TokenTree::Group(g) => {
                    let mut group = Group::new(g.delimiter(), self.tokens(g.stream()));
                    group.set_span(g.span());
                    TokenTree::Group(group)
                }
                TokenTree::Ident(i) if !after_dot => TokenTree::Ident(self.name(&i).unwrap_or(i)),
                TokenTree::Literal(l) => TokenTree::Literal(self.captures(l, false)),
                token => token,
            };
            out.extend([token]);
        }
        out
    }

    /// A string whose captured names are bound. A dim is no variable to rustc, and a constant of its name may be in scope,
    /// so in what is a format string for certain it gets a name of ours.
    fn captures(&mut self, literal: Literal, is_format: bool) -> Literal {
        let text = literal.to_string();
        if !text.ends_with(['"', '#']) {
            return literal;
        }
        let mut new = String::new();
        let mut done = 0;
        for (at, mut name) in captured(&text, literal.span()) {
            if self.shadow.hides(&name) {
                continue;
            }
            let value = match self.lowerer.get(&name).cloned() {
                Some(Binding::Host(v)) if !(is_format && self.lowerer.is_callee_dim(&name)) => v,
                Some(Binding::Tensor(v) | Binding::Slice(Form::Tensor(v)) | Binding::Other(v))
                    if self.tensors =>
                {
                    v
                }
                Some(Binding::Dim(dim)) if !is_format => self.lowerer.dim_value(&dim, literal.span()),
                Some(binding @ (Binding::Dim(_) | Binding::Host(_))) => {
                    let dim = name.to_string();
                    let value = match binding {
                        Binding::Host(v) => v,
                        _ => self.lowerer.dim_value(&dim, literal.span()),
                    };
                    // As hygienic as the string is.
                    name = Ident::new(&names::dim(&dim).to_string(), literal.span());
                    new.push_str(&text[done..at.start]);
                    new.push_str(&name.to_string());
                    done = at.end;
                    value
                }
                _ => continue,
            };
            if !self.binds.iter().any(|(i, stem, _)| stem.is_empty() && same(i, &name)) {
                self.binds.push((name, "", value));
            }
        }
        new.push_str(&text[done..]);
        let Ok(mut new) = new.parse::<Literal>() else { return literal };
        new.set_span(literal.span());
        new
    }
}

impl VisitMut for Rewrite<'_, '_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Path(_) | Expr::Field(_) if let Some(new) = self.open_place(e) => {
                *e = new;
            }
            // What a pattern binds is a reference to rustc, and no longer one here.
            Expr::Unary(u)
                if matches!((&u.op, bare(&u.expr)), (syn::UnOp::Deref(_), Expr::Path(_)))
                    && let Some(new) = self.open_place(bare(&u.expr)) =>
            {
                *e = new;
            }
            Expr::Path(p) => {
                if let Some(name) = p.path.get_ident()
                    && let Some(new) = self.name(name)
                {
                    p.path = new.into();
                }
            }
            Expr::Field(_) | Expr::Index(_) => {
                let part = match self.lowerer.binding_at(e) {
                    Some(Binding::Host(v)) => Some(*v),
                    _ => None,
                };
                match part {
                    Some(v) => {
                        let h = self.hide("h", v);
                        *e = syn::parse_quote!(#h);
                    }
                    None => syn::visit_mut::visit_expr_mut(self, e),
                }
            }
            Expr::Binary(_) => self.binary(e),
            Expr::MethodCall(c) => match self.of_tensor(c) {
                Some(new) => *e = new,
                None => syn::visit_mut::visit_expr_mut(self, e),
            },
            Expr::Closure(c) => {
                self.shadow.enter();
                self.closures += 1;
                c.inputs.iter().for_each(|p| self.shadow.bind(p));
                self.visit_expr_mut(&mut c.body);
                self.closures -= 1;
                self.shadow.leave();
            }
            Expr::Let(l) => {
                self.visit_expr_mut(&mut l.expr);
                self.shadow.bind(&l.pat);
            }
            Expr::ForLoop(l) => {
                self.visit_expr_mut(&mut l.expr);
                self.shadow.enter();
                self.shadow.bind(&l.pat);
                self.visit_block_mut(&mut l.body);
                self.shadow.leave();
            }
            Expr::While(l) => {
                self.shadow.enter();
                syn::visit_mut::visit_expr_while_mut(self, l);
                self.shadow.leave();
            }
            Expr::If(i) => {
                self.shadow.enter();
                self.visit_expr_mut(&mut i.cond);
                self.visit_block_mut(&mut i.then_branch);
                self.shadow.leave();
                if let Some((_, other)) = &mut i.else_branch {
                    self.visit_expr_mut(other);
                }
            }
            Expr::Try(t) => {
                if !self.lowerer.may_fail() && self.closures == 0 {
                    self.lowerer.error(error::needs_result(t.question_token, "`?` on host values"));
                }
                self.visit_expr_mut(&mut t.expr);
            }
            Expr::Return(r) => {
                if self.closures == 0
                    && (!r.expr.as_deref().is_some_and(is_err) || self.lowerer.cannot_leave())
                {
                    self.lowerer.error(error::early_exit(r.return_token, "return"));
                }
                syn::visit_mut::visit_expr_return_mut(self, r);
            }
            Expr::Macro(m) if m.mac.path.is_ident("host") => {
                let before = std::mem::replace(&mut self.tensors, true);
                let tokens = self.tokens(m.mac.tokens.clone());
                self.tensors = before;
                *e = Expr::Verbatim(quote!({ #tokens }));
            }
            _ => syn::visit_mut::visit_expr_mut(self, e),
        }
    }

    fn visit_block_mut(&mut self, b: &mut syn::Block) {
        self.shadow.enter();
        syn::visit_mut::visit_block_mut(self, b);
        self.shadow.leave();
    }

    fn visit_local_mut(&mut self, l: &mut syn::Local) {
        syn::visit_mut::visit_local_mut(self, l);
        self.shadow.bind(&l.pat);
    }

    fn visit_arm_mut(&mut self, a: &mut syn::Arm) {
        self.shadow.enter();
        self.shadow.bind(&a.pat);
        syn::visit_mut::visit_arm_mut(self, a);
        self.shadow.leave();
    }

    /// Patterns bind; constants in them are not the function's values.
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}

    fn visit_macro_mut(&mut self, m: &mut syn::Macro) {
        let format = format_argument(&m.path);
        let known = change_exprs(m, |exprs| {
            for (i, mut e) in exprs.iter_mut().enumerate() {
                // A literal that a macro was given.
                while let Expr::Group(inner) = e {
                    e = &mut inner.expr;
                }
                match e {
                    Expr::Lit(syn::ExprLit { lit: lit @ syn::Lit::Str(_), .. }) => {
                        let syn::Lit::Str(s) = &*lit else { continue };
                        if format.is_none_or(|format| format == i) {
                            *lit = syn::Lit::new(self.captures(s.token(), format.is_some()));
                        }
                    }
                    // `name = value` of a format macro.
                    Expr::Assign(a) => self.visit_expr_mut(&mut a.right),
                    e => self.visit_expr_mut(e),
                }
            }
        });
        if !known {
            m.tokens = self.tokens(m.tokens.clone());
        }
        let _ = m.span();
    }
}

/// Which argument of a macro of the language is its format string.
fn format_argument(path: &syn::Path) -> Option<usize> {
    let name = path.segments.last()?.ident.to_string();
    Some(match &*name {
        "eprint" | "eprintln" | "format" | "format_args" | "panic" | "print" | "println" | "todo"
        | "unimplemented" | "unreachable" => 0,
        "assert" | "debug_assert" | "write" | "writeln" => 1,
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => 2,
        _ => return None,
    })
}

fn is_err(e: &Expr) -> bool {
    matches!(bare(e), Expr::Call(c) if matches!(&*c.func, Expr::Path(p) if p.path.is_ident("Err")))
}
