//! `einsum!("b h i d, b h j d -> b h i j", q, k)`: permutations, diagonals, sums and contractions, from left to right.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, LitStr, Token};

use crate::error;
use crate::names;

/// The macro's input.
pub(crate) struct Einsum {
    text: LitStr,
    operands: Vec<Expr>,
    /// The labels of each operand, and of the result, as numbers in the order in which they are met.
    ins: Vec<Vec<usize>>,
    out: Vec<usize>,
}

impl Parse for Einsum {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let text: LitStr = input.parse()?;
        let mut operands = Vec::new();
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
            operands.extend(Punctuated::<Expr, Token![,]>::parse_terminated(input)?);
        }
        let value = text.value();
        if value.contains("..") {
            return Err(error::einsum(&text, "an ellipsis has no number of axes here; name the axes"));
        }
        let Some((ins, out)) = value.split_once("->") else {
            return Err(error::einsum(&text, "the axes of the result stand behind `->`; write them"));
        };
        let terms: Vec<&str> = ins.split(',').chain([out]).map(str::trim).collect();
        let words = terms.iter().any(|term| term.contains(char::is_whitespace));
        let mut names: Vec<String> = Vec::new();
        let mut lists = Vec::new();
        for term in terms {
            let labels: Vec<String> = if words {
                term.split_whitespace().map(str::to_owned).collect()
            } else {
                term.chars().map(String::from).collect()
            };
            let is_name = |label: &String| {
                let rest = label.strip_prefix(|c: char| c.is_alphabetic() || c == '_');
                rest.is_some_and(|rest| rest.chars().all(|c| c.is_alphanumeric() || c == '_'))
            };
            if let Some(bad) = labels.iter().find(|l| !is_name(l)) {
                return Err(error::einsum(&text, &format!("`{bad}` is no name of an axis; write letters")));
            }
            let mut list = Vec::new();
            for label in labels {
                list.push(names.iter().position(|n| *n == label).unwrap_or_else(|| {
                    names.push(label);
                    names.len() - 1
                }));
            }
            lists.push(list);
        }
        let out = lists.pop().unwrap_or_default();
        let made = Self { text, operands, ins: lists, out };
        made.check(&names)?;
        Ok(made)
    }
}

impl Einsum {
    fn check(&self, labels: &[String]) -> syn::Result<()> {
        let (wanted, given) = (self.ins.len(), self.operands.len());
        if wanted != given {
            let message = format!("the text has {wanted} operands, and {given} are given; write as many");
            return Err(error::einsum(&self.text, &message));
        }
        for (i, label) in self.out.iter().enumerate() {
            let name = &labels[*label];
            if self.out[..i].contains(label) {
                let message = format!("`{name}` stands twice in the result; name each axis once");
                return Err(error::einsum(&self.text, &message));
            }
            if !self.ins.iter().any(|list| list.contains(label)) {
                let message = format!("`{name}` of the result is of no operand; name an axis of one");
                return Err(error::einsum(&self.text, &message));
            }
        }
        Ok(())
    }

