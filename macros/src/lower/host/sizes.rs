//! Sizes and single elements of tensors inside of host code.

use quote::{ToTokens, quote};
use syn::Expr;
use syn::visit_mut::VisitMut;

use super::idents;
use super::rewrite::Rewrite;
use crate::dims::{Dim, from_front};
use crate::error;
use crate::ir::{Check, HostExpr, Pack, Shape, Value};
use crate::lower::state::{Binding, Lowerer};
use crate::lower::std_names::SIZES;
use crate::names::primitive;

/// What is known of a size that must be something.
pub(super) enum Checked {
    Right,
    /// A sentence with `{}` for the tensor.
    Wrong(String),
    Unknown,
}

impl Lowerer<'_> {
    /// `given`: what is known of what is asked for.
    pub(super) fn checked_size(&self, check: Check, x: Value, given: &[Option<Dim>]) -> Checked {
        let (Shape::Dims(dims), [axis, ..], Some(Some(n))) = (self.graph.shape(x), given, given.last())
        else {
            return Checked::Unknown;
        };
        if check == Check::Rank {
            let shape = self.graph.shape(x);
            return match n.as_int() {
                Some(n) if n == dims.len() as i64 => Checked::Right,
                Some(n) => Checked::Wrong(format!("`{{}}` must have {n} axes, but is `{shape}`")),
                None => Checked::Unknown,
            };
        }
        let Some(axis) = axis.as_ref().and_then(Dim::as_int) else { return Checked::Unknown };
        let Some(d) = from_front(axis, dims.len()).map(|front| &dims[front]) else {
            return Checked::Wrong(format!("`{{}}` is `{}` and has no axis {axis}", self.graph.shape(x)));
        };
        let known = match (check, d.as_int(), n.as_int()) {
            (Check::Some, d, _) => d.map(|d| d > 0),
            (Check::By, Some(d), Some(n)) => Some(n > 0 && d % n == 0),
            (Check::By, ..) => None,
            _ => d.same(n),
        };
        let wrong = match check {
            Check::Some => format!("axis {axis} of `{{}}` has no elements"),
            Check::By => format!("axis {axis} of `{{}}` is `{d}`, which {n} does not divide"),
            _ => format!("axis {axis} of `{{}}` is `{d}` and must be `{n}`"),
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
            (Some(Binding::Group(Pack::Array, parts)), "len") if !shadowed => {
                let n = parts.len();
                return Some(syn::parse_quote!(#n));
            }
            (Some(Binding::Group(Pack::Array, parts)), "is_empty") if !shadowed => {
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
            // Both parts have one shape.
            Binding::Group(Pack::Complex, parts) if !item => match parts[0] {
                Binding::Tensor(x) => x,
                _ => return Some(syn::parse_quote!(::core::unreachable!())),
            },
            Binding::Poison => return Some(syn::parse_quote!(::core::unreachable!())),
            Binding::Slice(_) | Binding::Group(Pack::Array, _) => {
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
        let named = |arg: &Expr| {
            let mut hidden = false;
            idents(&arg.to_token_stream(), &mut |name| hidden |= self.shadow.hides(name));
            hidden
        };
        if !c.args.iter().any(named)
            && let Some(size) = self.lowerer.size_of_tensor(c, x)
        {
            let h = self.hide("s", size);
            return Some(syn::parse_quote!(#h));
        }
        let ("dim", Some(axis)) = (&*name, c.args.first_mut()) else {
            let usage = if name == "dim" { "x.dim(axis)" } else { "x.shape()" };
            self.lowerer.error(error::arity(c.method.span(), &name, usage, c.args.len()));
            return Some(syn::parse_quote!(::core::unreachable!()));
        };
        let shape = self.lowerer.shape_of(x, c.method.span());
        let (s, isize, usize) = (self.hide("s", shape), primitive("isize"), primitive("usize"));
        self.visit_expr_mut(axis);
        self.fails = true;
        Some(Expr::Verbatim(match axis {
            // A closure cannot return the error of the function around it.
            axis if self.closures > 0 => quote!(#s[(#axis) as #usize]),
            Expr::Lit(_) | Expr::Unary(_) => HostExpr::placed(&quote!(__rt::dim(&#s, #axis))),
            axis => HostExpr::placed(&quote!(__rt::dim(&#s, (#axis) as #isize))),
        }))
    }
}
