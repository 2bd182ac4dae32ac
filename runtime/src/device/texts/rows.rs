//! Launches over the same rows, which wait to be one kernel that reads a row once.
//!
//! A chain begins with a launch that reduces rows. Launches over the same points join it, and so do launches over the rows alone, as
//! long as they read what it made point for point. A member is a phase of the kernel then. What a row is reduced to stays with its
//! threads, and each thread has the same points in all phases, so that elements that it made wait for nobody. Sums over all rows leave
//! parts, which further launches join.

use super::dialect::Dialect;
use super::printed::needs;
use crate::device::Block;
use crate::device::backend::{Launch, Operand};
use crate::device::passes::Pass;

mod joins;
mod kernel;
mod member;
mod numbers;
mod points;
mod slots;
mod steps;

pub(in crate::device) use joins::Columns;
pub(in crate::device) use kernel::{Rows, Wanted};
pub(in crate::device) use member::Member;
use member::{From, Kind, Made, OPERANDS, Path};

/// Members and statements of a kernel at most.
const MEMBERS: usize = 16;
const STATEMENTS: usize = 256;
/// Points of a row that a workgroup has alone, if there are few rows.
const ALONE: usize = 1 << 16;
/// Bytes of the sums over rows that a workgroup has while it walks along rows. Every card has as many.
const COLUMNS: usize = 1 << 16;

/// Launches that wait.
#[derive(Debug)]
pub(in crate::device) struct Chain {
    members: Vec<Member>,
    /// Launches of one point that read numbers of all rows, which are there when the kernel has run.
    behind: Vec<Member>,
    rows: usize,
    inner: usize,
    /// Blocks of its own that were given back meanwhile.
    freed: Vec<Block>,
}

impl Chain {
    /// A chain that begins with a launch of these passes.
    pub(in crate::device) fn start(launch: &Launch<'_>, dialect: Dialect, passes: &[Pass]) -> Option<Self> {
        let [pass] = passes else { return None };
        let (rows, inner) = (pass.outer_points(), pass.inner_points());
        let is_short = pass.shared.chunks == 1 || inner <= ALONE;
        let reduces = !pass.reduced.is_empty() && pass.shared.fast && is_short;
        if !reduces || inner < 2 || rows == 0 {
            return None;
        }
        let first = Member::of(launch, dialect, [rows, inner], |_| true)?;
        let (members, behind) = (Vec::new(), Vec::new());
        let chain = Self { members, behind, rows, inner, freed: Vec::new() };
        chain.may_write(&first).then(|| Self { members: vec![first], ..chain })
    }

    /// Takes a launch along, if that may be.
    pub(in crate::device) fn joined(&mut self, launch: &Launch<'_>, dialect: Dialect) -> bool {
        // Most launches have nothing to do with what waits.
        let is_near = launch.ins.iter().any(|x| self.reads(x.block) || self.writes(x.block));
        if !is_near || self.members.len() + self.behind.len() >= MEMBERS {
            return false;
        }
        let is_number = self.rows > 1 && launch.dims.iter().all(|len| *len == 1);
        let is_late = |out: usize| {
            let needs = needs(launch.source, &[out], launch.ins.len()).1;
            let mut read = launch.ins.iter().zip(needs).filter(|(_, needed)| *needed);
            is_number && read.any(|(x, _)| self.makes_late(x.block))
        };
        let outs = 0..launch.outs.len();
        let [now, later] = [false, true].map(|late| outs.clone().any(|out| is_late(out) == late));
        let of = |late| Member::of(launch, dialect, [self.rows, self.inner], |out| is_late(out) == late);
        let next = now.then(|| of(false)).flatten().filter(|next| self.takes(next, later));
        if now && next.is_none() {
            return false;
        }
        let behind = later.then(|| of(true)).flatten().filter(|last| self.is_behind(last, next.as_ref()));
        if later && behind.is_none() {
            return false;
        }
        self.members.extend(next);
        self.behind.extend(behind);
        true
    }

    /// Whether a launch may be the next member. `is_linked` says that it has something to do with others in any case.
    fn takes(&self, next: &Member, is_linked: bool) -> bool {
        let all = || self.members.iter().chain([next]);
        let statements: usize = all().map(|member| member.body.statements.len()).sum();
        let operands: usize = all().map(|member| member.paths.len()).sum();
        let columns: usize = all().map(|member| member.columns(self.inner)).sum();
        if statements > STATEMENTS || operands > OPERANDS || columns > COLUMNS {
            return false;
        }
        let mut is_linked = is_linked;
        for (i, x) in next.read() {
            match next.from(&self.members, i) {
                Some(From::Row(..) | From::Made(..)) => is_linked = true,
                // A row that is read again.
                Some(From::Memory) => {
                    is_linked |= next.is_wide && self.members.iter().any(|m| m.reads(x.block));
                }
                Some(From::Once) => {}
                None => return false,
            }
            if self.behind.iter().any(|last| last.writes(x.block)) {
                return false;
            }
        }
        let overwrites = |last: &Member| {
            next.made().any(|made| {
                let block = next.outs[made.out].at.block;
                last.reads(block) || last.writes(block)
            })
        };
        is_linked && self.may_write(next) && !self.behind.iter().any(overwrites)
    }

