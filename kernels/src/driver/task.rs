//! Running a plan: tasks over boxes, tiles through scratch, accumulators across tiles.

use std::mem::MaybeUninit;

use rayon::prelude::*;

use super::inline::Inline;
use super::ops::Acc;
use super::pack::Walk;
use super::plan::{Access, Operand, Plan};
use crate::kernel::{Combine, LANES, MAX_AXES, MAX_OPERANDS};

/// Elements of one task, about.
pub(super) const CHUNK: usize = 32 << 10;
/// Tasks that a reduction with few results is cut into, at most.
pub(super) const PARTS: usize = 256;
/// Work (elements times cost) from which on threads pay.
const PARALLEL: usize = 1 << 20;
/// Bytes of one operand's last vector.
pub(super) const TAIL: usize = LANES * 8;
/// Frames of scratch: tails, slots and what keeps them apart, at most.
const SMALL: usize = 4 << 10;
const LARGE: usize = MAX_OPERANDS * (TAIL + 256) + (32 << 10);
/// Accumulators that need no heap.
const ACCS: usize = 512;

/// Cache-line aligned memory on the stack.
#[repr(C, align(64))]
pub(super) struct Scratch<const N: usize>(MaybeUninit<[u8; N]>);

impl<const N: usize> Scratch<N> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    #[inline(always)]
    pub(super) fn base(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

/// Runs tasks `0..tasks`, on threads if the work is worth it.
#[inline(always)]
pub(crate) fn each(tasks: usize, work: usize, task: impl Fn(usize) + Sync + Send) {
    if tasks > 1 && work >= PARALLEL && rayon::current_num_threads() > 1 {
        (0..tasks).into_par_iter().for_each(task);
    } else {
        (0..tasks).for_each(task);
    }
}

/// Accumulators that several tasks fill, each its own part.
struct Partials(*mut Acc);
// SAFETY: a task touches only its own part.
unsafe impl Sync for Partials {}

impl Partials {
    fn part(&self, at: usize) -> *mut Acc {
        self.0.wrapping_add(at)
    }
}

impl Plan {
    /// # Safety
    /// As [`super::launch`].
    pub(super) unsafe fn run(&self, count: usize) {
        let work = count * (self.cost + self.operands.len());
        let tasks = self.free_boxes.div_ceil(self.chunk) * self.parts;
        // SAFETY: the caller's contract; each task has its own boxes.
        unsafe {
            if self.parts == 1 {
                each(tasks, work, |i| self.task(i, std::ptr::null_mut()));
                return;
            }
            // With several parts a task is one free box.
            let mut memory = vec![0 as Acc; tasks * self.accs];
            let partials = Partials(memory.as_mut_ptr());
            each(tasks, work, |i| self.task(i, partials.part(i * self.accs)));
            let mut scratch = Scratch::<LARGE>::new();
            let base = scratch.base();
            for free in 0..self.free_boxes {
                let first = partials.part(free * self.parts * self.accs);
                for o in self.operands.iter().filter(|o| o.carried) {
                    for part in 1..self.parts {
                        let (to, from) = (first.add(o.acc), first.add(part * self.accs + o.acc));
                        (o.ops.merge)(to, from, self.region(o), o.combine);
                    }
                }
                self.flush(free, first, base);
            }
        }
    }

    /// # Safety
    /// As [`super::launch`]; `accs` is null or has room for the accumulators of one free box.
    unsafe fn task(&self, task: usize, accs: *mut Acc) {
        // SAFETY: the scratch is as large as the plan asks.
        unsafe {
            if self.scratch <= SMALL {
                self.task_small(task, accs);
            } else {
                self.task_large(task, accs);
            }
        }
    }

    #[inline(never)]
    unsafe fn task_small(&self, task: usize, accs: *mut Acc) {
        // SAFETY: as `task`.
        unsafe { self.task_in(task, accs, Scratch::<SMALL>::new().base()) }
    }

    #[inline(never)]
    unsafe fn task_large(&self, task: usize, accs: *mut Acc) {
        assert!(self.scratch <= LARGE, "slots fit the scratch");
        // SAFETY: as `task`.
        unsafe { self.task_in(task, accs, Scratch::<LARGE>::new().base()) }
    }

    #[inline]
    unsafe fn task_in(&self, task: usize, accs: *mut Acc, scratch: *mut u8) {
        let (free, part) = (task / self.parts * self.chunk, task % self.parts);
        let tied = part * self.tied_boxes / self.parts..(part + 1) * self.tied_boxes / self.parts;
        let mut local = [MaybeUninit::<Acc>::uninit(); ACCS];
        let mut heap = Vec::new();
        let own = if !accs.is_null() {
            accs
        } else if self.accs <= ACCS {
            local.as_mut_ptr().cast()
        } else {
            heap.resize(self.accs, 0);
            heap.as_mut_ptr()
        };
        let mut first = true;
        // SAFETY: the boxes are those of this task; accumulators and scratch are large enough.
        unsafe {
            for free in free..(free + self.chunk).min(self.free_boxes) {
                for o in self.operands.iter().filter(|o| o.carried) {
                    (o.ops.initial)(own.add(o.acc), self.region(o), o.combine);
                }
                let mut index = self.index(free);
                for tied in tied.clone() {
                    self.tied_index(tied, &mut index);
                    self.tile(&index, first, own, scratch);
                    first = false;
                }
                if accs.is_null() && self.accs > 0 {
                    self.flush(free, own, scratch);
                }
            }
        }
    }

    /// Accumulators of `o` in one free box.
    fn region(&self, o: &Operand) -> usize {
        let mut region = self.kept(o, self.step);
        for (i, x) in self.outer.iter().enumerate().skip(self.free) {
            if o.acc_strides[i] != 0 {
                region *= x.count;
            }
        }
        region
    }

    /// Points of a box that `o` keeps.
    fn kept(&self, o: &Operand, points: usize) -> usize {
        self.walk(o, points, true).points()
    }

    #[inline(always)]
    fn index(&self, mut free: usize) -> [usize; MAX_AXES] {
        let mut index = [0; MAX_AXES];
        for (to, x) in index.iter_mut().zip(&self.outer[..self.free]) {
            (*to, free) = (free % x.count, free / x.count);
        }
        index
    }

    #[inline(always)]
    fn tied_index(&self, mut tied: usize, index: &mut [usize; MAX_AXES]) {
        for (to, x) in index[self.free..].iter_mut().zip(&self.outer[self.free..]) {
            (*to, tied) = (tied % x.count, tied / x.count);
        }
    }

    /// One box: pack, compute, store or fold.
    ///
    /// # Safety
    /// The box belongs to the caller's task.
    #[inline(always)]
    unsafe fn tile(&self, index: &[usize; MAX_AXES], first: bool, accs: *mut Acc, scratch: *mut u8) {
        let points = self.points(index);
        let n = self.tile / self.step * points;
        let (main, rest) = (n - n % LANES, n % LANES);
        let padded = n.next_multiple_of(LANES);
        let mut ins: Inline<*const u8, MAX_OPERANDS> = Inline::new();
        let mut outs: Inline<*mut u8, MAX_OPERANDS> = Inline::new();
        let (inputs, outputs) = self.operands.split_at(self.ins);
        // SAFETY: addresses are those of the box, slots have room for a padded tile, tails for one vector.
        unsafe {
            for o in inputs {
                let slot = scratch.add(o.slot);
                ins.push(match o.access {
                    Access::Direct => self.address(o, index),
                    Access::Slot => {
                        (o.ops.pack)(slot, self.address(o, index), &self.walk(o, points, false));
                        if rest > 0 {
                            (o.ops.pad)(slot, n, padded);
                        }
                        slot
                    }
                    Access::Constant => {
                        if first {
                            (o.ops.pack)(slot, o.ptr, &self.walk(o, self.step, false));
                            (o.ops.pad)(slot, self.tile, self.tile.next_multiple_of(LANES));
                        }
                        slot
                    }
                });
            }
            for o in outputs {
                let slot = scratch.add(o.slot);
                outs.push(if o.access == Access::Direct { self.address(o, index) } else { slot });
            }
            if rest == 0 || !self.any_direct {
                (self.call.tile)(self.call.kernel, padded, ins.as_ptr(), outs.as_ptr());
            } else {
                if main > 0 {
                    (self.call.tile)(self.call.kernel, main, ins.as_ptr(), outs.as_ptr());
                }
                self.tail(main, index, &mut ins, &mut outs, scratch);
            }
            for (o, &slot) in outputs.iter().zip(outs.iter()) {
                if o.access == Access::Slot {
                    let slot = if rest > 0 && self.any_direct { scratch.add(o.slot) } else { slot };
                    self.store(o, slot, index, points, accs);
                }
            }
        }
    }

    /// The last `rest` elements of a tile, padded to a vector: direct operands go through their tails.
    ///
    /// # Safety
    /// As `tile`; `ins` and `outs` hold the addresses of the whole tile.
    #[inline(never)]
    unsafe fn tail(
        &self,
        main: usize,
        index: &[usize; MAX_AXES],
        ins: &mut Inline<*const u8, MAX_OPERANDS>,
        outs: &mut Inline<*mut u8, MAX_OPERANDS>,
        scratch: *mut u8,
    ) {
        let (inputs, outputs) = self.operands.split_at(self.ins);
        let rest = self.tile / self.step * self.points(index) - main;
        let walk = Walk::dense(rest);
        // SAFETY: direct operands have `main + rest` elements; slots are padded.
        unsafe {
            for (i, (o, ptr)) in inputs.iter().zip(ins.iter_mut()).enumerate() {
                *ptr = ptr.add(main * o.ops.computed);
                if o.access == Access::Direct {
                    let tail = scratch.add(i * TAIL);
                    (o.ops.pack)(tail, *ptr, &walk);
                    (o.ops.pad)(tail, rest, LANES);
                    *ptr = tail;
                }
            }
            for (i, (o, ptr)) in outputs.iter().zip(outs.iter_mut()).enumerate() {
                *ptr = if o.access == Access::Direct {
                    scratch.add((self.ins + i) * TAIL)
                } else {
                    ptr.add(main * o.ops.computed)
                };
            }
            (self.call.tile)(self.call.kernel, LANES, ins.as_ptr(), outs.as_ptr());
            for (o, &tail) in outputs.iter().zip(outs.iter()) {
                if o.access == Access::Direct {
                    (o.ops.unpack)(self.address(o, index).add(main * o.ops.stored), tail, &walk);
                }
            }
        }
    }

    /// From the slot of an output to memory or to its accumulators.
    ///
    /// # Safety
    /// As `tile`; the slot holds the box.
    #[inline(always)]
    unsafe fn store(
        &self,
        o: &Operand,
        slot: *mut u8,
        index: &[usize; MAX_AXES],
        points: usize,
        accs: *mut Acc,
    ) {
        // SAFETY: the slot holds a box, the address is that of the box.
        unsafe {
            if o.combine == Combine::Store {
                return (o.ops.unpack)(self.address(o, index), slot, &self.walk(o, points, false));
            }
            if o.combine == Combine::Pick
                && self.outer.iter().zip(index).any(|(x, &i)| i > 0 && o.strides[x.axis] == 0)
            {
                return;
            }
            let kept = self.fold(o, slot, points);
            if o.carried {
                let at: usize = o.acc_strides.iter().zip(index).map(|(s, i)| s * i).sum();
                (o.ops.accumulate)(accs.add(o.acc + at), slot, kept, o.combine);
            } else {
                if o.scale != 1.0 && o.combine != Combine::Pick {
                    (o.ops.scale)(slot, kept, o.scale);
                }
                (o.ops.unpack)(self.address(o, index), slot, &self.walk(o, points, true));
            }
        }
    }

    /// Folds the axes of a box that `o` reduces, outermost first, and says how many elements remain.
    #[inline(always)]
    unsafe fn fold(&self, o: &Operand, slot: *mut u8, points: usize) -> usize {
        let (mut kept, mut inner) = (1, self.tile / self.step * points);
        let mut axis = self.split + 1;
        while axis > 0 {
            let mut rows = 1;
            while axis > 0 && o.strides[axis - 1] == 0 {
                axis -= 1;
                rows *= if axis == self.split { points } else { self.size[axis] };
            }
            inner /= rows;
            if rows > 1 {
                // SAFETY: the slot holds `kept * rows * inner` elements.
                unsafe { (o.ops.fold)(slot, kept, rows, inner, o.combine) };
            }
            while axis > 0 && o.strides[axis - 1] != 0 {
                axis -= 1;
                let n = if axis == self.split { points } else { self.size[axis] };
                kept *= n;
                inner /= n;
            }
        }
        kept
    }

    /// Finished accumulators of one free box to memory.
    ///
    /// # Safety
    /// As `task`.
    #[inline(never)]
    unsafe fn flush(&self, free: usize, accs: *const Acc, scratch: *mut u8) {
        for o in self.operands.iter().filter(|o| o.carried) {
            let mut index = self.index(free);
            loop {
                let at: usize = o.acc_strides.iter().zip(&index).map(|(s, i)| s * i).sum();
                let points = self.points(&index);
                let slot = scratch.wrapping_add(o.slot);
                // SAFETY: the region holds these accumulators, the slot has room for a box.
                unsafe {
                    (o.ops.lower)(slot, accs.add(o.acc + at), self.kept(o, points), o.scale);
                    (o.ops.unpack)(self.address(o, &index), slot, &self.walk(o, points, true));
                }
                let more = (self.free..self.outer.len()).filter(|&i| o.acc_strides[i] != 0).any(|i| {
                    index[i] = (index[i] + 1) % self.outer[i].count;
                    index[i] != 0
                });
                if !more {
                    break;
                }
            }
        }
    }
}
