//! Guards of a `match`: rustc runs them where it tries their patterns, so what they read stands beside what is matched.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, Pat};

use super::{Shadow, change_exprs, idents};
use crate::ir::Pack;
use crate::lower::state::{Binding, Lowerer, bare, hidden};
use crate::lower::std_names::SIZES;

/// The guards of a `match`, one an arm, and what they read but for what their patterns bind.
#[derive(Default)]
pub(crate) struct Guards {
    pub texts: Vec<Option<Expr>>,
    /// Under which name, and the host code that gives it.
    pub names: Vec<Ident>,
    pub values: Vec<Expr>,
}

impl Lowerer<'_> {
    /// Sizes of tensors, dims, and parts of what only rustc knows have names of ours in the guards.
    pub(crate) fn guards<'p>(&self, arms: impl Iterator<Item = (&'p Pat, Option<&'p Expr>)>) -> Guards {
        let mut reads = Reads { lowerer: self, shadow: Shadow::default(), all: Guards::default() };
        for (pat, guard) in arms {
            let mut guard = guard.cloned();
            reads.shadow.enter();
            reads.shadow.bind(pat);
            if let Some(guard) = &mut guard {
                reads.visit_expr_mut(guard);
                reads.names_of(guard);
            }
            reads.shadow.leave();
            reads.all.texts.push(guard);
        }
        reads.all
    }
}

struct Reads<'a, 'g> {
    lowerer: &'a Lowerer<'g>,
    shadow: Shadow,
    all: Guards,
}

impl Reads<'_, '_> {
    /// The other names.
    fn names_of(&mut self, guard: &Expr) {
        for name in self.lowerer.names_in(&guard.to_token_stream()) {
            if !self.shadow.hides(&name) && !self.all.names.contains(&name) {
                let open = matches!(self.lowerer.get(&name), Some(Binding::Other(_)));
                self.all.values.push(if open {
                    syn::parse_quote!(#name.to_owned())
                } else {
                    syn::parse_quote!(#name)
                });
                self.all.names.push(name);
            }
        }
    }

    /// A name of ours for `value`.
    fn beside(&mut self, value: Expr) -> Ident {
        let text = value.to_token_stream().to_string();
        let same = |(name, v): &(&Ident, &Expr)| {
            crate::names::is_reserved(name) && v.to_token_stream().to_string() == text
        };
        if let Some((name, _)) = self.all.names.iter().zip(&self.all.values).find(same) {
            return name.clone();
        }
        let name = hidden("read", self.all.names.len());
        self.all.names.push(name.clone());
        self.all.values.push(value);
        name
    }

    /// The variable that `e` is, or is a field of.
    fn root<'e>(&self, e: &'e Expr) -> Option<&'e Ident> {
        match e {
            Expr::Path(p) => p.path.get_ident().filter(|name| !self.shadow.hides(name)),
            Expr::Field(f) => self.root(&f.base),
            Expr::Index(i) => self.root(&i.expr),
            Expr::Paren(p) => self.root(&p.expr),
            Expr::Group(g) => self.root(&g.expr),
            _ => None,
        }
    }

    /// Whether it is a field of what only rustc knows, or such a value itself.
    fn is_open(&self, e: &Expr) -> bool {
        let fields = |mut e: &Expr| {
            while let Expr::Field(f) = e {
                e = bare(&f.base);
            }
            matches!(e, Expr::Path(_))
        };
        fields(bare(e))
            && self
                .root(e)
                .and_then(|name| self.lowerer.get(name))
                .is_some_and(|b| matches!(b, Binding::Other(_) | Binding::Fields(_)))
    }

    fn place(&mut self, e: &Expr) -> Option<Expr> {
        let value = match self.lowerer.binding_at(e) {
            _ if self.root(e).is_none() => return None,
            Some(Binding::Dim(_)) => e.clone(),
            Some(Binding::Host(_)) if !matches!(e, Expr::Path(_)) => e.clone(),
            _ if self.is_open(e) => syn::parse_quote!(#e.to_owned()),
            _ => return None,
        };
        let name = self.beside(value);
        Some(syn::parse_quote!(#name))
    }

    fn size(&mut self, c: &ExprMethodCall) -> Option<Expr> {
        let (name, receiver) = (c.method.to_string(), &c.receiver);
        let is_list = matches!(
            self.lowerer.binding_at(receiver),
            Some(Binding::Group(Pack::Array, _) | Binding::Slice(_))
        );
        let counts = ["len", "is_empty"].contains(&&*name) && c.args.is_empty();
        if counts && self.root(receiver).is_some() && (is_list || self.is_open(receiver)) {
            let count = self.beside(Expr::MethodCall(c.clone()));
            return Some(syn::parse_quote!(#count));
        }
        if !SIZES.contains(&&*name) || self.binds_any(receiver) || self.lowerer.mentions(receiver).is_none() {
            return None;
        }
        let axis = c.args.first().filter(|axis| self.binds_any(axis));
        Some(if let Some(axis) = axis {
            // Which axis it is, the pattern decides.
            let shape = self.beside(syn::parse_quote!(#receiver.shape()));
            let usize = crate::names::primitive("usize");
            syn::parse_quote!(#shape[(#axis) as #usize])
        } else {
            let size = self.beside(Expr::MethodCall(c.clone()));
            syn::parse_quote!(#size)
        })
    }

    /// Whether it names what the pattern binds.
    fn binds_any(&self, e: &Expr) -> bool {
        let mut found = false;
        idents(&e.to_token_stream(), &mut |name| found |= self.shadow.hides(name));
        found
    }
}

impl VisitMut for Reads<'_, '_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let new = match &*e {
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => self.place(e),
            // What a pattern binds is a reference to rustc, and no longer one here.
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) && self.is_open(&u.expr) => {
                self.place(bare(&u.expr))
            }
            Expr::MethodCall(c) => self.size(c),
            _ => None,
        };
        match (new, e) {
            (Some(new), e) => *e = new,
            (None, Expr::Closure(c)) => {
                self.shadow.enter();
                c.inputs.iter().for_each(|p| self.shadow.bind(p));
                self.visit_expr_mut(&mut c.body);
                self.shadow.leave();
            }
            (None, e) => visit_mut::visit_expr_mut(self, e),
        }
    }

    fn visit_macro_mut(&mut self, m: &mut syn::Macro) {
        change_exprs(m, |exprs| exprs.iter_mut().for_each(|e| self.visit_expr_mut(e)));
    }
}