    /// Whether a block has something that is complete when all rows are.
    fn makes_late(&self, block: Block) -> bool {
        let is_late = |member: &Member| {
            member.made().any(|made| made.kind.is_late() && member.outs[made.out].at.block == block)
        };
        self.members.iter().any(is_late) || self.behind.iter().any(|last| last.writes(block))
    }

    /// Whether a launch of one point may run behind all members, of which one more comes now.
    fn is_behind(&self, last: &Member, next: Option<&Member>) -> bool {
        let all = || self.members.iter().chain(next);
        let is_early = |block: Block| all().any(|member| member.writes(block)) && !self.makes_late(block);
        let is_read = |block: Block| all().any(|member| member.reads(block));
        let mut made = last.made().map(|made| last.outs[made.out].at.block);
        // What members keep for themselves may not be in memory.
        !last.read().any(|(_, x)| is_early(x.block)) && !made.any(|block| is_early(block) || is_read(block))
    }

    /// Whether threads of a row alone see what a further member overwrites, before it does.
    fn may_write(&self, next: &Member) -> bool {
        let all = || self.members.iter().chain([next]);
        next.made().all(|Made { k, out, kind }| {
            let (block, path, dtype) = (next.outs[out].at.block, &next.paths[k], next.outs[out].at.dtype);
            let is_other = |x: &Operand, other: &Path| {
                x.block == block && (other != path || x.dtype != dtype || kind.is_late())
            };
            // Other rows may read one number later than the first writes it.
            let is_shared = |at: usize, member: &Member, i: usize| {
                kind == Kind::Number && !matches!(member.from(&self.members[..at], i), Some(From::Row(..)))
            };
            let reads_other = all().enumerate().any(|(at, member)| {
                member.read().any(|(i, x)| {
                    x.block == block && (is_other(x, &member.paths[i]) || is_shared(at, member, i))
                })
            });
            let writes_other = self.members.iter().any(|member| {
                member.made().any(|old| {
                    let y = &member.outs[old.out].at;
                    let is_number = (old.kind == Kind::Number) != (kind == Kind::Number);
                    is_other(y, &member.paths[old.k]) || y.block == block && (old.kind.is_late() || is_number)
                })
            });
            let twice = next.made().any(|other| other.k != k && next.outs[other.out].at.block == block);
            !reads_other && !writes_other && !twice
        })
    }

    pub(in crate::device) fn members(&self) -> &[Member] {
        &self.members
    }

    /// What runs behind.
    pub(in crate::device) fn behind(&self) -> &[Member] {
        &self.behind
    }

    fn all(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().chain(&self.behind)
    }

    fn reads(&self, block: Block) -> bool {
        self.all().any(|member| member.reads(block))
    }

    fn writes(&self, block: Block) -> bool {
        self.all().any(|member| member.writes(block))
    }

    /// Whether it has to run before something reads a block, or writes there.
    pub(in crate::device) fn is_before(&self, block: Block, is_written: bool) -> bool {
        self.writes(block) || is_written && self.reads(block)
    }

    /// A block is given back. Whether it stays until the chain has run.
    pub(in crate::device) fn keeps(&mut self, block: Block) -> bool {
        let uses = self.reads(block) || self.writes(block);
        if uses {
            self.freed.push(block);
        }
        uses
    }

    /// Blocks that it writes.
    pub(in crate::device) fn written(&self) -> impl Iterator<Item = Block> {
        self.all().flat_map(|member| member.outs.iter().map(|y| y.at.block))
    }

    /// The blocks that stayed.
    pub(in crate::device) fn freed(&self) -> &[Block] {
        &self.freed
    }

    /// What input `i` of member `at` is.
    fn from(&self, at: usize, i: usize) -> From {
        let (before, rest) = self.members.split_at(at);
        // What joined was asked before.
        rest[0].from(before, i).unwrap_or(From::Memory)
    }

    /// Launches behind its kernel, which join parts.
    pub(in crate::device) fn joins(&self) -> usize {
        let has = |kind| self.members.iter().filter(|member| member.kinds.contains(&kind)).count();
        has(Kind::Total) + has(Kind::Column) + self.behind.len()
    }

    /// Whether an output has to be in memory: nobody overwrites it here, and somebody has the block.
    fn is_stored(&self, at: usize, out: usize) -> bool {
        let block = self.members[at].outs[out].at.block;
        !self.freed.contains(&block) && !self.members[at + 1..].iter().any(|later| later.writes(block))
    }
}
