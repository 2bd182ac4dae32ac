//! Communicators that are given up, and whom a GPU that is lost takes along.

#![expect(unsafe_code)]

use std::sync::atomic::Ordering;
use std::thread::{Builder, sleep};
use std::time::Duration;

use super::{Abort, IS_USED, Member, function, sets};

/// How long whoever waits for sums of several GPUs looks after none of them.
const PAUSE: Duration = Duration::from_micros(200);

/// A GPU was lost. Others may wait in a sum for what it will never give: what they have then is nothing to read, so they are lost
/// with it.
pub(in super::super) fn lost() {
    if IS_USED.load(Ordering::SeqCst) {
        // Whoever tells of it may be in the middle of a sum.
        apart(give_up);
    }
}

/// Runs something on a thread of its own. Where none can be had nothing runs: whoever was lost is told so, and others wait on.
fn apart(run: impl FnOnce() + Send + 'static) {
    let _ = Builder::new().spawn(run);
}

fn give_up() {
    let mut sets = sets();
    // Whom one set takes along takes others along. None is ended before all are marked: what ends early looks like a sum.
    while sets.iter().fold(false, |is_more, set| takes_along(set) | is_more) {}
    let has_lost = |set: &Vec<Member>| set.iter().any(is_lost);
    let (lost, kept) = std::mem::take(&mut *sets).into_iter().partition(has_lost);
    *sets = kept;
    drop(sets);
    let lost: Vec<Vec<Member>> = lost;
    lost.into_iter().for_each(abort);
}

fn is_lost(member: &Member) -> bool {
    member.context.driver.lost().is_some()
}

/// Whether all sums of a GPU have ended. What cannot be asked is lost, or has none.
fn has_ended(member: &Member) -> bool {
    let driver = member.context.driver;
    member.last.as_ref().is_none_or(|last| driver.has(last).unwrap_or_else(|_| driver.lost().is_none()))
}

/// If a set has lost a GPU, its GPUs with a sum under way are lost too. Whether there were any.
fn takes_along(set: &[Member]) -> bool {
    let of = |member: &Member| Some((member.context.home, member.context.driver.lost()?));
    let Some((home, why)) = set.iter().find_map(of) else { return false };
    let mut is_more = false;
    for member in set.iter().filter(|member| member.context.driver.lost().is_none()) {
        if !has_ended(member) {
            let why = format!("a sum over GPUs was under way when {home} was lost ({why})");
            member.context.driver.loses(why);
            is_more = true;
        }
    }
    is_more
}

/// Gives up communicators of a sum that was asked for in part. Those before it end first, or a GPU is lost: what they give is read.
pub(super) fn give_back(set: Vec<Member>) {
    while !set.iter().any(is_lost) && !set.iter().all(has_ended) {
        sleep(PAUSE);
    }
    takes_along(&set);
    abort(set);
}

/// Ends what runs on communicators, and gives them back. Each waits for the others to do the same, so each has a thread. Nobody waits for
/// these: of a GPU that is lost NCCL may hear nothing.
fn abort(set: Vec<Member>) {
    // SAFETY: as its header has it.
    let Ok(abort) = (unsafe { function::<Abort>("ncclCommAbort") }) else { return };
    for member in set {
        apart(move || {
            let Member { comm, context, .. } = { member };
            // What cannot be entered is lost with its context, which NCCL looks after by itself.
            let _entered = context.driver.enter();
            // SAFETY: nobody else has it any more.
            let _ = unsafe { abort(comm) };
        });
    }
}
