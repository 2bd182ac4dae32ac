//! `einsum!("b h i d, b h j d -> b h i j", q, k)`: permutations, diagonals, sums and contractions. Products go by least work: in a body by
//! the numbers of their axes, elsewhere by lengths.

mod ellipsis;
mod order;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, LitStr, Token};

use crate::error;
use crate::names;
use ellipsis::{REST, Rest, axes_of, labels_of};
use order::{Tree, order};

/// The macro's input.
pub(crate) struct Einsum {
    text: LitStr,
    operands: Vec<Expr>,
    /// The labels of each operand, and of the result, as numbers in the order in which they are met; an ellipsis is [`REST`].
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
        let Some((ins, out)) = value.split_once("->") else {
            return Err(error::einsum(&text, "the axes of the result stand behind `->`; write them"));
        };
        let terms: Vec<&str> = ins.split(',').chain([out]).map(str::trim).collect();
        let words = terms.iter().any(|term| term.contains(char::is_whitespace));
        let mut names: Vec<String> = Vec::new();
        let mut lists = Vec::new();
        for term in terms {
            let mut labels: Vec<String> = Vec::new();
            for (i, part) in term.split("...").enumerate() {
                if i > 0 {
                    labels.push("...".to_owned());
                }
                if words {
                    labels.extend(part.split_whitespace().map(str::to_owned));
                } else {
                    labels.extend(part.chars().map(String::from));
                }
            }
            if labels.iter().filter(|l| *l == "...").count() > 1 {
                return Err(error::einsum(&text, "an operand has one ellipsis at most; name the other axes"));
            }
            let is_name = |label: &String| {
                let rest = label.strip_prefix(|c: char| c.is_alphabetic() || c == '_');
                rest.is_some_and(|rest| rest.chars().all(|c| c.is_alphanumeric() || c == '_'))
            };
            if let Some(bad) = labels.iter().find(|l| *l != "..." && !is_name(l)) {
                return Err(error::einsum(&text, &format!("`{bad}` is no name of an axis; write letters")));
            }
            let mut list = Vec::new();
            for label in labels {
                if label == "..." {
                    list.push(REST);
                    continue;
                }
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
        let rest = self.ins.iter().any(|list| list.contains(&REST));
        if rest != self.out.contains(&REST) {
            let message = "the axes of an ellipsis are axes of the result; write `...` on both sides";
            return Err(error::einsum(&self.text, message));
        }
        for (i, label) in self.out.iter().enumerate().filter(|(_, label)| **label != REST) {
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

    /// The operands, each without what no other and no result has.
    fn singles(
        &self,
        operands: &[TokenStream],
        rests: &[Rest],
        call: &dyn Fn(&str, TokenStream) -> TokenStream,
    ) -> Vec<Labelled> {
        let one = |(i, ((x, rest), labels)): (usize, ((&TokenStream, &Rest), &Vec<usize>))| {
            let others = self.ins.iter().enumerate().filter(|(k, _)| *k != i).flat_map(|(_, l)| l);
            let kept: Vec<usize> = others.chain(&self.out).copied().collect();
            let (value, labels) = single(quote!((#x)), labels, rest, &kept, call);
            Labelled { value, labels, rest: rest.clone() }
        };
        operands.iter().zip(rests).zip(&self.ins).enumerate().map(one).collect()
    }

    /// The value, by calls of ops: `call` makes one of its name and arguments. `rests` are the labels of the operands' ellipses.
    fn value(
        &self,
        operands: &[TokenStream],
        rests: &[Rest],
        tree: &Tree,
        call: &dyn Fn(&str, TokenStream) -> TokenStream,
    ) -> TokenStream {
        let Labelled { value, labels, rest } = self.product(tree, &self.singles(operands, rests, call), call);
        let order: Vec<usize> =
            self.out.iter().filter_map(|l| labels.iter().position(|own| own == l)).collect();
        // An operand as it is becomes a value of its own.
        let changed = self.ins.len() > 1 || labels.len() < self.ins[0].len();
        if changed && order.iter().enumerate().all(|(i, at)| i == *at) {
            return value;
        }
        let order = axes_of(&labels, &order, &rest);
        call("permute", quote!(&#value, #order))
    }

    fn product(
        &self,
        tree: &Tree,
        singles: &[Labelled],
        call: &dyn Fn(&str, TokenStream) -> TokenStream,
    ) -> Labelled {
        let both = match tree {
            Tree::Operand(i) => return singles[*i].clone(),
            Tree::Product(both) => both,
        };
        let [a, b] = [&both[0], &both[1]].map(|part| self.product(part, singles, call));
        let within = tree.operands();
        let others = self.ins.iter().enumerate().filter(|(i, _)| !within.contains(i)).flat_map(|(_, l)| l);
        let later: Vec<usize> = others.chain(&self.out).copied().collect();
        let mut labels: Vec<usize> = Vec::new();
        // In the order of the result, where that is all there is.
        let ordered = self.out.iter().chain(&a.labels).chain(&b.labels);
        for label in ordered.filter(|l| a.labels.contains(l) || b.labels.contains(l)) {
            if later.contains(label) && !labels.contains(label) {
                labels.push(*label);
            }
        }
        let rest = a.rest.or(&b.rest);
        let (xs, ys, out) =
            (labels_of(&a.labels, &a.rest), labels_of(&b.labels, &b.rest), labels_of(&labels, &rest));
        let (x, y) = (&a.value, &b.value);
        Labelled { value: call("contract", quote!(&#x, &#y, #xs, #ys, #out)), labels, rest }
    }

    /// The labels of each ellipsis, and statements that find them for operands with these names. Where several operands have one, axes
    /// of one element leave those whose axes others repeat: `squeeze` makes an operand without these axes.
    fn rests(
        &self,
        operands: &[TokenStream],
        rt: &TokenStream,
        squeeze: &dyn Fn(&TokenStream, TokenStream) -> TokenStream,
    ) -> (Vec<Rest>, TokenStream) {
        let rest = |(i, labels): (usize, &Vec<usize>)| {
            if labels.contains(&REST) {
                Rest::of(names::own(format_args!("rest{i}")), rt)
            } else {
                Rest::default()
            }
        };
        let all: Vec<Rest> = self.ins.iter().enumerate().map(rest).collect();
        let with =
            || all.iter().zip(&self.ins).zip(operands).filter_map(|((r, l), x)| Some((r.name()?, l, x)));
        let shapes: Vec<TokenStream> = with()
            .map(|(_, labels, x)| {
                let before = labels.iter().position(|l| *l == REST).unwrap_or_default();
                let named = labels.len() - 1;
                quote!((&#x.shape()[..], #before, #named))
            })
            .collect();
        let says = with().enumerate().map(
            |(k, (name, ..))| quote!(let #name: ::std::vec::Vec<isize> = #rt::ellipsis(&[#(#shapes),*], #k);),
        );
        let mut statements: TokenStream = says.collect();
        if shapes.len() > 1 {
            let drops = with()
                .zip(&shapes)
                .map(|((name, _, x), shape)| squeeze(x, quote!(#rt::repeated(#shape, &#name[..]))));
            statements.extend(drops);
        }
        (all, statements)
    }

    /// Outside of bodies: a `Result`.
    pub(crate) fn eager(&self, library: &TokenStream) -> TokenStream {
        let call = |name: &str, args: TokenStream| {
            let name = Ident::new(name, Span::call_site());
            quote!(#library::ops::#name(#args)?)
        };
        // Operands may be of another `Result`, or leave the function.
        let names: Vec<TokenStream> = (0..self.operands.len())
            .map(|i| names::own(format_args!("operand{i}")).to_token_stream())
            .collect();
        let rt = quote!(#library::__private);
        let (rests, says) =
            self.rests(&names, &rt, &|x, axes| quote!(let #x = &#library::ops::squeeze(#x, #axes)?;));
        let value = if self.ins.len() > 2 {
            self.by_work(&names, &rests, library, &call)
        } else {
            self.value(&names, &rests, &order(&self.ins, &self.out), &call)
        };
        let operands = &self.operands;
        quote! {
            match (#(&(#operands),)*) {
                (#(#names,)*) => #rt::in_einsum((|| -> #library::Result<_> {
                    #says
                    #library::Result::Ok(#value)
                })()),
            }
        }
    }

    /// The value of several operands, which the runtime multiplies in the order of least work.
    fn by_work(
        &self,
        names: &[TokenStream],
        rests: &[Rest],
        library: &TokenStream,
        call: &dyn Fn(&str, TokenStream) -> TokenStream,
    ) -> TokenStream {
        let all = self.singles(names, rests, call).into_iter().map(|Labelled { value, labels, rest }| {
            let labels = labels_of(&labels, &rest);
            quote!(#library::__private::labelled(&#value, #labels))
        });
        let rest = rests.iter().fold(Rest::default(), |all, rest| all.or(rest));
        let out = labels_of(&self.out, &rest);
        quote!(#library::__private::products(::std::vec![#(#all),*], #out)?)
    }

    pub(crate) fn operands(&self) -> &[Expr] {
        &self.operands
    }

    /// In a body: names for the operands, and an expression of the language over them.
    pub(crate) fn in_body(&self) -> syn::Result<(Vec<Ident>, Expr)> {
        let at = self.text.span();
        let call = |name: &str, args: TokenStream| {
            let name = Ident::new(name, at);
            // A variable may have the name of the op.
            quote_spanned!(at=> ops::#name(#args))
        };
        let names: Vec<Ident> =
            (0..self.operands.len()).map(|i| names::own(format_args!("operand{i}"))).collect();
        let operands: Vec<TokenStream> = names.iter().map(ToTokens::to_token_stream).collect();
        let (rests, says) = self.rests(&operands, &names::rt().to_token_stream(), &|x, axes| {
            let squeezed = call("squeeze", quote!(#x, #axes));
            quote!(let #x = &#squeezed;)
        });
        let value = self.value(&operands, &rests, &order(&self.ins, &self.out), &call);
        let value = if says.is_empty() { value } else { quote!({ #says #value }) };
        Ok((names, syn::parse2(value)?))
    }
}

/// A value with a name for each axis.
#[derive(Clone)]
struct Labelled {
    value: TokenStream,
    labels: Vec<usize>,
    rest: Rest,
}

/// An operand with one axis for each label, and none that is not kept.
fn single(
    mut value: TokenStream,
    labels: &[usize],
    rest: &Rest,
    kept: &[usize],
    call: &dyn Fn(&str, TokenStream) -> TokenStream,
) -> (TokenStream, Vec<usize>) {
    let mut labels = labels.to_vec();
    while let Some((i, j)) = twice(&labels) {
        let mut order: Vec<usize> = (0..labels.len()).filter(|k| *k != i && *k != j).collect();
        let mut left: Vec<usize> = order.iter().map(|k| labels[*k]).collect();
        left.push(labels[i]);
        order.extend([i, j]);
        let order = axes_of(&labels, &order, rest);
        let moved = call("permute", quote!(&#value, #order));
        value = call("main_diagonal", quote!(&#moved));
        labels = left;
    }
    let summed: Vec<usize> = (0..labels.len()).filter(|k| !kept.contains(&labels[*k])).collect();
    if !summed.is_empty() {
        let axes = axes_of(&labels, &summed, rest);
        value = call("sum", quote!(&#value, #axes, false));
        labels.retain(|label| kept.contains(label));
    }
    (value, labels)
}

/// The places of a label that stands twice.
fn twice(labels: &[usize]) -> Option<(usize, usize)> {
    (0..labels.len()).find_map(|j| labels[..j].iter().position(|l| *l == labels[j]).map(|i| (i, j)))
}
