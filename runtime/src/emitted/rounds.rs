//! Loops with a schedule of checkpoints: which states are kept as rounds go by, and which rounds run again when they are
//! taken back. Emitted code says what a round does; when it does it is decided here.

mod plan;
#[cfg(test)]
mod tests;

use std::fmt::Display;

use crate::emitted::calls::{Held, Kept};
use crate::error::{Error, ErrorKind, Result};
use plan::{Offer, Plan};

/// Which rounds keep the state that they begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Rounds at this distance.
    Every(usize),
    /// A number of rounds that equals the distance between two of them.
    Sqrt,
    /// This many rounds at most, placed so that the fewest rounds run again.
    Slots(usize),
}

/// The residuals of such a loop's rounds: the states `S` of some rounds, and the notes `N` of every round. A second run
/// cannot find the notes out.
#[derive(Clone, Debug)]
pub struct Rounds<S, N> {
    plan: Plan,
    /// The rounds that the states belong to, which ascend.
    at: Vec<usize>,
    states: Vec<Kept<S>>,
    /// The state of the last round, beside those: there is one on its way in any case.
    last: Option<Kept<S>>,
    notes: Vec<N>,
    /// Bytes of the tensors in notes.
    bytes: usize,
}

impl<S, N> Rounds<S, N> {
    /// No rounds yet; `expected`: how many there are if none ends the loop.
    pub fn new(schedule: Schedule, expected: Option<usize>) -> Self {
        let plan = Plan::new(schedule, expected);
        Self { plan, at: Vec::new(), states: Vec::new(), last: None, notes: Vec::new(), bytes: 0 }
    }

    /// A round begins.
    #[inline]
    pub fn begin(&mut self, state: impl FnOnce() -> Kept<S>) {
        let round = self.notes.len();
        self.last = None;
        match self.plan.offer(round, &self.at) {
            Offer::Pass => {
                if self.plan.slots().is_some() {
                    self.last = Some(state());
                }
                return;
            }
            Offer::Keep => {}
            Offer::InsteadOf(i) => {
                self.at.remove(i);
                self.states.remove(i);
            }
            Offer::Thin(gap) => {
                let mut at = self.at.iter();
                self.states.retain(|_| at.next().is_some_and(|round| round.is_multiple_of(gap)));
                self.at.retain(|round| round.is_multiple_of(gap));
                if !round.is_multiple_of(gap) {
                    return;
                }
            }
        }
        self.at.push(round);
        self.states.push(state());
    }

    /// A round ends.
    #[inline]
    pub fn note(&mut self, notes: Kept<N>) {
        self.bytes += notes.bytes;
        self.notes.push(notes.values);
    }
}

impl<S, N> Held for Rounds<S, N> {
    fn bytes(&self) -> usize {
        self.bytes + self.states.iter().chain(&self.last).map(Held::bytes).sum::<usize>()
    }
}

/// Takes the rounds back. `ahead` runs one again, `tape` too and gives what `back` needs to take it back.
pub fn rewind<S: Clone, N: Clone, R, C>(
    kept: Rounds<S, N>,
    cotangents: C,
    ahead: impl FnMut(S, N) -> Result<S>,
    tape: impl FnMut(S, N) -> Result<(S, R)>,
    back: impl FnMut(R, C) -> Result<C>,
) -> Result<C> {
    match kept.plan.slots() {
        Some(slots) => one_by_one(kept, slots, cotangents, ahead, tape, back),
        None => in_stretches(kept, cotangents, tape, back),
    }
}

/// From each state on all rounds run again, and are taken back together.
fn in_stretches<S, N, R, C>(
    mut kept: Rounds<S, N>,
    mut cotangents: C,
    mut tape: impl FnMut(S, N) -> Result<(S, R)>,
    mut back: impl FnMut(R, C) -> Result<C>,
) -> Result<C> {
    while let (Some(first), Some(state)) = (kept.at.pop(), kept.states.pop()) {
        let mut state = state.values;
        let mut taped = Vec::with_capacity(kept.notes.len() - first);
        for notes in kept.notes.drain(first..) {
            let (next, round) = tape(state, notes)?;
            state = next;
            taped.push(round);
        }
        drop(state);
        while let Some(round) = taped.pop() {
            cotangents = back(round, cotangents)?;
        }
    }
    Ok(cotangents)
}

/// The last round runs again and is taken back at once. On the way to it there are free slots for states.
fn one_by_one<S: Clone, N: Clone, R, C>(
    mut kept: Rounds<S, N>,
    slots: usize,
    mut cotangents: C,
    mut ahead: impl FnMut(S, N) -> Result<S>,
    mut tape: impl FnMut(S, N) -> Result<(S, R)>,
    mut back: impl FnMut(R, C) -> Result<C>,
) -> Result<C> {
    if let Some(state) = kept.last.take()
        && let Some(notes) = kept.notes.pop()
    {
        let (_, round) = tape(state.values, notes)?;
        cotangents = back(round, cotangents)?;
    }
    while let Some(&first) = kept.at.last() {
        let rounds = kept.notes.len() - first;
        let free = slots.saturating_sub(kept.at.len());
        let (to, held) = match plan::ahead(rounds, free + 1) {
            // Nobody needs the state behind this round.
            0 => (first, kept.states.pop().map(|state| state.values)),
            by => (first + by, kept.states.last().map(|state| state.values.clone())),
        };
        let Some(mut state) = held else { break };
        for notes in &kept.notes[first..to] {
            state = ahead(state, notes.clone())?;
        }
        if to == first {
            kept.at.pop();
        } else if free > 0 {
            // Their bytes are of interest before the rounds are taken back alone.
            kept.at.push(to);
            kept.states.push(Kept { values: state, bytes: 0 });
            continue;
        }
        if let Some(notes) = kept.notes.pop() {
            let (_, round) = tape(state, notes)?;
            cotangents = back(round, cotangents)?;
        }
    }
    Ok(cotangents)
}

/// How many items are left, where the iterator knows.
#[inline]
pub fn expected(items: &impl Iterator) -> Option<usize> {
    let (least, most) = items.size_hint();
    most.filter(|&most| most == least)
}

/// The number that an option of a checkpoint says.
pub fn count<N: TryInto<usize> + Display + Copy>(n: N, option: &str) -> Result<usize> {
    if let Ok(count @ 1..) = n.try_into() {
        return Ok(count);
    }
    let message = format!("`#[checkpoint({option} = {n})]`: the number must be 1 or more");
    Err(Error::new(ErrorKind::Value, message))
}
