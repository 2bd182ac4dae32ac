//! Sizes and single elements of tensors inside of host code.

use quote::quote;
use syn::Expr;
use syn::visit_mut::VisitMut;

use super::rewrite::Rewrite;
use crate::error;
use crate::ir::{HostExpr, Known};
use crate::lower::{Binding, SIZES};
use crate::names::primitive;

impl Rewrite<'_, '_> {
    /// `x.dim(i)`, `x.shape()`, `x.rank()`, `x.numel()` of a tensor: the same of its shape. `x.item()`: of its value.
    pub(super) fn of_tensor(&mut self, c: &mut syn::ExprMethodCall) -> Option<Expr> {
        let name = c.method.to_string();
        let shadowed =
            matches!(&*c.receiver, Expr::Path(p) if p.path.get_ident().is_some_and(|i| self.shadow.hides(i)));
        match (self.lowerer.binding_at(&c.receiver), &*name) {
            (Some(Binding::List(parts)), "len") if !shadowed => {
                let n = parts.len();
                return Some(syn::parse_quote!(#n));
            }
            (Some(Binding::List(parts)), "is_empty") if !shadowed => {
                let none = parts.is_empty();
                return Some(syn::parse_quote!(#none));
            }
            (Some(Binding::Slice(form)), "len" | "is_empty") if !shadowed => {
                let list = form.first()?;
                let (l, method) = (self.hide("l", list), &c.method);
                return Some(syn::parse_quote!(#l.#method()));
            }
            _ => {}
        }
        let item = name == "item" && c.args.is_empty();
        if !(item || SIZES.contains(&&*name)) || !self.lowerer.mentions_or_makes(&c.receiver) {
            return None;
        }
        if shadowed {
            return None;
        }
        let receiver = self.lowerer.expr(&c.receiver);
        let x = match self.lowerer.tensor_of(receiver) {
            Binding::Tensor(x) => x,
            Binding::Poison => return Some(syn::parse_quote!(::core::unreachable!())),
            Binding::Slice(_) | Binding::List(_) => {
                self.lowerer.error(error::size_of_list(&c.method));
                return Some(syn::parse_quote!(::core::unreachable!()));
            }
            _ => {
                self.lowerer.error(error::field(&c.method));
                return Some(syn::parse_quote!(::core::unreachable!()));
            }
        };
        if item {
            self.fails |= self.lowerer.graph.shape(x).rank() != Some(0);
            let t = self.hide("t", x);
            let site = HostExpr::site();
            return Some(syn::parse_quote!(__rt::placed(#t.item(), #site)));
        }
        let shape = self.lowerer.shape_of(x, c.method.span());
        let s = self.hide("s", shape);
        let (isize, usize) = (primitive("isize"), primitive("usize"));
        let tokens = match (&*name, c.args.first_mut()) {
            ("dim", Some(axis)) => {
                let rank = self.lowerer.graph.shape(x).rank();
                let known = self.lowerer.known_of(axis);
                let front = match (known, rank) {
                    (Some(Known::Int(d)), Some(rank)) => d.as_int().and_then(|i| {
                        let i = if i < 0 { i + rank as i64 } else { i };
                        usize::try_from(i).ok().filter(|i| *i < rank)
                    }),
                    _ => None,
                };
                self.visit_expr_mut(axis);
                self.fails |= front.is_none();
                match front {
                    Some(i) => {
                        let i = syn::Index::from(i);
                        quote!(#s[#i])
                    }
                    // A closure cannot return the error of the function around it.
                    None if self.closures > 0 => quote!(#s[(#axis) as #usize]),
                    None if matches!(axis, Expr::Lit(_) | Expr::Unary(_)) => {
                        HostExpr::placed(&quote!(__rt::dim(&#s, #axis)))
                    }
                    None => HostExpr::placed(&quote!(__rt::dim(&#s, (#axis) as #isize))),
                }
            }
            ("rank", None) => quote!(#s.rank()),
            ("numel", None) => quote!(#s.numel()),
            ("shape", None) => quote!(#s),
            _ => {
                let usage = if name == "dim" { "x.dim(axis)" } else { "x.shape()" };
                let count = c.args.len();
                self.lowerer.error(error::arity(c.method.span(), &name, usage, count));
                quote!(::core::unreachable!())
            }
        };
        Some(Expr::Verbatim(tokens))
    }
}
