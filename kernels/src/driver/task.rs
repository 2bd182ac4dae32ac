//! Running a plan: tasks over boxes, accumulators across tiles, threads.

use std::mem::MaybeUninit;

use rayon::prelude::*;

use super::ops::Acc;
use super::plan::{Dims, Plan};
use crate::kernel::{LANES, MAX_AXES, MAX_OPERANDS};

/// Elements of one task, about.
pub(super) const CHUNK: usize = 16 << 10;
/// Tasks that a reduction with few results is cut into, at most.
pub(super) const PARTS: usize = 256;
/// Work (elements times cost) from which on threads pay: measured by `examples/threads.rs`, see BENCHMARKS.md.
const PARALLEL: usize = 1 << 20;
/// Bytes of one operand's last vector.
pub(super) const TAIL: usize = LANES * 8;
/// Frames of scratch: tails, slots and what keeps them apart, at most.
const SMALL: usize = 4 << 10;
const LARGE: usize = MAX_OPERANDS * (TAIL + 256) + (48 << 10);
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

/// Makes the tile of an output hold values before a kernel is given it: kernels are safe code, so what they are handed
/// must be initialised whether they write it or not, and all bytes 0 are a value of every element type. An output that
/// is memory itself holds values already.
///
/// # Safety
/// `bytes` bytes from `tile` on are writable.
#[inline(always)]
pub(super) const unsafe fn clear(tile: *mut u8, bytes: usize) {
    // SAFETY: the caller's contract.
    unsafe { tile.write_bytes(0, bytes) }
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
    #[inline(always)]
    pub(super) unsafe fn run(&self, count: usize) {
        // SAFETY: the caller's contract; each task has its own boxes.
        unsafe {
            if self.outer.is_empty() {
                self.task(0, std::ptr::null_mut());
            } else if self.parts == 1 {
                let tasks = self.free_boxes.div_ceil(self.chunk);
                each(tasks, self.work(count), |i| self.task(i, std::ptr::null_mut()));
            } else {
                self.run_parts(count);
            }
        }
    }

    fn work(&self, count: usize) -> usize {
        count * (self.cost + self.operands.len())
    }

    /// Several tasks for one free box, whose accumulators are then added in order.
    ///
    /// # Safety
    /// As [`super::launch`].
    #[inline(never)]
    unsafe fn run_parts(&self, count: usize) {
        let tasks = self.free_boxes * self.parts;
        let mut memory = vec![0 as Acc; tasks * self.accs];
        let partials = Partials(memory.as_mut_ptr());
        let mut scratch = Scratch::<LARGE>::new();
        // SAFETY: the caller's contract; each task has its own boxes and accumulators.
        unsafe {
            each(tasks, self.work(count), |i| self.task(i, partials.part(i * self.accs)));
            for free in 0..self.free_boxes {
                let first = partials.part(free * self.parts * self.accs);
                for o in self.operands.iter().filter(|o| o.carried) {
                    for part in 1..self.parts {
                        let (to, from) = (first.add(o.acc), first.add(part * self.accs + o.acc));
                        (o.ops.merge)(to, from, self.region(o), o.combine);
                    }
                }
                self.flush(free, first, scratch.base());
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

    #[inline(always)]
    unsafe fn task_in(&self, task: usize, accs: *mut Acc, scratch: *mut u8) {
        if self.outer.is_empty() {
            // SAFETY: as `task`.
            return unsafe { self.tile(&[0; MAX_AXES], true, accs, scratch) };
        }
        // SAFETY: as `task`.
        unsafe { self.boxes(task, accs, scratch) }
    }

    /// # Safety
    /// As `task`, with scratch as large as the plan asks.
    #[inline(never)]
    unsafe fn boxes(&self, task: usize, accs: *mut Acc, scratch: *mut u8) {
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

    #[inline(always)]
    pub(super) fn index(&self, mut free: usize) -> Dims {
        let mut index = [0; MAX_AXES];
        for (to, x) in index.iter_mut().zip(&self.outer[..self.free]) {
            (*to, free) = (free % x.count, free / x.count);
        }
        index
    }

    #[inline(always)]
    fn tied_index(&self, mut tied: usize, index: &mut Dims) {
        for (to, x) in index[self.free..].iter_mut().zip(&self.outer[self.free..]) {
            (*to, tied) = (tied % x.count, tied / x.count);
        }
    }
}
