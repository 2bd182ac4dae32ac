//! The reverse sweep: cotangents of results → cotangents of what they depend on.

use std::collections::BTreeMap;

use proc_macro2::Ident;
use quote::format_ident;
use rustc_hash::FxHashMap as HashMap;
use syn::Stmt;

use super::guarded::Guarded;
use super::pieces::{self, Piece};
use super::recipe::Column;
use super::views::{self, Handed, Step};
use super::{Differentiator, hatches, parameters};
use crate::error;
use crate::ir::{Branch, Head, List, Node, Op, Opaque, Part, Shape, Ty, Value, View, active};
use crate::lower::Binding;
use crate::rules::{Cotangent, Param, Row, Vjp};
use crate::shapes::{self, Relation};

/// Appends the reverse sweep. `seeds` pairs results with their cotangents; returns the cotangent of each of
/// `wrt`, `None` where it is structurally zero.
pub(crate) fn reverse(
    d: &mut Differentiator<'_>,
    seeds: &[(Value, Value)],
    wrt: &[Value],
) -> Vec<Option<Value>> {
    let mut sweep = swept(d, seeds, wrt);
    wrt.iter().map(|&v| sweep.total(v, false)).collect()
}

/// As [`reverse`], each cotangent as what is to be added up: see [`Reverse::apart`].
pub(super) fn reverse_apart(
    d: &mut Differentiator<'_>,
    seeds: &[(Value, Value)],
    wrt: &[Value],
) -> Vec<Vec<(Vec<Step>, Value)>> {
    let mut sweep = swept(d, seeds, wrt);
    wrt.iter().map(|&v| sweep.apart(v)).collect()
}

fn swept<'d, 'a>(d: &'d mut Differentiator<'a>, seeds: &[(Value, Value)], wrt: &[Value]) -> Reverse<'d, 'a> {
    let roots: Vec<Value> = seeds.iter().map(|(result, _)| *result).collect();
    let mut sweep = Reverse {
        active: active(&d.graph, wrt),
        guarded: Guarded::new(&d.graph, &roots),
        contributions: HashMap::default(),
        results: HashMap::default(),
        parts: HashMap::default(),
        views: HashMap::default(),
        tensors: HashMap::default(),
        given: HashMap::default(),
        pieces: HashMap::default(),
        d,
    };
    for (i, node) in sweep.d.graph.nodes.iter().enumerate() {
        if let Op::AsTensor(_) = node.op {
            sweep.tensors.entry(node.args[0]).or_insert(Value(i as u32));
        }
    }
    for &(result, cotangent) in seeds {
        sweep.contribute(result, cotangent);
    }
    for i in (0..sweep.active.len()).rev() {
        let v = Value(i as u32);
        if !sweep.active[i] || wrt.contains(&v) {
            continue;
        }
        match views::base(sweep.d.graph.node(v)) {
            Some(of) => sweep.views.entry(of).or_default().push(v),
            None => sweep.visit(v),
        }
    }
    sweep
}

struct Reverse<'d, 'a> {
    d: &'d mut Differentiator<'a>,
    active: Vec<bool>,
    guarded: Guarded,
    contributions: HashMap<Value, Vec<Value>>,
    /// Cotangents of the results of an op with several.
    results: HashMap<Value, BTreeMap<u32, Value>>,
    /// Cotangents of the parts of a value of any form.
    parts: HashMap<Value, BTreeMap<Part, Value>>,
    /// The nodes that read a value, the last first. Each is visited just before the value, wherever it was read first.
    views: HashMap<Value, Vec<Value>>,
    /// The first place where a value is used as a tensor. Values used so in several ways have one sum there.
    tensors: HashMap<Value, Value>,
    /// Cotangents of the results of a block.
    given: HashMap<Value, Vec<Handed>>,
    /// Contributions that are zeros but for one piece.
    pieces: HashMap<Value, Piece>,
}

