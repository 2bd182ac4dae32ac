//! Which members of a chain have one loop over the points of a row.

use super::super::quads::copies;
use super::Chain;
use super::member::{From, Kind};
use crate::device::backend::Operand;

/// Bytes of bodies that have one loop.
const TOGETHER: usize = 3000;
/// And those of which a loop has few copies.
const LONGER: usize = 1500;

fn lengths(chain: &Chain, members: &[usize]) -> usize {
    members.iter().map(|&at| chain.members[at].body.bytes).sum()
}

/// How often the bodies of a loop may stand in a kernel.
pub(super) fn most(chain: &Chain, steps: &[Vec<usize>]) -> usize {
    let of = |members: &Vec<usize>| {
        let most = members.iter().map(|&at| copies(chain.members[at].body)).min().unwrap_or(1);
        if lengths(chain, members) > LONGER { most.min(8) } else { most }
    };
    steps.iter().filter(|members| chain.members[members[0]].is_wide).map(of).min().unwrap_or(1)
}

/// The steps of a chain. A member comes to the last loop if it needs nothing that is there only when a row is done.
pub(super) fn steps(chain: &Chain) -> Vec<Vec<usize>> {
    let (mut steps, mut of): (Vec<Vec<usize>>, Vec<usize>) = (Vec::new(), Vec::new());
    for (at, member) in chain.members.iter().enumerate() {
        let last = steps.iter().rposition(|members| chain.members[members[0]].is_wide);
        let is_there = |last: usize| {
            member.read().all(|(i, _)| match chain.from(at, i) {
                From::Row(other, k) => {
                    let is_pick =
                        chain.members[other].made().any(|made| made.k == k && made.kind == Kind::Pick);
                    of[other] < last || of[other] == last && is_pick
                }
                _ => true,
            })
        };
        // What stands behind the loop reads what it writes no sooner than now.
        let is_free = |last: usize| {
            let mut behind = steps[last + 1..].iter().flatten();
            !behind.any(|&other| {
                let reads =
                    |(i, x): (usize, &Operand)| chain.from(other, i) == From::Once && member.writes(x.block);
                chain.members[other].read().any(reads)
            })
        };
        let is_short = |last: usize| lengths(chain, &steps[last]) + member.body.bytes <= TOGETHER;
        let fits = |last: &usize| member.is_wide && is_there(*last) && is_free(*last) && is_short(*last);
        let step = last.filter(fits).unwrap_or(steps.len());
        of.push(step);
        if step == steps.len() {
            steps.push(Vec::new());
        }
        steps[step].push(at);
    }
    steps
}
