//! Launches as a chain has them: spaces of rows and points of each, and where each operand is.

use cotangent_kernels::DType;
use cotangent_kernels::kernel::Combine;

use super::super::dialect::Dialect;
use super::super::printed::{Body, needs};
use super::super::quads::is_short;
use crate::device::Block;
use crate::device::backend::{Launch, Operand, Target};
use crate::device::passes::{self, Pass, Walk};
use crate::tensor::shape::MAX_RANK;

/// Operands of a kernel at most.
pub(super) const OPERANDS: usize = 96;
/// Rows whose numbers one workgroup adds up.
const TOTALS: usize = 1 << 16;
/// Points of all rows that a workgroup has at a time, at least.
const LEAST: usize = 1 << 12;

/// A launch that waits, over rows and points of each, or over rows alone.
#[derive(Debug)]
pub(in crate::device) struct Member {
    pub(super) body: &'static Body,
    pub(super) numbers: Vec<f64>,
    pub(super) dims: Vec<usize>,
    pub(super) ins: Vec<Operand>,
    pub(super) outs: Vec<Target>,
    pub(super) narrows: bool,
    /// Outer points are rows. There are inner points if it is wide.
    pub(super) pass: Pass,
    pub(super) needs: (Vec<bool>, Vec<bool>),
    pub(super) is_wide: bool,
    /// The first axis of the points of a row.
    pub(super) first: usize,
    /// Where each operand of the pass is, in the order of its walks.
    pub(super) paths: Vec<Path>,
    /// What it makes, in the same order.
    pub(super) kinds: Vec<Kind>,
}

/// What an output has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
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
    pub(super) fn is_kept(self) -> bool {
        matches!(self, Self::Number | Self::Pick | Self::Row)
    }

    /// Whether it is complete when all rows are.
    pub(super) fn is_late(self) -> bool {
        matches!(self, Self::Total | Self::Column)
    }
}

/// An output: its place among the operands, and its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub(super) k: usize,
    pub(super) out: usize,
    pub(super) kind: Kind,
}

/// Where an operand is: axes that walk as one are one, so that equal paths are equal lists.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Path {
    pub(super) offset: usize,
    pub(super) rows: Vec<(usize, isize)>,
    /// Empty of what is the same in all of a row.
    pub(super) inner: Vec<(usize, isize)>,
}

/// Where a member finds what it reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum From {
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
    pub(super) fn of(walk: &Walk, pass: &Pass) -> Self {
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

    pub(super) fn is_of_rows(&self) -> bool {
        self.inner.is_empty()
    }
}

impl Member {
    /// Outputs of a launch over so many rows of so many points, over the rows, or over one point. `None` of what is neither, or makes
    /// something else than [`Kind`] says.
    pub(super) fn of(
        launch: &Launch<'_>,
        dialect: Dialect,
        [rows, inner]: [usize; 2],
        chosen: impl Fn(usize) -> bool,
    ) -> Option<Self> {
        let points: usize = launch.dims.iter().product();
        let (is_wide, is_number) = (points == rows * inner, points == 1 && rows > 1);
        if !is_wide && !is_number && points != rows
            || !is_short(Body::of(dialect, launch.source))
            || launch.ins.len() + launch.outs.len() > OPERANDS
        {
            return None;
        }
        let (mut dims, mut ins, mut outs) = (launch.dims.to_vec(), launch.ins.to_vec(), launch.outs.to_vec());
        let operands = ins.iter_mut().chain(outs.iter_mut().map(|y| &mut y.at));
        let first = if is_wide { split(&mut dims, operands, inner)? } else { dims.len() };
        let kinds = outs.iter().map(|y| match kind(y, &dims, first, is_wide) {
            Some(Kind::Pick) if is_number => Some(Kind::Number),
            _ if is_number => None,
            kind => kind,
        });
        let kinds = kinds.collect::<Option<Vec<_>>>()?;
        let set = (first..dims.len()).fold(0, |set, axis| set | 1 << axis);
        let body = Body::of(dialect, launch.source);
        let whole = Launch { dims: &dims, ins: &ins, outs: &outs, ..*launch };
        let mut order: Vec<usize> = (0..outs.len()).filter(|out| chosen(*out)).collect();
        order.sort_by_key(|&out| kinds[out]);
        let (stored, reduced) = order.iter().partition(|&&out| kinds[out] <= Kind::Pick);
        let pass = passes::pass(&whole, &dims, set, stored, reduced);
        let needs = needs(launch.source, &order, ins.len());
        let paths = pass.walks.iter().map(|walk| Path::of(walk, &pass)).collect();
        let kinds: Vec<_> = order.iter().map(|&out| kinds[out]).collect();
        let is_too_much = kinds.contains(&Kind::Total) && rows > TOTALS;
        let (numbers, narrows) = (launch.numbers.to_vec(), launch.narrows);
        let this =
            Self { body, numbers, dims, ins, outs, narrows, pass, needs, is_wide, first, paths, kinds };
        (!is_too_much).then_some(this)
    }

    /// The launch, as it was asked for but for an axis that may be two.
    pub(in crate::device) fn launch(&self) -> Launch<'_> {
        let Self { body, numbers, dims, ins, outs, narrows, .. } = self;
        Launch { source: body.source, numbers, dims, ins, outs, narrows: *narrows }
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
    pub(super) fn read(&self) -> impl Iterator<Item = (usize, &Operand)> {
        self.ins.iter().enumerate().filter(|(i, _)| self.needs.1.get(*i) == Some(&true))
    }

    /// What it makes.
    pub(super) fn made(&self) -> impl Iterator<Item = Made> {
        let all = self.pass.stored.iter().chain(&self.pass.reduced).zip(&self.kinds);
        all.enumerate().map(|(i, (&out, &kind))| Made { k: self.ins.len() + i, out, kind })
    }

    /// Bytes of its sums over rows.
    pub(super) fn columns(&self, inner: usize) -> usize {
        let all = self.made().filter(|made| made.kind == Kind::Column);
        // Several rows of few points are at least as many.
        let points = inner.max(LEAST);
        all.map(|made| points * if self.outs[made.out].at.dtype == DType::F64 { 8 } else { 4 }).sum()
    }

    pub(super) fn writes(&self, block: Block) -> bool {
        self.made().any(|made| self.outs[made.out].at.block == block)
    }

    pub(super) fn reads(&self, block: Block) -> bool {
        self.read().any(|(_, x)| x.block == block)
    }

    /// Where it finds input `i` behind these members. `None` where it has to be in memory and is not.
    pub(super) fn from(&self, before: &[Self], i: usize) -> Option<From> {
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
