//! Launches over the same rows, which wait to be one kernel that reads a row once.
//!
//! A chain begins with a launch that reduces rows. Launches over the same points join it, and so do launches over the rows alone, as
//! long as they read what it made point for point. A member is a phase of the kernel then. What a row is reduced to stays with its
//! threads, and each thread has the same points in all phases, so that elements that it made wait for nobody. Sums over all rows leave
//! parts, which further launches join.

use cotangent_kernels::DType;
use cotangent_kernels::kernel::{Combine, Source};

use super::body::Body;
use super::quads::is_short;
use crate::device::Block;
use crate::device::backend::{Launch, Operand, Target};
use crate::device::passes::{self, Pass, Walk};
use crate::shape::MAX_RANK;

mod joins;
mod kernel;
mod points;
mod slots;

pub(in crate::device) use joins::Columns;
pub(in crate::device) use kernel::{Rows, Wanted};

/// Members, statements and operands of a kernel at most.
const MEMBERS: usize = 16;
const STATEMENTS: usize = 256;
const OPERANDS: usize = 96;
/// Points of a row that a workgroup has alone, if there are few rows.
const ALONE: usize = 1 << 16;
/// Rows whose numbers one workgroup adds up.
const TOTALS: usize = 1 << 16;
/// Bytes of the sums over rows that a workgroup has while it walks along rows. Every card has as many.
const COLUMNS: usize = 1 << 16;
/// Points of all rows that a workgroup has at a time, at least.
const LEAST: usize = 1 << 12;

/// A launch that waits, over rows and points of each, or over rows alone.
#[derive(Debug)]
pub(in crate::device) struct Member {
    pub(in crate::device) text: &'static str,
    body: &'static Body<'static>,
    source: Source,
    numbers: Vec<f64>,
    dims: Vec<usize>,
    ins: Vec<Operand>,
    outs: Vec<Target>,
    narrows: bool,
    /// Outer points are rows. There are inner points if it is wide.
    pass: Pass,
    needs: (Vec<bool>, Vec<bool>),
    is_wide: bool,
    /// The first axis of the points of a row.
    first: usize,
    /// Where each operand of the pass is, in the order of its walks.
    paths: Vec<Path>,
    /// What it makes, in the same order.
    kinds: Vec<Kind>,
}

/// What an output has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// An element of each point.
    Point,
    /// One number, of numbers that all rows have.
    Number,
    /// A number of each row, which all of its points have.
    Pick,
    /// A number of each row, of all of its points.
    Row,
    /// One number of all rows.
    Total,
    /// A number for each point of a row, of all rows.
    Column,
}

impl Kind {
    /// Whether the threads of a row have it each.
    fn is_kept(self) -> bool {
        matches!(self, Self::Number | Self::Pick | Self::Row)
    }

    /// Whether it is complete when all rows are.
    fn is_late(self) -> bool {
        matches!(self, Self::Total | Self::Column)
    }
}

/// An output: its place among the operands, and its number.
#[derive(Clone, Copy, Debug)]
struct Made {
    k: usize,
    out: usize,
    kind: Kind,
}

/// Where an operand is: axes that walk as one are one, so that equal paths are equal lists.
#[derive(Clone, Debug, PartialEq)]
struct Path {
    offset: usize,
    rows: Vec<(usize, isize)>,
    /// Empty of what is the same in all of a row.
    inner: Vec<(usize, isize)>,
}

/// Where a member finds what it reads.
#[derive(Clone, Copy, Debug, PartialEq)]
enum From {
    /// A number of each row that a member made: which member, and which operand of it.
    Row(usize, usize),
    /// An element of each point, the same.
    Made(usize, usize),
    /// Memory, one element for a row.
    Once,
    /// Memory.
    Memory,
}

impl Path {
    fn of(walk: &Walk, pass: &Pass) -> Self {
        let joined = |lens: &[usize], strides: &[isize]| {
            let mut all: Vec<(usize, isize)> = Vec::new();
            for (&len, &stride) in lens.iter().zip(strides) {
                match all.last_mut() {
                    Some(last) if last.1 == stride * len as isize => *last = (last.0 * len, stride),
                    _ => all.push((len, stride)),
                }
            }
            if all.iter().all(|(_, stride)| *stride == 0) {
                all.clear();
            }
            all
        };
        let (rows, inner) = (joined(&pass.outer, &walk.outer), joined(&pass.inner, &walk.inner));
        Self { offset: walk.offset, rows, inner }
    }

