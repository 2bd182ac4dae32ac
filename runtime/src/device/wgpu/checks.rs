//! What kernels find wrong with elements: each check has a slot of a block of words, which is looked at when somebody reads.

use crate::device::Block;
use crate::error::{Error, ErrorKind, Site};

/// Slots. A check that waits keeps its own; the oldest are looked at before all are taken.
const SLOTS: usize = 1024;
/// Bytes of a slot: whether something is wrong, and three numbers.
const SLOT: usize = 16;
/// Bytes of all slots.
pub(super) const SLOTS_BYTES: usize = SLOTS * SLOT;

/// The message of what a kernel found wrong: its three numbers, and the host arguments.
pub(super) type Fails = fn([u32; 3], &[u32]) -> String;

/// What a kernel may find wrong.
pub(super) struct Check {
    number: u64,
    op: &'static str,
    kind: ErrorKind,
    site: Option<Site>,
    numbers: Vec<u32>,
    message: Fails,
}

/// The checks that wait.
pub(super) struct Checks {
    /// Where kernels write.
    pub(super) status: Block,
    waiting: Vec<Check>,
    count: u64,
}

impl Checks {
    pub(super) fn new(status: Block) -> Self {
        Self { status, waiting: Vec::new(), count: 0 }
    }

    pub(super) fn are_full(&self) -> bool {
        self.waiting.len() >= SLOTS / 2
    }

    /// A check of `op`: its number, and its slot.
    pub(super) fn add(
        &mut self,
        op: &'static str,
        (kind, message): (ErrorKind, Fails),
        numbers: &[u32],
    ) -> (u64, usize) {
        self.count += 1;
        let check = Check { number: self.count, op, kind, site: None, numbers: numbers.to_vec(), message };
        let slot = check.slot();
        self.waiting.push(check);
        (self.count, slot)
    }

    /// Where in the user's source the op of check `number` is.
    pub(super) fn place(&mut self, number: u64, site: &Site) {
        if let Some(check) = self.waiting.iter_mut().rev().find(|c| c.number == number) {
            check.site = Some(*site);
        }
    }

    /// The kernel of a check did not run.
    pub(super) fn forget(&mut self, number: u64) {
        self.waiting.retain(|check| check.number != number);
    }

    /// The number of the last check that waits.
    pub(super) fn last(&self) -> Option<u64> {
        self.waiting.last().map(|check| check.number)
    }

    /// The checks up to number `last`, which wait no longer.
    pub(super) fn take(&mut self, last: u64) -> Vec<Check> {
        self.waiting.extract_if(.., |check| check.number <= last).collect()
    }
}

impl Check {
    fn slot(&self) -> usize {
        self.number as usize % SLOTS
    }

    /// The bytes of its slot.
    pub(super) fn bytes(&self) -> std::ops::Range<usize> {
        self.slot() * SLOT..(self.slot() + 1) * SLOT
    }

    /// The error, if the slots say that there is one.
    pub(super) fn error(&self, slots: &[u8]) -> Option<Error> {
        let words = slots[self.bytes()].chunks_exact(4);
        let words: Vec<u32> = words.map(|w| u32::from_ne_bytes([w[0], w[1], w[2], w[3]])).collect();
        let [1, a, b, c] = words[..] else { return None };
        let message = (self.message)([a, b, c], &self.numbers);
        let error = Error::new(self.kind, message).in_op(self.op);
        Some(self.site.iter().fold(error, Error::at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_that_is_written_is_an_error_of_its_check() {
        let mut checks = Checks::new(Block::MIN);
        let message: Fails = |[a, b, c], numbers| format!("{a} {b} {c} of {numbers:?}");
        let (_, first) = checks.add("gather", (ErrorKind::Index, message), &[7]);
        let (number, slot) = checks.add("solve", (ErrorKind::Value, message), &[]);
        assert_ne!(first, slot);
        checks.place(number, &Site { function: "f", op: "inverse", file: "src/f.rs", line: 3 });
        let mut slots = vec![0; SLOTS_BYTES];
        slots[slot * SLOT..][..SLOT].copy_from_slice(&[1u32, 4, 5, 6].map(u32::to_ne_bytes).concat());
        assert_eq!(checks.last(), Some(number));
        assert!(checks.take(number - 1)[0].error(&slots).is_none());
        let taken = checks.take(number);
        assert_eq!((taken.len(), checks.last()), (1, None));
        let said = taken[0].error(&slots).unwrap();
        assert_eq!(said.kind(), ErrorKind::Value);
        assert_eq!(said.to_string(), "inverse at src/f.rs:3 in `f`: 4 5 6 of []");
    }
}
