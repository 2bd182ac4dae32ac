//! Lists of tensors: `[x; n]`, and the pieces of `split`, `chunk` and `unbind`.

use proc_macro2::{Ident, Span};
use quote::{format_ident, quote};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ItemFn, Token, parse_quote};

use super::state::{Binding, Lowerer, bare};
use crate::dims::from_front;
use crate::error;
use crate::ir::{Known, Pack, Shape, Value};
use crate::lower::host::macro_exprs;
use crate::names::own;
use crate::signature::MANY;

/// `xs.first()`, `xs.last()` or `xs.get(i)`.
pub(super) struct Entry {
    list: Expr,
    at: Expr,
}

impl Entry {
    /// The entry as an option, with the list's length asked first.
    pub(super) fn option(&self) -> Expr {
        let (Self { list, at }, i) = (self, own("entry"));
        parse_quote!({
            let #i: usize = #at;
            if #i < #list.len() { Some(#list[#i].clone()) } else { None }
        })
    }

    /// The entry, where it is there for certain.
    pub(super) fn item(&self) -> Expr {
        let Self { list, at } = self;
        parse_quote!(#list[#at])
    }
}

impl Lowerer<'_> {
    /// An entry of a list of any form that may not be there.
    pub(super) fn entry_of_list(&self, e: &Expr) -> Option<Entry> {
        let Expr::MethodCall(c) = bare(e) else { return None };
        let list = bare(&c.receiver).clone();
        let of_any_form =
            matches!(list, Expr::Path(_) | Expr::Field(_) | Expr::Index(_)) && self.is_open(&list);
        let mut args = c.args.iter();
        let at = match (c.method.to_string().as_str(), args.next(), args.next()) {
            ("first", None, None) => parse_quote!(0),
            ("last", None, None) => parse_quote!(#list.len().wrapping_sub(1)),
            ("get", Some(i), None) if !matches!(bare(i), Expr::Range(_)) => i.clone(),
            _ => return None,
        };
        (self.at.is_none() && of_any_form).then_some(Entry { list, at })
    }

    pub(super) fn repeat(&mut self, r: &syn::ExprRepeat) -> Binding {
        self.repeated(&r.expr, &r.len)
    }

    pub(super) fn repeated(&mut self, value: &Expr, len: &Expr) -> Binding {
        let value = self.expr(value);
        match self.literal_count(len) {
            Some(n) if n <= MANY => Binding::Group(Pack::Array, vec![value; n]),
            _ => self.error(error::split_count(len)),
        }
    }

    /// `vec![value; n]`, of as many as there are.
    pub(super) fn vec_of(&mut self, value: &Expr, len: &Expr) -> Binding {
        if self.literal_count(len).is_some_and(|n| n <= MANY) {
            return self.repeated(value, len);
        }
        let [all, one, n] = ["all", "one", "n"].map(own);
        self.expr(&parse_quote!({
            let #one = #value;
            let #n: usize = #len;
            let mut #all = ::std::vec::Vec::new();
            for _ in 0..#n {
                #all.push(#one.clone());
            }
            #all
        }))
    }

    /// `x.split([2, 4], axis)` and `x.chunk(n, axis)` as one view a piece; `count` is what a pattern asks for.
    pub(super) fn split(&mut self, x: Value, c: &syn::ExprMethodCall, count: Option<usize>) -> Binding {
        let span = c.method.span();
        let name = c.method.to_string();
        let split = name == "split";
        let [by, axis] = c.args.iter().collect::<Vec<_>>()[..] else {
            let usage = if split { "x.split([2, 4], axis)" } else { "x.chunk(n, axis)" };
            return self.error(error::arity(span, &name, usage, c.args.len()));
        };
        let (what, ty) = if split { ("sizes", "Sizes") } else { ("n", "usize") };
        for (arg, what, ty) in [(by, what, ty), (axis, "axis", "isize")] {
            if self.mentions(arg).is_some() {
                return self.error(error::wants_host(arg, &name, what, ty, false));
            }
        }
        let written = if split { self.list_len(by) } else { self.literal_count(by) };
        let count = match (count, written) {
            (Some(asked), Some(given)) if asked != given => {
                return self.error(error::pattern_count(&c.method, asked, given));
            }
            (asked, given) => match asked.or(given).filter(|n| *n <= MANY) {
                Some(n) => n,
                None => return self.error(error::split_count(by)),
            },
        };
        let by = Binding::Host(self.host_as(by, ty));
        let axis = Binding::Host(self.host_as(axis, "isize"));
        let row = if split { "split_part" } else { "chunk_part" };
        self.calling(if split { "split" } else { "chunk" }, |this| {
            Binding::Group(
                Pack::Array,
                (0..count).map(|i| this.part_of(row, x, [&by, &axis], i, span)).collect(),
            )
        })
    }