    fn is_of_rows(&self) -> bool {
        self.inner.is_empty()
    }
}

impl Member {
    /// Outputs of a launch over so many rows of so many points, over the rows, or over one point. `None` of what is neither, or makes
    /// something else than [`Kind`] says.
    fn of(
        launch: &Launch<'_>,
        text: &'static str,
        [rows, inner]: [usize; 2],
        chosen: impl Fn(usize) -> bool,
    ) -> Option<Self> {
        let points: usize = launch.dims.iter().product();
        let (is_wide, is_number) = (points == rows * inner, points == 1 && rows > 1);
        if !is_wide && !is_number && points != rows || !is_short(text) || launch.ins.len() + launch.outs.len() > OPERANDS {
            return None;
        }
        let (mut dims, mut ins, mut outs) =
            (launch.dims.to_vec(), launch.ins.to_vec(), launch.outs.to_vec());
        let operands = ins.iter_mut().chain(outs.iter_mut().map(|y| &mut y.at));
        let first = if is_wide { split(&mut dims, operands, inner)? } else { dims.len() };
        let kinds = outs.iter().map(|y| match kind(y, &dims, first, is_wide) {
            Some(Kind::Pick) if is_number => Some(Kind::Number),
            _ if is_number => None,
            kind => kind,
        });
        let kinds = kinds.collect::<Option<Vec<_>>>()?;
        let set = (first..dims.len()).fold(0, |set, axis| set | 1 << axis);
        let body = Body::of(text);
        let whole = Launch { dims: &dims, ins: &ins, outs: &outs, ..*launch };
        let mut order: Vec<usize> = (0..outs.len()).filter(|out| chosen(*out)).collect();
        order.sort_by_key(|&out| kinds[out]);
        let (stored, reduced) = order.iter().partition(|&&out| kinds[out] <= Kind::Pick);
        let pass = passes::pass(&whole, &dims, set, stored, reduced);
        let needs = body.needs(&order, ins.len());
        let paths = pass.walks.iter().map(|walk| Path::of(walk, &pass)).collect();
        let kinds: Vec<_> = order.iter().map(|&out| kinds[out]).collect();
        let is_too_much = kinds.contains(&Kind::Total) && rows > TOTALS;
        let (source, numbers, narrows) = (launch.source, launch.numbers.to_vec(), launch.narrows);
        let this =
            Self { text, body, source, numbers, dims, ins, outs, narrows, pass, needs, is_wide, first, paths, kinds };
        (!is_too_much).then_some(this)
    }

    /// The launch, as it was asked for but for an axis that may be two.
    pub(in crate::device) fn launch(&self) -> Launch<'_> {
        let Self { source, numbers, dims, ins, outs, narrows, .. } = self;
        Launch { source: *source, numbers, dims, ins, outs, narrows: *narrows }
    }

    /// The passes of what it makes, apart from others.
    pub(in crate::device) fn passes(&self, launch: &Launch<'_>) -> Vec<Pass> {
        if self.kinds.contains(&Kind::Number) {
            let made = self.made().map(|made| made.out).collect();
            return vec![passes::pass(launch, launch.dims, u32::MAX, made, Vec::new())];
        }
        passes::passes(launch)
    }

    /// What it reads, by number.
    fn read(&self) -> impl Iterator<Item = (usize, &Operand)> {
        self.ins.iter().enumerate().filter(|(i, _)| self.needs.1.get(*i) == Some(&true))
    }

    /// What it makes.
    fn made(&self) -> impl Iterator<Item = Made> {
        let all = self.pass.stored.iter().chain(&self.pass.reduced).zip(&self.kinds);
        all.enumerate().map(|(i, (&out, &kind))| Made { k: self.ins.len() + i, out, kind })
    }

    /// Bytes of its sums over rows.
    fn columns(&self, inner: usize) -> usize {
        let all = self.made().filter(|made| made.kind == Kind::Column);
        // Several rows of few points are at least as many.
        let points = inner.max(LEAST);
        all.map(|made| points * if self.outs[made.out].at.dtype == DType::F64 { 8 } else { 4 }).sum()
    }

    fn writes(&self, block: Block) -> bool {
        self.made().any(|made| self.outs[made.out].at.block == block)
    }

    fn reads(&self, block: Block) -> bool {
        self.read().any(|(_, x)| x.block == block)
    }

    /// Where it finds input `i` behind these members. `None` where it has to be in memory and is not.
    fn from(&self, before: &[Self], i: usize) -> Option<From> {
        let (x, path) = (&self.ins[i], &self.paths[i]);
        for (at, member) in before.iter().enumerate().rev() {
            let Some(Made { k, out, kind }) =
                member.made().find(|made| member.outs[made.out].at.block == x.block)
            else {
                continue;
            };
            if *path != member.paths[k] || x.dtype != member.outs[out].at.dtype {
                return None;
            }
            return match kind {
                Kind::Point => self.is_wide.then_some(From::Made(at, k)),
                kind => kind.is_kept().then_some(From::Row(at, k)),
            };
        }
        Some(if path.is_of_rows() { From::Once } else { From::Memory })
    }
}

