//! Free lists of blocks by size class: per thread for small blocks, one for the process for the rest.

use std::cell::Cell;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{ALIGN, Buffer, Header};

/// Blocks that are returned to the system at once: all of them while the cache is off.
pub(super) const EXACT: usize = usize::MAX;
/// Four classes between two powers of two, from one line up to the address space.
const CLASSES: usize = 4 * 60;
/// Blocks above this go to the process's list, where any thread finds them; the lock is small against the work.
const LOCAL_BLOCK: usize = 1 << 20;
/// Bytes that a thread keeps for itself.
const LOCAL_TOTAL: usize = 16 << 20;

/// Bytes that the process keeps beside the threads' lists. `COTANGENT_CACHE_MB` sets them at start.
const DEFAULT_LIMIT: usize = 2 << 30;
const UNREAD: usize = usize::MAX;
static LIMIT: AtomicUsize = AtomicUsize::new(UNREAD);
static SHARED: Mutex<Shared> = Mutex::new(Shared { lists: List::EMPTIES, total: 0, clock: 0 });

thread_local! {
    static LOCAL: Local = const { Local { lists: [const { Cell::new(None) }; CLASSES], total: Cell::new(0) } };
}

/// Class and capacity that serve `bytes`.
pub(super) fn class_for(bytes: usize) -> (usize, usize) {
    if limit() == 0 {
        return (EXACT, bytes);
    }
    let class = class_of(bytes);
    (class, capacity_of(class))
}

/// In lines: 1 2 3 4, 5 6 7 8, 10 12 14 16, 20 24 28 32, ...
#[inline]
fn class_of(bytes: usize) -> usize {
    let lines = bytes.div_ceil(ALIGN).max(1);
    if lines <= 4 {
        return lines - 1;
    }
    let shift = (lines - 1).ilog2() as usize - 2;
    4 * shift + ((lines - 1) >> shift)
}

fn capacity_of(class: usize) -> usize {
    let lines = if class < 4 { class + 1 } else { (class % 4 + 5) << (class / 4 - 1) };
    lines * ALIGN
}

/// A free block for `bytes`, if one is kept.
#[inline]
pub(super) fn take(bytes: usize) -> Option<NonNull<Header>> {
    let class = class_of(bytes);
    if bytes <= LOCAL_BLOCK {
        let block = LOCAL.try_with(|local| local.pop(class)).ok().flatten();
        if block.is_some() {
            return block;
        }
    }
    if limit() == 0 { None } else { shared().pop(class) }
}

/// Keeps a block that has no handle left, or returns it to the system.
#[inline]
pub(super) fn give(block: NonNull<Header>) {
    // SAFETY: the caller held the last handle.
    let (class, capacity) = unsafe { (block.as_ref().class, block.as_ref().capacity) };
    if capacity <= LOCAL_BLOCK
        && class != EXACT
        && LOCAL.try_with(|l| l.push(class, capacity, block)) == Ok(true)
    {
        return;
    }
    give_shared(block, class, capacity);
}

#[cold]
fn give_shared(block: NonNull<Header>, class: usize, capacity: usize) {
    if class == EXACT || capacity > limit() {
        return Buffer::release(block);
    }
    shared().push(class, capacity, block);
}

struct Local {
    lists: [Cell<Option<NonNull<Header>>>; CLASSES],
    total: Cell<usize>,
}

impl Local {
    #[inline]
    fn pop(&self, class: usize) -> Option<NonNull<Header>> {
        let list = self.lists.get(class)?;
        let block = list.get()?;
        // SAFETY: blocks on a list are alive and have no handle.
        let header = unsafe { block.as_ref() };
        list.set(header.next);
        self.total.set(self.total.get() - header.capacity);
        Some(block)
    }

    #[inline]
    fn push(&self, class: usize, capacity: usize, mut block: NonNull<Header>) -> bool {
        let total = self.total.get() + capacity;
        // `limit` is below the local total only where somebody turned the cache down.
        if total > LOCAL_TOTAL || total > limit() {
            return false;
        }
        // SAFETY: the block has no handle: it is ours.
        unsafe { block.as_mut() }.next = self.lists[class].replace(Some(block));
        self.total.set(total);
        true
    }

    fn drain(&self, mut with: impl FnMut(usize, usize, NonNull<Header>)) {
        for class in 0..CLASSES {
            while let Some(block) = self.pop(class) {
                with(class, capacity_of(class), block);
            }
        }
    }
}

