//! Walks of structs and enums of trees.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::spans::placed;

/// The methods of a `TensorTree`, from what they do.
pub(crate) fn tree_methods(walk: &TokenStream, walk_mut: &TokenStream) -> TokenStream {
    quote! {
        fn walk<const __N: __rt::usize, __W: __rt::Walk<__N>>(
            __trees: [&Self; __N],
            __path: &mut __rt::Path,
            __walk: &mut __W,
        ) -> __rt::Result<Self> {
            #walk
        }
        fn walk_mut<const __N: __rt::usize, __U: __rt::Update<__N, 0>>(
            &mut self,
            __others: [&Self; __N],
            __path: &mut __rt::Path,
            __update: &mut __U,
        ) -> __rt::Result<()> {
            #walk_mut
        }
    }
}

/// `a, b` → `(a, (b, ()))`.
pub(crate) fn nest<T: ToTokens>(items: &[T]) -> TokenStream {
    items.iter().rev().fold(quote!(()), |rest, item| quote!((#item, #rest)))
}

/// The fields of a struct of trees, which the runtime walks as pairs (`Parts`).
pub(crate) struct Walked<M> {
    /// The names of the fields in paths.
    pub texts: Vec<String>,
    pub members: Vec<M>,
    /// The names of the fields once they are bound.
    pub locals: Vec<Ident>,
    /// Where their types stand.
    pub places: Vec<Span>,
}

impl<M: ToTokens> Walked<M> {
    /// Binds them, made anew.
    pub(crate) fn walk(&self) -> TokenStream {
        let (texts, locals, parts) = (&self.texts, nest(&self.locals), self.of(&quote!(&__t.)));
        quote!(let #locals = __path.parts(&[#(#texts),*], __trees, |__t| #parts, __walk)?;)
    }

    /// Changes `fields`, which are they.
    pub(crate) fn change(&self, fields: &TokenStream) -> TokenStream {
        let (texts, parts) = (&self.texts, self.of(&quote!(&__t.)));
        quote!(__path.change(&[#(#texts),*], #fields, __others, |__t| #parts, __update))
    }

    /// The fields of a place: `&self.`.
    pub(crate) fn of(&self, place: &TokenStream) -> TokenStream {
        let members = self.members.iter().zip(&self.places);
        nest(&members.map(|(member, &at)| placed(quote!(#place #member), at)).collect::<Vec<_>>())
    }
}
