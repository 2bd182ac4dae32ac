//! Fields, entries and what patterns bind of values of any form, and of their tangents.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::Printer;
use crate::ir::{Node, Op, Part, Ty};
use crate::names;

impl Printer<'_> {
    /// [`Self::is_lent`] of a node that is a part.
    fn is_lent_part(&self, node: &Node) -> bool {
        let of = node.args[0];
        self.is_lent(of) || matches!(self.graph.node(of).op, Op::Input(_)) && !self.is_owned(of)
    }

    /// `None`: it is another part.
    pub(super) fn field_part(&self, node: &Node, part: &Part, local: &Ident) -> Option<TokenStream> {
        let whole = self.local(node.args[0]);
        if let Part::FieldTangent(name) | Part::FieldForm(name) | Part::BoundTangent(name) = part {
            self.cx.kernels.field(name);
        }
        Some(match part {
            Part::Field(name) => {
                let member = member(name);
                let lend = quote!(&#whole.#member);
                if self.is_lent_part(node) {
                    quote!(let #local = #lend;)
                } else {
                    quote!(let #local = __rt::clone(#lend);)
                }
            }
            Part::FieldTangent(name) => {
                let take = names::accessor("take", name);
                quote!(let #local = #whole.#take();)
            }
            Part::Bound(_) => {
                let name = self.local(node.args[1]);
                quote!(let #local = #name;)
            }
            Part::BoundTangent(name) => {
                let take = names::accessor("take", name);
                quote!(let #local = #whole.#take()?;)
            }
            Part::FieldForm(name) => {
                // Of the form of what is inside, or of the value itself.
                let of_value = self.graph.node(node.args[0]).ty == Ty::Other;
                let form = names::accessor(if of_value { "form_of" } else { "form" }, name);
                quote!(let #local = #whole.#form();)
            }
            Part::Item => {
                let at = self.by_value(node.args[1]);
                let lend = quote!(__rt::calls::item(&#whole[..], #at)?);
                if self.is_lent_part(node) {
                    quote!(let #local = #lend;)
                } else {
                    quote!(let #local = __rt::clone(#lend);)
                }
            }
            Part::ItemTangent => {
                let (list, at) = (self.by_ref(node.args[0]), self.by_value(node.args[1]));
                quote!(let #local = __rt::calls::Items::take(#list, #at)?;)
            }
            Part::Back => {
                let (g, form) = (self.by_value(node.args[0]), self.local(node.args[1]));
                quote!(let #local = __rt::calls::Back::back(&#form, #g);)
            }
            _ => return None,
        })
    }
}

/// A field by its name, or by its number.
fn member(name: &str) -> syn::Member {
    match name.parse::<u32>() {
        Ok(index) => syn::Member::Unnamed(syn::Index { index, span: Span::call_site() }),
        Err(_) => syn::Member::Named(names::user(name)),
    }
}