/// Hands the blocks that a thread kept to the process when the thread ends.
impl Drop for Local {
    fn drop(&mut self) {
        self.drain(|class, capacity, block| give_shared(block, class, capacity));
    }
}

#[derive(Clone, Copy)]
struct List {
    head: Option<NonNull<Header>>,
    used: u64,
}

impl List {
    const EMPTIES: [Self; CLASSES] = [Self { head: None, used: 0 }; CLASSES];
}

struct Shared {
    lists: [List; CLASSES],
    total: usize,
    clock: u64,
}

// SAFETY: blocks on the lists have no handle and belong to whoever holds the lock.
unsafe impl Send for Shared {}

impl Shared {
    fn pop(&mut self, class: usize) -> Option<NonNull<Header>> {
        self.clock += 1;
        let clock = self.clock;
        let list = self.lists.get_mut(class)?;
        list.used = clock;
        let block = list.head?;
        // SAFETY: blocks on a list are alive and have no handle.
        let header = unsafe { block.as_ref() };
        list.head = header.next;
        self.total -= header.capacity;
        Some(block)
    }

    fn push(&mut self, class: usize, capacity: usize, mut block: NonNull<Header>) {
        self.shrink(limit().saturating_sub(capacity));
        self.clock += 1;
        // SAFETY: the block has no handle: it is ours.
        unsafe { block.as_mut() }.next = self.lists[class].head;
        self.lists[class] = List { head: Some(block), used: self.clock };
        self.total += capacity;
    }

    /// Gives blocks back, of the class that was not asked for the longest first, until `to` bytes are left.
    fn shrink(&mut self, to: usize) {
        while self.total > to {
            let oldest =
                (0..CLASSES).filter(|&c| self.lists[c].head.is_some()).min_by_key(|&c| self.lists[c].used);
            let Some(class) = oldest else { return };
            let used = self.lists[class].used;
            if let Some(block) = self.pop(class) {
                Buffer::release(block);
            }
            self.lists[class].used = used;
        }
    }
}

fn shared() -> MutexGuard<'static, Shared> {
    // Nothing panics under the lock; should it, the lists are consistent between statements that matter.
    SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}

#[inline]
fn limit() -> usize {
    match LIMIT.load(Ordering::Relaxed) {
        UNREAD => read_limit(),
        limit => limit,
    }
}

#[cold]
fn read_limit() -> usize {
    let set = std::env::var("COTANGENT_CACHE_MB").ok().and_then(|v| v.trim().parse::<usize>().ok());
    let limit = set.map_or(DEFAULT_LIMIT, |mb| mb.saturating_mul(1 << 20).min(UNREAD - 1));
    // Another thread may have set it meanwhile; the first wins.
    match LIMIT.compare_exchange(UNREAD, limit, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => limit,
        Err(set) => set,
    }
}

/// How many bytes of free blocks the process keeps for reuse.
pub fn cache_limit() -> usize {
    limit()
}

/// Sets how many bytes of free blocks the process keeps; 0 turns the cache off. Each thread keeps up to 16 MiB of
/// small blocks beside it (nothing beyond the limit, if that is smaller).
pub fn set_cache_limit(bytes: usize) {
    LIMIT.store(bytes.min(UNREAD - 1), Ordering::Relaxed);
    if bytes < LOCAL_TOTAL {
        let _ =
            LOCAL.try_with(|local| local.drain(|class, capacity, block| give_shared(block, class, capacity)));
    }
    shared().shrink(bytes);
}

/// Bytes of free blocks that are kept, by the process and by this thread.
pub fn cached_bytes() -> usize {
    shared().total + LOCAL.try_with(|local| local.total.get()).unwrap_or(0)
}

/// Gives every free block of the process and of this thread back to the system.
pub fn release_cached() {
    let _ = LOCAL.try_with(|local| local.drain(|_, _, block| Buffer::release(block)));
    shared().shrink(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_what_they_promise() {
        let mut last = 0;
        for bytes in (0..20_000).chain((15..50).flat_map(|p| (1usize << p) - 1..(1 << p) + 2)) {
            let class = class_of(bytes);
            let capacity = capacity_of(class);
            assert!(capacity >= bytes, "{bytes}");
            assert!(capacity <= bytes + bytes / 4 + 2 * ALIGN, "{bytes} in {capacity}");
            assert_eq!(class_of(capacity), class, "{bytes}");
            assert!(class >= last && class < CLASSES, "{bytes}: classes grow with the size");
            last = class;
        }
        assert_eq!(capacity_of(class_of(16 << 20)), 16 << 20, "powers of two fit exactly");
    }
}
