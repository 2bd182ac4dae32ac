//! Dims → host expressions.

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::{Dim, Factor};

impl Dim {
    /// A number or a name alone, as an expression of type `usize`.
    pub(crate) fn plain(&self, name: &dyn Fn(&str) -> Ident) -> Option<TokenStream> {
        if let Some(n) = self.as_int() {
            let n = Literal::usize_suffixed(usize::try_from(n).ok()?);
            return Some(quote!(#n));
        }
        let mut tokens = self.tokens(&|n| name(n).into_token_stream())?.into_iter();
        match (tokens.next(), tokens.next()) {
            (Some(TokenTree::Ident(name)), None) => Some(name.into_token_stream()),
            _ => None,
        }
    }

    /// The value as a Rust expression of type `isize`, where `name` gives the expression (of that type, of the highest
    /// precedence) for a named dim; `None` if the value is not a function of names. Saturating, because the sizes are
    /// the user's and a check must not be what overflows.
    pub(crate) fn tokens(&self, name: &dyn Fn(&str) -> TokenStream) -> Option<TokenStream> {
        let mut sum: Option<TokenStream> = None;
        for term in self.terms.iter() {
            let mut product: Option<TokenStream> = None;
            let mut factors = Vec::new();
            for (f, n) in &term.power.0 {
                let value = f.tokens(name)?;
                factors.extend(std::iter::repeat_n(value, *n as usize));
            }
            let times = Literal::i64_unsuffixed(term.times.checked_abs()?);
            if term.times.unsigned_abs() != 1 {
                factors.push(quote!(#times));
            }
            for f in factors {
                product = Some(match product {
                    Some(p) => quote!(#p.saturating_mul(#f)),
                    None => f,
                });
            }
            let value = product.unwrap_or_else(|| {
                let one = Literal::isize_suffixed(1);
                quote!(#one)
            });
            sum = Some(match (sum, term.times < 0) {
                (None, false) => value,
                (None, true) => quote!(0isize.saturating_sub(#value)),
                (Some(s), false) => quote!(#s.saturating_add(#value)),
                (Some(s), true) => quote!(#s.saturating_sub(#value)),
            });
        }
        if let Some(n) = self.as_int() {
            let n = Literal::isize_suffixed(isize::try_from(n).ok()?);
            return Some(quote!(#n));
        }
        sum
    }
}

impl Factor {
    fn tokens(&self, name: &dyn Fn(&str) -> TokenStream) -> Option<TokenStream> {
        match self {
            Self::Name(n) => Some(name(n)),
            Self::Quotient(a, b) => {
                let (a, b) = (a.tokens(name)?, b.tokens(name)?);
                // A divisor of 0 gives 0, as no size is; the comparison then fails, rather than the division.
                Some(quote!((#a).checked_div(#b).unwrap_or(0)))
            }
            Self::Positive(d) => d.tokens(name).map(|d| quote!((#d).max(0))),
            Self::Anon(_) | Self::Join(_) => None,
        }
    }
}
