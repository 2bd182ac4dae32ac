//! Loops, and their rounds in reverse.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

use super::branch::{self, Given, inputs};
use super::wanted::first_round;
use super::{Body, Printer, host, once};
use crate::fuse::Program;
use crate::ir::{Drive, HostExpr, Loop, Node, Region, Replay, Rewind, Runs, Schedule, Ty, Value};
use crate::names::{self, own};

impl Printer<'_> {
    /// [`Self::taken`] where several arguments may be one value.
    pub(super) fn taken_of(&self, at: usize, v: Value, all: &[Value]) -> TokenStream {
        if all.iter().filter(|&&a| a == v).count() > 1 { self.by_value(v) } else { self.taken(at, v) }
    }

    pub(super) fn rounds(&self, at: usize, v: Value, node: &Node, held: &Loop, local: &Ident) -> TokenStream {
        let args = &node.args[held.lead()..];
        let names = inputs(args.len());
        let (carried, still) = names.split_at(held.carried);
        // What is read in every round cannot be moved into the first.
        let moved = self.moved(at, node);
        let begin = |&v: &Value| {
            if moved.contains(&v) { self.local(v).into_token_stream() } else { self.by_value(v) }
        };
        let begun: Vec<TokenStream> = args[..held.carried].iter().map(begin).collect();
        let Given { values: given, hosts: fixed, .. } = self.given(&args[held.carried..], &[]);
        let mut hosts = of_rounds(held, &fixed);
        let bound = |more: TokenStream, values: TokenStream| quote!(let (#more #(mut #carried,)* #(#still,)*) = (#values #(#begun,)* #given););
        let mut owned = vec![true; held.carried];
        owned.resize(args.len(), false);
        let Body { statements, outputs, .. } =
            self.region(v, 0, &self.program.regions[&v][0], &names, (&owned, &hosts), [&[]; 2]);
        let (next, rest) = outputs.split_at(held.carried);
        let (stop, kept) = rest.split_at(usize::from(held.exits));
        let all = own("kept");
        let made = |expected: &TokenStream| match held.schedule {
            _ if !held.keeps => quote!(),
            None => quote!(let mut #all = __rt::Vec::new();),
            Some(schedule) => {
                let schedule = self.schedule(schedule, node);
                quote!(let mut #all = __rt::rounds::Rounds::new(#schedule, #expected);)
            }
        };
        let scheduled = held.keeps && held.schedule.is_some();
        let begun_with = || state(&held.body, carried);
        let begin = scheduled.then(begun_with).map(|state| quote!(#all.begin(|| #state);));
        let keeps = if scheduled { quote!(note) } else { quote!(push) };
        let keep = held.keeps.then(|| quote!(#all.#keeps(__round);));
        let from = held.carried + usize::from(held.exits);
        let round = branch::kept(&self.program.regions[&v][0], from, kept);
        // All are read before any is changed.
        let mut end = quote!((#(#carried,)*) = (#(#next,)*););
        if held.keeps || held.exits {
            let (mut names, mut values) = (quote!(__next,), quote!((#(#next,)*),));
            if let Some(stop) = stop.first() {
                names.extend(quote!(__stop,));
                values.extend(quote!(#stop,));
            }
            if held.keeps {
                names.extend(quote!(__round,));
                values.extend(quote!(#round,));
            }
            let stopped = held.exits.then(|| {
                quote!(if __stop {
                    break;
                })
            });
            end = quote!(let (#names) = (#values); #keep (#(#carried,)*) = __next; #stopped);
        }
        let body = quote!(#begin #statements #end);
        let rounds = match &held.drive {
            Drive::For { pattern, items, binds, runs } => {
                let items = match syn::parse2(items.clone()) {
                    Ok(e) if *runs == Runs::Once => once_on_the_way(&e),
                    _ => items.clone(),
                };
                let driven = &node.args[held.counts()..held.lead()];
                let (values, items) = self.worked_on(at, node, driven, (binds, &items));
                let (bound, items) = (bound(quote!(#(#binds,)*), quote!(#(#values,)*)), &items);
                let items = if HostExpr::is_placed(items) {
                    let (site, place) = (HostExpr::site(), self.site(node));
                    quote!({ let #site = #place; #items })
                } else {
                    items.clone()
                };
                if scheduled {
                    let made = made(&quote!(__rt::rounds::expected(&__items)));
                    quote! {
                        #bound
                        let __items = ::core::iter::IntoIterator::into_iter(#items);
                        #made
                        for #pattern in __items { #body }
                    }
                } else {
                    let made = made(&quote!());
                    quote!(#bound #made for #pattern in #items { #body })
                }
            }
            Drive::While(head) => {
                let program = &Program::new(head.graph.clone());
                let refs = quote!(let (#(#carried,)*) = (#(&#carried,)*););
                let is_host = |v: &Value| self.graph.node(*v).ty == Ty::Host;
                hosts.iter_mut().zip(args).for_each(|(host, v)| host.lent |= is_host(v));
                let head = self.region(v, 1, program, &names, (&[], &hosts), [&[]; 2]);
                let (head, more) = (head.statements, &head.outputs[0]);
                let (bound, made) = (bound(quote!(), quote!()), made(&quote!(__rt::None)));
                quote!(#bound #made while { #refs #head #more } { #body })
            }
            Drive::Loop => {
                let (bound, made) = (bound(quote!(), quote!()), made(&quote!(__rt::None)));
                quote!(#bound #made loop { #body })
            }
        };
        let kept = held.keeps.then(|| quote!(#all,));
        let made = self.parts_of(v, local, Some(held.carried + usize::from(held.keeps)));
        quote!(let #made = { #rounds (#(#carried,)* #kept) };)
    }

    /// The schedule of the attribute, with the number that was looked at in front of the loop.
    fn schedule(&self, schedule: Schedule, node: &Node) -> TokenStream {
        let count = |name: TokenStream| {
            let count = self.by_value(node.args[0]);
            quote!(__rt::rounds::Schedule::#name(#count))
        };
        match schedule {
            Schedule::Every => count(quote!(Every)),
            Schedule::Sqrt => quote!(__rt::rounds::Schedule::Sqrt),
            Schedule::Slots => count(quote!(Slots)),
        }
    }

    pub(super) fn rewind(
        &self,
        at: usize,
        v: Value,
        node: &Node,
        rewind: &Rewind,
        local: &Ident,
    ) -> TokenStream {
        let numbered = |stem: &str, count: usize| -> Vec<Ident> {
            (0..count).map(|k| own(format_args!("{stem}{k}"))).collect()
        };
        let kept = numbered("kept", rewind.kept);
        let names = inputs(node.args.len() - 1);
        let (carried, still) = names.split_at(rewind.carried);
        let (begun, fixed) = node.args[1..].split_at(rewind.carried);
        let begun = begun.iter().map(|&v| self.taken_of(at, v, &node.args));
        let of_args = self.given(fixed, &[]);
        let given = &of_args.values;
        let stack = self.taken_of(at, node.args[0], &node.args);
        let fresh = self.fresh(rewind, &node.args);
        // The first inputs are the region's own.
        let region = |index: usize, own: [&[Ident]; 2]| {
            let [a, b] = own;
            // Rounds share what they do not carry.
            let (mut owned, hosts) = of_args.behind(a.len() + b.len());
            owned[a.len() + b.len()..].fill(false);
            let names: Vec<Ident> = [a, b, still].concat();
            self.region(
                v,
                index,
                &self.program.regions[&v][index],
                &names,
                (&owned, &hosts),
                [&fresh, &rewind.counters],
            )
        };
        let Body { statements, outputs, .. } = region(0, [&kept, carried]);
        let made = self.parts_of(v, local, Some(rewind.carried));
        let Some(Replay { state, notes }) = rewind.replay else {
            let first = first_round();
            let asked = names::mentions(&statements, &first.to_string());
            let asked = asked.then(|| quote!(let #first = __stack.is_empty();));
            return quote! {
                let #made = {
                    let (mut __stack, #(mut #carried,)* #(#still,)*) = (#stack, #(#begun,)* #given);
                    while let __rt::Some(__rt::Kept { values: (#(#kept,)*), .. }) = __stack.pop() {
                        #asked
                        #statements
                        (#(#carried,)*) = (#(#outputs,)*);
                    }
                    (#(#carried,)*)
                };
            };
        };
        let (from, told) = (numbered("state", state), numbered("note", notes));
        let Body { statements: ahead, outputs: next, .. } = region(1, [&from, &told]);
        let Body { statements: taped, outputs: of_round, .. } = region(2, [&from, &told]);
        let (last, residuals) = of_round.split_at(state);
        quote! {
            let #made = {
                let (__stack, #(#carried,)* #(#still,)*) = (#stack, #(#begun,)* #given);
                __rt::rounds::rewind(
                    __stack,
                    (#(#carried,)*),
                    |(#(#from,)*), (#(#told,)*)| { #ahead __rt::Ok((#(#next,)*)) },
                    |(#(#from,)*), (#(#told,)*)| { #taped __rt::Ok(((#(#last,)*), (#(#residuals,)*))) },
                    |(#(#kept,)*), (#(#carried,)*)| { #statements __rt::Ok((#(#outputs,)*)) },
                )?
            };
        }
    }
}

/// The knowledge of a round's inputs that are host values, of which `fixed` are the same in each round.
fn of_rounds(held: &Loop, fixed: &[host::Input]) -> Vec<host::Input> {
    let mut hosts = vec![host::Input::default(); held.carried];
    // Without a jump out of it every round is followed by one that reads them again.
    hosts.extend(fixed.iter().map(|h| host::Input { steady: h.steady || !held.exits, ..*h }));
    hosts
}

/// A copy of the state, with its bytes.
fn state(body: &Region, carried: &[Ident]) -> TokenStream {
    let values: Vec<Value> =
        (0..carried.len()).map(|k| body.input(k).expect("regions keep their inputs")).collect();
    let copies: Vec<TokenStream> = carried.iter().map(|name| quote!(__rt::clone(&#name))).collect();
    branch::weighed(&body.graph, &values, &copies)
}

/// The items of a loop, with host code on the way noted: the rest may lend of its value.
fn once_on_the_way(e: &Expr) -> TokenStream {
    let mut e = e.clone();
    let inner = match &mut e {
        Expr::Field(f) => &mut f.base,
        Expr::Paren(p) => &mut p.expr,
        Expr::Reference(r) => &mut r.expr,
        Expr::MethodCall(c) if !matches!(*c.receiver, Expr::Path(_)) => &mut c.receiver,
        Expr::Path(_) | Expr::Lit(_) => return e.into_token_stream(),
        e => return once(Runs::Once, &e.to_token_stream()),
    };
    **inner = Expr::Verbatim(once_on_the_way(inner));
    e.into_token_stream()
}