impl Reverse<'_, '_> {
    fn contribute(&mut self, v: Value, cotangent: Value) {
        let node = self.d.graph.node(v);
        let first = match node.op {
            Op::AsTensor(_) => self.tensors.get(&node.args[0]).copied().unwrap_or(v),
            _ => v,
        };
        self.contributions.entry(first).or_default().push(cotangent);
    }

    /// The sum of the contributions. `elementwise`: the reader commutes with un-broadcasting, so an unknown one
    /// may wait.
    fn total(&mut self, v: Value, elementwise: bool) -> Option<Value> {
        self.visit_views(v);
        let span = self.d.graph.node(v).span;
        if self.d.graph.node(v).ty == Ty::Other {
            let mut all = self.contributions.remove(&v).unwrap_or_default();
            self.of_one_form(v, &mut all);
            all.extend(self.parts.remove(&v).map(|parts| self.d.assemble_apart(v, parts, span)));
            return all.into_iter().reduce(|a, b| self.d.sum_of(a, b, span));
        }
        let mut contributions = self.contributions.remove(&v)?;
        if self.is_place(v) {
            return contributions.into_iter().reduce(|all, more| self.d.gathered(all, more));
        }
        if self.d.graph.is_list(v) {
            // What is zero but in one place is added to the others.
            contributions.sort_by_key(|&c| matches!(self.d.graph.node(c).op, Op::List(List::Put)));
            return contributions.into_iter().reduce(|a, b| self.d.add_lists(a, b, span));
        }
        pieces::join(self.d, &self.pieces, v, &mut contributions);
        let target = self.d.graph.shape(v).clone();
        let mut by_shape: BTreeMap<Shape, Value> = BTreeMap::new();
        for c in contributions {
            let shape = self.d.graph.shape(c).clone();
            let sum = match by_shape.get(&shape) {
                Some(&sum) => self.d.add(sum, c, span),
                None => c,
            };
            by_shape.insert(shape, sum);
        }
        let alone = by_shape.len() == 1;
        let mut total = None;
        for (shape, sum) in by_shape {
            let reduced = match shapes::relation(&shape, &target) {
                Relation::Same => sum,
                Relation::Unknown if alone && elementwise => sum,
                _ if alone && elementwise && self.guarded.waits(&self.d.graph, v, &shape) => sum,
                _ => self.d.sum_to(sum, v, span),
            };
            total = Some(match total {
                Some(t) => self.d.add(t, reduced, span),
                None => reduced,
            });
        }
        total
    }

    /// The contributions in order, not added up, then those to what is read of the value: around a region that is one
    /// statement of many the sums have then the bits that they have without the region.
    fn apart(&mut self, v: Value) -> Vec<(Vec<Step>, Value)> {
        let mut whole = self.contributions.remove(&v).unwrap_or_default();
        pieces::join(self.d, &self.pieces, v, &mut whole);
        let mut all: Vec<_> = whole.into_iter().map(|c| (Vec::new(), c)).collect();
        for view in self.views.remove(&v).unwrap_or_default() {
            let step = Step::of(&self.d.graph, view);
            for (mut path, c) in self.apart(view) {
                path.insert(0, step.clone());
                all.push((path, c));
            }
        }
        all
    }

    fn visit_views(&mut self, v: Value) {
        let Some(views) = self.views.remove(&v) else { return };
        let called = self.d.called;
        for view in views {
            self.visit(view);
        }
        self.d.called = called;
    }

    /// Hands the cotangents of a block's arguments to the nodes around it that read the arguments. They come before
    /// those of nodes that read the arguments in front of the block.
    fn unwind_block(&mut self, v: Value, branch: &Branch, given: Vec<Handed>) {
        let active = &self.active;
        let found = self.d.unwind_block(v, branch, given, |arg| active[arg.ix()]);
        for (mut at, path, c) in found {
            for step in &path {
                let of = at;
                at = self.d.view(of, step);
                let views = self.views.entry(of).or_default();
                let there = views.iter().position(|&view| view == at);
                if there.is_some() || at.ix() >= self.active.len() {
                    there.map(|there| views.remove(there));
                    views.push(at);
                }
            }
            if self.d.graph.node(at).ty != Ty::Host {
                let c = self.d.arrived(at, c);
                self.contribute(at, c);
            }
        }
    }

