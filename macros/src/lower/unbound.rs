//! Names in host code that nothing binds. rustc would say so, but not where the expansion has an error of its own: a value without
//! such a name is a host value, which is no tensor.

use proc_macro2::Ident;
use syn::Expr;

use super::names;
use super::state::{Binding, Lowerer, bare};
use crate::error;

impl Lowerer<'_> {
    /// Notes the first such name of a body.
    pub(crate) fn note_unbound(&mut self, e: &Expr) {
        if self.unbound.is_none() && self.at.is_none() {
            self.unbound = self.unbound_in(e).map(|name| (name.clone(), self.near(name)));
        }
    }

    /// The name that `e` begins with. Constants and statics are upper case.
    fn unbound_in<'e>(&self, e: &'e Expr) -> Option<&'e Ident> {
        match bare(e) {
            Expr::Path(p) => {
                let name = p.path.get_ident()?;
                let is_variable = name.to_string().starts_with(|c: char| c.is_lowercase() || c == '_');
                (is_variable && self.get(name).is_none() && !crate::names::is_reserved(name)).then_some(name)
            }
            Expr::MethodCall(c) => self.unbound_in(&c.receiver),
            Expr::Binary(b) => self.unbound_in(&b.left).or_else(|| self.unbound_in(&b.right)),
            Expr::Reference(syn::ExprReference { expr, .. })
            | Expr::Unary(syn::ExprUnary { expr, .. })
            | Expr::Field(syn::ExprField { base: expr, .. })
            | Expr::Index(syn::ExprIndex { expr, .. })
            | Expr::Try(syn::ExprTry { expr, .. }) => self.unbound_in(expr),
            _ => None,
        }
    }

    /// The error of a host value where a tensor belongs, or that of the name that is to blame.
    pub(super) fn host_error(&mut self, error: syn::Error) -> Binding {
        match self.unbound.take() {
            Some((name, near)) => self.error(error::no_variable(&name, near.as_deref())),
            None => self.error(error),
        }
    }

    /// The variable whose name is closest, if it is close.
    pub(super) fn near(&self, name: &Ident) -> Option<String> {
        let bound = self.scopes.iter().flatten().filter(|(_, v)| !matches!(v.binding, Binding::Dim(_)));
        let name = name.to_string();
        // Short names are all close to each other.
        (name.len() > 2).then(|| names::nearest(&name, bound.map(|(key, _)| key.as_str())))?
    }
}