/// What an output of a launch has, if that is something that a chain makes.
fn kind(y: &Target, dims: &[usize], first: usize, is_wide: bool) -> Option<Kind> {
    let moves = |axis: usize| dims[axis] == 1 || y.at.strides[axis] != 0;
    let stays = |axis: usize| dims[axis] == 1 || y.at.strides[axis] == 0;
    let (mut rows, mut points) = (0..first, first..dims.len());
    let [by_rows, by_points] = [rows.clone().all(moves), points.clone().all(moves)];
    let [over_rows, over_points] = [rows.all(stays), points.all(stays)];
    match y.combine {
        Combine::Store | Combine::Pick if by_rows && by_points && is_wide => Some(Kind::Point),
        Combine::Store | Combine::Pick => (by_rows && over_points).then_some(Kind::Pick),
        _ if by_rows && over_points && is_wide => Some(Kind::Row),
        _ if over_rows && over_points => Some(Kind::Total),
        _ if over_rows && by_points && is_wide => Some(Kind::Column),
        _ => None,
    }
}

/// Parts the axes where so many points end, if need be by two axes in place of one. The first axis of these points.
fn split<'x>(
    dims: &mut Vec<usize>,
    operands: impl Iterator<Item = &'x mut Operand>,
    points: usize,
) -> Option<usize> {
    let (mut at, mut left) = (dims.len(), points);
    while left > 1 {
        at = at.checked_sub(1)?;
        let len = dims[at];
        if left.is_multiple_of(len) {
            left /= len;
            continue;
        }
        if !len.is_multiple_of(left) || dims.len() == MAX_RANK {
            return None;
        }
        dims[at] = len / left;
        dims.insert(at + 1, left);
        for x in operands {
            x.strides[at..].rotate_right(1);
            x.strides[at] = x.strides[at + 1] * left as isize;
        }
        return Some(at + 1);
    }
    Some(at)
}

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
    pub(in crate::device) fn start(launch: &Launch<'_>, text: &'static str, passes: &[Pass]) -> Option<Self> {
        let [pass] = passes else { return None };
        let (rows, inner) = (pass.outer_points(), pass.inner_points());
        let is_short = pass.shared.chunks == 1 || inner <= ALONE;
        let reduces = !pass.reduced.is_empty() && pass.shared.fast && is_short;
        if !reduces || inner < 2 || rows == 0 {
            return None;
        }
        let first = Member::of(launch, text, [rows, inner], |_| true)?;
        let (members, behind) = (Vec::new(), Vec::new());
        let chain = Self { members, behind, rows, inner, freed: Vec::new() };
        chain.may_write(&first).then(|| Self { members: vec![first], ..chain })
    }

    /// Takes a launch along, if that may be.
    pub(in crate::device) fn joined(&mut self, launch: &Launch<'_>, text: &'static str) -> bool {
        // Most launches have nothing to do with what waits.
        let is_near = launch.ins.iter().any(|x| self.reads(x.block) || self.writes(x.block));
        if !is_near || self.members.len() + self.behind.len() >= MEMBERS {
            return false;
        }
        let is_number = self.rows > 1 && launch.dims.iter().all(|len| *len == 1);
        let body = Body::of(text);
        let is_late = |out: usize| {
            let needs = body.needs(&[out], launch.ins.len()).1;
            let mut read = launch.ins.iter().zip(needs).filter(|(_, needed)| *needed);
            is_number && read.any(|(x, _)| self.makes_late(x.block))
        };
        let outs = 0..launch.outs.len();
        let [now, later] = [false, true].map(|late| outs.clone().any(|out| is_late(out) == late));
        let of = |late| Member::of(launch, text, [self.rows, self.inner], |out| is_late(out) == late);
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
                Some(From::Memory) => is_linked |= next.is_wide && self.members.iter().any(|m| m.reads(x.block)),
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
