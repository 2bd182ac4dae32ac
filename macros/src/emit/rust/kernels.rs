//! The kernels of one function, and what names their ops, each content once, in a module that sees nothing of the user's.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use rustc_hash::FxHashMap as HashMap;

use super::arms::{Arms, Packing};
use super::callees::{Arg, Callees};
use super::{Scope, kernel};
use crate::fuse::{Group, Operand, OutKind, Program};
use crate::ir::{Elem, Graph, Node, Unwind, Value};
use crate::names::{self, context};
use crate::spans;

/// Whether kernels carry their bodies for devices. Goldens are the same with the feature and without.
pub(crate) const SOURCES: bool = cfg!(all(feature = "sources", not(test)));

/// Items that are collected while bodies are printed.
#[derive(Default)]
pub(crate) struct Kernels {
    /// Kernels by [`content`], under the name that the first user gave.
    names: RefCell<HashMap<Vec<u64>, Ident>>,
    /// The text that declares them.
    items: RefCell<String>,
    /// Numbers of groups by what is said of their ops: the lines too, so that one kernel at two places is two groups.
    groups: RefCell<HashMap<String, usize>>,
    /// The ops that are calls, with their lines.
    sites: RefCell<Vec<(String, usize)>>,
    /// One token of each line that an op stands on.
    lines: RefCell<Vec<(Line, Span)>>,
    /// Numbers of lines by the places of nodes.
    spots: RefCell<HashMap<u32, usize>>,
    /// Fields, and which of their accessors bodies call.
    fields: RefCell<BTreeSet<(String, &'static str)>>,
    /// Functions that bodies call.
    callees: Callees,
    /// The declarations for values that arms keep.
    arms: RefCell<Arms>,
    /// The types of results that rustc alone knows.
    results: Vec<syn::Type>,
}

/// The place that `line!` at a token gives: tokens of a macro stand where that is called.
#[derive(PartialEq)]
struct Line {
    // First what differs most.
    number: usize,
    context: Option<u32>,
}

impl Line {
    fn of(span: Span) -> Self {
        let number = if proc_macro::is_available() { span.unwrap().line() } else { span.start().line };
        Self { number, context: context(span) }
    }
}

impl Kernels {
    /// Those of a function with such results.
    pub(crate) fn of(results: impl Iterator<Item = syn::Type>) -> Self {
        Self { results: results.collect(), ..Self::default() }
    }

