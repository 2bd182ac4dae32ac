//! Memory of a device: blocks by number, and buffers that are kept for those to come.

use ::wgpu as gpu;
use rustc_hash::FxHashMap;

use super::super::Block;
use super::super::backend::next_block;

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
    blocks: FxHashMap<Block, Held>,
    free: FxHashMap<u64, Vec<Held>>,
    kept: u64,
}

/// The size of a buffer for so many bytes: four sizes between two powers of 2.
pub(super) fn size_for(bytes: u64) -> u64 {
    let bytes = bytes.max(256);
    let step = (bytes.next_power_of_two() / 8).max(64);
    bytes.next_multiple_of(step)
}

impl Memory {
    /// A free buffer of this size, or a new one.
    pub(super) fn take(&mut self, size: u64, device: &gpu::Device) -> Held {
        if let Some(held) = self.free.get_mut(&size).and_then(Vec::pop) {
            self.kept -= size;
            return Held { depends: 0, ..held };
        }
        let how = gpu::BufferDescriptor { label: None, size, usage: USAGES, mapped_at_creation: false };
        Held { buffer: device.create_buffer(&how), number: next_block().get(), batch: 0, depends: 0 }
    }

    /// A block for what was taken.
    pub(super) fn block(&mut self, held: Held) -> Block {
        let block = next_block();
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
