//! Which steps run in a sequence: the first error is kept, and asked for once behind them (`Sequence` of the runtime). What
//! may do more than give a value or an error stands between two sequences, so that nothing happens behind an error.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;
use rustc_hash::FxHashSet as HashSet;

use super::Printer;
use crate::fuse::{Group, OutKind, Step};
use crate::ir::{Op, Runs, Ty, Value};
use crate::names::{has_mark, own};

/// The place of each step of a program.
#[derive(Default)]
pub(super) struct Sequences {
    /// Whether it is one of several ops of a sequence.
    among: HashSet<usize>,
    /// Whether the sequence so far ends in front of it; the last is behind all steps.
    ends: HashSet<usize>,
}

/// The place of a step in a sequence.
enum Place {
    /// One of its ops.
    Among,
    /// It may stand between two of them.
    Between,
    Behind,
}

/// The name of a sequence.
fn ops() -> Ident {
    own("ops")
}

impl Sequences {
    pub(super) fn new(printer: &Printer<'_>) -> Self {
        let mut found = Self::default();
        let (mut begun, mut unsure) = (Vec::new(), HashSet::default());
        let steps = &printer.program.steps;
        for at in 0..=steps.len() {
            let place = if at < steps.len() { printer.place(at, &unsure) } else { Place::Behind };
            match place {
                Place::Among => {
                    begun.push(at);
                    unsure.extend(printer.made(at));
                }
                Place::Between if printer.reads(at).any(|v| unsure.contains(&v)) => {
                    unsure.extend(printer.made(at));
                }
                Place::Between => {}
                Place::Behind => {
                    // One alone has its own `?`.
                    if begun.len() > 1 {
                        found.among.extend(&begun);
                        found.ends.insert(at);
                    }
                    begun.clear();
                    unsure.clear();
                }
            }
        }
        found
    }

    /// In front of all statements.
    pub(super) fn declared(&self) -> TokenStream {
        if self.among.is_empty() {
            return TokenStream::new();
        }
        let ops = ops();
        quote!(let mut #ops = __rt::Sequence::new(__OPS);)
    }

    /// In front of step `at`.
    pub(super) fn ended(&self, at: usize) -> TokenStream {
        if !self.ends.contains(&at) {
            return TokenStream::new();
        }
        let ops = ops();
        quote!(#ops.check()?;)
    }

    /// Whether step `at`, which is `code`, asks for an error.
    pub(super) fn asked(&self, at: usize, code: &TokenStream) -> bool {
        self.ends.contains(&at) || !self.is_among(at) && asks(code)
    }

    /// Step `at` as a call of `function` with its operands, whose results are called `made`.
    pub(super) fn call(
        &self,
        at: usize,
        made: &TokenStream,
        function: &str,
        operands: &TokenStream,
    ) -> TokenStream {
        let function = Ident::new(function, Span::call_site());
        if !self.is_among(at) {
            return quote!(let #made = __OPS.#function(#operands)?;);
        }
        let ops = ops();
        quote!(let #made = #ops.#function(#operands);)
    }

    /// Whether step `at` is one of several ops.
    pub(super) fn is_among(&self, at: usize) -> bool {
        self.among.contains(&at)
    }

    /// The value of `result`, as step `at` takes it. `result` names its own place.
    pub(super) fn kept(&self, at: usize, result: &TokenStream) -> TokenStream {
        if !self.is_among(at) {
            return quote!(#result?);
        }
        let ops = ops();
        quote!(#ops.kept(#result))
    }

    /// Zeros, as step `at`.
    pub(super) fn zeros(&self, at: usize, elem: &TokenStream, operands: &TokenStream) -> TokenStream {
        if !self.is_among(at) {
            return quote!(__rt::zeros::<#elem>(#operands)?);
        }
        let ops = ops();
        quote!(#ops.zeros::<#elem>(#operands))
    }

    /// Host code, which may end with a `?`.
    pub(super) fn host(&self, at: usize, code: TokenStream) -> TokenStream {
        match unasked(&code) {
            Some(result) if self.is_among(at) => self.kept(at, &result),
            _ => code,
        }
    }
}

impl Printer<'_> {
    fn place(&self, at: usize, unsure: &HashSet<Value>) -> Place {
        if self.made(at).any(|v| self.told(at, v).is_some()) {
            return Place::Behind;
        }
        let v = match self.program.steps[at] {
            Step::Group(g) if self.asks(&self.program.groups[g]) => return Place::Behind,
            Step::Group(_) => return Place::Among,
            Step::Node(v) => v,
        };
        let node = self.graph.node(v);
        let reads = |v: &Value| unsure.contains(v);
        match &node.op {
            _ if !self.is_printed(v) || self.bound.contains_key(&v) => Place::Between,
            Op::View(_) | Op::Opaque(_) | Op::List(_) | Op::Zero => match node.ty {
                Ty::Tensor(_) | Ty::Tuple(_) | Ty::List(_) => Place::Among,
                Ty::Other | Ty::Gathered(_) | Ty::Host => Place::Behind,
            },
            Op::Get(_) | Op::Place(_) => Place::Between,
            Op::ShapeOf if matches!(self.graph.node(node.args[0]).ty, Ty::Tensor(_)) => Place::Between,
            // Shapes of shapes: whatever these are, an error or another.
            Op::Size(size) if size.ty() == Some("Shape") && size.asks_last() => Place::Among,
            Op::Size(size) if size.runs() == Runs::Freely && !node.args.iter().any(reads) => {
                if size.asks() {
                    Place::Behind
                } else {
                    Place::Between
                }
            }
            Op::Host(host) if host.runs == Runs::Freely && !node.args.iter().any(reads) => {
                if asks(&host.expr) { Place::Behind } else { Place::Between }
            }
            _ => Place::Behind,
        }
    }

    /// Whether a description of its outputs has a `?` of its own.
    fn asks(&self, group: &Group) -> bool {
        group.outputs.iter().any(|output| match &output.kind {
            OutKind::Full | OutKind::Partial(_) | OutKind::Axes { .. } => false,
            OutKind::To { .. } => asks(&self.spec(&output.kind)),
        })
    }

    fn reads(&self, at: usize) -> impl Iterator<Item = Value> + '_ {
        let of: &[Value] = match self.program.steps[at] {
            Step::Node(v) => &self.graph.node(v).args,
            Step::Group(_) => &[],
        };
        of.iter().copied()
    }
}

/// Code that ends with its only `?`, without it.
pub(super) fn unasked(code: &TokenStream) -> Option<TokenStream> {
    let mut tokens: Vec<TokenTree> = code.clone().into_iter().collect();
    let asked = matches!(tokens.pop()?, TokenTree::Punct(p) if p.as_char() == '?');
    let result = tokens.into_iter().collect();
    (asked && !asks(&result)).then_some(result)
}

/// Whether code asks for an error.
pub(super) fn asks(code: &TokenStream) -> bool {
    has_mark(code, '?')
}
