//! Which states to keep. Numbers alone: nothing here knows what a state is.
//!
//! With `s` slots and no round that runs ahead more than `r` times, C(s + r, s) rounds can be taken back, and no schedule
//! does better (Griewank 1992; Griewank and Walther's `revolve`, 2000). For `n` rounds with the least such `r` the number of
//! rounds that run ahead is `r n - C(s + r, s + 1)`, the first sweep but its last round among them.

use super::Schedule;

/// The decision about the state of a round that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offer {
    Pass,
    Keep,
    /// Kept, and this one of the kept states is not any longer.
    InsteadOf(usize),
    /// Only rounds that this number divides stay.
    Thin(usize),
}

/// A schedule under way.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    Every(usize),
    /// The square root of how many rounds there are: the gap doubles when there are twice as many states.
    Widening(usize),
    /// So many rounds are expected; `next` keeps its state.
    Binomial {
        slots: usize,
        rounds: usize,
        next: usize,
    },
    /// However many there are.
    Online {
        slots: usize,
    },
}

impl Plan {
    pub(super) fn new(schedule: Schedule, expected: Option<usize>) -> Self {
        match (schedule, expected) {
            (Schedule::Every(gap), _) => Self::Every(gap.max(1)),
            (Schedule::Sqrt, Some(rounds)) => {
                let root = rounds.isqrt();
                Self::Every((root + usize::from(root * root < rounds)).max(1))
            }
            (Schedule::Sqrt, None) => Self::Widening(1),
            (Schedule::Slots(slots), Some(rounds)) => Self::Binomial { slots: slots.max(1), rounds, next: 0 },
            (Schedule::Slots(slots), None) => Self::Online { slots: slots.max(1) },
        }
    }

    /// The number of states there may be, where they are limited.
    pub(super) fn slots(&self) -> Option<usize> {
        match *self {
            Self::Binomial { slots, .. } | Self::Online { slots } => Some(slots),
            Self::Every(_) | Self::Widening(_) => None,
        }
    }

    /// `round` begins, the states of `at` are kept.
    #[inline]
    pub(super) fn offer(&mut self, round: usize, at: &[usize]) -> Offer {
        match self {
            Self::Every(gap) if round.is_multiple_of(*gap) => Offer::Keep,
            Self::Every(_) => Offer::Pass,
            Self::Widening(gap) if !round.is_multiple_of(*gap) => Offer::Pass,
            Self::Widening(gap) if at.len() < 2 * *gap => Offer::Keep,
            Self::Widening(gap) => {
                *gap *= 2;
                Offer::Thin(*gap)
            }
            Self::Binomial { slots, rounds, next } if round < *rounds => {
                if round != *next {
                    return Offer::Pass;
                }
                let free = *slots - at.len();
                *next = match ahead(*rounds - round, free) {
                    by if by > 0 && free > 1 => round + by,
                    _ => usize::MAX,
                };
                Offer::Keep
            }
            // More than the iterator said.
            Self::Binomial { slots, .. } | Self::Online { slots } => online(round, at, *slots),
        }
    }
}

/// How far to run ahead of a state, of the `rounds` from it to the end, with `slots` that hold it and later states: where
/// to keep the next one, or the last round if it is the only slot.
pub(super) fn ahead(rounds: usize, slots: usize) -> usize {
    if rounds < 2 {
        return 0;
    }
    if slots == 1 {
        return rounds - 1;
    }
    // Rounds before the next state run ahead once less than those behind it, where the numbers allow.
    let r = repetitions(rounds, slots);
    let before = reach(slots, r - 1);
    let behind = reach(slots - 1, r - 1);
    before.min(rounds.saturating_sub(behind)).max(1)
}

/// C(s + r, s): how many rounds `s` slots are enough for.
fn reach(s: usize, r: usize) -> usize {
    let (few, many) = (s.min(r) as u128, s.max(r) as u128);
    let mut reach = 1u128;
    for i in 1..=few {
        reach = reach * (many + i) / i;
        if reach > usize::MAX as u128 {
            return usize::MAX;
        }
    }
    reach as usize
}

/// How often a round runs ahead at most.
fn repetitions(rounds: usize, s: usize) -> usize {
    if s == 1 {
        return rounds.max(1) - 1;
    }
    let (mut r, mut reach) = (0, 1u128);
    while reach < rounds as u128 {
        r += 1;
        reach = reach * (s as u128 + r as u128) / r as u128;
    }
    r
}

/// How many rounds run ahead, of which none ran before.
pub(super) fn runs(rounds: usize, s: usize) -> usize {
    if rounds < 2 {
        return 0;
    }
    let r = repetitions(rounds, s);
    // C(s + r, s + 1) = C(s + r, s) r / (s + 1)
    let more = reach(s, r) as u128 * r as u128 / (s as u128 + 1);
    (r as u128 * rounds as u128).saturating_sub(more) as usize
}

/// The state that is given up is the one without which the fewest rounds would run again if this were the last.
fn online(round: usize, at: &[usize], slots: usize) -> Offer {
    if at.len() < slots {
        return Offer::Keep;
    }
    // What the rounds from state `i` to `to` cost, if it is in slot `slot`. The first sweep runs to the last round anyway.
    let cost = |i: usize, to: usize, slot: usize| runs(to - at[i], slots - slot);
    let end = |i: usize| at.get(i + 1).copied();
    // Behind the one that goes, states move up by one slot.
    let (mut behind, mut later) = (0, vec![0; at.len() + 1]);
    for i in (0..at.len()).rev() {
        later[i] = behind;
        if i > 0 {
            behind += cost(i, end(i).unwrap_or(round), i - 1);
        }
    }
    let (mut before, mut best) = (0, (usize::MAX, Offer::Pass));
    for i in 1..at.len() {
        let merged = cost(i - 1, end(i).unwrap_or(round), i - 1);
        let all = before + merged + later[i];
        // Of equals the latest.
        if all <= best.0 {
            best = (all, Offer::InsteadOf(i));
        }
        before += cost(i - 1, at[i], i - 1);
    }
    let last = at.len() - 1;
    let stay = before + cost(last, round + 1, last) - (round - at[last]);
    if stay < best.0 { Offer::Pass } else { best.1 }
}
