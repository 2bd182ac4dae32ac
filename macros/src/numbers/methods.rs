//! Methods of floats as ops.

use quote::quote_spanned;
use syn::{Expr, ExprCall};

use super::body::Body;
use crate::lower::host::OF_FLOATS;

/// The methods beside [`OF_FLOATS`] that have a derivative.
const FURTHER: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan2",
    "atanh",
    "cbrt",
    "clamp",
    "clone",
    "copysign",
    "fract",
    "rem_euclid",
    "round_ties_even",
    "sin_cos",
];

/// Whether a method of floats gives a float and has a derivative.
pub(super) fn is_known(method: &syn::Ident) -> bool {
    OF_FLOATS.iter().chain(FURTHER).any(|known| method == known)
}

impl Body<'_> {
    /// A known method as the op.
    pub(super) fn method(&mut self, e: &mut Expr) {
        let Expr::MethodCall(c) = e else { return };
        // A number of the host has methods of its own.
        self.tensor(&mut c.receiver);
        let moves: Vec<bool> = c.args.iter().map(|arg| self.moving.is_tensor(arg)).collect();
        for arg in &mut c.args {
            self.value(arg);
        }
        let (x, at, name) = (&c.receiver, c.method.span(), c.method.to_string());
        let args: Vec<&Expr> = c.args.iter().collect();
        let renamed = match &*name {
            "max" => "maximum",
            "min" => "minimum",
            "exp_m1" => "expm1",
            "ln_1p" => "log1p",
            "fract" => "frac",
            "round_ties_even" => "round",
            "powf" if moves.first() == Some(&true) => "pow",
            other => other,
        };
        // A receiver that is needed twice runs once.
        let made = match (&*name, &args[..]) {
            // Rust's sign of 0 is that of its bit.
            ("signum", []) => quote_spanned!(at=> {
                let receiver = #x;
                ops::select(receiver.is_nan(), &receiver, Tensor::scalar(1.0).copysign(&receiver))
            }),
            // Halves go away from 0; what is left of a finite number is exact.
            ("round", []) => quote_spanned!(at=> {
                let receiver = #x;
                ops::select(receiver.is_finite(), receiver.trunc() + (receiver.frac() * 2.0).trunc(), &receiver)
            }),
            ("log", [base]) if moves[0] => quote_spanned!(at=> (#x.ln() / (#base).ln())),
            ("log", [base]) => quote_spanned!(at=> (#x.ln() / Tensor::scalar(#base).ln())),
            ("rem_euclid", [by]) if moves[0] => quote_spanned!(at=> #x.floor_mod((#by).abs())),
            ("rem_euclid", [by]) => quote_spanned!(at=> #x.floor_mod(Tensor::scalar(#by).abs())),
            ("to_radians", []) => quote_spanned!(at=> (#x * 0.017_453_292_519_943_295)),
            ("to_degrees", []) => quote_spanned!(at=> (#x * 57.295_779_513_082_32)),
            ("sin_cos", []) => quote_spanned!(at=> {
                let receiver = #x;
                (receiver.sin(), receiver.cos())
            }),
            _ => {
                c.method = syn::Ident::new(renamed, at);
                return;
            }
        };
        *e = syn::parse_quote_spanned!(at=> #made);
    }
}

/// `f64::max(x, y)` as `x.max(y)`.
pub(super) fn of_float(c: &ExprCall) -> Option<Expr> {
    let Expr::Path(p) = &*c.func else { return None };
    let segments: Vec<_> = p.path.segments.iter().collect();
    let [ty, method] = &segments[..] else { return None };
    if ty.ident != "f32" && ty.ident != "f64" || c.args.is_empty() {
        return None;
    }
    let mut args = c.args.clone().into_iter();
    let (first, rest, name) = (args.next()?, args, &method.ident);
    let first: Expr = match first {
        Expr::Path(_) | Expr::Paren(_) | Expr::Call(_) | Expr::MethodCall(_) => first,
        other => syn::parse_quote!((#other)),
    };
    Some(syn::parse_quote_spanned!(name.span()=> #first.#name(#(#rest),*)))
}
