//! Memory of a GPU: blocks by number, and memory that is kept for those to come. All of it is used in the order of one stream, so what
//! is given back may be taken at once.

use std::collections::HashMap;

use super::driver::{Address, Driver};
use crate::device::Block;
use crate::device::backend::next_block;
use crate::error::Result;

/// Bytes of free memory that are kept.
const KEPT: usize = 2 << 30;

/// Memory of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pub(super) at: Address,
    size: usize,
    /// The last check that its elements depend on.
    pub(super) depends: u64,
}

/// Blocks in use, and free memory by size.
#[derive(Default)]
pub(super) struct Memory {
    blocks: HashMap<Block, Held>,
    free: HashMap<usize, Vec<Address>>,
    kept: usize,
}

/// Whether blocks are as long as was asked, so that a checker of memory sees where they end: `COTANGENT_CUDA_EXACT=1`.
fn is_exact() -> bool {
    static ASKED: std::sync::LazyLock<bool> =
        std::sync::LazyLock::new(|| std::env::var("COTANGENT_CUDA_EXACT").is_ok_and(|v| v.trim() == "1"));
    *ASKED
}

/// The size for so many bytes: four sizes between two powers of 2.
fn size_for(bytes: usize) -> usize {
    if is_exact() {
        return bytes.max(1);
    }
    let bytes = bytes.max(512);
    bytes.next_multiple_of((bytes.next_power_of_two() / 8).max(512))
}

impl Memory {
    /// A block of so many bytes.
    pub(super) fn block(&mut self, bytes: usize, driver: &Driver) -> Result<Block> {
        let size = size_for(bytes);
        let kept = self.free.get_mut(&size).and_then(Vec::pop);
        let at = match kept {
            Some(at) => {
                self.kept -= size;
                at
            }
            None => driver.alloc(size).or_else(|e| {
                // What is kept for later may be what is lacking.
                if self.kept == 0 {
                    return Err(e);
                }
                self.clear(driver);
                driver.settle()?;
                driver.alloc(size)
            })?,
        };
        let block = next_block();
        self.blocks.insert(block, Held { at, size, depends: 0 });
        Ok(block)
    }

    pub(super) fn get(&self, block: Block) -> Option<Held> {
        self.blocks.get(&block).copied()
    }

    pub(super) fn get_mut(&mut self, block: Block) -> Option<&mut Held> {
        self.blocks.get_mut(&block)
    }

    /// Keeps the memory of a block for the next, as long as that is not too much.
    pub(super) fn free(&mut self, block: Block, driver: &Driver) {
        let Some(held) = self.blocks.remove(&block) else { return };
        if self.kept + held.size <= KEPT {
            self.kept += held.size;
            self.free.entry(held.size).or_default().push(held.at);
        } else {
            driver.free(held.at);
        }
    }

    /// Gives back all that is free.
    fn clear(&mut self, driver: &Driver) {
        self.kept = 0;
        self.free.drain().flat_map(|(_, all)| all).for_each(|at| driver.free(at));
    }

    /// The checks that memory depends on.
    pub(super) fn depends(&self) -> impl Iterator<Item = u64> + Clone {
        self.blocks.values().map(|held| held.depends)
    }
}