    /// Where a field or the like was used as a tensor, it may still be a number, which has none but `()` for a cotangent.
    fn of_one_form(&mut self, v: Value, all: &mut [Value]) {
        let graph = &self.d.graph;
        let is_tensor = |c: &Value| graph.node(*c).ty != Ty::Other;
        let alone = match &graph.node(v).op {
            // The value may be an array.
            _ if all.iter().any(|&c| graph.is_list(c)) => false,
            // Those with names take anything where they are constant; entries of tuples do not.
            Op::Part(Part::Field(name)) if !name.starts_with(|c: char| c.is_ascii_digit()) => {
                all.iter().all(is_tensor) && !self.parts.contains_key(&v)
            }
            _ => !graph.may_be_number(v),
        };
        if alone || !all.iter().any(is_tensor) {
            return;
        }
        let span = graph.node(v).span;
        let form = self.d.shape_of(v, span);
        for c in all {
            if self.d.graph.node(*c).ty == Ty::Other {
                continue;
            }
            *c = self.d.graph.push(Node::new(Op::Part(Part::Back), vec![*c, form], Ty::Other, span));
        }
    }

    fn visit(&mut self, v: Value) {
        let node = self.d.graph.node(v).clone();
        self.d.called = Some(node.call());
        // Taps that run have a cotangent, even where nothing else has one.
        let tapped = node.args.iter().any(|&arg| self.is_place(arg));
        let none = || tapped.then(BTreeMap::new);
        if let Op::Branch(branch) = &node.op {
            let is_block = matches!(branch.head, Head::Block);
            if let Some(given) = self.given.remove(&v).or_else(|| (is_block && tapped).then(Vec::new)) {
                self.unwind_block(v, branch, given);
            } else if let Some(g) = self.results.remove(&v).or_else(none) {
                let active = &self.active;
                for (arg, c) in self.d.unwind(v, branch, &g, |arg| active[arg.ix()]) {
                    self.contribute(arg, c);
                }
            }
            return;
        }
        if let Some((block, of)) = views::result_of_block(&self.d.graph, &node) {
            let all = self.apart(v);
            if !all.is_empty() {
                let all = all.into_iter().map(|(path, g)| Handed { of, path, g });
                self.given.entry(block).or_default().extend(all);
            }
            return;
        }
        if let Op::Loop(held) = &node.op {
            if let Some(g) = self.results.remove(&v).or_else(none) {
                let active = &self.active;
                for (arg, c) in self.d.rewind(v, held, &g, |arg| active[arg.ix()]) {
                    self.contribute(arg, c);
                }
            }
            return;
        }
        if let Op::Tap(_) = node.op {
            self.tap(v, &node);
            return;
        }
        if let Op::AsTensor(_) | Op::Declared | Op::Part(_) | Op::Call(_) | Op::Make(_) = node.op {
            if let Some(g) = self.total(v, false) {
                self.pass(v, &node, g);
            }
            return;
        }
        let (cotangents, first) = if let Ty::Tuple(_) = node.ty {
            let Some(cotangents) = self.results.remove(&v) else { return };
            let first = *cotangents.values().next().expect("an entry has a cotangent");
            (cotangents, first)
        } else {
            let elementwise = matches!(node.op, Op::Map(_));
            let Some(g) = self.total(v, elementwise) else { return };
            (BTreeMap::from([(0, g)]), g)
        };
        if let Op::Get(i) = node.op {
            self.results.entry(node.args[0]).or_default().insert(i, first);
            return;
        }
        let row = self.d.rules.of(&node.op);
        match &row.vjp {
            Vjp::Hatch(name) => {
                let found = hatches::call(self.d, name, v, first);
                for (&arg, cotangent) in node.args.iter().zip(found) {
                    if let (Some(c), true) = (cotangent, self.active[arg.ix()]) {
                        let c = self.d.leaving(&self.guarded, v, arg, c, node.span);
                        self.contribute(arg, c);
                    }
                }
            }
            Vjp::Text { lets, cotangents: columns } => self.apply(v, &row, lets, columns, first, &cotangents),
        }
    }

