//! The plan of a launch: axes merged and ordered, a box of points that makes one tile, how each operand is reached in
//! it, and how the boxes are split into tasks.

use super::inline::Inline;
use super::ops::{self, Ops};
use super::pack::Walk;
use super::{Call, Entry};
use crate::isa::Level;
use crate::kernel::{Combine, In, MAX_AXES, MAX_OPERANDS, Out};

/// Bytes of all operands of one tile together: they stay in the L1 cache with room to spare.
const TILE_BYTES: usize = 24 << 10;
/// Elements of a tile at most, and at least where there are that many.
const TILE_MOST: usize = 2048;
const TILE_MIN: usize = 64;
/// Elements of any box: one that an operand crosses may be twice as large.
pub(super) const TILE_MAX: usize = 2 * TILE_MOST;

/// Elements of a tile whose operands have so many bytes each.
pub(super) const fn tile_for(bytes: usize) -> usize {
    let most = TILE_BYTES / if bytes == 0 { 1 } else { bytes };
    if most > TILE_MOST {
        TILE_MOST
    } else if most < TILE_MIN {
        TILE_MIN
    } else {
        most / TILE_MIN * TILE_MIN
    }
}

/// Points of a box or places of a box, by axis.
pub(super) type Dims = [usize; MAX_AXES];

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
    /// An input that is one element in a box: its slot need not be filled again while that is the same one.
    pub still: bool,
    /// Where its slot begins in the scratch.
    pub slot: usize,
    /// Reduced across tiles.
    pub carried: bool,
    /// Where its accumulators begin, and their strides by outer axis.
    pub acc: usize,
    pub acc_strides: [usize; MAX_AXES],
}

impl Operand {
    /// Whether a reduction is left to do.
    pub(super) fn reduces(&self) -> bool {
        !matches!(self.combine, Combine::Store | Combine::Pick)
    }
}

/// An axis of boxes.
#[derive(Clone, Copy)]
pub(super) struct Outer {
    pub axis: usize,
    pub count: usize,
}

pub(super) struct Plan {
    pub call: Call,
    pub cost: usize,
    pub rank: usize,
    pub size: Dims,
    /// Inputs, then outputs.
    pub operands: Inline<Operand, MAX_OPERANDS>,
    pub ins: usize,
    /// Points of a full box by axis; the axes from `boxed` on have one.
    pub part: Dims,
    pub boxed: usize,
    /// Points of a full box.
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
    /// Bytes.
    pub scratch: usize,
    pub any_direct: bool,
}

// SAFETY: tasks write disjoint elements, and inputs are only read.
unsafe impl Sync for Plan {}

impl Plan {
    /// Always inlined, so that the plan is made where it stays: it is large, and most of it is never touched.
    #[inline(always)]
    pub(super) const fn new(call: Call, cost: usize) -> Self {
        Self {
            call,
            cost,
            rank: 1,
            size: [1; MAX_AXES],
            operands: Inline::new(),
            ins: 0,
            part: [1; MAX_AXES],
            boxed: 1,
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
        }
    }

    pub(super) fn fill(
        &mut self,
        entry: &'static Entry,
        level: Level,
        shape: &[usize],
        ins: &[In<'_>],
        outs: &[Out<'_>],
    ) {
        assert!(shape.len() <= MAX_AXES, "an iteration space has too many axes");
        let mut axes: Inline<usize, MAX_AXES> = Inline::new();
        for (axis, &n) in shape.iter().enumerate().rev() {
            if n != 1 {
                self.size[axes.len()] = n;
                axes.push(axis);
            }
        }
        self.rank = axes.len().max(1);
        self.ins = ins.len();
        for (x, &dtype) in ins.iter().zip(entry.ins) {
            // A slot keeps an aliased input apart from the output that overwrites it.
            let access = if x.aliased { Access::Slot } else { Access::Direct };
            self.operand(x.ptr.cast_mut(), ops::of(level, dtype), x.strides, &axes, access);
        }
        for (y, &dtype) in outs.iter().zip(entry.outs) {
            let o = self.operand(y.ptr, ops::of(level, dtype), y.strides, &axes, Access::Direct);
            (o.combine, o.scale) = (y.combine, y.scale);
        }
        if !axes.is_empty() {
            self.forward();
        }
        if axes.len() > 1 {
            self.order();
            self.merge();
        }
        self.choose_box(entry.tile_max);
        self.reach();
        if !self.outer.is_empty() {
            self.partition();
        }
    }

    fn operand(
        &mut self,
        ptr: *mut u8,
        ops: &'static Ops,
        strides: &[isize],
        axes: &[usize],
        access: Access,
    ) -> &mut Operand {
        let mut o = Operand {
            ptr,
            ops,
            strides: [0; MAX_AXES],
            combine: Combine::Store,
            scale: 1.0,
            access,
            still: false,
            slot: 0,
            carried: false,
            acc: 0,
            acc_strides: [0; MAX_AXES],
        };
        for (to, &axis) in o.strides.iter_mut().zip(axes) {
            *to = strides[axis];
        }
        self.operands.push(o);
        let last = self.operands.len() - 1;
        &mut self.operands[last]
    }

    /// Points of the box at `index`; those at the end of an axis are smaller.
    #[inline(always)]
    pub(super) fn dims(&self, index: &Dims) -> Dims {
        let mut dims = self.part;
        for (x, &i) in self.outer.iter().zip(index) {
            if x.axis < self.boxed {
                dims[x.axis] = self.part[x.axis].min(self.size[x.axis] - i * self.part[x.axis]);
            }
        }
        dims
    }

    /// The points of a box as `o` walks them.
    #[inline(always)]
    pub(super) fn walk(&self, o: &Operand, dims: &Dims) -> Walk {
        let mut walk = Walk::new();
        for (&n, &stride) in dims[..self.boxed].iter().zip(&o.strides) {
            walk.axis(n, stride);
        }
        walk
    }

    /// The points of a box that `o` tells apart.
    #[inline(always)]
    pub(super) fn kept(&self, o: &Operand, dims: &Dims) -> Walk {
        let mut walk = Walk::new();
        for (&n, &stride) in dims[..self.boxed].iter().zip(&o.strides) {
            if stride != 0 {
                walk.axis(n, stride);
            }
        }
        walk
    }

    /// Address of the box at `index`.
    #[inline(always)]
    pub(super) fn address(&self, o: &Operand, index: &Dims) -> *mut u8 {
        let mut offset = 0;
        for (x, &i) in self.outer.iter().zip(index) {
            offset += (i * self.part[x.axis]) as isize * o.strides[x.axis];
        }
        o.ptr.wrapping_offset(offset * o.ops.stored as isize)
    }
}
