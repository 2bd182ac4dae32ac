//! Memory of the host that the device reads and writes by itself. It is kept for the next by size, and taken again when the copy that
//! used it last has come to an end: nobody waits for that.

#![expect(unsafe_code)]

use std::collections::{HashMap, VecDeque};
use std::ffi::c_void;
use std::sync::{MutexGuard, PoisonError};

use cudarc::driver::sys;

use super::calls::{self, made};
use super::driver::{Driver, Point};
use crate::error::Result;

/// Bytes that are kept. To give some back stands still until the device has nothing to do.
const KEPT: usize = 256 << 20;

/// Memory, and the event behind the copy that uses it.
struct Kept {
    at: *mut c_void,
    size: usize,
    event: sys::CUevent,
}

/// What nobody has.
#[derive(Default)]
pub(super) struct Pool {
    free: HashMap<usize, Vec<Kept>>,
    /// Copies may be on their way. They come in the order of the stream, which is nearly this one.
    used: VecDeque<Kept>,
    bytes: usize,
}

// SAFETY: it owns its memory, which nobody else names.
unsafe impl Send for Pool {}

/// Memory in use.
pub(super) struct Pinned {
    kept: Option<Kept>,
    len: usize,
    driver: &'static Driver,
}

// SAFETY: it owns its memory, which nobody else names but a copy on its way.
unsafe impl Send for Pinned {}

impl Pool {
    fn of(driver: &Driver) -> MutexGuard<'_, Self> {
        driver.pinned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the memory of copies that have come, up to the first copy under way: later copies hardly come before.
    fn sweep(&mut self, driver: &Driver) -> Result<()> {
        while let Some(first) = self.used.front() {
            if !driver.has(first)? {
                break;
            }
            let Some(kept) = self.used.pop_front() else { break };
            if self.bytes > KEPT {
                self.bytes -= kept.size;
                // SAFETY: made by `Pinned::new`, and no copy uses it any more.
                let _ = unsafe { (calls::cuMemFreeHost(kept.at), calls::cuEventDestroy_v2(kept.event)) };
            } else {
                self.free.entry(kept.size).or_default().push(kept);
            }
        }
        Ok(())
    }

    /// The copy that comes first, if they have so much memory that no more is taken.
    fn first(&mut self) -> Option<Kept> {
        if self.bytes < KEPT { None } else { self.used.pop_front() }
    }
}

impl Pinned {
    /// Memory for so many bytes, by a thread whose context is that of the driver.
    pub(super) fn new(driver: &'static Driver, len: usize) -> Result<Self> {
        let size = len.max(64).next_power_of_two();
        let mut pool = Pool::of(driver);
        loop {
            pool.sweep(driver)?;
            if let Some(kept) = pool.free.get_mut(&size).and_then(Vec::pop) {
                return Ok(Self { kept: Some(kept), len, driver });
            }
            let Some(first) = pool.first() else { break };
            drop(pool);
            // Whoever sends more than fits stands still, and nobody else does.
            let come = driver.wait(&first);
            pool = Pool::of(driver);
            pool.used.push_front(first);
            come?;
        }
        let event = driver.new_event()?;
        // SAFETY: no flags, and the memory is freed once, by the pool.
        let made = driver.said(made(|at| unsafe { calls::cuMemHostAlloc(at, size, 0) }));
        let at = made.inspect_err(|_| {
            // SAFETY: made above, and nobody else has it.
            let _ = unsafe { calls::cuEventDestroy_v2(event) };
        })?;
        // SAFETY: as many bytes, which nobody else has. Copies of them are of bytes that somebody wrote.
        unsafe { at.cast::<u8>().write_bytes(0, size) };
        pool.bytes += size;
        Ok(Self { kept: Some(Kept { at, size, event }), len, driver })
    }

    fn kept(&self) -> &Kept {
        self.kept.as_ref().unwrap_or_else(|| unreachable!("taken where it is dropped"))
    }

    /// Lets its event be where the stream is now.
    pub(super) fn record(&self) -> Result<()> {
        self.driver.record(self.kept().event)
    }

    /// The bytes, behind the event of their read.
    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: `new` made it of as many bytes, and whoever asks has waited for the device to have written them.
        unsafe { std::slice::from_raw_parts(self.kept().at.cast(), self.len) }
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and no copy was asked for.
        unsafe { std::slice::from_raw_parts_mut(self.kept().at.cast(), self.len) }
    }
}

impl Point for Kept {
    fn event(&self) -> sys::CUevent {
        self.event
    }
}

impl Point for Pinned {
    fn event(&self) -> sys::CUevent {
        self.kept().event
    }
}

/// Back to the pool, without a wait. That of a context that is lost is lost with it.
impl Drop for Pinned {
    fn drop(&mut self) {
        Pool::of(self.driver).used.extend(self.kept.take());
    }
}
