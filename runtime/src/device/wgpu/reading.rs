//! Elements on their way to the host.

use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::task::{Context as Task, Poll, Waker};

use ::wgpu as gpu;
use cotangent_kernels::DType;

use super::checks::SLOTS_BYTES;
use super::context::{Context, locked};
use super::memory::{stored, to_host};
use crate::debug;
use crate::device::Block;
use crate::device::backend::Arriving;
use crate::error::{Error, ErrorKind, Result};

/// A copy that the device was asked for, of elements and of what kernels found wrong before.
pub(super) struct Reading<'c> {
    context: &'c Context,
    dtype: DType,
    copy: Option<Copy>,
}

struct Copy {
    buffer: gpu::Buffer,
    submission: gpu::SubmissionIndex,
    /// The last check that slots at the start of the buffer tell of.
    checks: Option<u64>,
    /// The elements in the buffer.
    elements: Range<usize>,
    told: Arc<Mutex<Told>>,
}

#[derive(Default)]
struct Told {
    mapped: Option<std::result::Result<(), gpu::BufferAsyncError>>,
    waker: Option<Waker>,
}

impl<'c> Reading<'c> {
    /// Asks for `count` elements of a block.
    pub(super) fn of(
        context: &'c Context,
        (block, dtype): (Block, DType),
        start: usize,
        count: usize,
    ) -> Result<Self> {
        let (first, end) = (start * stored(dtype), (start + count) * stored(dtype));
        // Whole words.
        let (low, high) = (first / 4 * 4, end.next_multiple_of(4));
        let words = if count == 0 { 0..0 } else { low..high };
        let asked = context.copied(block, words.clone())?;
        let copy = asked.map(|(buffer, submission, checks)| {
            let slots = if checks.is_some() { SLOTS_BYTES } else { 0 };
            let elements = slots + first - low..slots + end - low;
            let told: Arc<Mutex<Told>> = Arc::default();
            let tell = Arc::clone(&told);
            buffer.map_async(gpu::MapMode::Read, .., move |mapped| {
                let waker = {
                    let mut told = locked(&tell);
                    told.mapped = Some(mapped);
                    told.waker.take()
                };
                // Without the lock: whoever is woken may poll at once.
                if let Some(waker) = waker {
                    waker.wake();
                }
            });
            Copy { buffer, submission, checks, elements, told }
        });
        Ok(Self { context, dtype, copy })
    }

    /// What came, if it has come.
    fn arrived(&mut self, bytes: &mut [u8]) -> Result<Option<()>> {
        let Some(Copy { buffer, checks, elements, told, .. }) = &self.copy else {
            return self.context.check().map(Some);
        };
        self.context.check()?;
        let Some(mapped) = locked(told).mapped.take() else { return Ok(None) };
        mapped.map_err(|e| self.failed(&e))?;
        let view = buffer.get_mapped_range(..).map_err(|e| self.failed(&e))?;
        if let Some(last) = *checks {
            self.context.judge(last, &view[..SLOTS_BYTES])?;
        }
        if !elements.is_empty() {
            to_host(self.dtype, &view[elements.clone()], bytes);
        }
        Ok(Some(()))
    }

    fn failed(&self, why: &dyn std::fmt::Display) -> Error {
        Error::new(ErrorKind::Device, format!("{} gave nothing back: {why}", self.context.home()))
    }
}

impl Arriving for Reading<'_> {
    fn wait(mut self: Box<Self>, bytes: &mut [u8]) -> Result<()> {
        if let Some(copy) = &self.copy {
            debug::ran(|counts| &mut counts.waits);
            let waited = self.context.wait_for(copy.submission.clone());
            // A device that was lost says more than who waited for it.
            self.context.check()?;
            waited.map_err(|e| self.failed(&e))?;
        }
        loop {
            let is_given_up = self.copy.as_ref().is_some_and(|copy| Arc::strong_count(&copy.told) == 1);
            if self.arrived(bytes)?.is_some() {
                return Ok(());
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
        if let Some(came) = self.arrived(bytes).transpose() {
            return Poll::Ready(came);
        }
        if let Some(copy) = &self.copy {
            locked(&copy.told).waker = Some(task.waker().clone());
        }
        // A browser calls back by itself. Elsewhere a device answers those who ask, and there is no thread to ask.
        if cfg!(not(target_arch = "wasm32")) {
            task.waker().wake_by_ref();
        }
        Poll::Pending
    }
}
