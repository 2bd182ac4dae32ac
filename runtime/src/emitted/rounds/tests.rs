//! Schedules over rounds that only count: what runs, how often, and how many states there are.

use super::plan::{Plan, ahead, runs};
use super::{Rounds, Schedule, count, rewind};
use crate::emitted::calls::{Held, Kept};
use crate::error::Result;

/// The cost of a loop of `n` rounds.
#[derive(Default, Debug)]
struct Seen {
    /// Rounds that ran again, those that were taken back among them.
    again: usize,
    /// States, and taped rounds, that were there at once.
    states: usize,
    taped: usize,
}

thread_local! {
    static STATES: std::cell::Cell<(usize, usize)> = const { std::cell::Cell::new((0, 0)) };
    static TAPED: std::cell::Cell<(usize, usize)> = const { std::cell::Cell::new((0, 0)) };
}

type Counter = std::thread::LocalKey<std::cell::Cell<(usize, usize)>>;

fn more(counter: &'static Counter) {
    let (now, most) = counter.get();
    counter.set((now + 1, most.max(now + 1)));
}

fn less(counter: &'static Counter) {
    let (now, most) = counter.get();
    counter.set((now - 1, most));
}

/// The number of a round: the state that it begins with.
#[derive(Debug)]
struct State(usize);

impl State {
    fn new(round: usize) -> Self {
        more(&STATES);
        Self(round)
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self::new(self.0)
    }
}

impl Drop for State {
    fn drop(&mut self) {
        less(&STATES);
    }
}

struct Taped(usize);

impl Drop for Taped {
    fn drop(&mut self) {
        less(&TAPED);
    }
}

/// Runs a loop of `n` rounds and takes it back: every round once, in reverse, from its own state, with its own note.
fn run(schedule: Schedule, expected: Option<usize>, n: usize) -> Seen {
    STATES.set((0, 0));
    TAPED.set((0, 0));
    let mut kept = Rounds::new(schedule, expected);
    for round in 0..n {
        kept.begin(|| Kept { bytes: 100, values: State::new(round) });
        kept.note(Kept { bytes: 1, values: round });
    }
    let held = STATES.get().0;
    assert_eq!(kept.bytes(), 100 * held + n);
    let again = std::cell::Cell::new(0);
    let run = |state: State, note: usize| {
        assert_eq!(state.0, note);
        again.set(again.get() + 1);
        drop(state);
        State::new(note + 1)
    };
    let left = rewind(
        kept,
        n,
        |state, note| Ok(run(state, note)),
        |state, note| {
            more(&TAPED);
            Ok((run(state, note), Taped(note)))
        },
        |taped, left| {
            assert_eq!(taped.0 + 1, left);
            Ok(left - 1)
        },
    );
    assert_eq!(left.unwrap(), 0);
    assert_eq!((STATES.get().0, TAPED.get().0), (0, 0));
    Seen { again: again.get(), states: STATES.get().1, taped: TAPED.get().1 }
}

/// The fewest rounds that run ahead: by trying where the next state is.
fn fewest(rounds: usize, slots: usize, found: &mut Vec<Vec<Option<usize>>>) -> usize {
    if rounds < 2 {
        return 0;
    }
    if slots == 1 {
        return rounds * (rounds - 1) / 2;
    }
    if let Some(known) = found[rounds][slots] {
        return known;
    }
    let at = |by: usize, found: &mut _| by + fewest(rounds - by, slots - 1, found) + fewest(by, slots, found);
    let least = (1..rounds).map(|by| at(by, found)).min().unwrap_or(0);
    found[rounds][slots] = Some(least);
    least
}

#[test]
fn no_schedule_runs_fewer_rounds() {
    let mut found = vec![vec![None; 13]; 130];
    for slots in 1..13 {
        for rounds in 0..130 {
            let least = fewest(rounds, slots, &mut found);
            assert_eq!(runs(rounds, slots), least, "{rounds} rounds, {slots} slots");
            let by = ahead(rounds, slots);
            if slots > 1 && rounds > 1 {
                let all = by + fewest(rounds - by, slots - 1, &mut found) + fewest(by, slots, &mut found);
                assert_eq!(all, least, "{by} ahead of {rounds} rounds, {slots} slots");
            }
        }
    }
}

#[test]
fn slots_run_what_the_formula_says() {
    // r n - C(s + r, s + 1) rounds run ahead, n - 1 of them in the first sweep; beside them each is taped once.
    let table = [
        (1, 1, 0),
        (2, 1, 1),
        (10, 1, 45),
        (10, 3, 15),
        (10, 10, 9),
        (20, 3, 45),
        (56, 3, 210),
        (100, 5, 316),
        (252, 5, 1050),
        (1000, 10, 3636),
        (1000, 1000, 999),
    ];
    for (n, slots, ahead) in table {
        assert_eq!(runs(n, slots), ahead, "{n} rounds, {slots} slots");
    }
    for n in 0..90 {
        for slots in 1..12 {
            let seen = run(Schedule::Slots(slots), Some(n), n);
            let again = if n == 0 { 0 } else { runs(n, slots) + 1 };
            assert_eq!(seen.again, again, "{n} rounds, {slots} slots");
            // One more is on its way.
            assert!(seen.states <= slots + 1 && seen.taped <= 1, "{n} rounds, {slots} slots: {seen:?}");
        }
    }
}

