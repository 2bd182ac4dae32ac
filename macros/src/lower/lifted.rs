//! What a checkpoint reads of captured values is read in front of it.
//!
//! Cotangents are added up where a value is. What a block and the rest of a body both read of a struct is one value without
//! the checkpoint; were it read in the region, its contributions there would be a sum of their own, of other bits.

use std::collections::HashMap;

use proc_macro2::Span;

use super::region::{Captured, Lowered};
use super::{Binding, Lowerer};
use crate::ir::{Node, Op, Part, Ty, Value};
use crate::names::own;

/// What is read of a value of any form.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Read {
    Part(Part),
    /// The value as a tensor; `true`: it may be a number.
    Tensor(bool),
}

/// Of the region that is being lowered, where it is a checkpoint.
#[derive(Clone)]
pub(super) struct Lifts {
    /// The values outside that its inputs are, where they are there already.
    args: Vec<Option<Value>>,
    captured: usize,
    /// What was read outside before, and what that has.
    known: HashMap<(Value, Read), (Value, Ty)>,
    found: Vec<Lift>,
}

/// One more input, in the order of their numbers.
#[derive(Clone)]
struct Lift {
    of: usize,
    read: Read,
    input: Value,
}

impl Lowerer<'_> {
    /// For a checkpoint of `captured`, before its region is begun.
    pub(super) fn lifts(&mut self, captured: &Captured) -> Lifts {
        // A checkpoint in another: what stands around both.
        for &v in &captured.args {
            let Some(found) = self.lifts.as_ref().and_then(|lifts| lifts.outer(self.graph.node(v))) else {
                continue;
            };
            for lenient in [false, true] {
                let around = self
                    .lifts
                    .as_ref()
                    .is_some_and(|l| l.known.contains_key(&(found, Read::Tensor(lenient))));
                if around {
                    self.as_tensor(v, lenient);
                }
            }
        }
        let mut known = HashMap::new();
        let mut know = |of: Value, read: Read, v: Value| {
            known.insert((of, read), (v, self.graph.node(v).ty.clone()));
        };
        for ((of, lenient), &v) in &self.as_tensors {
            know(*of, Read::Tensor(*lenient), v);
        }
        for ((of, field), &v) in &self.fields {
            know(*of, Read::Part(Part::Field(field.clone())), v);
        }
        for (i, node) in self.graph.nodes.iter().enumerate() {
            let Op::Make(make) = &node.op else { continue };
            for (&arg, (_, part)) in node.args.iter().zip(&make.parts) {
                if let Part::Field(_) = part {
                    know(Value(i as u32), Read::Part(part.clone()), arg);
                }
            }
        }
        let args: Vec<Option<Value>> = captured.args.iter().copied().map(Some).collect();
        Lifts { captured: args.len(), args, known, found: Vec::new() }
    }

    /// A read of an input of the checkpoint as an input of its own; `ty`: of what nobody has read yet.
    pub(super) fn lifted(
        &mut self,
        of: Value,
        read: &Read,
        ty: impl FnOnce(&mut Self) -> Ty,
    ) -> Option<Value> {
        let node = self.graph.node(of).clone();
        let lifts = self.lifts.as_ref()?;
        let Op::Input(number) = node.op else { return None };
        let number = number as usize;
        if node.ty != Ty::Other {
            return None;
        }
        if let Some(lift) = lifts.found.iter().find(|lift| lift.of == number && lift.read == *read) {
            return Some(lift.input);
        }
        let known = lifts.outer(&node).and_then(|v| match read {
            Read::Tensor(true) => {
                let strict = lifts.known.get(&(v, Read::Tensor(false)));
                strict.or_else(|| lifts.known.get(&(v, Read::Tensor(true))))
            }
            read => lifts.known.get(&(v, read.clone())),
        });
        let (outer, next) = (known.cloned(), lifts.args.len() as u32);
        let (value, ty) = match outer {
            Some((v, ty)) => (Some(v), ty),
            None => (None, ty(self)),
        };
        let input = self
            .graph
            .push(Node { name: node.name.clone(), ..Node::new(Op::Input(next), vec![], ty, node.span) });
        let lifts = self.lifts.as_mut()?;
        lifts.args.push(value);
        lifts.found.push(Lift { of: number, read: read.clone(), input });
        Some(input)
    }

    /// What the checkpoint `arm` reads becomes part of what it captures.
    pub(super) fn lift(&mut self, mut lifts: Lifts, captured: &mut Captured, arm: &mut Lowered, span: Span) {
        for (k, lift) in lifts.found.iter().enumerate() {
            let at = lifts.captured + k;
            let of = lifts.args[lift.of].expect("inputs are of earlier ones");
            let node = arm.region.graph.node(lift.input).clone();
            let outer = lifts.args[at].unwrap_or_else(|| match &lift.read {
                Read::Tensor(lenient) => self.tensor_like(of, *lenient, |_| node.ty.clone()),
                Read::Part(Part::Field(field)) => self.field_there(of, field, span),
                Read::Part(part) => self.part_there(of, part.clone(), span),
            });
            lifts.args[at] = Some(outer);
            let binding = |v| match node.ty {
                Ty::Tensor(_) => Binding::Tensor(v),
                Ty::Host => Binding::Host(v),
                _ => Binding::Other(v),
            };
            arm.captures(binding(lift.input));
            captured.push(own(format!("lifted_{k}")), binding(outer));
        }
    }
}

impl Lifts {
    /// The value outside that an input is.
    fn outer(&self, input: &Node) -> Option<Value> {
        let Op::Input(n) = input.op else { return None };
        self.args.get(n as usize).copied().flatten()
    }
}
