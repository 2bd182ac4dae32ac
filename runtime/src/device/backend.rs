//! What crosses to a device that keeps its own memory: blocks, launches of fused groups, calls of opaque ops.
//!
//! No op asks for a device, and nothing else of the library knows one.

// Without such a device nothing is read that would cross.
#![cfg_attr(not(remote), allow(dead_code))]

use std::cell::Cell;
use std::num::NonZeroU64;
#[cfg(remote)]
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context as Task, Poll};

use cotangent_kernels::DType;
use cotangent_kernels::kernel::{Combine, Source, Term};

use super::Device;
use super::opaque::Opaque;
use crate::error::{Result, Site};
use crate::tensor::layout::Layout;
use crate::tensor::shape::MAX_RANK;

/// Memory of a device, by the number that it gave. No two blocks of a process have one number.
pub(crate) type Block = NonZeroU64;

/// A number that no block has.
#[cfg(remote)]
pub(super) fn next_block() -> Block {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NonZeroU64::new(NEXT.fetch_add(1, Ordering::Relaxed)).unwrap_or(NonZeroU64::MIN)
}

/// An operand of a launch or of an opaque op: a block, and how the elements of a space lie in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub(crate) block: Block,
    pub(crate) dtype: DType,
    /// The element at the origin.
    pub(crate) offset: usize,
    /// One stride for each axis of the space, in elements; 0 where the operand repeats or is reduced.
    pub(crate) strides: [isize; MAX_RANK],
}

/// An output of a launch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) at: Operand,
    pub(crate) combine: Combine,
    pub(crate) scale: f64,
}

/// An element as it is.
pub(crate) static SAME: Source = Source { ins: &[DType::F32], outs: &[Term::Input(0)], ..Source::NONE };

/// A fused group over a planned space.
#[derive(Debug)]
pub(crate) struct Launch<'a> {
    /// The body of the kernel.
    pub(crate) source: &'static Source,
    /// Its host numbers.
    pub(crate) numbers: &'a [f64],
    /// The space.
    pub(crate) dims: &'a [usize],
    pub(crate) ins: &'a [Operand],
    /// An output may lie where an input does, point for point.
    pub(crate) outs: &'a [Target],
    /// Whether f32 will do where the processor computes in f64: norms of the library's own.
    pub(crate) narrows: bool,
}

impl Launch<'_> {
    /// Inputs, then outputs.
    pub(crate) fn operands(&self) -> impl Iterator<Item = &Operand> {
        self.ins.iter().chain(self.outs.iter().map(|y| &y.at))
    }

    /// Whether elements of 16 bits are among them: twice as many loads are as many bytes.
    pub(crate) fn has_halves(&self) -> bool {
        self.operands().any(|x| matches!(x.dtype, DType::F16 | DType::Bf16))
    }

    /// Host number `i`.
    pub(crate) fn number(&self, i: usize) -> f64 {
        self.numbers.get(i).copied().unwrap_or_default()
    }
}

/// A tensor without its type, for an opaque op.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) block: Block,
    pub(crate) dtype: DType,
    pub(crate) layout: Layout,
}

/// A call of an opaque op, by its row. The library has checked shapes and axes; what depends on elements the device checks, and
/// says when it is read.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    pub(crate) op: Opaque<'a>,
    pub(crate) ins: &'a [Place],
    /// Results, row major, which overlap no operand.
    pub(crate) outs: &'a [Place],
}

/// Elements that a device was asked for, and the errors of what came before.
pub(crate) trait Arriving: Send {
    /// Stands still until they are there, and writes them. Truth values are 0 and 1.
    fn wait(self: Box<Self>, bytes: &mut [u8]) -> Result<()>;
    /// Writes them if they are there.
    fn poll(&mut self, task: &mut Task<'_>, bytes: &mut [u8]) -> Poll<Result<()>>;
}

/// A device. What it cannot do is [`Device::lacks`].
pub(crate) trait Backend: Send + Sync {
    /// Memory for so many elements, which hold arbitrary values.
    fn alloc(&self, len: usize, dtype: DType) -> Result<Block>;
    /// Takes memory back. Launches that read it and that were asked for before come first.
    fn free(&self, block: Block);
    /// Whether it gave this block, and not one that was lost before it.
    fn holds(&self, block: Block) -> bool;
    /// Writes elements from the start of a block on.
    fn upload(&self, block: Block, dtype: DType, bytes: &[u8]) -> Result<()>;
    /// Asks for elements, after all that was asked for before.
    fn download(
        &self,
        block: Block,
        dtype: DType,
        start: usize,
        count: usize,
    ) -> Result<Box<dyn Arriving + '_>>;
    /// Runs a group.
    fn launch(&self, launch: &Launch<'_>) -> Result<()>;
    /// Runs an opaque op.
    fn call(&self, call: &Call<'_>) -> Result<()>;
    /// The place in the user's source of check number `check`, for errors that come when elements are read.
    fn called_at(&self, check: u64, site: &Site);
}

thread_local! {
    /// The last check that this thread left to a device, until its op is placed.
    pub(super) static CHECK: Cell<Option<(Device, u64)>> = const { Cell::new(None) };
}

/// An op has left a check to the device.
pub(crate) fn expects(device: Device, check: u64) {
    CHECK.set(Some((device, check)));
}

/// Another op begins: what was left before has no place in the source.
pub(crate) fn begins() {
    CHECK.set(None);
}

/// Runs what is no part of the op that this thread is about.
#[cfg(feature = "wgpu")]
pub(crate) fn aside(run: impl FnOnce()) {
    let check = CHECK.take();
    run();
    CHECK.set(check);
}
