//! Memory of a GPU: blocks by number, and memory that is kept for later blocks. All of it is used in the order of one stream, so memory
//! that is given back may be taken at once.
//!
//! A graph names addresses for as long as it lives. Memory that was made and given back during the recording belongs to the graph. Other
//! blocks that the graph names are pinned: nobody else gets their memory before the graph is gone.

use super::driver::{Address, Driver};
use super::reading::Found;
use crate::device::Block;
use crate::device::backend::next_block;
use crate::device::texts::checks::Checks;
use crate::error::Result;
use rustc_hash::FxHashMap;

/// Memory of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pub(super) at: Address,
    size: usize,
    /// The last check that its elements depend on.
    pub(super) depends: u64,
    /// Graphs that name it.
    pins: usize,
    /// Given back while a graph named it.
    is_over: bool,
    /// The recording that made it, while that goes on.
    made: Option<u64>,
    /// Elements of the host, which the recording only reads so far, in memory that nothing else of it uses.
    is_constant: bool,
}

/// What a graph names.
#[derive(Debug, Default)]
pub(super) struct Owned {
    free: FxHashMap<usize, Vec<Address>>,
    /// Elements of the host, which no run writes.
    constants: Vec<(usize, Address)>,
    pub(super) blocks: FxHashMap<Block, Named>,
    /// Launches and copies.
    pub(super) launches: usize,
}

/// What a graph does with a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    /// Whether it was there before.
    pub(super) is_older: bool,
    pub(super) is_written: bool,
}

/// Blocks in use, and free memory by size.
#[derive(Default)]
pub(super) struct Memory {
    blocks: FxHashMap<Block, Held>,
    free: FxHashMap<usize, Vec<Address>>,
    /// Bytes of free memory, and as many as are kept of them.
    kept: usize,
    most: usize,
    recordings: FxHashMap<u64, Owned>,
    /// Bytes that are in use or kept.
    bytes: usize,
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

impl Owned {
    /// Memory that a block has no more.
    fn leave(&mut self, held: &Held) {
        if held.is_constant {
            self.constants.push((held.size, held.at));
        } else {
            self.free.entry(held.size).or_default().push(held.at);
        }
    }
}

impl Memory {
    /// Memory of a GPU, of which so many bytes are kept at most.
    pub(super) fn new(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// A block of so many bytes, for a recording or for what runs now.
    pub(super) fn block(&mut self, bytes: usize, recording: Option<u64>, driver: &Driver) -> Result<Block> {
        let size = size_for(bytes);
        let at = self.place(size, recording, driver)?;
        let block = next_block();
        let made = recording;
        self.blocks
            .insert(block, Held { at, size, depends: 0, pins: 0, is_over: false, made, is_constant: false });
        Ok(block)
    }

    /// Memory for a block of a recording, which may be what another has left there.
    fn place(&mut self, size: usize, recording: Option<u64>, driver: &Driver) -> Result<Address> {
        let own = recording.and_then(|number| self.recordings.get_mut(&number));
        let own = own.and_then(|owned| owned.free.get_mut(&size)?.pop());
        own.map_or_else(|| self.take(size, driver), Ok)
    }

    fn take(&mut self, size: usize, driver: &Driver) -> Result<Address> {
        if let Some(at) = self.free.get_mut(&size).and_then(Vec::pop) {
            self.kept -= size;
            return Ok(at);
        }
        let at = driver.alloc(size).or_else(|e| {
            // What is kept for later may be what is lacking.
            if self.kept == 0 {
                return Err(e);
            }
            self.clear(driver);
            driver.settle()?;
            driver.alloc(size)
        })?;
        self.bytes += size;
        Ok(at)
    }

    /// A block that is there.
    pub(super) fn get(&self, block: Block) -> Option<Held> {
        self.blocks.get(&block).copied()
    }

    /// Whether a graph names a block.
    pub(super) fn is_pinned(&self, block: Block) -> bool {
        self.get(block).is_some_and(|held| held.pins > 0)
    }

    pub(super) fn get_mut(&mut self, block: Block) -> Option<&mut Held> {
        self.blocks.get_mut(&block)
    }

    /// Gives a block back.
    pub(super) fn free(&mut self, block: Block, driver: &Driver) {
        let Some(held) = self.blocks.get_mut(&block) else { return };
        if held.pins > 0 {
            held.is_over = true;
            return;
        }
        let held = *held;
        self.blocks.remove(&block);
        let made = held.made.and_then(|made| self.recordings.get_mut(&made));
        let Some(owned) = made else { return self.keep(held.size, held.at, driver) };
        owned.blocks.remove(&block);
        owned.leave(&held);
    }

    /// Keeps memory for the next, as long as that is not too much.
    fn keep(&mut self, size: usize, at: Address, driver: &Driver) {
        if self.kept + size <= self.most {
            self.kept += size;
            self.free.entry(size).or_default().push(at);
        } else {
            self.bytes -= size;
            driver.free(at);
        }
    }

    /// Gives back all that is free.
    pub(super) fn clear(&mut self, driver: &Driver) {
        self.bytes -= self.kept;
        self.kept = 0;
        self.free.drain().flat_map(|(_, all)| all).for_each(|at| driver.free(at));
    }

    /// Bytes that are in use or kept, and those that are kept.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.bytes, self.kept)
    }

