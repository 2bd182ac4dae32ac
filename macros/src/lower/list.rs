//! Lists of tensors: `[x; n]`, `split` and `chunk`, which are several `narrow`s.

use quote::quote;
use syn::Expr;
use syn::spanned::Spanned;

use super::{Binding, Lowerer, bare};
use crate::dims::Dim;
use crate::error;
use crate::host::{hidden, macro_exprs};
use crate::ir::{HostExpr, Known, Shape, Value};

impl Lowerer<'_> {
    pub(super) fn repeat(&mut self, r: &syn::ExprRepeat) -> Binding {
        self.repeated(&r.expr, &r.len)
    }

    pub(super) fn repeated(&mut self, value: &Expr, len: &Expr) -> Binding {
        let value = self.expr(value);
        match self.literal_count(len) {
            Some(n) if n <= 1024 => Binding::List(vec![value; n]),
            _ => self.error(error::split_count(len)),
        }
    }

    /// `x.split([2, 4], axis)` and `x.chunk(n, axis)`; `count` is what a pattern asks for.
    pub(super) fn split(&mut self, x: Value, c: &syn::ExprMethodCall, count: Option<usize>) -> Binding {
        let span = c.method.span();
        let split = c.method == "split";
        let [first, axis] = c.args.iter().collect::<Vec<_>>()[..] else {
            let usage = if split { "x.split([2, 4], axis)" } else { "x.chunk(n, axis)" };
            let error = error::arity(span, &c.method.to_string(), usage, c.args.len());
            return self.error(error);
        };
        for (arg, name, ty) in [(first, if split { "sizes" } else { "n" }, "usize"), (axis, "axis", "isize")]
        {
            if self.mentions(arg).is_some() {
                let error = error::wants_host(arg, &c.method.to_string(), name, ty);
                return self.error(error);
            }
        }
        let pieces = if split { self.sizes(first, count) } else { None };
        let axis_value = self.host(axis);
        let pieces = match pieces {
            Some(sizes) => self.starts(&sizes, span),
            None if split => return self.error(error::split_count(first)),
            None => match count.or_else(|| self.literal_count(first)).filter(|n| *n <= 1024) {
                Some(n) => self.chunks(x, n, first, axis, axis_value),
                None => return self.error(error::split_count(first)),
            },
        };
        let piece = |(start, len): (Value, Value)| {
            let args =
                vec![Binding::Tensor(x), Binding::Host(axis_value), Binding::Host(start), Binding::Host(len)];
            self.call_bound("narrow", args, span)
        };
        Binding::List(pieces.into_iter().map(piece).collect())
    }

    /// The sizes of a split as host values, one each.
    fn sizes(&mut self, e: &Expr, count: Option<usize>) -> Option<Vec<Value>> {
        let literal = match bare(e) {
            Expr::Array(a) => Some(a.elems.iter().cloned().collect::<Vec<_>>()),
            Expr::Macro(m) if m.mac.path.is_ident("vec") => {
                macro_exprs(&m.mac).filter(|(_, repeat)| !repeat).map(|(exprs, _)| exprs)
            }
            _ => None,
        };
        if let Some(exprs) = literal {
            return Some(exprs.iter().map(|e| self.host(e)).collect());
        }
        let known = match self.known_of(e) {
            Some(Known::List(list)) => Some(list),
            _ => None,
        };
        let n = known.as_ref().map(Vec::len).or(count)?;
        let whole = self.host(e);
        let part = |i: usize| {
            let h = hidden("h", 0);
            let index = syn::Index::from(i);
            let known = known.as_ref().and_then(|k| k.get(i).cloned());
            let host = HostExpr { expr: quote!(#h[#index]), binds: vec![h], known, effect: false };
            self.host_node(host, vec![whole], e.span())
        };
        Some((0..n).map(part).collect())
    }

    fn starts(&mut self, sizes: &[Value], span: proc_macro2::Span) -> Vec<(Value, Value)> {
        let mut start = self.integer(0, span);
        let mut pieces = Vec::new();
        for (i, &size) in sizes.iter().enumerate() {
            pieces.push((start, size));
            if i + 1 < sizes.len() {
                start = self.arithmetic([start, size], span, |a, b| a + b, |a, b| quote!(#a + #b));
            }
        }
        pieces
    }

    /// Pieces of `ceil(d / n)`, the last ones shorter.
    fn chunks(
        &mut self,
        x: Value,
        n: usize,
        by: &Expr,
        axis: &Expr,
        axis_value: Value,
    ) -> Vec<(Value, Value)> {
        let span = by.span();
        let shape = self.shape_of(x, span);
        let dim = match (self.graph.shape(x), self.known_of(axis)) {
            (Shape::Dims(dims), Some(Known::Int(a))) => a.as_int().and_then(|a| {
                let a = if a < 0 { a + dims.len() as i64 } else { a };
                dims.get(usize::try_from(a).ok()?).cloned()
            }),
            _ => None,
        };
        let (s, a) = (hidden("s", 0), hidden("a", 0));
        let expr = quote!(#s.dim((#a) as isize)?);
        let host = HostExpr { expr, binds: vec![s, a], known: dim.map(Known::Int), effect: false };
        let d = self.host_node(host, vec![shape, axis_value], span);
        let count = self.host(by);
        let c = self.arithmetic([d, count], span, Dim::div_ceil, |a, b| quote!(usize::div_ceil(#a, #b)));
        let mut pieces = Vec::new();
        for i in 0..n {
            let i = self.integer(i as i64, span);
            let at = self.arithmetic([c, i], span, |a, b| a * b, |a, b| quote!(#a * #b));
            let start = self.arithmetic([at, d], span, Dim::min, |a, b| quote!(usize::min(#a, #b)));
            let left = self.arithmetic([d, start], span, |a, b| a - b, |a, b| quote!(#a - #b));
            let len = self.arithmetic([c, left], span, Dim::min, |a, b| quote!(usize::min(#a, #b)));
            pieces.push((start, len));
        }
        pieces
    }

    /// A host value computed from two, here as far as both are known.
    fn arithmetic(
        &mut self,
        args: [Value; 2],
        span: proc_macro2::Span,
        known: fn(&Dim, &Dim) -> Dim,
        tokens: fn(&syn::Ident, &syn::Ident) -> proc_macro2::TokenStream,
    ) -> Value {
        let known = match (self.known(args[0]), self.known(args[1])) {
            (Some(Known::Int(a)), Some(Known::Int(b))) => Some(Known::Int(known(&a, &b))),
            _ => None,
        };
        let (a, b) = (hidden("a", 0), hidden("b", 0));
        let host = HostExpr { expr: tokens(&a, &b), binds: vec![a, b], known, effect: false };
        self.host_node(host, args.to_vec(), span)
    }
}
