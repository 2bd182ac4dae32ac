//! Axes and labels of operands with an ellipsis: lists that are made where the number of its axes is known, at run time.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The ellipsis among labels.
pub(super) const REST: usize = usize::MAX;

/// Labels of the axes of an ellipsis, the last axis first: those of two operands meet at the end. No text has as many names.
const FIRST: usize = 64;

/// The numbers of axes of ellipses: the largest of these names is that of a product.
#[derive(Clone, Default)]
pub(super) struct Rest(Vec<Ident>);

impl Rest {
    pub(super) fn of(name: Ident) -> Self {
        Self(vec![name])
    }

    /// The name, of an operand.
    pub(super) fn name(&self) -> Option<&Ident> {
        self.0.first()
    }

    /// That of the product of two operands.
    pub(super) fn or(&self, other: &Self) -> Self {
        Self(self.0.iter().chain(&other.0).cloned().collect())
    }

    fn count(&self) -> TokenStream {
        let mut names = self.0.iter();
        let first = names.next().map_or_else(|| quote!(0usize), |name| quote!(#name));
        names.fold(first, |count, name| quote!(#count.max(#name)))
    }
}

/// Labels as the runtime takes them.
pub(super) fn labels_of(labels: &[usize], rest: &Rest) -> TokenStream {
    let Some(at) = labels.iter().position(|l| *l == REST) else { return numbers(labels) };
    let (before, behind, count) = (numbers(&labels[..at]), numbers(&labels[at + 1..]), rest.count());
    quote!([&#before[..], &(0..#count as isize).rev().map(|axis| axis + #FIRST as isize).collect::<Vec<isize>>()[..], &#behind[..]].concat())
}

/// The axes of the labels at `places`, of which that of an ellipsis are as many as it has. Axes behind it count from the end.
pub(super) fn axes_of(labels: &[usize], places: &[usize], rest: &Rest) -> TokenStream {
    let Some(at) = labels.iter().position(|l| *l == REST) else { return numbers(places) };
    let count = rest.count();
    let parts = places.iter().map(|&place| match place {
        p if p < at => {
            let p = Literal::isize_suffixed(p as isize);
            quote!(&[#p][..])
        }
        p if p == at => {
            let at = Literal::isize_suffixed(at as isize);
            quote!(&(#at..#at + #count as isize).collect::<Vec<isize>>()[..])
        }
        p => {
            let p = Literal::isize_suffixed(p as isize - labels.len() as isize);
            quote!(&[#p][..])
        }
    });
    quote!([#(#parts),*].concat())
}

/// A list of numbers; `isize`, so that an empty one has a type.
fn numbers(list: &[usize]) -> TokenStream {
    if list.is_empty() {
        return quote!([0isize; 0]);
    }
    let list = list.iter().map(|n| Literal::usize_unsuffixed(*n));
    quote!([#(#list),*])
}
