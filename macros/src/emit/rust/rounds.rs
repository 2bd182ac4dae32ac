//! Loops, and their rounds in reverse.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::branch::{self, inputs};
use super::{Body, Printer};
use crate::fuse::Program;
use crate::ir::{Drive, Loop, Node, Rewind, Ty, Value};
use crate::names::own;

impl Printer<'_> {
    /// [`Self::taken`] where several arguments may be one value.
    fn taken_of(&self, at: usize, v: Value, all: &[Value]) -> TokenStream {
        if all.iter().filter(|&&a| a == v).count() > 1 { self.by_value(v) } else { self.taken(at, v) }
    }

    pub(super) fn rounds(&self, v: Value, node: &Node, held: &Loop, local: &Ident) -> TokenStream {
        let args = &node.args[held.lead()..];
        let names = inputs(args.len());
        let (carried, still) = names.split_at(held.carried);
        // What is read in every round cannot be moved into the first.
        let begun: Vec<TokenStream> = args[..held.carried].iter().map(|&a| self.by_value(a)).collect();
        let given = self.given(&args[held.carried..]);
        let bound = |more: TokenStream, values: TokenStream| quote!(let (#more #(mut #carried,)* #(#still,)*) = (#values #(#begun,)* #given););
        let mut owned = vec![true; held.carried];
        owned.resize(args.len(), false);
        let Body { statements, outputs, .. } =
            self.region(v, 0, &self.program.regions[&v][0], &names, &owned);
        let (next, rest) = outputs.split_at(held.carried);
        let (stop, kept) = rest.split_at(usize::from(held.exits));
        let all = own("kept");
        let made = held.keeps.then(|| quote!(let mut #all = __rt::Vec::new();));
        let keep = held.keeps.then(|| quote!(#all.push(__round);));
        let from = held.carried + usize::from(held.exits);
        let round = branch::kept(&self.program.regions[&v][0], from, kept);
        let stopped = stop.first().map(|_| {
            quote!(if __stop {
                break;
            })
        });
        let stop = stop.first().map_or(quote!(()), Clone::clone);
        let body = quote! {
            #statements
            let (__next, __stop, __round) = ((#(#next,)*), #stop, #round);
            #keep
            (#(#carried,)*) = __next;
            #stopped
        };
        let rounds = match &held.drive {
            Drive::For { pattern, items, binds } => {
                let values = node.args[..held.lead()].iter().map(|&a| self.by_value(a));
                let bound = bound(quote!(#(#binds,)*), quote!(#(#values,)*));
                quote!(#bound #made for #pattern in #items { #body })
            }
            Drive::While(head) => {
                let program = Program::new(head.graph.clone());
                let refs = self.peeked(&args[..held.carried], &names);
                let title_region = self.region(v, 1, &program, &names, &[]);
                let Body { statements: head, outputs: more, .. } = title_region;
                let more = &more[0];
                let bound = bound(quote!(), quote!());
                quote!(#bound #made while { #refs #head #more } { #body })
            }
            Drive::Loop => {
                let bound = bound(quote!(), quote!());
                quote!(#bound #made loop { #body })
            }
        };
        let kept = held.keeps.then(|| quote!(#all,));
        quote!(let #local = { #rounds (#(#carried,)* #kept) };)
    }

    /// Carried values by reference, under their own names: host values as they are.
    fn peeked(&self, carried: &[Value], names: &[Ident]) -> TokenStream {
        let of = &names[..carried.len()];
        let is_host = |v: Value| self.graph.node(v).ty == Ty::Host;
        let values = carried
            .iter()
            .zip(of)
            .map(|(&v, name)| if is_host(v) { quote!(__rt::clone(&#name)) } else { quote!(&#name) });
        quote!(let (#(#of,)*) = (#(#values,)*);)
    }

    pub(super) fn rewind(
        &self,
        at: usize,
        v: Value,
        node: &Node,
        rewind: &Rewind,
        local: &Ident,
    ) -> TokenStream {
        let kept: Vec<Ident> = (0..rewind.kept).map(|k| own(format_args!("kept{k}"))).collect();
        let names = inputs(node.args.len() - 1);
        let (carried, still) = names.split_at(rewind.carried);
        let (begun, fixed) = node.args[1..].split_at(rewind.carried);
        let begun = begun.iter().map(|&v| self.taken_of(at, v, &node.args));
        let given = self.given(fixed);
        let stack = self.taken_of(at, node.args[0], &node.args);
        let all: Vec<Ident> = kept.iter().chain(&names).cloned().collect();
        let mut owned = vec![true; kept.len() + carried.len()];
        owned.resize(all.len(), false);
        let Body { statements, outputs, .. } = self.region(v, 0, &self.program.regions[&v][0], &all, &owned);
        quote! {
            let #local = {
                let (mut __stack, #(mut #carried,)* #(#still,)*) = (#stack, #(#begun,)* #given);
                while let ::core::option::Option::Some(__rt::calls::Kept { values: (#(#kept,)*), .. }) = __stack.pop() {
                    #statements
                    (#(#carried,)*) = (#(#outputs,)*);
                }
                (#(#carried,)*)
            };
        }
    }
}