    /// What was `written` depends on what it was made `of`, and on its own check.
    pub(super) fn spread(
        &mut self,
        checks: &Checks<Found>,
        check: Option<u64>,
        of: impl Iterator<Item = Block>,
        written: impl Iterator<Item = Block>,
    ) {
        let held = |block| self.get(block).map_or(0, |held| held.depends);
        let depends = checks.depends(check, of.map(held));
        for block in written.filter(|&block| block != checks.status) {
            if let Some(held) = self.blocks.get_mut(&block) {
                held.depends = depends;
            }
        }
    }

    /// The checks that memory depends on.
    pub(super) fn depends(&self) -> impl Iterator<Item = u64> + Clone {
        self.blocks.values().map(|held| held.depends)
    }

    /// A recording begins.
    pub(super) fn begin(&mut self, recording: u64) {
        self.recordings.insert(recording, Owned::default());
    }

    /// A recording names a block.
    pub(super) fn name(&mut self, recording: u64, block: Block, is_written: bool) {
        let (Some(owned), Some(held)) = (self.recordings.get_mut(&recording), self.blocks.get_mut(&block))
        else {
            return;
        };
        let is_older = held.made != Some(recording);
        let named = owned.blocks.entry(block).or_insert_with(|| {
            held.pins += usize::from(is_older);
            Named { is_older, is_written: false }
        });
        named.is_written |= is_written;
    }

    /// A recording has a launch more.
    pub(super) fn launched(&mut self, recording: u64) {
        if let Some(owned) = self.recordings.get_mut(&recording) {
            owned.launches += 1;
        }
    }

    /// The memory for elements of the host in a block of a recording, which nothing that is recorded has named or will name. None
    /// for what was there before.
    pub(super) fn constant(
        &mut self,
        recording: u64,
        block: Block,
        driver: &Driver,
    ) -> Result<Option<Address>> {
        let Some(held) = self.get(block).filter(|held| held.made == Some(recording)) else { return Ok(None) };
        let at = self.take(held.size, driver)?;
        self.moves(recording, block, Held { at, is_constant: true, ..held });
        Ok(Some(at))
    }

    /// Other memory for a block that has elements of the host, as a launch of its recording is about to write there: where they were,
    /// where they are to be copied, and how many bytes.
    pub(super) fn varies(
        &mut self,
        recording: u64,
        block: Block,
        driver: &Driver,
    ) -> Result<Option<(Address, Address, usize)>> {
        let is_constant = |held: &Held| held.is_constant && held.made == Some(recording);
        let Some(held) = self.get(block).filter(is_constant) else { return Ok(None) };
        let at = self.place(held.size, Some(recording), driver)?;
        self.moves(recording, block, Held { at, is_constant: false, ..held });
        Ok(Some((held.at, at, held.size)))
    }

    /// The blocks of a recording that have elements of the host.
    pub(super) fn constants(&self, recording: u64) -> Vec<Block> {
        let is_constant = |held: &Held| held.is_constant && held.made == Some(recording);
        self.blocks.iter().filter(|(_, held)| is_constant(held)).map(|(&block, _)| block).collect()
    }

    fn moves(&mut self, recording: u64, block: Block, to: Held) {
        let from = self.blocks.insert(block, to);
        if let (Some(owned), Some(from)) = (self.recordings.get_mut(&recording), from) {
            owned.leave(&from);
        }
    }

    /// A recording has ended: what its graph names. Its blocks are as others from now on, and pinned.
    pub(super) fn end(&mut self, recording: u64) -> Owned {
        let owned = self.recordings.remove(&recording).unwrap_or_default();
        for (block, held) in &mut self.blocks {
            if held.made == Some(recording) {
                (held.made, held.is_constant) = (None, false);
                held.pins += usize::from(owned.blocks.contains_key(block));
            }
        }
        owned
    }

    /// A graph is gone.
    pub(super) fn release(&mut self, owned: Owned, driver: &Driver) {
        let free = owned.free.into_iter().flat_map(|(size, all)| all.into_iter().map(move |at| (size, at)));
        for (size, at) in free.chain(owned.constants) {
            self.keep(size, at, driver);
        }
        for (block, _) in owned.blocks {
            let Some(held) = self.blocks.get_mut(&block) else { continue };
            held.pins -= 1;
            if held.pins == 0 && held.is_over {
                self.free(block, driver);
            }
        }
    }
}
