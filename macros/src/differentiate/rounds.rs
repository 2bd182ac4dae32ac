//! The two sweeps through loops.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::branch::seeded;
use super::cut::{Cut, kept_by_each, replayed};
use super::{Differentiator, reverse};
use crate::ir::{Drive, Graph, Loop, Op, Part, Region, Replay, Rewind, Ty, Value, active};
use crate::simplify::simplify;

impl Differentiator<'_> {
    /// The cotangents of the `wanted` arguments of a loop whose results have the cotangents `g`.
    pub(super) fn rewind(
        &mut self,
        v: Value,
        held: &Loop,
        g: &BTreeMap<u32, Value>,
        wanted: impl Fn(Value) -> bool,
    ) -> Vec<(Value, Value)> {
        let node = self.graph.node(v).clone();
        let args = node.args[held.lead()..].to_vec();
        let (count, carried) = (args.len(), held.carried);
        // A carried value is active where a round makes it so.
        let mut d = self.inner(&held.body);
        let moving = carried_along(&held.body, carried, |k| wanted(args[k]));
        // Where the results have none there is nothing to hand from round to round.
        let rounds: Vec<usize> = (0..carried).filter(|&k| moving[k] && !g.is_empty()).collect();
        let still: Vec<usize> = (carried..count).filter(|&k| wanted(args[k])).collect();
        let mut seeds = Vec::new();
        for (j, &k) in rounds.iter().enumerate() {
            let out = d.graph.outputs[k];
            seeds.push((out, d.graph.input_like(count + j, out)));
        }
        let inputs =
            |ks: &[usize]| ks.iter().map(|&k| held.body.input(k).unwrap_or(Value(0))).collect::<Vec<_>>();
        let wrt: Vec<Value> = [inputs(&rounds), inputs(&still)].concat();
        // To the sum for a list each round adds what it reads of it, in place; cotangents of taps come behind each other.
        let first = count + rounds.len();
        let grows = |v: Value| matches!(held.body.graph.node(v).ty, Ty::List(_) | Ty::Gathered(_));
        let is_list = |k: &usize| held.body.input(*k).is_some_and(grows);
        let lists: Vec<usize> = still.iter().copied().filter(is_list).collect();
        for (j, &k) in lists.iter().enumerate() {
            if let Some(x) = held.body.input(k) {
                seeds.push((x, d.graph.input_like(first + j, x)));
            }
        }
        let found = reverse(&mut d, &seeds, &wrt);
        let (of_rounds, of_still) = found.split_at(rounds.len());
        let begun = |d: &Differentiator<'_>, c: Value| matches!(d.graph.node(c).op, Op::Input(n) if n as usize >= first);
        let mut read = vec![None; lists.len()];
        for (&c, &x) in of_rounds.iter().zip(&wrt) {
            let c = c.unwrap_or_else(|| d.zero_like(x, node.span));
            d.graph.outputs.push(c);
        }
        // What rounds add to the cotangent of an invariant is added up as they go.
        let mut sums = Vec::new();
        for (&c, &k) in of_still.iter().zip(&still) {
            let (Some(c), Some(x)) = (c, held.body.input(k)) else { continue };
            let total = match lists.iter().position(|&l| l == k) {
                Some(_) if begun(&d, c) => continue,
                Some(j) => {
                    read[j] = Some(sums.len());
                    c
                }
                None => {
                    let sum = d.graph.input_like(first + lists.len() + sums.len(), x);
                    d.total_of(sum, c, node.span)
                }
            };
            d.graph.outputs.push(total);
            sums.push(k);
        }
        // In the order of the sums; nothing reads the others.
        d.sort();
        d.graph = d.graph.filtered(|_, n| {
            !matches!(n.op, Op::Input(n) if (first..first + lists.len()).contains(&(n as usize)) && read[n as usize - first].is_none())
        });
        for n in &mut d.graph.nodes {
            if let Op::Input(n) = &mut n.op {
                *n = match (*n as usize).checked_sub(first) {
                    Some(j) if j < lists.len() => (first + read[j].unwrap_or_default()) as u32,
                    Some(_) => *n - lists.len() as u32,
                    None => *n,
                };
            }
        }
        d.graph.untap();
        let graph = simplify(d.graph);
        let along = rounds.len() + sums.len();
        let cut = if held.schedule.is_some() {
            replayed(held, &graph, count)
        } else {
            kept_by_each(held, &graph, count)
        };
        let Cut { mut ahead, regions, kept, fixed, replay } = cut.ordered(carried, count, along);
        ahead.keep_inputs(count);
        let counters = counters(held, &ahead.graph, &regions, kept, replay);
        let keeping = Loop { body: ahead, keeps: true, ..held.clone() };
        self.graph.nodes[v.ix()].op = Op::Loop(Rc::new(keeping));
        let packed = self.beside(&node, Op::Part(Part::Kept), vec![v], Ty::Host);
        let mut back = vec![packed];
        for &k in &rounds {
            back.push(if let Some(&c) = g.get(&(k as u32)) {
                c
            } else {
                let ty = held.body.graph.node(held.body.graph.outputs[k]).ty.clone();
                let end = self.beside(&node, Op::Part(Part::Of(k as u32)), vec![v], ty);
                self.zero_like(end, node.span)
            });
        }
        for &k in &sums {
            let zero = self.zero_like(args[k], node.span);
            back.push(zero);
        }
        back.extend(fixed.iter().map(|&k| args[k]));
        let rounds_back = Rewind { regions, kept, carried: along, counters, replay };
        let rewind = self.beside(&node, Op::Rewind(Rc::new(rounds_back)), back, Ty::Other);
        let mut found = Vec::new();
        for (j, &k) in rounds.iter().chain(&sums).enumerate() {
            let ty = self.graph.node(args[k]).ty.clone();
            found.push((args[k], self.beside(&node, Op::Part(Part::Of(j as u32)), vec![rewind], ty)));
        }
        found.retain(|(arg, _)| wanted(*arg));
        found
    }

    /// The sum of two cotangents of one value.
    fn total_of(&mut self, a: Value, b: Value, span: proc_macro2::Span) -> Value {
        match self.graph.node(a).ty {
            Ty::Other => self.sum_of(a, b, span),
            Ty::List(_) => self.add_lists(a, b, span),
            _ => self.add(a, b, span),
        }
    }

    /// The results with their tangents in place of the results alone; where results have a tangent, its number.
    pub(super) fn loop_forward(
        &mut self,
        v: Value,
        held: &Loop,
        tangent: impl Fn(Value) -> Option<Value>,
    ) -> BTreeMap<u32, u32> {
        let node = self.graph.node(v).clone();
        let (lead, carried) = (held.lead(), held.carried);
        let args = node.args[lead..].to_vec();
        let mut moving = carried_along(&held.body, carried, |k| tangent(args[k]).is_some());
        if held.keeps && held.schedule.is_some() {
            // The second run of a round goes by the types of its state.
            (0..carried).for_each(|k| moving[k] |= is_float_input(&held.body, k));
        }
        let rounds: Vec<usize> = (0..carried).filter(|&k| moving[k]).collect();
        let still: Vec<usize> = (carried..args.len()).filter(|&k| moving[k]).collect();
        let more = rounds.len();
        // Carried values, their tangents, invariants, their tangents.
        let new = |n: u32| if (n as usize) < carried { n } else { n + more as u32 };
        let mut body = held.body.clone();
        body.renumber(new);
        let mut d = self.inner(&body);
        let outputs = d.graph.outputs.clone();
        let (next, rest) = outputs.split_at(carried);
        let (stop, kept) = rest.split_at(usize::from(held.exits));
        let moved = kept.iter().copied().filter(|&v| d.graph.node(v).ty.is_float()).collect::<Vec<_>>();
        let of: Vec<Value> = rounds.iter().map(|&k| next[k]).chain(moved).collect();
        let of_rounds = rounds.iter().enumerate().map(|(j, &k)| (k, carried + j));
        let of_still =
            still.iter().enumerate().map(|(j, &k)| (new(k as u32) as usize, args.len() + more + j));
        let seeds = of_rounds.chain(of_still).filter_map(|(k, n)| Some((body.input(k)?, n))).collect();
        let tangents = seeded(&mut d, seeds, &of);
        let (of_next, of_kept) = tangents.split_at(more);
        d.graph.outputs = [next, of_next, stop, kept, of_kept].concat();
        d.sort();
        let graph = simplify(d.graph);
        let drive = match &held.drive {
            Drive::While(head) => {
                let mut head = head.clone();
                head.renumber(new);
                Drive::While(head)
            }
            drive => drive.clone(),
        };
        let mut all = node.args[..lead + carried].to_vec();
        for &k in &rounds {
            all.push(tangent(args[k]).unwrap_or_else(|| self.zero_like(args[k], node.span)));
        }
        all.extend(&args[carried..]);
        all.extend(still.iter().filter_map(|&k| tangent(args[k])));
        let body = Region { graph, diverges: false };
        let moved = Loop { drive, body, carried: carried + more, ..held.clone() };
        let again = &mut self.graph.nodes[v.ix()];
        (again.op, again.args) = (Op::Loop(Rc::new(moved)), all);
        rounds.iter().enumerate().map(|(j, &k)| (k as u32, (carried + j) as u32)).collect()
    }

    /// The cotangents with their tangents; what was kept comes with its own.
    pub(super) fn rewind_forward(
        &mut self,
        v: Value,
        rewind: &Rewind,
        tangent: impl Fn(Value) -> Option<Value>,
    ) -> BTreeMap<u32, u32> {
        let node = self.graph.node(v).clone();
        let carried = rewind.carried;
        let args = &node.args[1..];
        let still: Vec<(usize, Value)> =
            (carried..args.len()).filter_map(|k| Some((k - carried, tangent(args[k])?))).collect();
        let fixed = args.len() - carried;
        let of_still: Vec<usize> = still.iter().map(|(k, _)| *k).collect();
        let back = &rewind.regions[0];
        let moves = |k: &usize| is_float_input(back, *k);
        let of_kept: Vec<usize> = (0..rewind.kept).filter(moves).collect();
        let of_carried: Vec<usize> = (0..carried).collect();
        // What was kept with its tangents, the carried values with theirs, then the invariants with theirs.
        let parts = [(rewind.kept, of_kept.clone()), (carried, of_carried), (fixed, of_still.clone())];
        let mut regions = vec![self.moved(back, &parts, &[carried])];
        let replay = rewind.replay.map(|Replay { state, notes }| {
            let model = &rewind.regions[1];
            let moving = |from: usize, n: usize| -> Vec<usize> {
                (0..n).filter(|k| is_float_input(model, from + k)).collect()
            };
            let (of_state, of_notes) = (moving(0, state), moving(state, notes));
            let next = Replay { state: state + of_state.len(), notes: notes + of_notes.len() };
            let parts = [(state, of_state), (notes, of_notes), (fixed, of_still)];
            for again in &rewind.regions[1..] {
                regions.push(self.moved(again, &parts, &[state, again.graph.outputs.len() - state]));
            }
            next
        });
        let mut new = node.args[..=carried].to_vec();
        for &arg in &args[..carried] {
            new.push(tangent(arg).unwrap_or_else(|| self.zero_like(arg, node.span)));
        }
        new.extend(&args[carried..]);
        new.extend(still.iter().map(|(_, t)| *t));
        let kept = rewind.kept + of_kept.len();
        let again = &mut self.graph.nodes[v.ix()];
        let moved = Rewind { regions, kept, carried: 2 * carried, counters: vec![false; kept], replay };
        (again.op, again.args) = (Op::Rewind(Rc::new(moved)), new);
        (0..carried as u32).map(|k| (k, k + carried as u32)).collect()
    }

    /// A region with tangents. `parts` of its inputs, and which of each have one: these follow their part. The outputs too
    /// come in parts, of so many, and the tangents of the floats among them behind each.
    fn moved(&mut self, region: &Region, parts: &[(usize, Vec<usize>)], outputs: &[usize]) -> Region {
        let mut region = region.clone();
        let (mut old, mut new) = (0, 0);
        let (mut places, mut seeds) = (Vec::new(), Vec::new());
        for (count, moving) in parts {
            places.extend((new..new + count).map(|n| n as u32));
            seeds.extend(moving.iter().enumerate().map(|(j, &k)| (old + k, new + count + j)));
            (old, new) = (old + count, new + count + moving.len());
        }
        let inputs: Vec<Option<Value>> = (0..old).map(|k| region.input(k)).collect();
        region.renumber(|n| places[n as usize]);
        let mut d = self.inner(&region);
        let mut of = Vec::new();
        let mut rest = &d.graph.outputs[..];
        let mut groups = Vec::new();
        for &count in outputs {
            let (group, more) = rest.split_at(count);
            let floats: Vec<Value> =
                group.iter().copied().filter(|&v| d.graph.node(v).ty.is_float()).collect();
            of.extend(&floats);
            groups.push((group.to_vec(), floats.len()));
            rest = more;
        }
        let seeds = seeds.into_iter().filter_map(|(k, n)| Some((inputs[k]?, n))).collect();
        let tangents = seeded(&mut d, seeds, &of);
        let mut tangents = tangents.into_iter();
        d.graph.outputs = Vec::new();
        for (group, floats) in groups {
            d.graph.outputs.extend(group);
            d.graph.outputs.extend(tangents.by_ref().take(floats));
        }
        d.sort();
        Region { graph: simplify(d.graph), diverges: false }
    }
}

