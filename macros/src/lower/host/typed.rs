//! Host values in the types that rows declare: `#axes: Axes`, `#axis: isize`, `#p: f64`.
//!
//! Users write `1`, `[0, -1]`, `n as usize`; rules call methods on what they get, so its type must be the row's.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Lit};

use crate::error;
use crate::ir::{HostExpr, Known, Op, Runs, Value};
use crate::lower::state::{Lowerer, bare, hidden};
use crate::names::{self, rt};

/// What to write for an expression that is no `ty` by its form, as other libraries have it.
fn misfit(e: &Expr, ty: &str) -> Option<String> {
    let text = names::written(e);
    let of_integers = ["Axes", "Sizes", "Shape", "Padding", "Widths"].contains(&ty);
    match e {
        Expr::Lit(syn::ExprLit { lit: Lit::Float(_), .. }) if ["isize", "usize", "i32"].contains(&ty) => {
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
        if self.host_type(value) == Some(ty) {
            return value;
        }
        let known = self.known(value);
        if let Some(literal) = literal(known.as_ref(), ty) {
            let host = HostExpr { expr: literal, binds: vec![], known, ty: Some(ty), runs: Runs::Freely };
            return self.host_node(host, vec![], span);
        }
        let (rt, h) = (rt(), hidden("h", 0));
        let expr = match ty {
            // Shapes rely on the name: another constant of that name is an error of types.
            "Padding" if known == Some(Known::Same) => quote!(#rt::same(#h)),
            "Axes" | "Sizes" | "Widths" | "Padding" => {
                let ty = proc_macro2::Ident::new(ty, Span::call_site());
                quote!(#rt::#ty::from(#h))
            }
            "Shape" => HostExpr::placed(&quote!(#rt::Sizes::from(#h).shape())),
            "isize" => quote!(#rt::size(#h)),
            "usize" => quote!(#rt::natural(#h)),
            "i32" => quote!(#rt::int32(#h)),
            _ => quote!(#rt::number(&#h)),
        };
        self.host_node(
            HostExpr { expr, binds: vec![h], known, ty: Some(ty), runs: Runs::Freely },
            vec![value],
            span,
        )
    }

    /// The type of a host value, where expansion knows it.
    fn host_type(&self, value: Value) -> Option<&'static str> {
        let node = self.graph.node(value);
        match &node.op {
            Op::ShapeOf if self.graph.is_list(node.args[0]) => Some("Shapes"),
            Op::ShapeOf => Some("Shape"),
            Op::Host(host) => host.ty,
            _ => None,
        }
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

/// A number known here, in its type.
fn literal(known: Option<&Known>, ty: &str) -> Option<TokenStream> {
    use proc_macro2::Literal;
    let int = match known? {
        Known::Int(d) => d.as_int(),
        _ => None,
    };
    let tokens = match (ty, known?, int) {
        ("isize", _, Some(n)) => Literal::isize_suffixed(isize::try_from(n).ok()?).to_token_stream(),
        ("usize", _, Some(n)) => Literal::usize_suffixed(usize::try_from(n).ok()?).to_token_stream(),
        ("i32", _, Some(n)) => Literal::i32_suffixed(i32::try_from(n).ok()?).to_token_stream(),
        ("f64", Known::Float(f), _) if f.is_finite() => float(*f),
        ("f64", _, Some(n)) => float(n as f64),
        _ => return None,
    };
    Some(tokens)
}

fn float(f: f64) -> TokenStream {
    proc_macro2::Literal::f64_suffixed(f).to_token_stream()
}
