//! Long bodies in stages, each a closure that runs at once, so that no frame holds all of a program.
//!
//! Unoptimised code has a place on the stack for every temporary of a function: a launch's operands, its results in and
//! out of their `Result`. A stage has them in a frame of its own, and hands over what is read behind it. Whatever may
//! leave the body, lends of a local or moves a part of one stays where it is.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

use super::Printer;
use crate::fuse::{Program, Step};
use crate::ir::{HostExpr, Op, Ty, Value};
use crate::names::{has_mark, mentions};

/// Bodies of fewer steps are as they are: they need no more of the stack than other functions do, and the places of what a
/// stage hands on are as many as those that it saves.
const LONG: usize = 96;
/// So are stages of fewer.
const SHORT: usize = 4;
/// Steps of one stage.
const STEPS: usize = 64;

/// How many steps a program has, with those of its regions: what its frames grow with.
pub(crate) fn steps(program: &Program) -> usize {
    program.steps.len() + program.regions.values().flatten().map(steps).sum::<usize>()
}

/// A transform's body on a stack with room for it: a long one may need more than a thread has.
pub(crate) fn with_room(steps: usize, body: TokenStream) -> TokenStream {
    if steps < LONG { body } else { quote!(__rt::calls::with_room(#steps, || -> __rt::Result<_> { #body })) }
}

impl Printer<'_> {
    /// All statements, one of [`Printer::step`] for each step.
    pub(super) fn staged(&self) -> TokenStream {
        let steps = &self.program.steps;
        let mut out = TokenStream::new();
        let mut at = 0;
        while at < steps.len() {
            let end = if steps.len() < LONG { at } else { self.stage_end(at) };
            if end < at + SHORT {
                self.step(at, &mut out);
                at += 1;
                continue;
            }
            let mut asks = false;
            let mut inner = TokenStream::new();
            for at in at..end {
                let mut step = TokenStream::new();
                self.step(at, &mut step);
                asks |= self.sequences.asked(at, &step);
                inner.extend(step);
            }
            let made: Vec<Ident> = self.crossing(at, end).into_iter().map(|v| self.local(v)).collect();
            // Not `?` behind it, which has places of its own for what it hands through.
            out.extend(if asks {
                quote! {
                    let __stage = (|| -> __rt::Result<_> { #inner __rt::Ok((#(#made,)*)) })();
                    let __rt::Ok((#(#made,)*)) = __stage else { return __rt::calls::failed(__stage); };
                }
            } else {
                quote!(let (#(#made,)*) = (|| { #inner (#(#made,)*) })();)
            });
            at = end;
        }
        out
    }

    /// Where a stage that begins with step `at` ends.
    fn stage_end(&self, at: usize) -> usize {
        let last = (at + STEPS).min(self.program.steps.len());
        let mut end = (at..last).find(|&at| !self.is_apart(at)).unwrap_or(last);
        // What may lend of a temporary stays with those who read it.
        while let Some(step) =
            (at..end).find(|&step| self.made(step).any(|v| self.crosses(v, end) && self.may_lend(v)))
        {
            end = step;
        }
        end
    }

    /// The values that steps `at..end` make and others read.
    fn crossing(&self, at: usize, end: usize) -> Vec<Value> {
        (at..end).flat_map(|step| self.made(step)).filter(|&v| self.crosses(v, end)).collect()
    }

    fn crosses(&self, v: Value, end: usize) -> bool {
        self.last_use.get(&v).is_some_and(|&last| last >= end)
    }

    pub(super) fn made(&self, at: usize) -> Box<dyn Iterator<Item = Value> + '_> {
        match self.program.steps[at] {
            Step::Node(v) if !self.is_printed(v) => Box::new(std::iter::empty()),
            Step::Node(v) => Box::new(std::iter::once(v)),
            Step::Group(g) => Box::new(self.program.groups[g].outputs.iter().map(|output| output.value)),
        }
    }

    /// Whether the step may stand in a function of its own.
    fn is_apart(&self, at: usize) -> bool {
        let Step::Node(v) = self.program.steps[at] else { return true };
        let node = self.graph.node(v);
        match &node.op {
            Op::Input(_) | Op::Const(_) | Op::Scalar | Op::Size(_) => true,
            Op::Host(host) => !leaves(&host.expr) && !self.bound.contains_key(&v) && !self.is_bound_apart(v),
            Op::ShapeOf | Op::Zero | Op::View(_) | Op::Opaque(_) | Op::List(_) => {
                matches!(node.ty, Ty::Tensor(_) | Ty::List(_) | Ty::Host)
            }
            _ => false,
        }
    }

    /// Whether a host value may be a reference to a temporary, whose life rustc then extends: to the end of the block.
    fn may_lend(&self, v: Value) -> bool {
        let Op::Host(HostExpr { expr, ty: None, known: None, .. }) = &self.graph.node(v).op else {
            return false;
        };
        let mut tokens = expr.clone().into_iter();
        let owned = match (tokens.next(), tokens.next()) {
            (Some(TokenTree::Literal(_)), _) => true,
            (Some(TokenTree::Ident(_)), Some(TokenTree::Punct(p))) => p.as_char() == '.',
            _ => false,
        };
        !owned && has_mark(expr, '&')
    }
}

/// Whether host code may leave what stands around it.
fn leaves(code: &TokenStream) -> bool {
    ["return", "break", "continue"].iter().any(|word| mentions(code, word))
}