    fn is_place(&self, v: Value) -> bool {
        matches!(self.d.graph.node(v).ty, Ty::Gathered(_))
    }

    /// The cotangent of a tapped value, zeros where nothing has used it, goes to its place too.
    fn tap(&mut self, v: Value, node: &Node) {
        let total = self.total(v, false);
        if let Some(g) = total
            && self.active[node.args[0].ix()]
        {
            self.contribute(node.args[0], g);
        }
        let place = node.args[1];
        let shape = self.d.shape_of(v, node.span);
        let g = total.unwrap_or_else(|| self.d.zero_like(v, node.span));
        let ty = self.d.graph.node(place).ty.clone();
        let none = self.d.zero_like(place, node.span);
        let one = self.d.beside(node, Op::Gather, vec![none, g, shape], ty);
        self.contribute(place, one);
    }

    /// The cotangent of a value of any form goes on to what it is of.
    fn pass(&mut self, v: Value, node: &Node, g: Value) {
        match &node.op {
            Op::Part(part @ (Part::Tuple(i, _) | Part::Array(i, _))) => {
                // Entries are one by their number, however they were written.
                let one = if let Part::Tuple(..) = part { Part::Tuple(*i, 0) } else { Part::Array(*i, 0) };
                let of = node.args[0];
                let old = self.parts.get(&of).and_then(|parts| parts.get(&one)).copied();
                let sum = old.map_or(g, |old| self.d.sum_of(old, g, node.span));
                self.parts.entry(of).or_default().insert(one, sum);
            }
            Op::Part(part @ (Part::Field(_) | Part::Bound(_))) => {
                let of = node.args[0];
                let old = self.parts.get(&of).and_then(|parts| parts.get(part)).copied();
                let sum = old.map_or(g, |old| self.d.sum_of(old, g, node.span));
                self.parts.entry(of).or_default().insert(part.clone(), sum);
            }
            Op::Part(Part::Item) => {
                let form = self.d.shape_of(node.args[0], node.span);
                let args = vec![form, g, node.args[1]];
                let one = Node::new(Op::Assemble(vec![Part::Item]), args, Ty::Other, node.span);
                let one = self.d.graph.push(one);
                self.contribute(node.args[0], one);
            }
            Op::Part(Part::Of(i))
                if matches!(self.d.graph.node(node.args[0]).op, Op::Branch(_) | Op::Loop(_)) =>
            {
                self.results.entry(node.args[0]).or_default().insert(*i, g);
            }
            Op::Make(make) => {
                let active = &self.active;
                for (arg, c) in self.d.taken_apart(node, make, g, |arg| active[arg.ix()]) {
                    self.contribute(arg, c);
                }
            }
            Op::Call(_) => {
                let active = &self.active;
                for (arg, c) in self.d.pull(v, g, |arg| active[arg.ix()]) {
                    self.contribute(arg, c);
                }
            }
            Op::Part(part @ (Part::Spread | Part::Summed)) => {
                let back = if let Part::Spread = part { Part::Summed } else { Part::Spread };
                let (of, n) = (node.args[0], node.args[1]);
                let ty = self.d.graph.node(of).ty.clone();
                let g = self.d.beside(node, Op::Part(back), vec![g, n], ty);
                self.contribute(of, g);
            }
            // It is of both shapes, since the check has passed.
            Op::Declared => {
                let ty = self.d.graph.node(node.args[0]).ty.clone();
                let g = self.d.beside(node, Op::Declared, vec![g], ty);
                self.contribute(node.args[0], g);
            }
            _ => self.contribute(node.args[0], g),
        }
    }

