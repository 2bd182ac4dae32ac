//! Small launches of one tile, in which every operand is dense or stands still: what a value and gradient of a few
//! numbers is made of. No plan; everything fits in one look at the strides.

use super::inline::Inline;
use super::ops::{self, Ops};
use super::pack::Walk;
use super::task::{self, Scratch};
use super::{Call, Entry};
use crate::isa::Level;
use crate::kernel::{Combine, In, LANES, MAX_OPERANDS, Out};

/// Points of such a launch at most.
pub(super) const MOST: usize = 256;
/// Scratch of such a launch; with more operands or wider ones a plan is made.
const BYTES: usize = 8 << 10;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Dense,
    Still,
    Other,
}

#[inline(always)]
fn kind(shape: &[usize], strides: &[isize]) -> Kind {
    let (mut dense, mut still, mut expected) = (true, true, 1);
    for (&n, &stride) in shape.iter().zip(strides).rev() {
        if n != 1 {
            dense &= stride == expected;
            still &= stride == 0;
            expected *= n as isize;
        }
    }
    if dense {
        Kind::Dense
    } else if still {
        Kind::Still
    } else {
        Kind::Other
    }
}

/// An output that does not go straight to memory.
#[derive(Clone, Copy)]
struct Late<'a> {
    out: Out<'a>,
    ops: &'static Ops,
    slot: *mut u8,
    kind: Kind,
}

/// Runs the launch if it is of this kind.
///
/// # Safety
/// As [`super::launch`], with `count` points, at most [`MOST`] and not 0.
#[inline(never)]
pub(super) unsafe fn run(
    entry: &'static Entry,
    level: Level,
    call: Call,
    shape: &[usize],
    count: usize,
    ins: &[In<'_>],
    outs: &[Out<'_>],
) -> bool {
    let padded = count.next_multiple_of(LANES);
    if padded * entry.bytes + (ins.len() + outs.len()) * 64 > BYTES {
        return false;
    }
    let whole = padded == count;
    let mut scratch = Scratch::<BYTES>::new();
    let mut slot = scratch.base();
    let mut from: Inline<*const u8, MAX_OPERANDS> = Inline::new();
    let mut to: Inline<*mut u8, MAX_OPERANDS> = Inline::new();
    let mut late: Inline<Late<'_>, MAX_OPERANDS> = Inline::new();
    // SAFETY: slots are disjoint and have room for `padded` elements: the check above leaves a line for each to be
    // aligned. Memory is touched only where the strides lead, and no output before every kind is known.
    unsafe {
        for (x, &dtype) in ins.iter().zip(entry.ins) {
            let (ops, kind) = (ops::of(level, dtype), kind(shape, x.strides));
            if kind == Kind::Other {
                return false;
            }
            if kind == Kind::Dense && whole && ops.plain && !x.aliased {
                from.push(x.ptr);
                continue;
            }
            let mut walk = Walk::dense(count);
            if kind == Kind::Still {
                walk.stride[0] = 0;
            }
            (ops.pack)(slot, x.ptr, &walk);
            if !whole {
                (ops.pad)(slot, count, padded);
            }
            from.push(slot);
            slot = slot.add((padded * ops.computed).next_multiple_of(64));
        }
        for (out, &dtype) in outs.iter().zip(entry.outs) {
            let (ops, kind) = (ops::of(level, dtype), kind(shape, out.strides));
            let stored = kind == Kind::Dense && (out.combine == Combine::Store || out.scale == 1.0);
            if kind == Kind::Other || (kind == Kind::Dense && !stored) {
                return false;
            }
            if stored && whole && ops.plain {
                to.push(out.ptr);
                continue;
            }
            late.push(Late { out: *out, ops, slot, kind });
            to.push(slot);
            let bytes = (padded * ops.computed).next_multiple_of(64);
            task::clear(slot, bytes);
            slot = slot.add(bytes);
        }
        (call.tile)(call.kernel, padded, from.as_ptr(), to.as_ptr());
        for &Late { out, ops, slot, kind } in late.iter() {
            let mut n = count;
            if kind == Kind::Still {
                n = 1;
                if out.combine != Combine::Pick {
                    (ops.fold)(slot, 1, count, 1, out.combine);
                    if out.scale != 1.0 {
                        (ops.scale)(slot, 1, out.scale);
                    }
                }
            }
            (ops.unpack)(out.ptr, slot, &Walk::dense(n));
        }
    }
    true
}
