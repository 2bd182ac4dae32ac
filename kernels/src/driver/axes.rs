//! Axes of a plan: direction, order, merging, and the box that makes a tile.

use super::plan::{Operand, Outer, Plan};
use crate::kernel::LANES;

/// Length of the runs of an operand that lies across the others.
const CROSS: usize = 64;

impl Plan {
    /// Turns axes round on which every operand that moves moves backwards.
    pub(super) fn forward(&mut self) {
        for a in 0..self.rank {
            let backwards = |o: &Operand| o.strides[a] < 0;
            if self.operands.iter().any(backwards) && self.operands.iter().all(|o| o.strides[a] <= 0) {
                let last = self.size[a] as isize - 1;
                for o in self.operands.iter_mut() {
                    o.ptr = o.ptr.wrapping_offset(last * o.strides[a] * o.ops.stored as isize);
                    o.strides[a] = -o.strides[a];
                }
            }
        }
    }

    /// Sorts axes by stride, innermost first; outputs decide before inputs.
    pub(super) fn order(&mut self) {
        for i in 1..self.rank {
            let mut at = i;
            for below in (0..i).rev() {
                let (ins, outs) = self.operands.split_at(self.ins);
                let smaller = outs.iter().chain(ins).find_map(|o| {
                    let (low, high) = (o.strides[below].unsigned_abs(), o.strides[at].unsigned_abs());
                    (low != 0 && high != 0 && low != high).then_some(high < low)
                });
                match smaller {
                    Some(true) => {
                        self.swap(below, at);
                        at = below;
                    }
                    Some(false) => break,
                    None => {}
                }
            }
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.size.swap(a, b);
        self.operands.iter_mut().for_each(|o| o.strides.swap(a, b));
    }

    /// Joins neighbours that every operand walks as one axis.
    pub(super) fn merge(&mut self) {
        let mut last = 0;
        for a in 1..self.rank {
            let n = self.size[last] as isize;
            if self.operands.iter().all(|o| o.strides[a] == o.strides[last] * n) {
                self.size[last] *= self.size[a];
            } else {
                last += 1;
                self.size[last] = self.size[a];
                self.operands.iter_mut().for_each(|o| o.strides[last] = o.strides[a]);
            }
        }
        self.rank = last + 1;
    }

    /// Chooses a box of at most `most` points: whole inner axes and a part of the next. Where an operand lies across,
    /// a part of the first axis and a part of the one along which that operand is dense, so that every cache line is
    /// used whole while it is near.
    pub(super) fn choose_box(&mut self, most: usize) {
        if let Some(across) = self.across() {
            for a in (2..=across).rev() {
                self.swap(a, a - 1);
            }
            // Twice the usual box where the operands are few: runs on both sides are then a few lines long.
            let most = if most > 2 * CROSS { (2 * most).min(CROSS * CROSS) } else { most };
            self.part[1] = even(self.size[1], CROSS.min(most / LANES));
            self.part[0] = even(self.size[0], most / self.part[1]);
            self.boxed = 2;
        } else {
            let (mut last, mut inner) = (0, 1);
            while last + 1 < self.rank && inner * self.size[last] <= most {
                self.part[last] = self.size[last];
                inner *= self.size[last];
                last += 1;
            }
            let n = self.size[last];
            self.part[last] = if inner * n <= most { n } else { even(n, most / inner) };
            self.boxed = last + 1;
        }
        self.tile = self.part[..self.boxed].iter().product();
        for axis in 0..self.rank {
            if self.part[axis] < self.size[axis] {
                self.outer.push(Outer { axis, count: self.size[axis].div_ceil(self.part[axis]) });
            }
        }
    }

    /// The axis along which some operand is nearer than along the first, if both are long.
    fn across(&self) -> Option<usize> {
        if self.rank < 2 || self.size[0] < LANES {
            return None;
        }
        self.operands.iter().find_map(|o| {
            let far = o.strides[0].unsigned_abs();
            (1..self.rank).find(|&a| {
                let near = o.strides[a].unsigned_abs();
                near != 0 && near * 8 <= far && self.size[a] >= LANES
            })
        })
    }
}

/// At most `most` of `n`, so that the pieces are alike, and whole vectors where that costs nothing.
fn even(n: usize, most: usize) -> usize {
    let part = n.div_ceil(n.div_ceil(most));
    let whole = part.next_multiple_of(LANES);
    if part < n && whole <= most { whole } else { part }
}
