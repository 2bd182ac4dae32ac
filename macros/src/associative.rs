//! `associative_scan!(combine, x, axis)`: rounds of combinations at doubled distances, in the language itself.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, ExprClosure, Token};

use crate::error;
use crate::names::own;

/// The macro's input.
pub(crate) struct Scan {
    combine: Combine,
    operands: Vec<Expr>,
    axis: Expr,
}

enum Combine {
    /// A differentiable function of the tensors before, then of those behind.
    Named(syn::Path),
    /// `|before, behind| ..`
    Written(ExprClosure),
}

impl Parse for Scan {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        const USAGE: &str =
            "takes a function, a tensor and an axis; write `associative_scan!(combine, x, 0)`";
        let all = input.parse_terminated(Expr::parse, Token![,])?;
        let parts: Vec<Expr> = all.iter().cloned().collect();
        let Ok([combine, operands, axis]) = <[Expr; 3]>::try_from(parts) else {
            return Err(if all.is_empty() {
                syn::Error::new(input.span(), format!("associative_scan: {USAGE}"))
            } else {
                error::scan(all, USAGE)
            });
        };
        let combine = match combine {
            Expr::Path(p) if p.qself.is_none() => Combine::Named(p.path),
            Expr::Closure(c) if c.inputs.len() == 2 => Combine::Written(c),
            other => {
                let what = "the first argument combines two; write the name of a differentiable function, or `|a, b| ..`";
                return Err(error::scan(other, what));
            }
        };
        let operands = match operands {
            Expr::Tuple(t) if !t.elems.is_empty() => t.elems.into_iter().collect(),
            one => vec![one],
        };
        Ok(Self { combine, operands, axis })
    }
}

impl Scan {
    /// An expression of the language: each round combines every place with that at a distance before it, and the next doubles the
    /// distance.
    pub(crate) fn in_body(&self) -> syn::Result<Expr> {
        let [axis, len, step] = ["axis", "len", "step"].map(own);
        let named = |what: &str| -> Vec<Ident> {
            (0..self.operands.len()).map(|i| own(format_args!("{what}{i}"))).collect()
        };
        let (whole, all, before, behind, made) =
            (named("whole"), named("all"), named("before"), named("behind"), named("made"));
        let (operands, along) = (&self.operands, &self.axis);
        let combined = self.combined(&before, &behind);
        let (results, value) = match (&made[..], &all[..]) {
            ([made], [all]) => (quote!(#made), quote!(#all)),
            _ => (quote!((#(#made),*)), quote!((#(#all),*))),
        };
        let one = &whole[0];
        syn::parse2(quote!({
            let #axis: isize = #along;
            #(let #whole = #operands;)*
            let #len: usize = #one.dim(#axis);
            // All of each, or an error that says how long it is.
            #(let mut #all = ops::split_part(&#whole, [#len], #axis, 0);)*
            let mut #step: usize = 1;
            while #step < #len {
                #(let #before = #all.narrow(#axis, 0, #len - #step);)*
                #(let #behind = #all.narrow(#axis, #step, #len - #step);)*
                let #results = #combined;
                #(#all = ops::concat(&[&#all.narrow(#axis, 0, #step), &#made], #axis);)*
                #step *= 2;
            }
            #value
        }))
    }

    fn combined(&self, before: &[Ident], behind: &[Ident]) -> TokenStream {
        match &self.combine {
            Combine::Named(path) => quote!(#path(#(&#before,)* #(&#behind),*)),
            Combine::Written(closure) => {
                let (left, right) = (&closure.inputs[0], &closure.inputs[1]);
                let value = |names: &[Ident]| {
                    if let [one] = names { quote!(#one) } else { quote!((#(#names),*)) }
                };
                let (a, b, body) = (value(before), value(behind), &closure.body);
                quote!({
                    let #left = #a;
                    let #right = #b;
                    #body
                })
            }
        }
    }
}

/// Outside of bodies there is nothing to differentiate.
pub(crate) fn outside() -> TokenStream {
    let message = "associative_scan: it stands in the body of a differentiable function; write one around it";
    quote!(::core::compile_error! { #message })
}
