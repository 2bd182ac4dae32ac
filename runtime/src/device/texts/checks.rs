//! What kernels find wrong with elements. The first kernel that finds something writes the number of its check and three more to a block
//! of four words. Later kernels leave a full block alone. So the block tells the first error, however many checks wait. A read brings
//! the block along with the elements.
//!
//! All reads begun after the kernel and before the first report fail with this error. From then on the error belongs to tensors made
//! of the kernel's result: memory knows the last check that its elements depend on.

#[cfg(feature = "cuda")]
use std::collections::HashMap;
use std::collections::VecDeque;

use crate::device::Block;
use crate::error::{Error, ErrorKind, Site};

/// Bytes of the block.
pub(in crate::device) const STATUS: usize = 16;
/// Checks that wait before the device is asked whether they are good, without a wait.
const MANY: usize = 512;

/// The message of what a kernel found wrong: its three numbers, and the host arguments.
pub(in crate::device) type Fails = fn([u32; 3], &[u32]) -> String;

/// What a kernel may find wrong.
#[derive(Clone)]
pub(in crate::device) struct Check {
    number: u64,
    op: &'static str,
    kind: ErrorKind,
    site: Option<Site>,
    numbers: Vec<u32>,
    message: Fails,
    /// The graph that ran, of whose checks it may be any.
    #[cfg(feature = "cuda")]
    graph: Option<u64>,
}

/// A check that found something, and the last one before somebody was told: what depends on a check between them is not to be read.
struct Told {
    check: Check,
    /// As the kernel wrote it.
    word: u32,
    found: [u32; 3],
    last: u64,
}

/// The checks that wait, and those that found something.
pub(in crate::device) struct Checks<P> {
    /// Where kernels write.
    pub(in crate::device) status: Block,
    waiting: VecDeque<Check>,
    count: u64,
    told: Vec<Told>,
    /// The checks of graphs, which stay as long as these do.
    #[cfg(feature = "cuda")]
    graphs: HashMap<u64, Vec<Check>>,
    /// Graphs that are gone.
    #[cfg(feature = "cuda")]
    left: Vec<u64>,
    /// Reads that have a copy of the block and were not looked at.
    pub(in crate::device) reads: usize,
    /// A copy of the block that nobody reads.
    pub(in crate::device) probe: Option<P>,
}

impl<P> Checks<P> {
    pub(in crate::device) fn new(status: Block) -> Self {
        Self {
            status,
            waiting: VecDeque::new(),
            count: 0,
            told: Vec::new(),
            #[cfg(feature = "cuda")]
            graphs: HashMap::new(),
            #[cfg(feature = "cuda")]
            left: Vec::new(),
            reads: 0,
            probe: None,
        }
    }

    /// A check of `op`: its number.
    pub(in crate::device) fn add(
        &mut self,
        op: &'static str,
        (kind, message): (ErrorKind, Fails),
        numbers: &[u32],
    ) -> u64 {
        let check = self.next(op, (kind, message), numbers);
        self.waiting.push_back(check);
        self.count
    }

    fn next(&mut self, op: &'static str, (kind, message): (ErrorKind, Fails), numbers: &[u32]) -> Check {
        self.count += 1;
        if word(self.count) == 0 {
            // The word of a block that says nothing.
            self.count += 1;
        }
        Check {
            number: self.count,
            op,
            kind,
            site: None,
            numbers: numbers.to_vec(),
            message,
            #[cfg(feature = "cuda")]
            graph: None,
        }
    }

    /// Where in the user's source the op of check `number` is.
    pub(in crate::device) fn place(&mut self, number: u64, site: &Site) {
        let all = self.waiting.iter_mut().rev();
        #[cfg(feature = "cuda")]
        let all = all.chain(self.graphs.values_mut().flatten());
        if let Some(check) = { all }.find(|c| c.number == number) {
            check.site = Some(*site);
        }
    }

    /// The kernel of a check did not run.
    pub(in crate::device) fn forget(&mut self, number: u64) {
        self.waiting.retain(|check| check.number != number);
        #[cfg(feature = "cuda")]
        self.graphs.values_mut().for_each(|all| all.retain(|check| check.number != number));
    }

