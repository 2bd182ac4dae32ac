//! Memory of a device: blocks by number, and buffers that are kept for those to come.

use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU64, Ordering};

use ::wgpu as gpu;
use cotangent_kernels::DType;

use super::super::Block;

/// Bytes of free buffers that are kept.
const KEPT: u64 = 512 << 20;

/// The usages of every buffer that holds elements.
const USAGES: gpu::BufferUsages =
    gpu::BufferUsages::STORAGE.union(gpu::BufferUsages::COPY_SRC).union(gpu::BufferUsages::COPY_DST);

/// A buffer, and the batch of commands that used it last.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) buffer: gpu::Buffer,
    /// No two buffers of a process have one.
    pub(super) number: u64,
    pub(super) batch: u64,
    /// The last check that the elements depend on.
    pub(super) depends: u64,
}

/// Blocks in use, and free buffers by size.
#[derive(Debug, Default)]
pub(super) struct Memory {
    blocks: HashMap<Block, Held>,
    free: HashMap<u64, Vec<Held>>,
    kept: u64,
}

/// Bytes of an element in memory of the device: truth values are words there, and f64 is f32.
pub(super) fn stored(dtype: DType) -> usize {
    if matches!(dtype, DType::Bool | DType::F64) { 4 } else { dtype.size() }
}

/// Elements of the host as the device stores them, whole words.
pub(super) fn to_device(dtype: DType, bytes: &[u8]) -> Cow<'_, [u8]> {
    match dtype {
        DType::Bool => bytes.iter().flat_map(|b| u32::from(*b).to_ne_bytes()).collect(),
        DType::F64 => wide(bytes).flat_map(|x| (x as f32).to_ne_bytes()).collect(),
        _ if bytes.len().is_multiple_of(4) => bytes.into(),
        _ => bytes.iter().copied().chain([0; 2]).collect(),
    }
}

/// Elements as the device stores them, for the host.
pub(super) fn to_host(dtype: DType, stored: &[u8], bytes: &mut [u8]) {
    let words = stored.chunks_exact(4).map(|w| [w[0], w[1], w[2], w[3]]);
    match dtype {
        DType::Bool => bytes.iter_mut().zip(words).for_each(|(b, w)| *b = u8::from(w != [0; 4])),
        DType::F64 => bytes
            .chunks_exact_mut(8)
            .zip(words)
            .for_each(|(b, w)| b.copy_from_slice(&f64::from(f32::from_ne_bytes(w)).to_ne_bytes())),
        _ => bytes.copy_from_slice(stored),
    }
}

fn wide(bytes: &[u8]) -> impl Iterator<Item = f64> {
    bytes.chunks_exact(8).map(|b| f64::from_ne_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]))
}

/// The size of a buffer for so many bytes: four sizes between two powers of 2.
pub(super) fn size_for(bytes: u64) -> u64 {
    let bytes = bytes.max(256);
    let step = (bytes.next_power_of_two() / 8).max(64);
    bytes.next_multiple_of(step)
}

fn next() -> NonZeroU64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NonZeroU64::new(NEXT.fetch_add(1, Ordering::Relaxed)).unwrap_or(NonZeroU64::MIN)
}

impl Memory {
    /// A free buffer of this size, or a new one.
    pub(super) fn take(&mut self, size: u64, device: &gpu::Device) -> Held {
        if let Some(held) = self.free.get_mut(&size).and_then(Vec::pop) {
            self.kept -= size;
            return Held { depends: 0, ..held };
        }
        let how = gpu::BufferDescriptor { label: None, size, usage: USAGES, mapped_at_creation: false };
        Held { buffer: device.create_buffer(&how), number: next().get(), batch: 0, depends: 0 }
    }

    /// A block for what was taken.
    pub(super) fn block(&mut self, held: Held) -> Block {
        let block = next();
        self.blocks.insert(block, held);
        block
    }

    /// The checks that elements depend on.
    pub(super) fn depends(&self) -> impl Iterator<Item = u64> + Clone {
        self.blocks.values().map(|held| held.depends)
    }

    pub(super) fn get(&self, block: Block) -> Option<&Held> {
        self.blocks.get(&block)
    }

    pub(super) fn get_mut(&mut self, block: Block) -> Option<&mut Held> {
        self.blocks.get_mut(&block)
    }

    /// Keeps the buffer of a block for the next, as long as that is not too much.
    pub(super) fn free(&mut self, block: Block) {
        if let Some(held) = self.blocks.remove(&block) {
            self.keep(held);
        }
    }

    pub(super) fn keep(&mut self, held: Held) {
        let size = held.buffer.size();
        if self.kept + size <= KEPT {
            self.kept += size;
            self.free.entry(size).or_default().push(held);
        }
    }

    /// Drops all free buffers.
    pub(super) fn clear(&mut self) {
        self.free.clear();
        self.kept = 0;
    }
}
