//! What holds values together that are one value of the user's.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pack {
    Tuple,
    /// An array, or a `Vec` of which expansion knows each entry.
    Array,
    /// Real and imaginary parts, in this order.
    Complex,
}

impl Pack {
    /// The whole.
    pub(crate) fn made(self, parts: impl IntoIterator<Item = TokenStream>) -> TokenStream {
        let parts = parts.into_iter();
        match self {
            Self::Tuple => quote!((#(#parts,)*)),
            Self::Array => quote!([#(#parts),*]),
            Self::Complex => quote!(__rt::complex(#(#parts),*)),
        }
    }

    /// The type of the whole, of the types of its parts.
    pub(crate) fn of_types(self, mut parts: impl Iterator<Item = TokenStream>) -> TokenStream {
        match self {
            Self::Tuple => quote!((#(#parts,)*)),
            Self::Array => {
                let (lower, upper) = parts.size_hint();
                debug_assert_eq!(Some(lower), upper, "arrays know how long they are");
                let one = parts.next();
                quote!([#one; #lower])
            }
            Self::Complex => {
                let one = parts.next();
                quote!(__rt::ComplexOf<#one>)
            }
        }
    }

    /// The place of part `i` in the whole.
    pub(crate) fn place(self, whole: &TokenStream, i: usize) -> TokenStream {
        let index = Literal::usize_unsuffixed(i);
        match self {
            Self::Tuple => quote!(#whole.#index),
            Self::Array => quote!(#whole[#index]),
            Self::Complex if i == 0 => quote!(#whole.re),
            Self::Complex => quote!(#whole.im),
        }
    }

    /// The part of a complex tensor that a field stands for.
    pub(crate) fn field(self, member: &syn::Member) -> Option<usize> {
        let syn::Member::Named(name) = member else { return None };
        let named: &[&str] = if self == Self::Complex { &["re", "im"] } else { &[] };
        named.iter().position(|part| name == part)
    }

    /// In words, for messages.
    pub(crate) fn text(self, n: usize) -> String {
        match self {
            Self::Tuple => format!("a tuple of {n}"),
            Self::Array => format!("an array of {n}"),
            Self::Complex => "complex numbers".to_owned(),
        }
    }
}
