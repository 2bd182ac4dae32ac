//! The plan of a launch: axes merged and ordered, a box of points that makes one tile, how each operand is reached in
//! it, and how the boxes are split into tasks.

use super::inline::Inline;
use super::ops::{self, Ops};
use super::pack::Walk;
use super::task;
use super::{Call, Entry};
use crate::isa::Level;
use crate::kernel::{Combine, In, LANES, MAX_AXES, MAX_OPERANDS, Out};

/// Bytes of all operands of one tile together: they stay in the L1 cache with room to spare.
const TILE_BYTES: usize = 24 << 10;
/// Elements of a tile at most, and at least where there are that many.
const TILE_MAX: usize = 2048;
const TILE_MIN: usize = 64;

/// How one operand is reached in a tile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// Memory itself.
    Direct,
    /// Through a slot of scratch.
    Slot,
    /// Through a slot that holds the same for every tile of the launch.
    Constant,
}

#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub ptr: *mut u8,
    pub ops: &'static Ops,
    /// By axis of the plan, in elements.
    pub strides: [isize; MAX_AXES],
    pub combine: Combine,
    pub scale: f64,
    pub access: Access,
    /// Where its slot begins in the scratch.
    pub slot: usize,
    /// Reduced across tiles.
    pub carried: bool,
    /// Where its accumulators begin, and their strides by outer axis.
    pub acc: usize,
    pub acc_strides: [usize; MAX_AXES],
}

/// An axis of boxes.
#[derive(Clone, Copy)]
pub(super) struct Outer {
    pub axis: usize,
    pub count: usize,
    /// Points of the axis per box.
    pub step: usize,
}

pub(super) struct Plan {
    pub call: Call,
    pub cost: usize,
    pub size: [usize; MAX_AXES],
    /// Inputs, then outputs.
    pub operands: Inline<Operand, MAX_OPERANDS>,
    pub ins: usize,
    /// The box holds all points of the axes below `split` and `step` of that axis.
    pub split: usize,
    pub step: usize,
    /// Points of a box.
    pub tile: usize,
    /// First those that no carried output reduces, then the others.
    pub outer: Inline<Outer, MAX_AXES>,
    pub free: usize,
    pub free_boxes: usize,
    pub tied_boxes: usize,
    /// Free boxes of one task.
    pub chunk: usize,
    /// Tasks that share the tied boxes of one free box.
    pub parts: usize,
    /// Accumulators of one free box.
    pub accs: usize,
    pub scratch: usize,
    pub any_direct: bool,
}

// SAFETY: tasks write disjoint elements, and inputs are only read.
unsafe impl Sync for Plan {}