    /// `x.unbind(axis)`: a view for each name of a pattern, else a list of as many as there are.
    pub(super) fn unbind(&mut self, x: Value, c: &syn::ExprMethodCall, count: Option<usize>) -> Binding {
        let span = c.method.span();
        let [axis] = c.args.iter().collect::<Vec<_>>()[..] else {
            return self.error(error::arity(span, "unbind", "x.unbind(axis)", c.args.len()));
        };
        if self.mentions(axis).is_some() {
            return self.error(error::wants_host(axis, "unbind", "axis", "isize", false));
        }
        let along = Binding::Host(self.host_as(axis, "isize"));
        let Some(count) = count else {
            return self.calling("unbind", |this| {
                this.call_bound("list_unstack", vec![Binding::Tensor(x), along], span)
            });
        };
        if let Some(Known::Int(at)) = self.known_of(axis)
            && let (Some(at), Shape::Dims(dims)) = (at.as_int(), self.graph.shape(x))
            && let Some(at) = from_front(at, dims.len())
            && let Some(there) = dims[at].as_int().and_then(|n| usize::try_from(n).ok())
            && there != count
        {
            return self.error(error::pattern_count(&c.method, count, there));
        }
        let one: Vec<Expr> = vec![parse_quote!(1); count];
        let sizes = Binding::Host(self.host_as(&parse_quote!([#(#one),*]), "Sizes"));
        let axes = Binding::Host(self.host_as(axis, "Axes"));
        self.calling("unbind", |this| {
            let view = |i| {
                let part = this.part_of("split_part", x, [&sizes, &along], i, span);
                this.call_bound("squeeze", vec![part, axes.clone()], span)
            };
            Binding::Group(Pack::Array, (0..count).map(view).collect())
        })
    }

    /// `meshgrid(&[x, y, z])`: as many tensors as vectors. `name` is that or `meshgrid_xy`.
    pub(super) fn meshgrid(
        &mut self,
        name: &'static str,
        at: &Ident,
        args: &Punctuated<Expr, Token![,]>,
    ) -> Binding {
        let [list] = args.iter().collect::<Vec<_>>()[..] else {
            let usage = format!("{name}(&[..])");
            return self.error(error::arity(at.span(), name, &usage, args.len()));
        };
        let bound = self.expr(list);
        let parts = match self.as_list(bound) {
            Binding::Group(Pack::Array, parts) if !parts.is_empty() => parts,
            Binding::Poison => return Binding::Poison,
            _ => return self.error(error::wants_list(list, name)),
        };
        let span = list.span();
        let Some(vectors) = parts.into_iter().map(|p| self.operand(p, span)).collect::<Option<Vec<_>>>()
        else {
            return Binding::Poison;
        };
        let axis = |k| if name == "meshgrid_xy" && k < 2 && vectors.len() > 1 { 1 - k } else { k };
        let names: Vec<Ident> = (0..vectors.len()).map(|k| format_ident!("x{k}")).collect();
        let mut lens = names.clone();
        names.iter().enumerate().for_each(|(k, x)| lens[axis(k)] = x.clone());
        let over = names.iter().enumerate().map(|(k, x)| {
            let along = (0..names.len()).map(|i| if i == axis(k) { quote!(#x.dim(0)) } else { quote!(1) });
            quote!(broadcast_to(reshape(#x, [#(#along),*]), [#(#lens.dim(0)),*]))
        });
        // One function of the language for each number of vectors.
        let item: ItemFn = parse_quote!(fn meshgrid(#(#names: Tensor),*) { [#(#over),*] });
        self.inline(name, &item, vectors.into_iter().map(Binding::Tensor).collect(), at.span(), &[])
    }

    fn part_of(&mut self, row: &str, x: Value, args: [&Binding; 2], i: usize, span: Span) -> Binding {
        let part = Binding::Host(self.integer(i as i64, span));
        let args = vec![Binding::Tensor(x), args[0].clone(), args[1].clone(), part];
        self.call_bound(row, args, span)
    }

    fn list_len(&self, e: &Expr) -> Option<usize> {
        match bare(e) {
            Expr::Array(a) => Some(a.elems.len()),
            Expr::Macro(m) if m.mac.path.is_ident("vec") => {
                macro_exprs(&m.mac).filter(|(_, repeat)| !repeat).map(|(exprs, _)| exprs.len())
            }
            e => match self.known_of(e)? {
                Known::List(list) => Some(list.len()),
                _ => None,
            },
        }
    }
}
