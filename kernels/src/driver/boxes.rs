//! How operands are reached in a box, and which boxes make a task.

use super::inline::Inline;
use super::plan::{Access, Operand, Outer, Plan};
use super::task::{CHUNK, PARTS, TAIL};
use crate::kernel::{Combine, LANES};

impl Plan {
    /// Decides how each operand is reached and gives out the slots.
    pub(super) fn reach(&mut self) {
        let mut slot = self.operands.len() * TAIL;
        let mut any_direct = false;
        // Whether a smaller box is a prefix of a full one, so that a slot serves both.
        let alike = (0..self.boxed - 1).all(|a| self.size[a].is_multiple_of(self.part[a]));
        for (i, o) in self.operands.iter_mut().enumerate() {
            let mut expected = 1;
            // Of rows that overlap, as those of a sliding window do, a full box may be dense where a smaller one is not.
            let mut dense = o.ops.plain && alike;
            for (&n, &stride) in self.part[..self.boxed].iter().zip(&o.strides) {
                dense &= n == 1 || stride == expected;
                expected *= n as isize;
            }
            if i < self.ins {
                if o.access == Access::Direct && !dense {
                    let moves = self.outer.iter().any(|x| o.strides[x.axis] != 0);
                    o.access = if moves || !alike { Access::Slot } else { Access::Constant };
                    let mut axes = self.part[..self.boxed].iter().zip(&o.strides);
                    o.still = o.access == Access::Slot && axes.all(|(&n, &stride)| n == 1 || stride == 0);
                }
            } else {
                let mut axes = self.size[..self.rank].iter().zip(&o.strides);
                if o.scale == 1.0 && !axes.any(|(&n, &stride)| n > 1 && stride == 0) {
                    o.combine = Combine::Store;
                }
                o.carried = o.reduces() && self.outer.iter().any(|x| o.strides[x.axis] == 0);
                if !dense || o.combine != Combine::Store {
                    o.access = Access::Slot;
                }
            }
            if o.access == Access::Direct {
                any_direct = true;
            } else {
                o.slot = slot;
                // The odd lines keep slots from starting at one address modulo the page.
                slot += (self.tile.next_multiple_of(LANES) * o.ops.computed).next_multiple_of(64) + 192;
            }
        }
        self.any_direct = any_direct;
        self.scratch = slot;
    }

    /// Splits the boxes into tasks.
    pub(super) fn partition(&mut self) {
        let carried = self.operands.iter().any(|o| o.carried);
        if carried {
            let is_tied = |x: &&Outer| self.operands.iter().any(|o| o.carried && o.strides[x.axis] == 0);
            let mut sorted = Inline::new();
            self.outer.iter().filter(|x| !is_tied(x)).for_each(|x| sorted.push(*x));
            self.free = sorted.len();
            self.outer.iter().filter(is_tied).for_each(|x| sorted.push(*x));
            self.outer = sorted;
        } else {
            self.free = self.outer.len();
        }
        self.free_boxes = self.outer[..self.free].iter().map(|x| x.count).product();
        self.tied_boxes = self.outer[self.free..].iter().map(|x| x.count).product();
        let each = self.tied_boxes * self.tile;
        self.chunk = (CHUNK / each).max(1);
        if !carried {
            return;
        }
        for i in 0..self.operands.len() {
            if self.operands[i].carried {
                let mut region = self.kept(&self.operands[i], &self.part).points();
                let o = &mut self.operands[i];
                o.acc = self.accs;
                for (stride, x) in o.acc_strides.iter_mut().zip(self.outer.iter()).skip(self.free) {
                    if o.strides[x.axis] != 0 {
                        *stride = region;
                        region *= x.count;
                    }
                }
                self.accs += region;
            }
        }
        if each >= 2 * CHUNK && self.free_boxes < PARTS {
            // Few results of many elements: several tasks a result, as long as their accumulators stay small beside
            // what they sum.
            self.parts = (each / CHUNK)
                .min(PARTS / self.free_boxes)
                .min(self.tied_boxes)
                .min(each / (16 * self.accs))
                .max(1);
        }
    }

    /// Accumulators of `o` in one free box.
    pub(super) fn region(&self, o: &Operand) -> usize {
        let mut region = self.kept(o, &self.part).points();
        for (x, &stride) in self.outer.iter().zip(&o.acc_strides) {
            if stride != 0 {
                region *= x.count;
            }
        }
        region
    }
}