#[test]
fn rounds_that_nobody_announced_cost_little_more() {
    for slots in [2, 3, 5, 8, 20] {
        let mut sum = 0.0;
        for n in 2..400 {
            let seen = run(Schedule::Slots(slots), None, n);
            assert!(seen.states <= slots + 1 && seen.taped <= 1, "{n} rounds, {slots} slots: {seen:?}");
            let ratio = seen.again as f64 / (runs(n, slots) + 1) as f64;
            assert!((1.0..1.334).contains(&ratio), "{n} rounds, {slots} slots: {ratio}");
            sum += ratio;
        }
        assert!(sum / 398.0 < 1.04, "{slots} slots: {}", sum / 398.0);
    }
    for n in 0..30 {
        assert_eq!(run(Schedule::Slots(1), None, n).again, if n == 0 { 0 } else { n * (n - 1) / 2 + 1 });
    }
}

#[test]
fn fewer_and_more_rounds_than_expected() {
    for schedule in [Schedule::Slots(4), Schedule::Sqrt, Schedule::Every(3)] {
        for expected in [0, 1, 7, 40] {
            for n in [0, 1, 2, 5, 39, 40, 41, 90] {
                let seen = run(schedule, Some(expected), n);
                if let Schedule::Slots(_) = schedule {
                    assert!(seen.states <= 5 && seen.taped <= 1, "{n} of {expected}: {seen:?}");
                } else {
                    assert_eq!(seen.again, n);
                }
            }
        }
    }
}

#[test]
fn stretches_run_once_more() {
    for n in [0, 1, 2, 9, 10, 11, 100, 1000] {
        for every in [1, 2, 7, 10, 5000] {
            let seen = run(Schedule::Every(every), Some(n), n);
            assert_eq!(seen.again, n);
            assert_eq!(seen.taped, n.min(every));
            assert!(seen.states <= n.div_ceil(every) + 1, "{n} rounds, every {every}: {seen:?}");
        }
        let seen = run(Schedule::Sqrt, Some(n), n);
        let root = (n as f64).sqrt().ceil() as usize;
        assert_eq!((seen.again, seen.taped), (n, root));
        assert!(seen.states <= root + 1);
        // Of a loop of unknown length.
        let seen = run(Schedule::Sqrt, None, n);
        assert_eq!(seen.again, n);
        let all = (seen.states - usize::from(n > 0) + seen.taped) as f64;
        assert!(all <= 2.13 * (n as f64).sqrt() + 2.0, "{n} rounds: {seen:?}");
    }
}

#[test]
fn an_error_ends_it() {
    for schedule in [Schedule::Every(3), Schedule::Slots(3)] {
        let mut kept = Rounds::new(schedule, None);
        for round in 0..10 {
            kept.begin(|| Kept { bytes: 0, values: round });
            kept.note(Kept { bytes: 0, values: () });
        }
        let tape = |state: i32, ()| {
            if state == 4 { Err(crate::error::Error::msg("four")) } else { Ok((state + 1, state)) }
        };
        let back = |taped: i32, mut seen: Vec<i32>| {
            seen.push(taped);
            Ok(seen)
        };
        let result: Result<Vec<i32>> = rewind(kept, vec![], |state, ()| Ok(state + 1), tape, back);
        assert_eq!(result.unwrap_err().to_string(), "four");
    }
}

#[test]
fn counts_are_at_least_one() {
    assert_eq!(count(3u8, "every").unwrap(), 3);
    assert_eq!(count(1_i64, "slots").unwrap(), 1);
    let said = count(0usize, "every").unwrap_err().to_string();
    assert_eq!(said, "`#[checkpoint(every = 0)]`: the number must be 1 or more");
    assert!(count(-2, "slots").unwrap_err().to_string().contains("slots = -2"));
}

#[test]
fn limits_of_plans() {
    assert_eq!(Plan::new(Schedule::Every(3), None).slots(), None);
    assert_eq!(Plan::new(Schedule::Slots(3), None).slots(), Some(3));
    // Numbers that no loop reaches overflow nothing.
    assert!(ahead(usize::MAX, 50) > 0);
    assert!(ahead(usize::MAX, usize::MAX) > 0);
    assert_eq!(runs(1 << 40, 1 << 41), (1 << 40) - 1);
}
