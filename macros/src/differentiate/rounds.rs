//! The two sweeps through loops.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::branch::seeded;
use super::{Differentiator, active, is_float, reverse};
use crate::ir::{Drive, Loop, Op, Part, Region, Rewind, Ty, Value};
use crate::residuals;
use crate::simplify::simplify;

impl Differentiator<'_> {
    /// Of a loop whose results have the cotangents `g`: those of the arguments that are `wanted`.
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
        let rounds: Vec<usize> = (0..carried).filter(|&k| moving[k]).collect();
        let still: Vec<usize> = (carried..count).filter(|&k| wanted(args[k])).collect();
        let mut seeds = Vec::new();
        for (j, &k) in rounds.iter().enumerate() {
            let out = d.graph.outputs[k];
            seeds.push((out, d.graph.input_like(count + j, out)));
        }
        let inputs =
            |ks: &[usize]| ks.iter().map(|&k| held.body.input(k).unwrap_or(Value(0))).collect::<Vec<_>>();
        let wrt: Vec<Value> = [inputs(&rounds), inputs(&still)].concat();
        let found = reverse(&mut d, &seeds, &wrt);
        let (of_rounds, of_still) = found.split_at(rounds.len());
        for (&c, &x) in of_rounds.iter().zip(&wrt) {
            let c = c.unwrap_or_else(|| d.zero_like(x, node.span));
            d.graph.outputs.push(c);
        }
        // What rounds add to the cotangent of an invariant is added up as they go.
        let mut sums = Vec::new();
        for (&c, &k) in of_still.iter().zip(&still) {
            let (Some(c), Some(x)) = (c, held.body.input(k)) else { continue };
            let sum = d.graph.input_like(count + rounds.len() + sums.len(), x);
            let total = d.total_of(sum, c, node.span);
            d.graph.outputs.push(total);
            sums.push(k);
        }
        d.sort();
        let kept_from = carried + usize::from(held.exits);
        let pair = residuals::split(&simplify(&d.graph), count as u32, kept_from, carried as u32, held.again);
        // An invariant is the same in every round: it is handed over once.
        let invariant = |v: &Value| match pair.forward.node(*v).op {
            Op::Input(n) if n as usize >= carried => Some(n as usize),
            _ => None,
        };
        let fixed: Vec<usize> = pair.residuals.iter().filter_map(invariant).collect();
        let of_round: Vec<Value> =
            pair.residuals.iter().copied().filter(|v| invariant(v).is_none()).collect();
        let kept = of_round.len();
        let mut back_body = Region { graph: pair.pullback.clone(), diverges: false };
        let (all, along) = (pair.residuals.len(), rounds.len() + sums.len());
        let (mut of_kept, mut of_fixed) = (0, 0);
        let new: Vec<u32> = pair
            .residuals
            .iter()
            .map(|v| {
                let (next, from) =
                    if invariant(v).is_some() { (&mut of_fixed, kept + along) } else { (&mut of_kept, 0) };
                *next += 1;
                (from + *next - 1) as u32
            })
            .collect();
        back_body.renumber(|n| match new.get(n as usize) {
            Some(&n) => n,
            None => (n as usize - all + kept) as u32,
        });
        let mut forward = pair.forward.clone();
        forward.outputs.truncate(kept_from);
        forward.outputs.extend(of_round);
        let mut ahead = Region { graph: crate::simplify::live(&forward), diverges: false };
        ahead.keep_inputs(count);
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
        let body = Rewind { body: back_body, kept, carried: along };
        let rewind = self.beside(&node, Op::Rewind(Rc::new(body)), back, Ty::Other);
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
        let moving = carried_along(&held.body, carried, |k| tangent(args[k]).is_some());
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
        let moved = kept.iter().copied().filter(|&v| is_float(&d.graph.node(v).ty)).collect::<Vec<_>>();
        let of: Vec<Value> = rounds.iter().map(|&k| next[k]).chain(moved).collect();
        let of_rounds = rounds.iter().enumerate().map(|(j, &k)| (k, carried + j));
        let of_still =
            still.iter().enumerate().map(|(j, &k)| (new(k as u32) as usize, args.len() + more + j));
        let seeds = of_rounds.chain(of_still).filter_map(|(k, n)| Some((body.input(k)?, n))).collect();
        let tangents = seeded(&mut d, seeds, &of);
        let (of_next, of_kept) = tangents.split_at(more);
        d.graph.outputs = [next, of_next, stop, kept, of_kept].concat();
        d.sort();
        let graph = simplify(&d.graph);
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
        let (kept, carried) = (rewind.kept, rewind.carried);
        let args = &node.args[1..];
        let mut body = rewind.body.clone();
        let moves = |k: usize| body.input(k).is_some_and(|v| is_float(&body.graph.node(v).ty));
        let moved: Vec<usize> = (0..kept).filter(|&k| moves(k)).collect();
        let still: Vec<(usize, Value)> =
            (carried..args.len()).filter_map(|k| Some((k, tangent(args[k])?))).collect();
        let all = kept + moved.len();
        // What was kept with its tangents, the carried values with theirs, then the invariants with theirs.
        body.renumber(|n| match n as usize {
            n if n < kept => n as u32,
            n if n < kept + carried => (n + moved.len()) as u32,
            n => (n + moved.len() + carried) as u32,
        });
        let mut d = self.inner(&body);
        let of = d.graph.outputs.clone();
        let of_kept = moved.iter().enumerate().map(|(j, &k)| (k, kept + j));
        let of_carried = (0..carried).map(|k| (all + k, all + carried + k));
        let end = all + carried + args.len();
        let of_still = still.iter().enumerate().map(|(j, (k, _))| (all + carried + k, end + j));
        let seeds = of_kept.chain(of_carried).chain(of_still);
        let seeds = seeds.filter_map(|(k, n)| Some((body.input(k)?, n))).collect();
        let tangents = seeded(&mut d, seeds, &of);
        d.graph.outputs.extend(tangents);
        d.sort();
        let body = Region { graph: simplify(&d.graph), diverges: false };
        let mut new = node.args[..=carried].to_vec();
        for &arg in &args[..carried] {
            new.push(tangent(arg).unwrap_or_else(|| self.zero_like(arg, node.span)));
        }
        new.extend(&args[carried..]);
        new.extend(still.iter().map(|(_, t)| *t));
        let again = &mut self.graph.nodes[v.ix()];
        let moved = Rewind { body, kept: all, carried: 2 * carried };
        (again.op, again.args) = (Op::Rewind(Rc::new(moved)), new);
        (0..carried as u32).map(|k| (k, k + carried as u32)).collect()
    }
}

/// Which of the carried values depend on `seed` inputs after any number of rounds.
fn carried_along(body: &Region, carried: usize, seed: impl Fn(usize) -> bool) -> Vec<bool> {
    let count = body.graph.nodes.iter().filter(|n| matches!(n.op, Op::Input(_))).count();
    let floats = |k: usize| body.input(k).is_some_and(|v| is_float(&body.graph.node(v).ty));
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
