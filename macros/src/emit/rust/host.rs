//! The values that host code works on. They may have any size, so they are lent to regions and to text that only looks
//! at them. The last reader gets them moved: a copy in each round of a loop would be time by the square.
//!
//! A lent value is a reference in our text, and the user's text says `(*name)` for it: the same place with the same methods.
//! Only the text of host code is known, not its effect, so code that might move a value gets a copy.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::operand::Operand;
use super::placed::{in_place, unblocked};
use super::{Printer, at_site, once, placed};
use crate::ir::{Call, Graph, HostExpr, Node, Op, Region, Ty, Value};
use crate::names::{self, own};

/// A region's knowledge of an input that is a host value.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Input {
    /// It is a reference.
    pub lent: bool,
    /// Rounds read it that follow each other whatever happens: nothing here moves it, or rustc would have said so.
    pub steady: bool,
}

/// Methods of the standard library that move nothing.
const LOOKS: &[&str] = &[
    "binary_search",
    "chars",
    "chunks",
    "chunks_exact",
    "contains",
    "contains_key",
    "first",
    "get",
    "is_empty",
    "is_err",
    "is_none",
    "is_ok",
    "is_some",
    "iter",
    "keys",
    "len",
    "split_at",
    "starts_with",
    "to_owned",
    "to_vec",
    "values",
    "windows",
];

/// How methods begin that move what they are called on, whatever reads it later.
const MOVES: &[&str] = &["into", "unwrap", "expect"];

