//! Cotangents that are not always read: those of a callee's parameters are the caller's matter, and what a loop carried has one in
//! every round, of which nobody may read the first round's. What comes of products alone for them need not be computed.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use rustc_hash::FxHashMap as HashMap;

use super::operand::Operand;
use super::ready::hooks;
use super::{Printer, Scope};
use crate::ir::{Graph, Op, Opaque, Part, Value};
use crate::names::own;

/// The values that are needed on conditions alone: what is read is one of these outputs.
#[derive(Default)]
pub(super) struct Wanted {
    of: HashMap<Value, BTreeSet<usize>>,
    conditions: Vec<Option<TokenStream>>,
}

/// Whether the round that is taken back is the first of its loop, the last in reverse.
pub(super) fn first_round() -> Ident {
    own("first")
}

#[derive(Clone)]
enum Need {
    On(BTreeSet<usize>),
    Always,
}

impl Need {
    fn or(&mut self, other: &Self) {
        if let (Self::On(mine), Self::On(other)) = (&mut *self, other) {
            mine.extend(other);
        } else {
            *self = Self::Always;
        }
    }
}

impl Wanted {
    pub(super) fn new(graph: &Graph, cx: &Scope<'_>) -> Self {
        let conditions: Vec<_> = (0..graph.outputs.len()).map(|k| condition(cx, k)).collect();
        if conditions.iter().all(Option::is_none) {
            return Self::default();
        }
        let mut needs = vec![Need::On(BTreeSet::new()); graph.nodes.len()];
        for (k, (v, condition)) in graph.outputs.iter().zip(&conditions).enumerate() {
            let need = condition.as_ref().map_or(Need::Always, |_| Need::On(BTreeSet::from([k])));
            needs[v.ix()].or(&need);
        }
        for (i, node) in graph.nodes.iter().enumerate().rev() {
            if node.is_ordered() {
                needs[i] = Need::Always;
            }
            let need = needs[i].clone();
            node.args.iter().for_each(|arg| needs[arg.ix()].or(&need));
        }
        let on = |(i, need)| match need {
            Need::On(on) if !on.is_empty() => Some((Value(i as u32), on)),
            _ => None,
        };
        Self { of: needs.into_iter().enumerate().filter_map(on).collect(), conditions }
    }

    pub(super) fn always(&self, v: Value) -> bool {
        !self.of.contains_key(&v)
    }

    /// When `v` is needed; `None`: always.
    fn when(&self, v: Value) -> Option<TokenStream> {
        let on = self.of.get(&v)?;
        let each: BTreeMap<String, &TokenStream> =
            on.iter().filter_map(|&k| self.conditions[k].as_ref()).map(|c| (c.to_string(), c)).collect();
        let each = each.values();
        Some(quote!(#(#each)||*))
    }
}

/// When output `k` is read.
fn condition(cx: &Scope<'_>, k: usize) -> Option<TokenStream> {
    if cx.unread.get(k).copied().unwrap_or(false) {
        let first = first_round();
        return Some(quote!(!#first));
    }
    let dests = cx.dests.filter(|dests| dests.depth == 0)?;
    let param = Literal::usize_suffixed(dests.outputs.get(k)?.as_ref()?.param());
    let hooks = hooks();
    Some(quote!(#hooks.reads(#param)))
}

impl Printer<'_> {
    /// `made`, a call of the op of `v` with these operands, where it is not always needed and worth asking.
    pub(super) fn if_wanted(&self, v: Value, made: TokenStream, operands: &[Operand]) -> TokenStream {
        match (&self.graph.node(v).op, self.wanted.when(v)) {
            (Op::Opaque(Opaque::MatMul), Some(when)) => quote!(__rt::ops::product_if(#when, #(#operands),*)),
            (Op::Opaque(Opaque::MatMulTo), Some(when)) => {
                quote!(__rt::ops::product_to_if(#when, #(#operands),*))
            }
            _ => made,
        }
    }

    /// The hooks of a callee's pullback, told whose cotangents are read.
    pub(super) fn reading(&self, pull: Value, hooks: TokenStream) -> TokenStream {
        let readers = self.graph.nodes.iter().enumerate().filter(|(_, node)| node.args.contains(&pull));
        let (mut always, mut on) = (0_u64, BTreeMap::new());
        for (i, node) in readers {
            let Op::Part(Part::Slot(path)) = &node.op else { return hooks };
            let bit = 1_u64.checked_shl(path[0]).unwrap_or(0);
            match self.wanted.when(Value(i as u32)) {
                Some(when) => on.entry(path[0]).or_insert_with(Vec::new).push(when),
                None => always |= bit,
            }
        }
        if self.graph.outputs.contains(&pull) {
            return hooks;
        }
        on.retain(|param, _| *param < u64::BITS && always >> param & 1 == 0);
        let always = Literal::u64_suffixed(always);
        if on.is_empty() {
            return quote!(#hooks.reading(#always));
        }
        // The hooks are asked before they are handed on.
        let (asked, when) = (own("asked"), on.values().collect::<Vec<_>>());
        let given = on.keys().enumerate().map(|(k, param)| {
            let (k, param) = (Literal::usize_unsuffixed(k), Literal::usize_suffixed(*param as usize));
            quote!(.reading_if(#param, #asked[#k]))
        });
        quote!({ let #asked = [#(#(#when)||*),*]; #hooks.reading(#always)#(#given)* })
    }

    /// Whether nobody reads an output of region `index` of `v` in the first round of a loop, for each output.
    pub(super) fn unread(&self, v: Value, index: usize) -> Vec<bool> {
        let Op::Rewind(rewind) = &self.graph.node(v).op else { return Vec::new() };
        if index > 0 || rewind.replay.is_some() || self.graph.outputs.contains(&v) {
            return Vec::new();
        }
        let mut unread = vec![true; rewind.carried];
        for node in self.graph.nodes.iter().filter(|node| node.args.contains(&v)) {
            let Op::Part(Part::Of(k)) = node.op else { return Vec::new() };
            unread[k as usize] = false;
        }
        unread
    }
}