/// Which of the residuals of a round are the number that its loop counts by.
fn counters(
    held: &Loop,
    ahead: &Graph,
    regions: &[Region],
    kept: usize,
    replay: Option<Replay>,
) -> Vec<bool> {
    let results = held.carried + usize::from(held.exits);
    let counts = |v: Value| matches!(&ahead.node(v).op, Op::Host(h) if held.drive.counts(h));
    let of = |k: usize| match (replay, regions.last()) {
        (None, _) => counts(ahead.outputs[results + k]),
        (Some(Replay { state, notes }), Some(taped)) => {
            let Op::Input(n) = taped.graph.node(taped.graph.outputs[state + k]).op else { return false };
            let note = (n as usize).checked_sub(state).filter(|&note| note < notes);
            note.is_some_and(|note| counts(ahead.outputs[results + note]))
        }
        (Some(_), None) => false,
    };
    (0..kept).map(of).collect()
}

fn is_float_input(region: &Region, k: usize) -> bool {
    region.input(k).is_some_and(|v| region.graph.node(v).ty.is_float())
}

/// Which of the carried values depend on `seed` inputs after any number of rounds.
fn carried_along(body: &Region, carried: usize, seed: impl Fn(usize) -> bool) -> Vec<bool> {
    let count = body.graph.nodes.iter().filter(|n| matches!(n.op, Op::Input(_))).count();
    let floats = |k: usize| is_float_input(body, k);
    let mut moving: Vec<bool> = (0..count).map(|k| seed(k) && floats(k)).collect();
    loop {
        let wrt: Vec<Value> = (0..count).filter(|&k| moving[k]).filter_map(|k| body.input(k)).collect();
        let active = active(&body.graph, &wrt);
        let also: Vec<usize> =
            (0..carried).filter(|&k| !moving[k] && floats(k) && active[body.graph.outputs[k].ix()]).collect();
        if also.is_empty() {
            return moving;
        }
        for k in also {
            moving[k] = true;
        }
    }
}