    /// The number of the last check that waits.
    pub(in crate::device) fn last(&self) -> Option<u64> {
        self.waiting.back().map(|check| check.number)
    }

    /// The last of the checks that wait, if these are many and the device was not asked for them. An error that it answers is left to
    /// the next read.
    pub(in crate::device) fn asks(&mut self, answer: impl FnOnce(&P) -> Option<(u64, bool)>) -> Option<u64> {
        if let Some((last, is_good)) = self.probe.as_ref().and_then(answer) {
            // One that is not stays until somebody reads, so that nobody asks again.
            if is_good {
                self.probe = None;
                self.passed(last);
            }
        }
        if self.probe.is_some() || self.waiting.len() < MANY { None } else { self.last() }
    }

    /// The checks up to number `last` found nothing.
    pub(in crate::device) fn passed(&mut self, last: u64) {
        while self.waiting.front().is_some_and(|check| check.number <= last) {
            self.waiting.pop_front();
        }
    }

    /// The error that a copy of the block tells, and whether nobody was told before: then the block is to be emptied. `last` is the last
    /// check that the copy tells of.
    pub(in crate::device) fn error(&mut self, last: u64, [wrote, found @ ..]: [u32; 4]) -> (Error, bool) {
        // A check of a graph may find something again.
        if let Some(told) = self.told.iter().rev().find(|told| told.word == wrote && last <= told.last) {
            return (told.error(), false);
        }
        let own = |check: &Check| self.own(check, wrote).is_some();
        let Some(at) = self.waiting.iter().position(own) else {
            return (Error::new(ErrorKind::Device, "a kernel says that something is wrong"), true);
        };
        let check = self.own(&self.waiting[at], wrote);
        self.probe = None;
        // What came later found the block full, or its elements spoiled.
        self.waiting.clear();
        // Launches from now on are none of these.
        self.count += 1;
        let told = check.map(|check| Told { check, word: wrote, found, last: self.count - 1 });
        let error = told.as_ref().map(Told::error);
        self.told.extend(told);
        (error.unwrap_or_else(|| Error::new(ErrorKind::Device, "a check is gone")), true)
    }

    /// The check whose number a kernel wrote, if it is `check`, which waits, or a check of the graph that `check` is about.
    fn own(&self, check: &Check, wrote: u32) -> Option<Check> {
        #[cfg(feature = "cuda")]
        if let Some(graph) = check.graph {
            let of = self.graphs.get(&graph)?.iter().find(|own| word(own.number) == wrote)?;
            return Some(Check { number: check.number, ..of.clone() });
        }
        (word(check.number) == wrote).then(|| check.clone())
    }

    /// The error of memory that depends on the checks up to number `depends`, if somebody was told of one of them.
    pub(in crate::device) fn spoiled(&self, depends: u64) -> Option<Error> {
        self.told.iter().find(|told| told.spoils(depends)).map(Told::error)
    }

    /// Whether [`spoiled`](Self::spoiled) gives an error.
    pub(in crate::device) fn is_spoiled(&self, depends: u64) -> bool {
        self.told.iter().any(|told| told.spoils(depends))
    }

    /// The last check that a result depends on: of `check`, from its own kernel, and `on`, from its operands. A spoiled operand spoils the
    /// result.
    pub(in crate::device) fn depends(&self, check: Option<u64>, on: impl Iterator<Item = u64>) -> u64 {
        let (mut depends, mut spoiled) = (check.unwrap_or_default(), None);
        for number in on {
            if self.is_spoiled(number) {
                spoiled = Some(number);
            }
            depends = depends.max(number);
        }
        spoiled.unwrap_or(depends)
    }

    /// Forgets what nobody can ask for any more but the read that tells: `live` are the checks that memory depends on.
    pub(in crate::device) fn clean(&mut self, live: &(impl Iterator<Item = u64> + Clone)) {
        if self.reads <= 1 {
            self.told.retain(|told| live.clone().any(|depends| told.spoils(depends)));
        }
    }
}

