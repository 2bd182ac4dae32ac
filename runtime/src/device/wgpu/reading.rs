//! Elements on their way to the host.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context as Task, Poll, Waker};

use ::wgpu as gpu;
use cotangent_kernels::DType;

use super::context::{Context, State, locked};
use super::wakers::wake;
use crate::debug;
use crate::device::Block;
use crate::device::backend::Arriving;
use crate::device::texts::Machine as _;
use crate::device::texts::checks::STATUS;
use crate::device::texts::elements::{stored, to_host};
use crate::error::{Error, ErrorKind, Result};

/// Copies that the device was asked for.
#[derive(Default)]
pub(super) struct Asked {
    pub(super) elements: Option<gpu::Buffer>,
    /// What kernels found wrong before, and the last check that it tells of.
    pub(super) found: Option<(gpu::Buffer, u64)>,
    /// The commands, if something was asked for.
    pub(super) submission: Option<gpu::SubmissionIndex>,
}

/// Elements that the device was asked for.
pub(super) struct Reading<'c> {
    context: &'c Context,
    dtype: DType,
    asked: Asked,
    /// Where they are in their buffer.
    bytes: Range<usize>,
    told: Arc<Mutex<Told>>,
}

type Mapped = std::result::Result<(), gpu::BufferAsyncError>;

/// What the device has said.
#[derive(Default)]
struct Told {
    /// Buffers that it did not speak of yet.
    left: usize,
    failed: Option<gpu::BufferAsyncError>,
    waker: Option<Waker>,
}

impl Asked {
    fn buffers(&self) -> impl Iterator<Item = &gpu::Buffer> {
        self.elements.iter().chain(self.found.iter().map(|(buffer, _)| buffer))
    }
}

/// Asks to see a buffer.
fn map(buffer: &gpu::Buffer, then: impl FnOnce(Mapped) + Send + 'static) {
    buffer.map_async(gpu::MapMode::Read, .., then);
}

/// The words of a buffer that can be seen.
fn words(buffer: &gpu::Buffer) -> std::result::Result<[u32; 4], gpu::MapRangeError> {
    let view = buffer.get_mapped_range(..)?;
    let word = |i: usize| u32::from_ne_bytes([0, 1, 2, 3].map(|byte| view[4 * i + byte]));
    Ok([0, 1, 2, 3].map(word))
}

impl Context {
    /// Asks for a copy of some bytes of a block, whole words, after all that was asked for before, and for one of what checks found
    /// where some wait.
    fn copied(&self, block: Block, words: Range<usize>) -> Result<Asked> {
        // A device that was lost says more than what went wrong there before.
        self.check()?;
        let mut state = self.state();
        self.flush(&mut state)?;
        if let Some(error) = state.memory.get(block).and_then(|held| state.checks.spoiled(held.depends)) {
            return Err(error);
        }
        let last = state.checks.last();
        let asked = self.asked(&mut state, Some((block, words)), last)?;
        state.checks.reads += usize::from(last.is_some());
        Ok(asked)
    }

    pub(super) fn asked(
        &self,
        state: &mut State,
        elements: Option<(Block, Range<usize>)>,
        last: Option<u64>,
    ) -> Result<Asked> {
        let State { memory, queue, checks, .. } = state;
        queue.submit(&self.device, &self.queue);
        let mut encoder = self.device.create_command_encoder(&gpu::CommandEncoderDescriptor::default());
        // Buffers of their own: one for both might be larger than a device has them.
        let mut copy = |block: Block, start: usize, size: usize| {
            let there = self.device.create_buffer(&gpu::BufferDescriptor {
                label: None,
                size: size as u64,
                usage: gpu::BufferUsages::MAP_READ | gpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            });
            let held = memory.get(block).ok_or_else(|| self.gone())?;
            encoder.copy_buffer_to_buffer(&held.buffer, start as u64, &there, 0, size as u64);
            Ok(there)
        };
        let elements = elements.filter(|(_, words)| !words.is_empty());
        let elements = elements.map(|(block, words)| copy(block, words.start, words.len())).transpose()?;
        let found = last.map(|last| Ok((copy(checks.status, 0, STATUS)?, last))).transpose()?;
        if elements.is_none() && found.is_none() {
            return Ok(Asked::default());
        }
        Ok(Asked { elements, found, submission: Some(self.queue.submit([encoder.finish()])) })
    }

    /// A copy of what checks found is not looked at any more.
    fn left(&self) {
        let checks = &mut self.state().checks;
        checks.reads -= 1;
    }

    /// Stands still until commands have ended.
    fn wait_for(&self, submission: gpu::SubmissionIndex) -> std::result::Result<(), gpu::PollError> {
        let how = gpu::PollType::Wait { submission_index: Some(submission), timeout: None };
        self.device.poll(how).map(|_| ())
    }

    /// Lets the device tell of what has ended.
    fn poll(&self) {
        let _ = self.device.poll(gpu::PollType::Poll);
    }

