//! Elements on their way to the host.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context as Task, Poll, Waker};

use cotangent_kernels::DType;

use super::context::Context;
use super::driver::{Driver, refused};
use super::graph;
use super::pinned::Pinned;
use crate::debug;
use crate::device::Block;
use crate::device::backend::Arriving;
use crate::device::texts::checks::STATUS;
use crate::device::texts::elements::{stored, to_host};
use crate::error::Result;

/// Elements that the device was asked for.
pub(super) struct Reading<'c> {
    context: &'c Context,
    dtype: DType,
    elements: Option<Pinned>,
    /// What kernels found wrong before, and the last check that it tells of.
    found: Option<Found>,
    waker: Option<Arc<Mutex<Option<Waker>>>>,
}

/// Bytes of an element on the device.
pub(super) fn sized(context: &Context, dtype: DType) -> usize {
    stored(dtype, context.narrows)
}

/// A copy of what checks found.
pub(super) struct Found {
    copy: Pinned,
    last: u64,
}

impl Found {
    pub(super) fn new(copy: Pinned, last: u64) -> Self {
        Self { copy, last }
    }

    /// The last check that it tells of, and whether all up to that found nothing, once it has come.
    pub(super) fn answer(&self, driver: &Driver) -> Option<(u64, bool)> {
        let _entered = driver.enter().ok()?;
        let has_come = driver.has(&self.copy).unwrap_or(false);
        has_come.then(|| (self.last, self.words()[0] == 0))
    }

    fn words(&self) -> [u32; 4] {
        let bytes = self.copy.bytes();
        [0, 1, 2, 3].map(|i| u32::from_ne_bytes([0, 1, 2, 3].map(|b| bytes[4 * i + b])))
    }
}

impl<'c> Reading<'c> {
    /// Asks for `count` elements of a block.
    pub(super) fn of(
        context: &'c Context,
        (block, dtype): (Block, DType),
        start: usize,
        count: usize,
    ) -> Result<Self> {
        if graph::recording_here(context.driver).is_some() {
            return Err(refused(
                "elements are read in what `cuda::capture` records; read them when it has run",
            ));
        }
        let mut state = context.state();
        context.flush(&mut state)?;
        let held = state.memory.get(block).ok_or_else(|| context.gone())?;
        if let Some(error) = state.checks.spoiled(held.depends) {
            return Err(error);
        }
        let size = sized(context, dtype);
        let read = |at, bytes| context.driver.read(at, bytes);
        let elements =
            (count > 0).then(|| read(held.at + (start * size) as u64, count * size)).transpose()?;
        let found = match state.checks.last() {
            Some(last) => Some(Found::new(read(context.status_at(&state)?, STATUS)?, last)),
            None => None,
        };
        state.checks.reads += usize::from(found.is_some());
        Ok(Self { context, dtype, elements, found, waker: None })
    }

    fn copies(&self) -> impl Iterator<Item = &Pinned> {
        self.elements.iter().chain(self.found.iter().map(|found| &found.copy))
    }

    /// Whether all has come.
    fn has_come(&self) -> Result<bool> {
        for copy in self.copies() {
            if !self.context.driver.has(copy)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The end of a poll, if all has come or the device is lost.
    fn polled(&self, bytes: &mut [u8]) -> Option<Poll<Result<()>>> {
        // Nobody takes the memory away meanwhile.
        let _entered = match self.context.driver.enter() {
            Ok(entered) => entered,
            Err(e) => return Some(Poll::Ready(Err(e))),
        };
        match self.has_come() {
            Ok(true) => Some(Poll::Ready(self.take(bytes))),
            Ok(false) => None,
            Err(e) => Some(Poll::Ready(Err(e))),
        }
    }

    /// Writes what has come.
    fn take(&self, bytes: &mut [u8]) -> Result<()> {
        if let Some(found) = &self.found {
            self.context.judge(found.last, found.words())?;
        }
        if let Some(elements) = &self.elements {
            to_host(self.dtype, self.context.narrows, elements.bytes(), bytes);
        }
        Ok(())
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        if self.found.is_some() {
            self.context.state().checks.reads -= 1;
        }
    }
}

impl Arriving for Reading<'_> {
    fn wait(self: Box<Self>, bytes: &mut [u8]) -> Result<()> {
        if self.copies().next().is_some() {
            debug::ran(|counts| &mut counts.waits);
        }
        // Nobody takes the memory away meanwhile.
        let _entered = self.context.driver.enter()?;
        for copy in self.copies() {
            self.context.driver.wait(copy)?;
        }
        self.take(bytes)
    }

    fn poll(&mut self, task: &mut Task<'_>, bytes: &mut [u8]) -> Poll<Result<()>> {
        if let Some(read) = self.polled(bytes) {
            return read;
        }
        let waker = Some(task.waker().clone());
        if let Some(told) = &self.waker {
            *told.lock().unwrap_or_else(PoisonError::into_inner) = waker;
            // The call may have come in between, and woken whoever waited before.
            if let Some(read) = self.polled(bytes) {
                return read;
            }
        } else {
            let told = Arc::new(Mutex::new(waker));
            let later = Arc::clone(&told);
            let wake = move || {
                let waker = later.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some(waker) = waker {
                    waker.wake();
                }
            };
            if let Err(e) = self.context.afterwards(Box::new(wake)) {
                return Poll::Ready(Err(e));
            }
            self.waker = Some(told);
        }
        Poll::Pending
    }
}