    /// The value, by calls of ops: `call` makes one of its name and arguments.
    fn value(
        &self,
        operands: &[TokenStream],
        call: &dyn Fn(&str, TokenStream) -> TokenStream,
    ) -> TokenStream {
        let mut all = operands.iter().zip(&self.ins).enumerate().map(|(i, (x, labels))| {
            // What no other operand and no result has is summed first.
            let others = self.ins.iter().enumerate().filter(|(k, _)| *k != i).flat_map(|(_, l)| l);
            let kept: Vec<usize> = others.chain(&self.out).copied().collect();
            single(quote!((#x)), labels, &kept, call)
        });
        let (mut value, mut labels) = all.next().expect("an operand, as `check` has seen");
        for (i, (x, more)) in all.enumerate() {
            let later: Vec<usize> = self.ins[i + 2..].iter().flatten().chain(&self.out).copied().collect();
            let mut next: Vec<usize> = Vec::new();
            // In the order of the result, where that is all there is.
            let ordered = self.out.iter().chain(&labels).chain(&more);
            for label in ordered.filter(|l| labels.contains(l) || more.contains(l)) {
                if later.contains(label) && !next.contains(label) {
                    next.push(*label);
                }
            }
            let (xs, ys, out) = (numbers(&labels), numbers(&more), numbers(&next));
            value = call("contract", quote!(&#value, &#x, #xs, #ys, #out));
            labels = next;
        }
        let order: Vec<usize> =
            self.out.iter().filter_map(|l| labels.iter().position(|own| own == l)).collect();
        // An operand as it is becomes a value of its own.
        let changed = self.ins.len() > 1 || labels.len() < self.ins[0].len();
        if changed && order.iter().enumerate().all(|(i, at)| i == *at) {
            return value;
        }
        let order = numbers(&order);
        call("permute", quote!(&#value, #order))
    }

    /// Outside of bodies: a `Result`.
    pub(crate) fn eager(&self, library: &TokenStream) -> TokenStream {
        let call = |name: &str, args: TokenStream| {
            let name = syn::Ident::new(name, Span::call_site());
            quote!(#library::ops::#name(#args)?)
        };
        // Operands may be of another `Result`, or leave the function.
        let names: Vec<TokenStream> = (0..self.operands.len())
            .map(|i| names::own(format_args!("operand{i}")).to_token_stream())
            .collect();
        let (value, operands) = (self.value(&names, &call), &self.operands);
        quote! {
            match (#(&(#operands),)*) {
                (#(#names,)*) => (|| -> #library::Result<_> { #library::Result::Ok(#value) })(),
            }
        }
    }

    /// In a body: an expression of the language.
    pub(crate) fn in_body(&self) -> syn::Result<Expr> {
        let at = self.text.span();
        let call = |name: &str, args: TokenStream| {
            let name = syn::Ident::new(name, at);
            // A variable may have the name of the op.
            quote_spanned!(at=> ops::#name(#args))
        };
        let operands: Vec<TokenStream> = self.operands.iter().map(ToTokens::to_token_stream).collect();
        syn::parse2(self.value(&operands, &call))
    }
}

/// An operand with one axis for each label, and none that is not kept.
fn single(
    mut value: TokenStream,
    labels: &[usize],
    kept: &[usize],
    call: &dyn Fn(&str, TokenStream) -> TokenStream,
) -> (TokenStream, Vec<usize>) {
    let mut labels = labels.to_vec();
    while let Some((i, j)) = twice(&labels) {
        let mut order: Vec<usize> = (0..labels.len()).filter(|k| *k != i && *k != j).collect();
        let mut left: Vec<usize> = order.iter().map(|k| labels[*k]).collect();
        left.push(labels[i]);
        order.extend([i, j]);
        let order = numbers(&order);
        let moved = call("permute", quote!(&#value, #order));
        value = call("main_diagonal", quote!(&#moved));
        labels = left;
    }
    let summed: Vec<usize> = (0..labels.len()).filter(|k| !kept.contains(&labels[*k])).collect();
    if !summed.is_empty() {
        let axes = numbers(&summed);
        value = call("sum", quote!(&#value, #axes, false));
        labels.retain(|label| kept.contains(label));
    }
    (value, labels)
}

/// The places of a label that stands twice.
fn twice(labels: &[usize]) -> Option<(usize, usize)> {
    (0..labels.len()).find_map(|j| labels[..j].iter().position(|l| *l == labels[j]).map(|i| (i, j)))
}

/// A list of numbers; `isize`, so that an empty one has a type.
fn numbers(list: &[usize]) -> TokenStream {
    if list.is_empty() {
        return quote!([0isize; 0]);
    }
    let list = list.iter().map(|n| proc_macro2::Literal::usize_unsuffixed(*n));
    quote!([#(#list),*])
}
