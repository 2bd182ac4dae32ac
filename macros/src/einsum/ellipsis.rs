//! Axes and labels of operands with an ellipsis: lists that are made where the number of its axes is known, at run time.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The ellipsis among labels.
pub(super) const REST: usize = usize::MAX;

/// The labels of ellipses: those that any of these lists has.
#[derive(Clone, Default)]
pub(super) struct Rest {
    lists: Vec<Ident>,
    rt: TokenStream,
}

impl Rest {
    /// The list of this name, in a text where the runtime is `rt`.
    pub(super) fn of(name: Ident, rt: &TokenStream) -> Self {
        Self { lists: vec![name], rt: rt.clone() }
    }

    /// The name, of an operand.
    pub(super) fn name(&self) -> Option<&Ident> {
        self.lists.first()
    }

    /// That of the product of two operands.
    pub(super) fn or(&self, other: &Self) -> Self {
        let lists: Vec<Ident> = self.lists.iter().chain(&other.lists).cloned().collect();
        Self { lists, rt: if self.lists.is_empty() { other.rt.clone() } else { self.rt.clone() } }
    }

    fn labels(&self) -> TokenStream {
        let (lists, rt) = (&self.lists, &self.rt);
        match &lists[..] {
            [one] => quote!(&#one[..]),
            lists => quote!(&#rt::ellipses(&[#(&#lists[..]),*])[..]),
        }
    }
}

/// Labels as the runtime takes them.
pub(super) fn labels_of(labels: &[usize], rest: &Rest) -> TokenStream {
    let Some(at) = labels.iter().position(|l| *l == REST) else { return numbers(labels) };
    let (before, behind, rest) = (numbers(&labels[..at]), numbers(&labels[at + 1..]), rest.labels());
    quote!([&#before[..], #rest, &#behind[..]].concat())
}

/// The axes of the labels at `places`, of which that of an ellipsis are as many as it has. Axes behind it count from the end.
pub(super) fn axes_of(labels: &[usize], places: &[usize], rest: &Rest) -> TokenStream {
    let Some(at) = labels.iter().position(|l| *l == REST) else { return numbers(places) };
    let count = rest.labels();
    let parts = places.iter().map(|&place| match place {
        p if p < at => {
            let p = Literal::isize_suffixed(p as isize);
            quote!(&[#p][..])
        }
        p if p == at => {
            let at = Literal::isize_suffixed(at as isize);
            quote!(&(#at..#at + (#count).len() as isize).collect::<Vec<isize>>()[..])
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
