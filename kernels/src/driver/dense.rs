//! The fast path: every operand is dense in one order, nothing is reduced, stored types are compute types. Memory goes
//! straight to the kernel.

use super::inline::Inline;
use super::ops::{self, Ops};
use super::pack::Walk;
use super::task::{self, Scratch, TAIL};
use super::{Call, Entry};
use crate::isa::Level;
use crate::kernel::{Combine, In, LANES, MAX_OPERANDS, Out};

/// Whether the launch is of this kind.
#[inline(always)]
pub(super) fn fits(shape: &[usize], ins: &[In<'_>], outs: &[Out<'_>]) -> bool {
    outs.iter().all(|o| o.combine == Combine::Store && is_dense(shape, o.strides))
        && ins.iter().all(|x| !x.aliased && is_dense(shape, x.strides))
}

#[inline(always)]
fn is_dense(shape: &[usize], strides: &[isize]) -> bool {
    let mut expected = 1;
    for (&size, &stride) in shape.iter().zip(strides).rev() {
        if size != 1 && stride != expected {
            return false;
        }
        expected *= size as isize;
    }
    true
}

struct Dense {
    call: Call,
    /// Outputs hold what the kernel changes.
    updates: bool,
    ins: Inline<(*const u8, &'static Ops), MAX_OPERANDS>,
    outs: Inline<(*mut u8, &'static Ops), MAX_OPERANDS>,
}

// SAFETY: tasks touch disjoint elements of the outputs, and inputs are only read.
unsafe impl Sync for Dense {}

/// With `updates` the last vector of an output holds its old values too, as all before it do: see [`super::update`].
///
/// # Safety
/// As [`super::launch`], and [`fits`].
#[inline(never)]
pub(super) unsafe fn run(
    entry: &'static Entry,
    level: Level,
    call: Call,
    count: usize,
    ins: &[In<'_>],
    outs: &[Out<'_>],
    updates: bool,
) {
    let mut dense = Dense { call, updates, ins: Inline::new(), outs: Inline::new() };
    for (x, &dtype) in ins.iter().zip(entry.ins) {
        dense.ins.push((x.ptr, ops::of(level, dtype)));
    }
    for (y, &dtype) in outs.iter().zip(entry.outs) {
        dense.outs.push((y.ptr, ops::of(level, dtype)));
    }
    let work = count * (entry.cost + ins.len() + outs.len());
    let tasks = count.div_ceil(task::CHUNK);
    task::each(tasks, work, |i| {
        let from = i * task::CHUNK;
        let n = task::CHUNK.min(count - from);
        // SAFETY: the range lies inside the operands.
        unsafe { dense.range(from, n) }
    });
}

impl Dense {
    /// # Safety
    /// `from + n` elements exist.
    unsafe fn range(&self, from: usize, n: usize) {
        let (main, rest) = (n - n % LANES, n % LANES);
        // SAFETY: the first `main` elements from `from` are in range, then the rest.
        unsafe {
            if main > 0 {
                let mut ins: Inline<*const u8, MAX_OPERANDS> = Inline::new();
                let mut outs: Inline<*mut u8, MAX_OPERANDS> = Inline::new();
                self.ins.iter().for_each(|(ptr, ops)| ins.push(ptr.add(from * ops.stored)));
                self.outs.iter().for_each(|(ptr, ops)| outs.push(ptr.add(from * ops.stored)));
                (self.call.tile)(self.call.kernel, main, ins.as_ptr(), outs.as_ptr());
            }
            if rest > 0 {
                self.tail(from + main, rest);
            }
        }
    }

    /// Less than one vector: padded in scratch.
    ///
    /// # Safety
    /// `from + n` elements exist, `0 < n < LANES`.
    #[inline(never)]
    unsafe fn tail(&self, from: usize, n: usize) {
        let mut scratch = Scratch::<{ MAX_OPERANDS * TAIL }>::new();
        let base = scratch.base();
        let walk = Walk::dense(n);
        let mut ins: Inline<*const u8, MAX_OPERANDS> = Inline::new();
        let mut outs: Inline<*mut u8, MAX_OPERANDS> = Inline::new();
        // SAFETY: the scratch has room for a vector of every operand.
        unsafe {
            for (i, (ptr, ops)) in self.ins.iter().enumerate() {
                let slot = base.add(i * TAIL);
                (ops.pack)(slot, ptr.add(from * ops.stored), &walk);
                (ops.pad)(slot, n, LANES);
                ins.push(slot);
            }
            for (i, (ptr, ops)) in self.outs.iter().enumerate() {
                let slot = base.add((ins.len() + i) * TAIL);
                if self.updates {
                    (ops.pack)(slot, ptr.add(from * ops.stored), &walk);
                    (ops.pad)(slot, n, LANES);
                } else {
                    task::clear(slot, TAIL);
                }
                outs.push(slot);
            }
            (self.call.tile)(self.call.kernel, LANES, ins.as_ptr(), outs.as_ptr());
            for ((ptr, ops), slot) in self.outs.iter().zip(outs.iter()) {
                (ops.unpack)(ptr.add(from * ops.stored), *slot, &walk);
            }
        }
    }
}
