//! Fields, entries and what patterns bind of values of any form, and of their tangents.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::{Printer, elem_type};
use crate::ir::{Made, Make, Node, Part, Ty, Value};
use crate::names::{self, own};

impl Printer<'_> {
    /// `None`: it is another part.
    pub(super) fn field_part(
        &self,
        at: usize,
        node: &Node,
        part: &Part,
        local: &Ident,
    ) -> Option<TokenStream> {
        let whole = self.local(node.args[0]);
        let accessor = |what: &'static str, name: &str| self.cx.kernels.accessor(what, name, node.span);
        Some(match part {
            Part::Field(name) => {
                let member = member(name, node.span);
                self.lend(node, local, &quote!(&#whole.#member))
            }
            Part::FieldTangent(name) => {
                let of = accessor("of", name);
                self.lend(node, local, &quote!(#whole.#of()))
            }
            Part::Bound(_) => {
                let name = self.local(node.args[1]);
                quote!(let #local = #name;)
            }
            Part::BoundTangent(name) => {
                let of = accessor("of", name);
                self.lend(node, local, &quote!(#whole.#of()?))
            }
            Part::FieldForm(name) => {
                // Of the form of what is inside, or of the value itself.
                if self.graph.node(node.args[0]).ty == Ty::Other {
                    let asked = self.asked(node.args[0], std::slice::from_ref(name));
                    quote!(let #local = #asked.__form();)
                } else {
                    let form = accessor("form", name);
                    quote!(let #local = #whole.#form();)
                }
            }
            Part::FormBut(fields, brought) => {
                let asked = self.asked(node.args[0], fields);
                quote!(let #local = #asked.__form_but(&[#(#brought),*]);)
            }
            Part::SlotForm(path, fields) => {
                let (slots, asked) = (own("slots"), self.asked(node.args[1], fields));
                let slot = super::placed(Self::slot(path, &slots.to_token_stream()), node.span);
                quote!(let #local = __rt::calls::slot_form(&#whole, |#slots| #slot, || #asked.__form());)
            }
            Part::Item => {
                let at = self.by_value(node.args[1]);
                self.lend(node, local, &quote!(__rt::calls::item(&#whole[..], #at)?))
            }
            Part::ItemTangent => {
                let (list, at) = (self.by_ref(node.args[0]), self.by_value(node.args[1]));
                self.lend(node, local, &quote!(__rt::calls::Items::entry(#list, #at)?))
            }
            Part::Last => {
                let list = self.by_ref(node.args[0]);
                quote!(let #local = __rt::calls::Pushed::last(#list)?;)
            }
            Part::Front => {
                let list = self.taken(at, node.args[0]);
                quote!(let #local = __rt::calls::Pushed::front(#list);)
            }
            Part::Cleared => {
                let [form, i] = [1, 2].map(|i| self.by_value(node.args[i]));
                let list = self.taken(at, node.args[0]);
                quote!(let #local = __rt::calls::Cleared::cleared(#list, &#form, #i)?;)
            }
            Part::Entry(i) => {
                let i = Literal::usize_unsuffixed(*i as usize);
                let of_form = self.graph.node(node.args[0]).ty == Ty::Host;
                let whole = if of_form { self.host_ref(node.args[0]) } else { self.by_ref(node.args[0]) };
                quote!(let #local = __rt::calls::Part::<#i>::part(#whole);)
            }
            Part::Without(name) => {
                let (whole, of) = (self.by_value(node.args[0]), self.local(node.args[1]));
                let [set, form] = ["set", "form"].map(|what| accessor(what, name));
                quote!(let mut #local = #whole; #local.#set(__rt::Form::zeros(&#of.#form())?);)
            }
            Part::Received => {
                let part = self.by_value(node.args[0]);
                self.received(&part, node, local)
            }
            Part::OfItem => {
                let (x, i) = (self.by_ref(node.args[0]), self.by_value(node.args[1]));
                let of = self.graph.is_list(node.args[0]).then(|| quote!(lists::));
                quote!(let #local = __rt::#of item_at(#x, #i)?;)
            }
            Part::Stacked => {
                let items = self.by_value(node.args[0]);
                quote!(let #local = __rt::stacked(#items)?;)
            }
            Part::Spread | Part::Summed => {
                let (x, n) = (self.by_ref(node.args[0]), self.by_value(node.args[1]));
                let of = self.graph.is_list(node.args[0]).then(|| quote!(lists::));
                if part == &Part::Spread {
                    quote!(let #local = __rt::#of spread(#x, #n)?;)
                } else {
                    quote!(let #local = __rt::#of summed(#x)?;)
                }
            }
            Part::Back => {
                let (g, form) = (self.by_value(node.args[0]), self.host_ref(node.args[1]));
                super::placed(quote!(let #local = __rt::calls::Back::back(#form, #g);), node.span)
            }
            _ => return None,
        })
    }
}

impl Printer<'_> {
    /// A part, of which there is a reference: the local is one where it can be.
    fn lend(&self, node: &Node, local: &Ident, part: &TokenStream) -> TokenStream {
        if self.is_lent_node(node) {
            quote!(let #local = #part;)
        } else {
            quote!(let #local = __rt::clone(#part);)
        }
    }

    /// A value, or a field of it as far as it moves, to be asked of its form.
    fn asked(&self, v: Value, fields: &[String]) -> TokenStream {
        if fields.is_empty() {
            let x = self.by_ref(v);
            return quote!((&__rt::calls::Asked(#x)));
        }
        let whole = self.local(v);
        let of = fields.iter().map(|name| self.cx.kernels.accessor("of", name, Span::call_site()));
        quote!((&__rt::calls::Asked(#whole #(.#of())*)))
    }

    /// The way to a slot.
    pub(super) fn slot(path: &[u32], slots: &TokenStream) -> TokenStream {
        let (first, rest) = path.split_first().expect("a slot has a parameter");
        let first = Literal::u32_unsuffixed(*first);
        rest.iter().fold(quote!(#slots.#first), |slot, i| {
            let i = Literal::usize_unsuffixed(*i as usize);
            quote!(__rt::calls::Part::<#i>::part(&#slot))
        })
    }

    /// Whatever stands for a cotangent, as one of the type of the node.
    pub(super) fn received(&self, slot: &TokenStream, node: &Node, local: &Ident) -> TokenStream {
        let form = || self.by_value(node.args[1]);
        match &node.ty {
            Ty::Tensor(t) => {
                let form = form();
                let (elem, device) = (elem_type(&t.elem), self.device());
                quote!(let #local = __rt::calls::slot::<#elem>(#slot, #form, #device)?;)
            }
            Ty::List(t) => {
                let form = form();
                let (elem, device) = (elem_type(&t.elem), self.device());
                quote!(let #local = __rt::calls::list_slot::<#elem>(#slot, #form, #device)?;)
            }
            _ => {
                let form = self.host_ref(node.args[1]);
                quote!(let #local = __rt::calls::form_slot(#slot, #form)?;)
            }
        }
    }

    /// Types are compared by rustc, so what it finds is placed where the value is made.
    pub(super) fn make(&self, at: usize, node: &Node, make: &Make, local: &Ident) -> TokenStream {
        let span = node.span;
        let values: Vec<TokenStream> = node
            .args
            .iter()
            .enumerate()
            .map(|(i, &v)| {
                let again = node.args[i + 1..].contains(&v);
                let value = if again || self.graph.is_list(v) { self.by_value(v) } else { self.taken(at, v) };
                if make.loose.contains(&i) { quote!(__rt::calls::fit(#value)?) } else { value }
            })
            .collect();
        let (parts, rest) = values.split_at(make.parts.len());
        let members: Vec<_> = make.parts.iter().map(|(member, _)| member).collect();
        match &make.what {
            Made::Struct(path) => {
                let rest = make.rest.then(|| quote!(..#(#rest)*));
                let value = quote_spanned!(span=> #path { #(#members: #parts,)* #rest });
                let made = self.cx.kernels.made(path, &value, span);
                quote_spanned!(span=> let #local = #made;)
            }
            Made::Call(path) => {
                let made = self.cx.kernels.made(path, &quote_spanned!(span=> #path(#(#parts),*)), span);
                quote_spanned!(span=> let #local = #made;)
            }
            Made::Tuple => quote!(let #local = (#(#parts,)*);),
            Made::Array => quote!(let #local = [#(#parts),*];),
            Made::List => {
                quote_spanned!(span=> let #local = ::core::convert::Into::into([#(#parts),*]);)
            }
            Made::Copy => {
                let sets = quote_spanned!(span=> #(#local.#members = #parts;)*);
                quote!(let mut #local = #(#rest)*; #sets)
            }
            Made::Pushed => {
                let push = quote_spanned!(span=> #(__rt::calls::push(&mut #local, #parts);)*);
                quote!(let mut #local = #(#rest)*; #push)
            }
            Made::Placed => {
                let [item, at, list] = &values[..] else { unreachable!("a list, an entry and its place") };
                quote_spanned!(span=> let mut #local = #list; __rt::calls::place(&mut #local, #at, #item)?;)
            }
            Made::Fitted => {
                let (value, like) = (&values[0], self.by_ref(node.args[1]));
                super::placed(quote!(let #local = __rt::calls::fit_like(#like, #value)?;), span)
            }
            Made::Changed => {
                let changed = values.first();
                quote!(let #local = #changed;)
            }
            Made::Same => quote!(let #local = #(#rest)*;),
        }
    }
}

/// A field by its name, or by its number.
fn member(name: &str, at: Span) -> syn::Member {
    let at = Span::call_site().located_at(at);
    if let Ok(index) = name.parse::<u32>() {
        return syn::Member::Unnamed(syn::Index { index, span: at });
    }
    let mut name = names::user(name);
    name.set_span(at);
    syn::Member::Named(name)
}
