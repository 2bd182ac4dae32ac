//! Draws of keys, `key.normal(x.shape())`: constants that the same key gives again.
//!
//! Types that the text names say what is a key: those of parameters, of `let`s, and of results of `Key`'s own methods.

use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Type, parse_quote};

use super::call::{Given, Written};
use super::state::{Binding, Lowerer};
use crate::error;

/// A method of `Key` that gives a tensor, the names of its arguments, and its row.
pub(crate) type Draw = (&'static str, &'static [&'static str], &'static str);

const DRAWS: &[Draw] = &[
    ("uniform", &["shape"], "key_uniform"),
    ("uniform_in", &["low", "high", "shape"], "key_uniform"),
    ("uniform_like", &["x"], "key_uniform"),
    ("uniform_in_like", &["low", "high", "x"], "key_uniform"),
    ("normal", &["shape"], "key_normal"),
    ("normal_like", &["x"], "key_normal"),
    ("bernoulli", &["p", "shape"], "key_bernoulli"),
    ("bernoulli_like", &["p", "x"], "key_bernoulli"),
    ("randint", &["low", "high", "shape"], "key_randint"),
    ("randint_like", &["low", "high", "x"], "key_randint"),
    ("permutation", &["n"], "key_permutation"),
];

/// Whether a type is that of keys.
pub(crate) fn is_key(ty: &Type) -> bool {
    let ty = if let Type::Reference(of) = ty { &of.elem } else { ty };
    matches!(ty, Type::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "Key"))
}

impl Lowerer<'_> {
    /// A call of such a method on a key.
    pub(crate) fn draw(&self, c: &ExprMethodCall) -> Option<&'static Draw> {
        let draw = DRAWS.iter().find(|(name, ..)| c.method == name)?;
        self.type_of(&c.receiver).filter(is_key).map(|_| draw)
    }

    pub(super) fn drawn(&mut self, c: &ExprMethodCall, &(name, wants, row): &'static Draw) -> Binding {
        if c.args.len() != wants.len() {
            let usage = format!("key.{name}({})", wants.join(", "));
            let error = error::arity(c.method.span(), name, &usage, c.args.len());
            return self.error(error);
        }
        let key = Binding::Host(self.host(&c.receiver));
        let mut target = c
            .turbofish
            .as_ref()
            .and_then(|of| self.turbofish(&syn::PathArguments::AngleBracketed(of.clone())));
        let mut given = vec![Given::Bound(key, c.receiver.span())];
        let (zero, one): (Expr, Expr) = (parse_quote!(0.0), parse_quote!(1.0));
        if row == "key_uniform" && !name.starts_with("uniform_in") {
            given.extend([&zero, &one].map(Given::Expr));
        }
        for (arg, want) in c.args.iter().zip(wants) {
            if *want != "x" {
                given.push(Given::Expr(arg));
                continue;
            }
            let of = self.expr(arg);
            let Some(x) = self.operand(of, arg.span()) else { return Binding::Poison };
            target = target.or_else(|| Some(self.graph.elem(x).clone()));
            let shape = self.shape_of(x, arg.span());
            given.push(Given::Bound(Binding::Host(shape), arg.span()));
        }
        let method = proc_macro2::Ident::new(row, c.method.span());
        let written = Written {
            name: &method,
            method: false,
            target: target.filter(|_| !matches!(row, "key_bernoulli" | "key_randint")),
            flat: false,
        };
        let Some(found) = super::names::find(row) else { return Binding::Poison };
        self.calling(name, |this| this.call_op(found, &written, given)).unwrap_or(Binding::Poison)
    }
}