    /// The error that a copy of the block tells of the checks up to number `last`.
    fn judge(&self, last: u64, found: [u32; 4]) -> Result<()> {
        let mut state = self.state();
        if found[0] == 0 {
            state.checks.passed(last);
            return Ok(());
        }
        let (error, is_new) = state.checks.error(last, found);
        if is_new {
            let State { memory, checks, .. } = &mut *state;
            checks.clean(&memory.depends());
            let status = checks.status;
            self.write(&mut state, status, &[0; STATUS])?;
        }
        Err(error)
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
        let (first, end) = (start * stored(dtype, true), (start + count) * stored(dtype, true));
        // Whole words.
        let (low, high) = (first / 4 * 4, end.next_multiple_of(4));
        let asked = context.copied(block, if count == 0 { 0..0 } else { low..high })?;
        let told = Arc::new(Mutex::new(Told { left: asked.buffers().count(), ..Told::default() }));
        for buffer in asked.buffers() {
            let told = Arc::clone(&told);
            map(buffer, move |mapped| {
                let waker = {
                    let mut told = locked(&told);
                    told.left -= 1;
                    told.failed = mapped.err().or(told.failed.take());
                    if told.left == 0 { told.waker.take() } else { None }
                };
                if let Some(waker) = waker {
                    wake(waker);
                }
            });
        }
        Ok(Self { context, dtype, asked, bytes: first - low..end - low, told })
    }

    /// What came, if it has come. Else `task` is woken when it comes.
    fn arrived(&self, task: Option<&Task<'_>>, bytes: &mut [u8]) -> Result<Option<()>> {
        self.context.check()?;
        {
            let mut told = locked(&self.told);
            if told.left > 0 {
                told.waker = task.map(|task| task.waker().clone());
                return Ok(None);
            }
            if let Some(why) = told.failed.take() {
                return Err(self.failed(&why));
            }
        }
        if let Some((buffer, last)) = &self.asked.found {
            self.context.judge(*last, words(buffer).map_err(|e| self.failed(&e))?)?;
        }
        if let Some(buffer) = &self.asked.elements {
            let view = buffer.get_mapped_range(..).map_err(|e| self.failed(&e))?;
            to_host(self.dtype, true, &view[self.bytes.clone()], bytes);
        }
        Ok(Some(()))
    }

    fn failed(&self, why: &dyn std::fmt::Display) -> Error {
        Error::new(ErrorKind::Device, format!("{} gave nothing back: {why}", self.context.home()))
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        if self.asked.found.is_some() {
            self.context.left();
        }
    }
}

impl Arriving for Reading<'_> {
    fn wait(self: Box<Self>, bytes: &mut [u8]) -> Result<()> {
        if let Some(submission) = &self.asked.submission {
            debug::ran(|counts| &mut counts.waits);
            let waited = self.context.wait_for(submission.clone());
            // A device that was lost says more than who waited for it.
            self.context.check()?;
            waited.map_err(|e| self.failed(&e))?;
        }
        loop {
            let is_given_up = Arc::strong_count(&self.told) == 1;
            if self.arrived(None, bytes)?.is_some() {
                return Ok(());
            }
            if cfg!(target_arch = "wasm32") {
                let message = "a browser cannot stand still; read with `to_vec_async` or `item_async`";
                return Err(Error::new(ErrorKind::Device, message));
            }
            if is_given_up {
                return Err(self.failed(&"the device did not answer"));
            }
            // Another thread, which waited too, is about to say that it has come.
            std::thread::yield_now();
        }
    }

    fn poll(&mut self, task: &mut Task<'_>, bytes: &mut [u8]) -> Poll<Result<()>> {
        self.context.poll();
        if let Some(came) = self.arrived(Some(task), bytes).transpose() {
            return Poll::Ready(came);
        }
        // A browser calls back by itself. Elsewhere a device answers those who ask, and there is no thread to ask.
        if cfg!(not(target_arch = "wasm32")) {
            task.waker().wake_by_ref();
        }
        Poll::Pending
    }
}

/// What many checks found, asked for without a read.
pub(super) struct Probe {
    found: (gpu::Buffer, u64),
    came: Arc<AtomicBool>,
}

impl Probe {
    pub(super) fn of(asked: Asked) -> Option<Self> {
        let (found, came) = (asked.found?, Arc::new(AtomicBool::new(false)));
        let comes = Arc::clone(&came);
        map(&found.0, move |_| comes.store(true, Ordering::Release));
        Some(Self { found, came })
    }

    /// The last check that it tells of, and whether all up to that found nothing, once it has come.
    pub(super) fn answer(&self) -> Option<(u64, bool)> {
        let (buffer, last) = &self.found;
        let is_good = || words(buffer).is_ok_and(|found| found[0] == 0);
        self.came.load(Ordering::Acquire).then(|| (*last, is_good()))
    }
}