    /// A value that a body makes by `path`, checked to have a tangent. The check names the function's result, if that has the type.
    pub(super) fn made(&self, path: &syn::Path, value: &TokenStream, at: Span) -> TokenStream {
        let text = path.to_token_stream().to_string();
        let is = |ty: &&syn::Type| ty.to_token_stream().to_string() == text;
        let made = if let Some(ty) = self.results.iter().find(is) {
            spans::of_type(ty, "__made", &names::rt().into_token_stream())
        } else {
            quote_spanned!(at=> __rt::Differentiable::__made)
        };
        quote_spanned!(at=> #made(#value))
    }

    /// An accessor of a field, at the user's token for it.
    pub(super) fn accessor(&self, what: &'static str, field: &str, at: Span) -> Ident {
        self.fields.borrow_mut().insert((field.to_owned(), what));
        names::accessor(what, field, at)
    }

    /// How a body names a function that it calls.
    pub(super) fn callee(&self, path: &syn::Path, args: Vec<Arg>, numbers: bool) -> syn::Path {
        self.callees.name(path, args, numbers)
    }

    /// See [`Callees::of_type`].
    pub(super) fn of_type(&self, transform: &Ident) {
        self.callees.of_type(transform);
    }

    /// See [`Callees::method`].
    pub(super) fn method(&self, method: &Ident, transform: &Ident, arity: &Ident, args: Vec<Arg>) -> usize {
        self.callees.method(method, transform, arity, args)
    }

    /// How the arms of a branch pack what they keep.
    pub(super) fn packing(&self, program: &Program, v: Value) -> Packing {
        self.arms.borrow_mut().packing(program, v)
    }

    /// How those of the branch that `unwind` takes back did.
    pub(super) fn packed(&self, unwind: &Unwind) -> Packing {
        self.arms.borrow().packed(unwind)
    }

    /// See [`Callees::stand_ins`].
    pub(crate) fn stand_ins(&self, rt: &TokenStream) -> Option<TokenStream> {
        self.callees.stand_ins(rt)
    }

    /// The traits that calls and the accessors of fields need in scope.
    pub(crate) fn accessors(&self) -> TokenStream {
        let fields = self.fields.borrow();
        let (numbers, names): (Vec<_>, Vec<_>) =
            fields.iter().cloned().partition(|(f, _)| f.parse::<u32>().is_ok());
        let below = (!names.is_empty()).then(|| crate::derive::accessors_of_others(&names));
        let numbers: BTreeSet<&str> = numbers.iter().map(|(f, _)| f.as_str()).collect();
        let entries = numbers.iter().map(|n| format_ident!("Entry{n}"));
        let option = fields.iter().any(|(f, _)| f == "Some__0").then(|| {
            quote!(
                use __rt::calls::SomeEntry as _;
            )
        });
        let callees = self.callees.items();
        quote!(#(use __rt::calls::#entries as _;)* #option #below #callees)
    }

    /// The kernel of a group and the number of its ops.
    pub(crate) fn name(
        &self,
        group: &Group,
        graph: &Graph,
        index: usize,
        cx: &Scope<'_>,
    ) -> (Ident, Literal) {
        let content = content(group, graph, cx.generics);
        let named = self.names.borrow().get(&content).cloned();
        let name = named.unwrap_or_else(|| {
            let camel = names::camel(cx.title);
            let name = format_ident!("{camel}{index}");
            let head = kernel::Head {
                name: &name.to_string(),
                generics: cx.generics,
                bound: &cx.bound.to_string(),
                rules: cx.rules,
                sources: SOURCES,
            };
            self.items.borrow_mut().push_str(&kernel::definition(group, graph, &head));
            self.names.borrow_mut().insert(content, name.clone());
            name
        });
        (name, Literal::usize_unsuffixed(self.numbered(group, graph)))
    }

    fn numbered(&self, group: &Group, graph: &Graph) -> usize {
        let (ops, outs) = self.ops(group, graph);
        let mut groups = self.groups.borrow_mut();
        let next = groups.len();
        *groups.entry(format!("({ops:?}, &{outs:?})")).or_insert(next)
    }

    /// The number of `op` on the line that `span` stands on.
    pub(super) fn site_number(&self, op: &str, node: &Node) -> Literal {
        self.numbered_site(op, self.line_of(node))
    }

    fn numbered_site(&self, op: &str, line: usize) -> Literal {
        let mut sites = self.sites.borrow_mut();
        let at = sites.iter().position(|(name, at)| *at == line && name == op).unwrap_or_else(|| {
            sites.push((op.to_owned(), line));
            sites.len() - 1
        });
        Literal::usize_unsuffixed(at)
    }

    /// Where it stands, by reference.
    pub(crate) fn site(&self, op: &str, span: Span) -> TokenStream {
        let at = self.numbered_site(op, self.line_number(span));
        quote!(&__OPS.site(#at))
    }

    /// The number of the line that `node` comes from.
    fn line_of(&self, node: &Node) -> usize {
        *self.spots.borrow_mut().entry(node.spot).or_insert_with(|| self.line_number(node.span))
    }

    /// The number of the line that `span` stands on.
    fn line_number(&self, span: Span) -> usize {
        let (line, mut lines) = (Line::of(span), self.lines.borrow_mut());
        lines.iter().position(|(l, _)| *l == line).unwrap_or_else(|| {
            lines.push((line, span));
            lines.len() - 1
        })
    }

    /// The text that the runtime reads to name the op that fails: `add@0(0,1)`, an op with its line and its operands.
    /// Numbers below the number of inputs are inputs and the rest earlier ops; reductions and the like come last. One
    /// literal, because a table of structs is most of what an expansion prints. The second: which op makes each output.
    fn ops(&self, group: &Group, graph: &Graph) -> (String, Vec<u16>) {
        let mut text = String::new();
        let mut op = |v: Value, args: &[Operand]| {
            let node = graph.node(v);
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(node.call());
            let _ = write!(text, "@{}", self.line_of(node));
            let mut before = '(';
            for arg in args {
                let at = match *arg {
                    Operand::Input(i) => i,
                    Operand::Local(i) => group.inputs.len() + i,
                    Operand::Scalar(_) | Operand::Const(_) => continue,
                };
                let _ = write!(text, "{before}{at}");
                before = ',';
            }
            text.push_str(if before == '(' { "()" } else { ")" });
        };
        for stmt in &group.body {
            op(stmt.value, &stmt.args);
        }
        let (mut outs, mut next) = (Vec::new(), group.body.len() as u16);
        for output in &group.outputs {
            if let (OutKind::Full | OutKind::Partial(_), Operand::Local(i)) = (&output.kind, output.operand) {
                outs.push(i as u16);
            } else {
                op(output.made, &[output.operand]);
                outs.push(next);
                next += 1;
            }
        }
        (text, outs)
    }

    /// `path` is the runtime's hidden module.
    pub(crate) fn module(&self, path: &TokenStream, function: &str) -> TokenStream {
        let (lines, arms) = (self.lines.borrow(), &self.arms.borrow().items);
        let sites = self.sites.borrow();
        let sites: Vec<_> = sites.iter().map(|(op, line)| format!("({op:?}, {line})")).collect();
        let groups = self.groups.borrow();
        let mut groups: Vec<_> = groups.iter().collect();
        groups.sort_unstable_by_key(|(_, number)| **number);
        let groups: Vec<_> = groups.into_iter().map(|(text, _)| text.as_str()).collect();
        let [sites, groups] = [sites.join(", "), groups.join(", ")].map(|list| names::tokens(&list));
        let items = names::tokens(&self.items.borrow());
        let lines = lines.iter().map(|(line, span)| {
            if line.context.is_none_or(|context| context == 0) {
                // Written where it stands: no question for rustc.
                return Literal::usize_unsuffixed(line.number).into_token_stream();
            }
            quote_spanned!(*span=> ::core::line!())
        });
        // A constant, and not a static, which would be data in the user's program even where nobody calls what holds it.
        quote! {
            use __kernels::OPS as __OPS;
            mod __kernels {
                use #path::{self as rt, m};
                pub const OPS: &rt::Ops = &rt::Ops {
                    place: rt::Place::new(#function, ::core::file!(), &[#(#lines),*]),
                    sites: &[#sites],
                    groups: &[#groups],
                };
                #items
                #arms
            }
        }
    }
}

/// Everything that [`kernel::definition`] prints: equal lists are equal kernels.
fn content(group: &Group, graph: &Graph, generics: &[Ident]) -> Vec<u64> {
    let elem = |elem: &Elem| match elem {
        Elem::Param(name) => 99 + generics.iter().position(|g| g == name).unwrap_or_default() as u64,
        elem => Elem::ALL.iter().position(|known| known == elem).unwrap_or(98) as u64,
    };
    let counts = [group.inputs.len(), group.scalars.len(), group.body.len()];
    let mut content: Vec<u64> = counts.iter().map(|&n| n as u64).collect();
    for &v in &group.inputs {
        content.push(elem(graph.elem(v)));
    }
    for scalar in &group.scalars {
        content.push(elem(&scalar.elem));
    }
    let operand = |content: &mut Vec<u64>, operand: Operand| match operand {
        Operand::Input(i) => content.push(4 * i as u64),
        Operand::Scalar(i) => content.push(4 * i as u64 + 1),
        Operand::Local(i) => content.push(4 * i as u64 + 2),
        Operand::Const(c) => content.extend([3, c.to_bits()]),
    };
    for stmt in &group.body {
        content.extend([stmt.op as u64, elem(&stmt.elem)]);
        for (arg, ty) in stmt.args.iter().zip(&stmt.arg_elems) {
            operand(&mut content, *arg);
            content.push(elem(ty));
        }
    }
    for output in &group.outputs {
        operand(&mut content, output.operand);
        content.push(elem(&output.elem));
    }
    content
}