impl Printer<'_> {
    /// The statement of host code.
    pub(super) fn host_code(&self, at: usize, v: Value, node: &Node, host: &HostExpr) -> TokenStream {
        let local = self.local(v);
        if let Some(made) = self.field_of(node, host, &local) {
            return made;
        }
        // All at once: a name of the user's may be the local of another bind's value.
        let (values, code) = self.worked_on(at, node, &node.args, (&host.binds, &host.expr));
        let (binds, values, code) = in_place(&host.binds, values, code);
        let binds = match &binds[..] {
            [] => quote!(),
            [name] => quote!(#(let #name = #values;)*),
            names => quote!(let (#(#names),*) = (#(#values),*);),
        };
        let is_empty = binds.is_empty();
        let expr = self.sequences.host(at, once(host.runs, &code));
        let expr = if HostExpr::is_placed(&code) { at_site(expr, &self.site(node)) } else { expr };
        let expr = if is_empty { expr } else { unblocked(&host.binds, expr) };
        // What does not convert is said of the user's text.
        let converts = host.ty.is_some() && host.known.is_none();
        let expr = if converts { placed(expr, node.span) } else { expr };
        // An effect may leave a value too: the variables that a host loop changed.
        let made = self.parts_of(v, &local, None);
        if is_empty { quote!(let #made = #expr;) } else { quote!(let #made = { #binds #expr };) }
    }

    /// The knowledge of a host value that comes in.
    pub(super) fn input(&self, v: Value) -> Input {
        match self.graph.node(v).op {
            Op::Input(n) => self.cx.hosts.get(n as usize).copied().unwrap_or_default(),
            _ => Input::default(),
        }
    }

    /// Host code `text` and what it works on: a value for each name of `binds`, which are the first of `args`.
    pub(super) fn worked_on(
        &self,
        at: usize,
        node: &Node,
        args: &[Value],
        (binds, text): (&[Ident], &TokenStream),
    ) -> (Vec<TokenStream>, TokenStream) {
        let mut lent = Vec::new();
        let values = args.iter().zip(binds).map(|(&v, name)| {
            if self.graph.node(v).ty != Ty::Host {
                return self.lent(v);
            }
            if self.gives_up(at, node, v) {
                return self.local(v).into_token_stream();
            }
            if !self.is_small(v) && looks(text, name, self.input(v).steady) {
                lent.push(name);
                return self.host_ref(v).into_token_stream();
            }
            self.by_value(v)
        });
        let values: Vec<_> = values.collect();
        let text = if lent.is_empty() { text.clone() } else { behind(text.clone(), &lent, false) };
        (values, text)
    }

    /// A host value by reference.
    pub(super) fn host_ref(&self, v: Value) -> Operand {
        if let Some(constant) = self.constant(v) {
            return quote!(&#constant).into();
        }
        let local = self.local(v);
        if self.input(v).lent { Operand::Local(local) } else { Operand::Of(local) }
    }

    /// A number as kernels are given it. What is none is said of the operand.
    pub(super) fn host_number(&self, v: Value, operand: Span) -> TokenStream {
        let host = self.host_ref(v).into_token_stream().into_iter().map(|mut token| {
            // What is lent is a local of the user's in one body and one of ours in another: the sentence is one.
            let span = if let TokenTree::Ident(name) = &token { name.span() } else { Span::mixed_site() };
            token.set_span(span.located_at(operand));
            token
        });
        let host: TokenStream = host.collect();
        quote!(__rt::number(#host))
    }

    /// A number for certain: a copy of it costs nothing.
    fn is_small(&self, v: Value) -> bool {
        let op = &self.graph.node(v).op;
        op.known().is_some() || op.host_type().is_some()
    }

    /// Whether a host value is this body's own, and nothing but `node` reads it from here on, once.
    pub(super) fn gives_up(&self, at: usize, node: &Node, v: Value) -> bool {
        let of = self.graph.node(v);
        of.ty == Ty::Host
            && !matches!(of.op, Op::Const(_) | Op::Scalar)
            && self.constant(v).is_none()
            && self.last_use.get(&v) == Some(&at)
            && node.args.iter().filter(|&&a| a == v).count() == 1
            && self.is_owned(v)
            && !self.is_bound_apart(v)
            && !holds(self.graph, v)
    }

    /// Whether a host value that comes in is this body's own, to be handed on as it is.
    pub(super) fn hands_on(&self, v: Value) -> bool {
        self.is_owned(v) && !holds(self.graph, v)
    }

    /// The binding of one field of a tuple of ours, where the fields are not bound together. Host code makes such a tuple of its value
    /// and of the variables that it changed.
    pub(super) fn field_of(&self, node: &Node, host: &HostExpr, local: &Ident) -> Option<TokenStream> {
        let (i, tuple) = (Literal::u32_unsuffixed(field(host)?), self.local(node.args[0]));
        Some(quote!(let #local = __rt::clone(&#tuple.#i);))
    }
}

/// The field that lowering reads of a tuple of its own, if that is all.
pub(super) fn field(host: &HostExpr) -> Option<u32> {
    let [name] = &host.binds[..] else { return None };
    let mut tokens = host.expr.clone().into_iter();
    match (tokens.next(), tokens.next(), tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(of)), Some(TokenTree::Punct(dot)), Some(TokenTree::Literal(i)), None)
            if of == *name && of == own("h0") && dot.as_char() == '.' =>
        {
            i.to_string().parse().ok()
        }
        _ => None,
    }
}

/// Whether the pullback of a callee may hold a reference to host value `v`.
fn holds(graph: &Graph, v: Value) -> bool {
    graph.nodes.iter().filter(|node| node.args.contains(&v)).any(|node| {
        let inputs = |region: &Region| {
            let of = |(k, _)| region.input(k).is_some_and(|v| holds(&region.graph, v));
            node.args[lead(node)..].iter().enumerate().filter(|(_, a)| **a == v).any(of)
        };
        matches!(node.op, Op::Call(Call::Vjp(_) | Call::Vjp2(_))) || node.regions().iter().any(inputs)
    })
}

/// How many arguments of a node that holds forward regions are none of their inputs.
fn lead(node: &Node) -> usize {
    match &node.op {
        Op::Loop(held) => held.lead(),
        Op::Branch(_) => 1,
        _ => node.args.len(),
    }
}

/// Whether host code names `name` where it cannot move it.
fn looks(text: &TokenStream, name: &Ident, steady: bool) -> bool {
    // It may end, and move then.
    let steady = steady && !["return", "break", "continue"].iter().any(|word| names::mentions(text, word));
    // A closure that owns what it names may outlive what is lent.
    let keeps = ["move", "async"].iter().any(|word| names::mentions(text, word));
    // Else it stands in a format string, where it may be a width.
    let is_named = names::mentions(text, &name.to_string());
    !keeps && is_named && all_look(text.clone(), name, steady)
}

fn all_look(tokens: TokenStream, name: &Ident, steady: bool) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().all(|(i, token)| match token {
        TokenTree::Ident(found) if found == name => {
            let dots = tokens[..i].iter().rev().take_while(|t| is(t, '.')).count();
            // A field or a method of this name.
            dots == 1 || names::same(found, name) && is_look(&tokens[..i], &tokens[i + 1..], steady)
        }
        TokenTree::Group(group) => all_look(group.stream(), name, steady),
        _ => true,
    })
}

/// `&name`, `name[i]`, `name.len()`, `name.field[i]`
fn is_look(before: &[TokenTree], after: &[TokenTree], steady: bool) -> bool {
    match after {
        [index, ..] if is_group(index, Delimiter::Bracket) => true,
        [dot, TokenTree::Ident(method), args, ..]
            if is(dot, '.') && is_group(args, Delimiter::Parenthesis) =>
        {
            let moves = || MOVES.iter().any(|start| method.to_string().starts_with(start));
            is_listed(method) || steady && !moves()
        }
        // `name.collect::<T>()`, `name.0..`
        [dot, TokenTree::Ident(_), next, ..] if is(dot, '.') && is(next, ':') => false,
        [dot, TokenTree::Ident(_) | TokenTree::Literal(_), rest @ ..] if is(dot, '.') => {
            steady || is_look(before, rest, steady)
        }
        _ => match before {
            [.., first, and] if is(and, '&') => {
                // Not the operator.
                !matches!(first, TokenTree::Literal(_) | TokenTree::Group(_) | TokenTree::Ident(_))
                    || is_word(first)
            }
            [and] => is(and, '&'),
            _ => false,
        },
    }
}

fn is(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(p) if p.as_char() == c)
}

fn is_group(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(g) if g.delimiter() == delimiter)
}

/// A word behind which an expression begins.
fn is_word(token: &TokenTree) -> bool {
    ["in", "match", "if", "while", "return", "else"].iter().any(|word| is_named(token, word))
}

/// The text with `(*name)` for each of these names. Some macros print their text: there a name stays where it is the same of a
/// reference.
fn behind(text: TokenStream, lent: &[&Ident], printed: bool) -> TokenStream {
    let tokens: Vec<(TokenTree, bool)> = names::behind_dots(text).collect();
    let each = tokens.iter().enumerate().map(|(i, (token, after_dot))| match token {
        TokenTree::Ident(found) if !after_dot && lent.iter().any(|name| names::same(found, name)) => {
            let next = |n: usize| tokens.get(i + n).map(|(token, _)| token);
            let alike = match (next(1), next(2)) {
                (Some(index), _) if is_group(index, Delimiter::Bracket) => true,
                (Some(dot), Some(TokenTree::Ident(method))) if is(dot, '.') => is_listed(method),
                _ => false,
            };
            if printed && alike {
                return token.clone();
            }
            let mut place = Group::new(Delimiter::Parenthesis, quote!(*#found));
            place.set_span(found.span());
            TokenTree::Group(place)
        }
        TokenTree::Group(group) => {
            let prints =
                |name: &TokenTree| ["assert", "debug_assert", "dbg"].iter().any(|p| is_named(name, p));
            let macro_name = i.checked_sub(2).filter(|_| is(&tokens[i - 1].0, '!'));
            let printed = printed || macro_name.is_some_and(|name| prints(&tokens[name].0));
            let mut inner = Group::new(group.delimiter(), behind(group.stream(), lent, printed));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        token => token.clone(),
    });
    each.collect()
}

fn is_listed(method: &Ident) -> bool {
    LOOKS.iter().any(|name| method == name)
}

fn is_named(token: &TokenTree, name: &str) -> bool {
    matches!(token, TokenTree::Ident(i) if i == name)
}