    fn apply(
        &mut self,
        v: Value,
        row: &Row,
        lets: &[Stmt],
        columns: &[(Ident, Cotangent)],
        first: Value,
        cotangents: &BTreeMap<u32, Value>,
    ) {
        let node = self.d.graph.node(v).clone();
        let wanted: Vec<(&Param, Value)> = parameters(row, &node)
            .into_iter()
            .flat_map(|(param, values)| values.into_iter().map(move |v| (param, v)))
            .filter(|(_, arg)| self.active.get(arg.ix()).copied().unwrap_or(false))
            .collect();
        if wanted.is_empty() {
            return;
        }
        let (mut read, mut refused) = (Vec::new(), Vec::new());
        for (param, arg) in wanted {
            let Some((name, column)) = columns.iter().find(|(name, _)| *name == param.name) else { continue };
            match column {
                Cotangent::Zero | Cotangent::None => {}
                Cotangent::Todo(why) => refused.push((param.name.to_string(), why.clone())),
                Cotangent::Expr(expr) => read.push((arg, (name, &**expr, self.d.graph.elem(arg).clone()))),
            }
        }
        let (args, read): (Vec<Value>, Vec<Column<'_>>) = read.into_iter().unzip();
        let more = self.other_cotangents(v, row, cotangents);
        let before = self.d.graph.nodes.len();
        let results = self.d.columns(v, row, lets, (first, more), &read);
        let found = args.into_iter().zip(results).filter_map(|(arg, c)| Some((arg, c?)));
        for (param, why) in refused {
            self.d.errors.push(error::derivative_todo(node.span, node.op.name(), &param, &why));
        }
        for (arg, c) in found {
            let of = self.d.graph.node(arg).ty.clone();
            if matches!(of, Ty::Tensor(_)) && self.is_of_shape(&node, c, before) {
                self.d.graph.nodes[c.ix()].ty = of;
            }
            self.pieces.extend(Piece::of(&self.d.graph, v, first).map(|piece| (c, piece)));
            let c = self.d.leaving(&self.guarded, v, arg, c, node.span);
            self.contribute(arg, c);
        }
    }

    /// Whether the shape of `c`, which the rule of `node` gave, is that of its operand by the rule alone: a rule that is not elementwise
    /// gives each cotangent the shape of its operand, and expansion does not know the shape. Nodes before `before` are not the rule's.
    fn is_of_shape(&self, node: &Node, c: Value, before: usize) -> bool {
        let made = self.d.graph.node(c);
        let Ty::Tensor(ty) = &made.ty else { return false };
        match made.op {
            // What an item of a list is, its shape does not say.
            Op::List(_) => matches!(node.op, Op::List(_)),
            // Labels say it, which no pass reads.
            Op::Opaque(Opaque::Contract) => {
                matches!(node.op, Op::Opaque(Opaque::Contract | Opaque::ContractOverlap))
            }
            // Of reshapes alone: where a checkpoint's region knows less of a shape than what stands around it, sums of cotangents would
            // have another order there.
            Op::View(View::Reshape) => {
                let is_unknown = matches!(ty.shape, Shape::Open(_)) && c.ix() >= before;
                is_unknown && matches!(node.op, Op::View(View::Reshape))
            }
            _ => false,
        }
    }

    /// The cotangents of several results, by their names.
    fn other_cotangents(
        &mut self,
        v: Value,
        row: &Row,
        cotangents: &BTreeMap<u32, Value>,
    ) -> Vec<(Ident, Binding)> {
        if row.results.len() < 2 {
            return Vec::new();
        }
        let span = self.d.graph.node(v).span;
        let of = |(i, result): (usize, &Param)| {
            let g = cotangents.get(&(i as u32)).copied();
            let value = self.d.result(v, i, span);
            let g = g.unwrap_or_else(|| self.d.zero_like(value, span));
            (format_ident!("g_{}", result.name), Binding::Tensor(g))
        };
        row.results.iter().enumerate().map(of).collect()
    }
}
