//! One tile: operands packed, the kernel called, results stored or folded.

use super::inline::Inline;
use super::ops::Acc;
use super::pack::Walk;
use super::plan::{Access, Dims, Operand, Plan};
use super::task::{self, TAIL};
use crate::kernel::{Combine, LANES, MAX_OPERANDS};

impl Plan {
    /// One box: pack, compute, store or fold.
    ///
    /// # Safety
    /// The box belongs to the caller's task; `first` is true for the first box that the task computes in this scratch.
    #[inline]
    pub(super) unsafe fn tile(&self, index: &Dims, first: bool, accs: *mut Acc, scratch: *mut u8) {
        let dims = self.dims(index);
        let n: usize = dims[..self.boxed].iter().product();
        let (main, rest) = (n - n % LANES, n % LANES);
        let padded = n.next_multiple_of(LANES);
        let mut ins: Inline<*const u8, MAX_OPERANDS> = Inline::new();
        let mut outs: Inline<*mut u8, MAX_OPERANDS> = Inline::new();
        let (inputs, outputs) = self.operands.split_at(self.ins);
        // SAFETY: addresses are those of the box, slots have room for a padded tile, tails for one vector.
        unsafe {
            for (i, o) in inputs.iter().enumerate() {
                let slot = scratch.add(o.slot);
                ins.push(match o.access {
                    Access::Direct => self.address(o, index),
                    Access::Slot if o.still => {
                        let from = self.address(o, index);
                        // No direct operand, so its tail is free.
                        #[allow(
                            clippy::cast_ptr_alignment,
                            reason = "the scratch and its tails begin at lines of a cache"
                        )]
                        let filled = scratch.add(i * TAIL).cast::<(*const u8, usize)>();
                        if first || (*filled).0 != from.cast_const() || (*filled).1 < padded {
                            (o.ops.pack)(slot, from, &self.walk(o, &dims));
                            (o.ops.pad)(slot, n, padded);
                            filled.write((from, padded));
                        }
                        slot
                    }
                    Access::Slot => {
                        (o.ops.pack)(slot, self.address(o, index), &self.walk(o, &dims));
                        if rest > 0 {
                            (o.ops.pad)(slot, n, padded);
                        }
                        slot
                    }
                    Access::Constant => {
                        if first {
                            (o.ops.pack)(slot, o.ptr, &self.walk(o, &self.part));
                            (o.ops.pad)(slot, self.tile, self.tile.next_multiple_of(LANES));
                        }
                        slot
                    }
                });
            }
            for o in outputs {
                if o.access == Access::Direct {
                    outs.push(self.address(o, index));
                    continue;
                }
                let slot = scratch.add(o.slot);
                if first {
                    // For every box of the task: the first may be smaller than others.
                    task::clear(slot, self.tile.next_multiple_of(LANES) * o.ops.computed);
                }
                outs.push(slot);
            }
            if rest == 0 || !self.any_direct {
                (self.call.tile)(self.call.kernel, padded, ins.as_ptr(), outs.as_ptr());
            } else {
                if main > 0 {
                    (self.call.tile)(self.call.kernel, main, ins.as_ptr(), outs.as_ptr());
                }
                self.tail(main, rest, index, &mut ins, &mut outs, scratch);
            }
            for (o, &slot) in outputs.iter().zip(outs.iter()) {
                if o.access == Access::Slot {
                    let slot = if rest > 0 && self.any_direct { scratch.add(o.slot) } else { slot };
                    self.store(o, slot, index, &dims, accs);
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
        rest: usize,
        index: &Dims,
        ins: &mut Inline<*const u8, MAX_OPERANDS>,
        outs: &mut Inline<*mut u8, MAX_OPERANDS>,
        scratch: *mut u8,
    ) {
        let (inputs, outputs) = self.operands.split_at(self.ins);
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
                    let tail = scratch.add((self.ins + i) * TAIL);
                    task::clear(tail, TAIL);
                    tail
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
    unsafe fn store(&self, o: &Operand, slot: *mut u8, index: &Dims, dims: &Dims, accs: *mut Acc) {
        // SAFETY: the slot holds a box, the address is that of the box.
        unsafe {
            if o.combine == Combine::Store {
                return (o.ops.unpack)(self.address(o, index), slot, &self.walk(o, dims));
            }
            if o.combine == Combine::Pick
                && self.outer.iter().zip(index).any(|(x, &i)| i > 0 && o.strides[x.axis] == 0)
            {
                return;
            }
            let kept = self.fold(o, slot, dims);
            if o.carried {
                let at: usize = o.acc_strides.iter().zip(index).map(|(s, i)| s * i).sum();
                (o.ops.accumulate)(accs.add(o.acc + at), slot, kept, o.combine);
            } else {
                if o.scale != 1.0 && o.combine != Combine::Pick {
                    (o.ops.scale)(slot, kept, o.scale);
                }
                (o.ops.unpack)(self.address(o, index), slot, &self.kept(o, dims));
            }
        }
    }

    /// Folds the axes of a box that `o` reduces, outermost first, and says how many elements remain.
    ///
    /// # Safety
    /// The slot holds a box of these dims.
    #[inline(always)]
    unsafe fn fold(&self, o: &Operand, slot: *mut u8, dims: &Dims) -> usize {
        let (mut kept, mut axis) = (1, self.boxed);
        while axis > 0 {
            let mut rows = 1;
            while axis > 0 && o.strides[axis - 1] == 0 {
                axis -= 1;
                rows *= dims[axis];
            }
            if rows > 1 {
                let inner = dims[..axis].iter().product();
                // SAFETY: the slot holds `kept * rows * inner` elements.
                unsafe { (o.ops.fold)(slot, kept, rows, inner, o.combine) };
            }
            while axis > 0 && o.strides[axis - 1] != 0 {
                axis -= 1;
                kept *= dims[axis];
            }
        }
        kept
    }

    /// Finished accumulators of one free box to memory.
    ///
    /// # Safety
    /// As `task`.
    #[inline(never)]
    pub(super) unsafe fn flush(&self, free: usize, accs: *const Acc, scratch: *mut u8) {
        for o in self.operands.iter().filter(|o| o.carried) {
            let mut index = self.index(free);
            loop {
                let at: usize = o.acc_strides.iter().zip(&index).map(|(s, i)| s * i).sum();
                let dims = self.dims(&index);
                let slot = scratch.wrapping_add(o.slot);
                // SAFETY: the region holds these accumulators, the slot has room for a box.
                unsafe {
                    (o.ops.lower)(slot, accs.add(o.acc + at), self.kept(o, &dims).points(), o.scale);
                    (o.ops.unpack)(self.address(o, &index), slot, &self.kept(o, &dims));
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