impl Plan {
    #[inline]
    pub(super) fn new(
        entry: &'static Entry,
        level: Level,
        call: Call,
        shape: &[usize],
        ins: &[In<'_>],
        outs: &[Out<'_>],
    ) -> Self {
        assert!(shape.len() <= MAX_AXES, "an iteration space has too many axes");
        let mut plan = Self {
            call,
            cost: entry.cost,
            size: [1; MAX_AXES],
            operands: Inline::new(),
            ins: ins.len(),
            split: 0,
            step: 1,
            tile: 1,
            outer: Inline::new(),
            free: 0,
            free_boxes: 1,
            tied_boxes: 1,
            chunk: 1,
            parts: 1,
            accs: 0,
            scratch: 0,
            any_direct: false,
        };
        let mut axes: Inline<usize, MAX_AXES> = Inline::new();
        for (axis, &n) in shape.iter().enumerate().rev() {
            if n != 1 {
                plan.size[axes.len()] = n;
                axes.push(axis);
            }
        }
        let mut operand = |ptr, dtype, strides: &[isize], combine, scale, access| {
            let mut own = [0; MAX_AXES];
            for (to, &axis) in own.iter_mut().zip(axes.iter()) {
                *to = strides[axis];
            }
            plan.operands.push(Operand {
                ptr,
                ops: ops::of(level, dtype),
                strides: own,
                combine,
                scale,
                access,
                slot: 0,
                carried: false,
                acc: 0,
                acc_strides: [0; MAX_AXES],
            });
        };
        for (x, &dtype) in ins.iter().zip(entry.ins) {
            // A slot keeps an aliased input apart from the output that overwrites it.
            let access = if x.aliased { Access::Slot } else { Access::Direct };
            operand(x.ptr.cast_mut(), dtype, x.strides, Combine::Store, 1.0, access);
        }
        for (y, &dtype) in outs.iter().zip(entry.outs) {
            operand(y.ptr, dtype, y.strides, y.combine, y.scale, Access::Direct);
        }
        let mut rank = axes.len();
        if rank > 0 {
            plan.forward(rank);
            plan.order(rank);
            rank = plan.merge(rank);
        }
        rank = rank.max(1);
        plan.box_of(rank);
        plan.reach(rank);
        plan.partition(rank);
        plan
    }

    /// Turns axes round on which every operand that moves moves backwards.
    fn forward(&mut self, rank: usize) {
        for a in 0..rank {
            if self.operands.iter().all(|o| o.strides[a] <= 0)
                && self.operands.iter().any(|o| o.strides[a] < 0)
            {
                let last = self.size[a] as isize - 1;
                for o in self.operands.iter_mut() {
                    o.ptr = o.ptr.wrapping_offset(last * o.strides[a] * o.ops.stored as isize);
                    o.strides[a] = -o.strides[a];
                }
            }
        }
    }

    /// Sorts axes by stride, innermost first; outputs decide before inputs.
    fn order(&mut self, rank: usize) {
        let outs_first = |plan: &Self, i: usize| (plan.ins + i) % plan.operands.len();
        for i in 1..rank {
            let mut at = i;
            for below in (0..i).rev() {
                let smaller = (0..self.operands.len()).find_map(|j| {
                    let o = &self.operands[outs_first(self, j)];
                    let (low, high) = (o.strides[below].unsigned_abs(), o.strides[at].unsigned_abs());
                    (low != 0 && high != 0 && low != high).then_some(high < low)
                });
                match smaller {
                    Some(true) => {
                        self.size.swap(below, at);
                        self.operands.iter_mut().for_each(|o| o.strides.swap(below, at));
                        at = below;
                    }
                    Some(false) => break,
                    None => {}
                }
            }
        }
    }

    /// Joins neighbours that every operand walks as one axis.
    fn merge(&mut self, rank: usize) -> usize {
        let mut last = 0;
        for a in 1..rank {
            let n = self.size[last] as isize;
            if self.operands.iter().all(|o| o.strides[a] == o.strides[last] * n) {
                self.size[last] *= self.size[a];
            } else {
                last += 1;
                self.size[last] = self.size[a];
                self.operands.iter_mut().for_each(|o| o.strides[last] = o.strides[a]);
            }
        }
        last + 1
    }

    /// Chooses the box.
    fn box_of(&mut self, rank: usize) {
        let bytes: usize = self.operands.iter().map(|o| o.ops.computed).sum();
        let most = (TILE_BYTES / bytes.max(1)).clamp(TILE_MIN, TILE_MAX) / TILE_MIN * TILE_MIN;
        let (mut split, mut inner) = (0, 1);
        while split + 1 < rank && inner * self.size[split] <= most {
            inner *= self.size[split];
            split += 1;
        }
        let n = self.size[split];
        let fit = (most / inner).min(n);
        // As even as the boxes can be, with whole vectors where that costs nothing.
        let mut step = n.div_ceil(n.div_ceil(fit));
        if step < n && step.next_multiple_of(LANES) <= fit {
            step = step.next_multiple_of(LANES);
        }
        (self.split, self.step, self.tile) = (split, step, inner * step);
        for axis in split..rank {
            let step = if axis == split { step } else { 1 };
            let count = self.size[axis].div_ceil(step);
            if count > 1 {
                self.outer.push(Outer { axis, count, step });
            }
        }
    }

    /// Decides how each operand is reached and gives out the slots.
    fn reach(&mut self, rank: usize) {
        let (size, split, step, ins) = (self.size, self.split, self.step, self.ins);
        let outer_moves = |o: &Operand, outer: &[Outer]| outer.iter().any(|x| o.strides[x.axis] != 0);
        let mut slot = self.operands.len() * task::TAIL;
        let mut any_direct = false;
        for i in 0..self.operands.len() {
            let outer = &self.outer;
            let o = &mut self.operands[i];
            let mut expected = 1;
            let mut dense = o.ops.plain;
            for (a, &n) in size[..=split].iter().enumerate() {
                let n = if a == split { step } else { n };
                dense &= n == 1 || o.strides[a] == expected;
                expected *= n as isize;
            }
            if i < ins {
                if o.access == Access::Direct && !dense {
                    o.access = if outer_moves(o, outer) { Access::Slot } else { Access::Constant };
                }
            } else {
                let reduced = (0..rank).any(|a| size[a] > 1 && o.strides[a] == 0);
                if !reduced && o.scale == 1.0 {
                    o.combine = Combine::Store;
                }
                o.carried = !matches!(o.combine, Combine::Store | Combine::Pick)
                    && outer.iter().any(|x| o.strides[x.axis] == 0);
                if !dense || o.combine != Combine::Store {
                    o.access = Access::Slot;
                }
            }
            if o.access == Access::Direct {
                any_direct = true;
            } else {
                o.slot = slot;
                // The odd line keeps slots from starting at one address modulo the page.
                slot += (self.tile.next_multiple_of(LANES) * o.ops.computed).next_multiple_of(64) + 192;
            }
        }
        self.any_direct = any_direct;
        self.scratch = slot;
    }

    /// Splits the boxes into tasks.
    fn partition(&mut self, _rank: usize) {
        let tied =
            |operands: &[Operand], x: &Outer| operands.iter().any(|o| o.carried && o.strides[x.axis] == 0);
        if self.operands.iter().any(|o| o.carried) {
            let mut sorted = Inline::new();
            let (operands, outer) = (&self.operands, &self.outer);
            outer.iter().filter(|x| !tied(operands, x)).for_each(|x| sorted.push(*x));
            self.free = sorted.len();
            outer.iter().filter(|x| tied(operands, x)).for_each(|x| sorted.push(*x));
            self.outer = sorted;
        } else {
            self.free = self.outer.len();
        }
        self.free_boxes = self.outer[..self.free].iter().map(|x| x.count).product();
        self.tied_boxes = self.outer[self.free..].iter().map(|x| x.count).product();
        for o in self.operands.iter_mut().filter(|o| o.carried) {
            o.acc = self.accs;
            let mut region: usize = (0..=self.split)
                .filter(|&a| o.strides[a] != 0)
                .map(|a| if a == self.split { self.step } else { self.size[a] })
                .product();
            for (i, x) in self.outer.iter().enumerate().skip(self.free) {
                if o.strides[x.axis] != 0 {
                    o.acc_strides[i] = region;
                    region *= x.count;
                }
            }
            self.accs += region;
        }
        let each = self.tied_boxes * self.tile;
        self.chunk = (task::CHUNK / each).max(1);
        if self.tied_boxes > 1 && each >= 2 * task::CHUNK && self.free_boxes < task::PARTS {
            let total = self.free_boxes * each;
            self.parts = (each / task::CHUNK)
                .min(task::PARTS / self.free_boxes)
                .min(self.tied_boxes)
                .min(total / (16 * self.accs * self.free_boxes))
                .max(1);
        }
    }

    /// Points of the split axis in the box at `index`.
    #[inline(always)]
    pub(super) fn points(&self, index: &[usize; MAX_AXES]) -> usize {
        match self.outer.iter().position(|x| x.axis == self.split) {
            Some(at) => self.step.min(self.size[self.split] - index[at] * self.step),
            None => self.step,
        }
    }

    /// The points of one box that `o` tells apart, given how many the split axis has.
    #[inline(always)]
    pub(super) fn walk(&self, o: &Operand, points: usize, reduced: bool) -> Walk {
        let mut walk = Walk::new();
        for a in 0..=self.split {
            if !reduced || o.strides[a] != 0 {
                walk.axis(if a == self.split { points } else { self.size[a] }, o.strides[a]);
            }
        }
        walk
    }

    /// Address of the box at `index`.
    #[inline(always)]
    pub(super) fn address(&self, o: &Operand, index: &[usize; MAX_AXES]) -> *mut u8 {
        let mut offset = 0;
        for (x, &i) in self.outer.iter().zip(index) {
            offset += (i * x.step) as isize * o.strides[x.axis];
        }
        o.ptr.wrapping_offset(offset * o.ops.stored as isize)
    }
}