/// Graphs, which run their kernels with the checks that these had when they were recorded.
#[cfg(feature = "cuda")]
impl<P> Checks<P> {
    /// A check of `op` in a graph that is recorded: its number.
    pub(in crate::device) fn record(
        &mut self,
        graph: u64,
        op: &'static str,
        fails: (ErrorKind, Fails),
        numbers: &[u32],
    ) -> u64 {
        let check = self.next(op, fails, numbers);
        self.graphs.entry(graph).or_default().push(check);
        self.count
    }

    /// A graph runs: the number of what it may find wrong, if it has checks.
    pub(in crate::device) fn replays(&mut self, graph: u64) -> Option<u64> {
        let first = self.graphs.get(&graph)?.first()?.clone();
        let mut check = self.next(first.op, (first.kind, first.message), &[]);
        check.graph = Some(graph);
        self.waiting.push_back(check);
        Some(self.count)
    }

    /// A graph is gone. Its checks stay as long as somebody may ask what it found.
    pub(in crate::device) fn leaves(&mut self, graph: u64) {
        self.left.push(graph);
        let (waiting, graphs) = (&self.waiting, &mut self.graphs);
        self.left.retain(|graph| {
            let is_asked = waiting.iter().any(|check| check.graph == Some(*graph));
            if !is_asked {
                graphs.remove(graph);
            }
            is_asked
        });
    }
}

/// A number as kernels write it.
pub(in crate::device) fn word(number: u64) -> u32 {
    number as u32
}

impl Told {
    fn spoils(&self, depends: u64) -> bool {
        (self.check.number..=self.last).contains(&depends)
    }

    fn error(&self) -> Error {
        let check = &self.check;
        let message = (check.message)(self.found, &check.numbers);
        let error = Error::new(check.kind, message).in_op(check.op);
        check.site.iter().fold(error, Error::at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message([a, b, c]: [u32; 3], numbers: &[u32]) -> String {
        format!("{a} {b} {c} of {numbers:?}")
    }

    #[test]
    fn the_check_that_a_block_names_is_an_error() {
        let mut checks = Checks::<()>::new(Block::MIN);
        let first = checks.add("gather", (ErrorKind::Index, message), &[7]);
        let second = checks.add("solve", (ErrorKind::Value, message), &[]);
        let third = checks.add("solve", (ErrorKind::Value, message), &[]);
        checks.place(second, &Site { function: "f", op: "inverse", file: "src/f.rs", line: 3 });
        checks.passed(first);
        assert_eq!(checks.last(), Some(third));
        let block = [word(second), 4, 5, 6];
        for is_new in [true, false] {
            let (said, new) = checks.error(first, block);
            assert_eq!((said.kind(), new), (ErrorKind::Value, is_new));
            assert_eq!(said.to_string(), "inverse at src/f.rs:3 in `f`: 4 5 6 of []");
            assert_eq!(checks.last(), None);
        }
        // What depends on it, or on what came before somebody was told.
        let fourth = checks.add("solve", (ErrorKind::Value, message), &[]);
        let spoiled = [0, first, second, third, fourth].map(|depends| checks.is_spoiled(depends));
        assert_eq!(spoiled, [false, false, true, true, false]);
        checks.clean(&[first, third].into_iter());
        assert!(checks.spoiled(third).is_some());
        checks.clean(&[first].into_iter());
        assert!(checks.spoiled(third).is_none());
    }

    #[test]
    fn many_checks_are_asked_for() {
        let mut checks = Checks::<()>::new(Block::MIN);
        let add = |checks: &mut Checks<()>| checks.add("gather", (ErrorKind::Index, message), &[]);
        for number in 1..MANY as u64 {
            assert_eq!((add(&mut checks), checks.asks(|()| None)), (number, None));
        }
        assert_eq!((add(&mut checks), checks.asks(|()| None)), (MANY as u64, Some(MANY as u64)));
        checks.passed(1);
        assert_eq!(checks.asks(|()| None), None);
        // No number is the word of a block that says nothing.
        checks.count = u64::from(u32::MAX);
        assert_eq!(word(add(&mut checks)), 1);
    }
}
