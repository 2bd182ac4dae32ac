//! The values that the rounds of a loop hand to their reverse.

use crate::ir::{Graph, Loop, Op, Region, Replay, Value};
use crate::residuals::{self, Pair};
use crate::simplify::{live, simplify};

/// A loop with what it keeps, and the regions of its reverse.
pub(super) struct Cut {
    /// The body of the loop. Outputs: its own, then what it keeps.
    pub ahead: Region,
    /// The regions of a `Rewind`.
    pub regions: Vec<Region>,
    /// How many residuals the reverse of a round takes.
    pub kept: usize,
    /// The invariants that are handed over, once for all rounds, by the number of the body's input.
    pub fixed: Vec<usize>,
    pub replay: Option<Replay>,
}

/// As [`Cut`], the inputs numbered as the graphs came.
pub(super) struct Loose {
    ahead: Graph,
    /// A round with what its reverse reads, and that reverse. Inputs of the round: those of the body, then notes.
    pair: Pair,
    /// The round alone, where it runs again.
    again: Option<(Graph, Replay)>,
}

/// Every round keeps what its reverse reads. `joint`: the body with its reverse, `count` inputs before the cotangents.
pub(super) fn kept_by_each(held: &Loop, joint: &Graph, count: usize) -> Loose {
    let results = held.carried + usize::from(held.exits);
    let pair = residuals::split(joint, count as u32, results, held.carried as u32, held.again);
    Loose { ahead: pair.forward.clone(), pair, again: None }
}

/// Some rounds keep their state, and every round its notes.
pub(super) fn replayed(held: &Loop, joint: &Graph, count: usize) -> Loose {
    let (carried, results) = (held.carried, held.carried + usize::from(held.exits));
    let outputs = [&joint.outputs[..carried], &joint.outputs[results..]].concat();
    let again = residuals::replay(joint, count as u32, &outputs);
    let mut ahead = joint.clone();
    ahead.outputs.truncate(results);
    ahead.outputs.extend(&again.notes);
    let notes = again.notes.len();
    let mut alone = again.graph.clone();
    alone.outputs.truncate(carried);
    let mut alone = Region { graph: simplify(alone), diverges: false };
    alone.keep_inputs(count + notes);
    let pair = residuals::split(&again.graph, (count + notes) as u32, carried, carried as u32, false);
    Loose { ahead: simplify(ahead), pair, again: Some((alone.graph, Replay { state: carried, notes })) }
}

impl Loose {
    /// Inputs in the order that regions have: see [`crate::ir::Rewind`]. `along`: how many cotangents rounds hand on.
    pub(super) fn ordered(self, carried: usize, count: usize, along: usize) -> Cut {
        let Self { mut ahead, pair, again } = self;
        let notes = again.as_ref().map_or(0, |(_, replay)| replay.notes);
        // An invariant is the same in every round: it is handed over once.
        let invariant = |v: &Value| match pair.forward.node(*v).op {
            Op::Input(n) if (carried..count).contains(&(n as usize)) => Some(n as usize),
            _ => None,
        };
        let mut round = pair.forward.clone();
        let results = round.outputs.len() - pair.residuals.len();
        let of_round: Vec<Value> =
            pair.residuals.iter().copied().filter(|v| invariant(v).is_none()).collect();
        let kept = of_round.len();
        round.outputs.truncate(results);
        round.outputs.extend(of_round);
        let mut round = Region { graph: live(round), diverges: false };
        round.keep_inputs(count + notes);
        let mut alone = again.as_ref().map(|(graph, _)| Region { graph: graph.clone(), diverges: false });
        let mut fixed: Vec<usize> = pair.residuals.iter().filter_map(invariant).collect();
        if let Some(alone) = &alone {
            for n in (carried..count).filter(|&n| alone.reads(n) || round.reads(n)) {
                if !fixed.contains(&n) {
                    fixed.push(n);
                }
            }
        } else {
            ahead = round.graph.clone();
        }
        let place = |n: usize| fixed.iter().position(|&k| k == n).unwrap_or_default();
        let mut of_kept = 0..kept;
        let new: Vec<usize> = pair
            .residuals
            .iter()
            .map(|v| match invariant(v) {
                Some(n) => kept + along + place(n),
                None => of_kept.next().unwrap_or_default(),
            })
            .collect();
        let mut back = Region { graph: pair.pullback, diverges: false };
        back.renumber(|n| match new.get(n as usize) {
            Some(&n) => n as u32,
            None => n - new.len() as u32 + kept as u32,
        });
        let mut regions = vec![back];
        for again in alone.iter_mut().chain(again.is_some().then_some(&mut round)) {
            let unread = |n: usize| (carried..count).contains(&n) && !fixed.contains(&n);
            again.graph = std::mem::take(&mut again.graph)
                .filtered(|_, node| !matches!(node.op, Op::Input(n) if unread(n as usize)));
            again.renumber(|n| match n as usize {
                n if n < carried => n as u32,
                n if n < count => (carried + notes + place(n)) as u32,
                n => (n - count + carried) as u32,
            });
            regions.push(again.clone());
        }
        let replay = again.map(|(_, replay)| replay);
        Cut { ahead: Region { graph: ahead, diverges: false }, regions, kept, fixed, replay }
    }
}
