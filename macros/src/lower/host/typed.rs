//! Host values in the types that rows declare: `#axes: Axes`, `#axis: isize`, `#p: f64`.
//!
//! Users write `1`, `[0, -1]`, `n as usize`; rules call methods on what they get, so its type must be the row's.

use proc_macro2::Span;
use quote::ToTokens;
use syn::{Expr, Lit};

use crate::error;
use crate::ir::{INTEGERS, Value};
use crate::lower::state::{Lowerer, bare};
use crate::names::{self, rt};

/// What to write for an expression that is no `ty` by its form, as other libraries have it.
fn misfit(e: &Expr, ty: &str) -> Option<String> {
    let text = names::written(e);
    let of_integers = ["Axes", "Sizes", "Shape", "Padding", "Widths"].contains(&ty);
    match e {
        Expr::Lit(syn::ExprLit { lit: Lit::Float(_), .. }) if INTEGERS.contains(&ty) => {
            Some("one without a point".to_owned())
        }
        _ if !of_integers => None,
        Expr::Lit(syn::ExprLit { lit: Lit::Str(name), .. }) if ty == "Padding" => match &*name.value() {
            "valid" => Some("`0`".to_owned()),
            _ => Some("`Padding::SAME`, or the width, `1`".to_owned()),
        },
        Expr::Lit(syn::ExprLit { lit: Lit::Float(_) | Lit::Str(_), .. }) => Some("an integer".to_owned()),
        Expr::Lit(syn::ExprLit { lit: Lit::Int(n), .. }) if ty == "Widths" => {
            Some(format!("a pair for each axis, `[({n}, {n})]`"))
        }
        Expr::Array(a) if a.elems.is_empty() && ty != "Shape" => Some("`[0isize; 0]` for none".to_owned()),
        Expr::Array(a) if ty == "Widths" && a.elems.iter().all(|n| matches!(n, Expr::Lit(_))) => {
            let pairs = match a.elems.iter().map(names::written).collect::<Vec<_>>().as_slice() {
                [before, after] => format!("[({before}, {after})]"),
                all => {
                    format!("[{}]", all.iter().map(|n| format!("({n}, {n})")).collect::<Vec<_>>().join(", "))
                }
            };
            Some(format!("a pair for each axis, `{pairs}`"))
        }
        Expr::Tuple(t) if ty == "Widths" && !t.elems.is_empty() => {
            Some(format!("a pair for each axis, `[{text}]`"))
        }
        Expr::Tuple(t) if !t.elems.is_empty() => {
            let all = t.elems.iter().map(names::written).collect::<Vec<_>>().join(", ");
            Some(format!("`[{all}]`"))
        }
        _ => None,
    }
}

/// The types that rows declare.
const CONVERTED: [&str; 9] = ["Axes", "Sizes", "Widths", "Padding", "Shape", "isize", "usize", "i32", "f64"];

impl Lowerer<'_> {
    /// Host code as a value of type `ty`.
    pub(crate) fn host_as(&mut self, e: &Expr, ty: &str) -> Value {
        let value = self.host_part(e, ty);
        self.convert(value, ty, syn::spanned::Spanned::span(e))
    }

    /// Host code that is about to become a value of type `ty`.
    pub(crate) fn host_part(&mut self, e: &Expr, ty: &str) -> Value {
        if self.at.is_none()
            && let Some(instead) = misfit(bare(e), ty)
        {
            self.error(error::host_form(e, ty, &instead));
            return self.host(&syn::parse_quote!(::core::unreachable!()));
        }
        match bare(e) {
            // `[B, -1]` mixes `usize` and a negative number.
            Expr::Array(a) if matches!(ty, "Axes" | "Sizes" | "Shape") && !a.elems.iter().all(is_literal) => {
                if let Some(list) = self.closed_list(a) {
                    return list;
                }
                let (mut list, rt) = (a.clone(), rt());
                for elem in &mut list.elems {
                    *elem = syn::parse_quote!(#rt::size(#elem));
                }
                self.host_code(e, &Expr::Array(list), None, syn::spanned::Spanned::span(e))
            }
            _ => self.host(e),
        }
    }

    /// `value` as type `ty`; itself where it has that type or the type is the user's own.
    pub(crate) fn convert(&mut self, value: Value, ty: &str, span: Span) -> Value {
        // The user's own types are not converted to.
        let Some(&ty) = CONVERTED.iter().find(|t| **t == ty) else { return value };
        if self.graph.host_type(value) == Some(ty) {
            return value;
        }
        let size = self.graph.arg(0, value).to(ty);
        let args = if size.reads(0) == 0 { Vec::new() } else { vec![value] };
        self.size_node(size, args, span)
    }
}

/// The type that `e` itself says it has: `n as f64`, `2usize`.
pub(super) fn said(e: &Expr) -> Option<&'static str> {
    let name = match bare(e) {
        Expr::Cast(c) => c.ty.to_token_stream().to_string(),
        Expr::Lit(l) => match &l.lit {
            Lit::Int(n) => n.suffix().to_string(),
            Lit::Float(f) => f.suffix().to_string(),
            _ => return None,
        },
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Neg(_)) => return said(&u.expr),
        _ => return None,
    };
    CONVERTED.iter().find(|t| **t == name).copied()
}

fn is_literal(e: &Expr) -> bool {
    match bare(e) {
        Expr::Lit(_) => true,
        Expr::Unary(u) => matches!(u.op, syn::UnOp::Neg(_)) && is_literal(&u.expr),
        _ => false,
    }
}
