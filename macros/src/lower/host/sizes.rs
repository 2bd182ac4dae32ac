//! Sizes and single elements of tensors inside of host code.

use quote::{ToTokens, quote};
use syn::Expr;
use syn::visit_mut::VisitMut;

use super::rewrite::Rewrite;
use crate::dims::Dim;
use crate::error;
use crate::ir::{HostExpr, Known, Shape, Value};
use crate::lower::state::{Binding, Lowerer};
use crate::lower::std_names::is_size;
use crate::names::primitive;

/// What is known of a size that must be something.
enum Checked {
    Right,
    /// A sentence with `{}` for the tensor.
    Wrong(String),
    Unknown,
}

impl Lowerer<'_> {
    fn checked_size(&self, method: &proc_macro2::Ident, x: Value, given: &[Option<Dim>]) -> Checked {
        let (Shape::Dims(dims), [axis, ..], Some(Some(n))) = (self.graph.shape(x), given, given.last())
        else {
            return Checked::Unknown;
        };
        if method == "rank_of" {
            let shape = self.graph.shape(x);
            return match n.as_int() {
                Some(n) if n == dims.len() as i64 => Checked::Right,
                Some(n) => Checked::Wrong(format!("`{{}}` must have {n} axes, but is `{shape}`")),
                None => Checked::Unknown,
            };
        }
        let Some(axis) = axis.as_ref().and_then(Dim::as_int) else { return Checked::Unknown };
        let front = if axis < 0 { axis + dims.len() as i64 } else { axis };
        let Some(d) = usize::try_from(front).ok().and_then(|front| dims.get(front)) else {
            return Checked::Wrong(format!("`{{}}` is `{}` and has no axis {axis}", self.graph.shape(x)));
        };
        let known = match (d.as_int(), n.as_int()) {
            (Some(d), _) if method == "dim_some" => Some(d > 0),
            _ if method == "dim_some" => None,
            (Some(d), Some(n)) if method == "dim_by" => Some(n > 0 && d % n == 0),
            _ if method == "dim_by" => None,
            _ => d.same(n),
        };
        let wrong = if method == "dim_some" {
            format!("axis {axis} of `{{}}` has no elements")
        } else if method == "dim_by" {
            format!("axis {axis} of `{{}}` is `{d}`, which {n} does not divide")
        } else {
            format!("axis {axis} of `{{}}` is `{d}` and must be `{n}`")
        };
        match known {
            Some(true) => Checked::Right,
            Some(false) => Checked::Wrong(wrong),
            None => Checked::Unknown,
        }
    }
}

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
        if !(item || is_size(&name, self.lowerer.at.is_some()))
            || !self.lowerer.mentions_or_makes(&c.receiver)
        {
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
        if let Some(checked) = self.checked(c, x, &s) {
            return Some(checked);
        }
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

    /// `x.dim_by(axis, n)`, `x.dim_of(axis, n)`, `x.dim_some(axis)`, `x.rank_of(n)` in the text of a composite: the elements of `axis`
    /// in each of `n` parts, and sizes that must be `n`, or at least 1. What is wrong is said of the user's argument, here or at run time.
    fn checked(&mut self, c: &mut syn::ExprMethodCall, x: Value, s: &proc_macro2::Ident) -> Option<Expr> {
        let lowerer = &*self.lowerer;
        let ints = c.args.iter().map(|arg| match lowerer.known_of(arg) {
            Some(Known::Int(d)) => Some(d),
            _ => None,
        });
        let ints: Vec<_> = ints.collect();
        let (size, name) =
            (lowerer.checked_size(&c.method, x, &ints), c.receiver.to_token_stream().to_string());
        let name = lowerer.origins.of(lowerer.graph, x).map_or(name, str::to_owned);
        let function = match (&*c.method.to_string(), c.args.len()) {
            ("dim_by", 2) => quote!(__rt::dim_by),
            ("dim_of", 2) => quote!(__rt::dim_of),
            ("dim_some", 1) => quote!(__rt::dim_some),
            ("rank_of", 1) => quote!(__rt::rank_of),
            _ => return None,
        };
        match size {
            Checked::Wrong(what) => {
                let called = lowerer.called.unwrap_or_default();
                let error =
                    error::shape(c.method.span(), &format!("{called}: {}", what.replace("{}", &name)));
                self.lowerer.mismatch(error);
                return Some(syn::parse_quote!(::core::unreachable!()));
            }
            Checked::Right => {}
            Checked::Unknown => self.lowerer.origins.checks = true,
        }
        c.args.iter_mut().for_each(|arg| self.visit_expr_mut(arg));
        let (isize, function_of_rank) = (primitive("isize"), c.method == "rank_of");
        let args = c.args.iter().enumerate().map(|(i, arg)| match arg {
            arg if i > 0 || function_of_rank || matches!(arg, Expr::Lit(_) | Expr::Unary(_)) => quote!(#arg),
            axis => quote!((#axis) as #isize),
        });
        Some(Expr::Verbatim(HostExpr::placed(&quote!(#function(&#s, #name, #(#args),*)))))
    }
}
