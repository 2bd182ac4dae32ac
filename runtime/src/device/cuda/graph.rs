//! What a thread records instead of running it: a graph of the driver, which is launched as one.
//!
//! A thread records to a stream of its own. What others ask for runs meanwhile as ever.

#![expect(unsafe_code)]

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};

use cudarc::driver::sys;

use super::calls::{self, made};
use super::context::{Context, State};
use super::driver::{Driver, refused};
use super::memory::Owned;
use crate::error::Result;

/// A recording of this thread.
#[derive(Clone, Copy)]
struct Here {
    driver: *const Driver,
    stream: sys::CUstream,
    number: u64,
}

thread_local! {
    static HERE: Cell<Option<Here>> = const { Cell::new(None) };
    static REHEARSED: Cell<bool> = const { Cell::new(false) };
}

/// Runs in earnest what this thread is about to record.
pub(super) fn rehearse<T>(run: impl FnOnce() -> T) -> T {
    struct Over(bool);
    impl Drop for Over {
        fn drop(&mut self) {
            REHEARSED.set(self.0);
        }
    }
    let _over = Over(REHEARSED.replace(true));
    run()
}

/// Whether this thread records something, or is about to: both times the same kernels are to run.
pub(super) fn is_for_a_graph() -> bool {
    is_here() || REHEARSED.get()
}

fn here(driver: &Driver) -> Option<Here> {
    HERE.get().filter(|here| ptr::eq(here.driver, driver))
}

/// Whether this thread records.
pub(super) fn is_here() -> bool {
    HERE.get().is_some()
}

/// The stream that this thread records.
pub(super) fn stream_here(driver: &Driver) -> Option<sys::CUstream> {
    here(driver).map(|here| here.stream)
}

/// The number of what this thread records.
pub(super) fn recording_here(driver: &Driver) -> Option<u64> {
    here(driver).map(|here| here.number)
}

/// What this thread records, until it is dropped.
pub(super) struct Recording {
    context: &'static Context,
    here: Here,
    is_over: bool,
}

/// A graph, ready to be launched.
pub(super) struct Graph {
    context: &'static Context,
    ready: sys::CUgraphExec,
    number: u64,
    owned: Owned,
}

// SAFETY: graphs are launched and destroyed by any thread whose context is theirs.
unsafe impl Send for Graph {}
// SAFETY: as above; it is launched behind the lock of the device's state, by one thread at a time.
unsafe impl Sync for Graph {}

impl Recording {
    pub(super) fn begin(context: &'static Context) -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        if is_here() {
            return Err(refused("a capture inside of a capture"));
        }
        let driver = context.driver;
        let _entered = driver.enter()?;
        context.flush(&mut context.state())?;
        let stream = driver.new_stream()?;
        // Nothing else that this thread or another asks the driver for is forbidden meanwhile: it goes to another stream.
        let mode = sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        // SAFETY: the stream was made above.
        let begun = unsafe { calls::cuStreamBeginCapture_v2(stream, mode) };
        driver.said(begun).inspect_err(|_| {
            // SAFETY: as above, and nothing was asked of it.
            let _ = unsafe { calls::cuStreamDestroy_v2(stream) };
        })?;
        let here = Here { driver, stream, number: NEXT.fetch_add(1, Ordering::Relaxed) };
        context.state().memory.begin(here.number);
        HERE.set(Some(here));
        Ok(Self { context, here, is_over: false })
    }

    /// Ends it: the graph of what was recorded.
    pub(super) fn end(mut self) -> Result<Graph> {
        let Self { context, here, .. } = self;
        let _entered = context.driver.enter()?;
        {
            let state = &mut *context.state();
            context.flush(state)?;
            for block in state.memory.constants(here.number) {
                context.varies(state, here.number, block)?;
                // Its memory is that of the graph.
                state.memory.name(here.number, block, true);
            }
        }
        let recorded = self.close()?;
        // SAFETY: `close` gives a graph that nobody else has.
        let graph = made(|ready| unsafe { calls::cuGraphInstantiateWithFlags(ready, recorded, 0) });
        // SAFETY: as above, and what was made of it does not need it.
        let _ = unsafe { calls::cuGraphDestroy(recorded) };
        let graph = context.driver.said(graph)?;
        self.is_over = true;
        let owned = context.state().memory.end(here.number);
        Ok(Graph { context, ready: graph, number: here.number, owned })
    }

    /// The stream is as others are, and gone. What was recorded is a graph.
    fn close(&mut self) -> Result<sys::CUgraph> {
        HERE.set(None);
        let stream = std::mem::replace(&mut self.here.stream, ptr::null_mut());
        if stream.is_null() {
            return Err(refused("it has ended"));
        }
        let driver = self.context.driver;
        let _entered = driver.enter()?;
        // SAFETY: the stream is recorded, by this thread, and nobody else has it.
        let ended = made(|graph| unsafe { calls::cuStreamEndCapture(stream, graph) });
        // SAFETY: as above.
        let _ = unsafe { calls::cuStreamDestroy_v2(stream) };
        let graph = driver.said(ended)?;
        if graph.is_null() {
            return Err(refused("cuStreamEndCapture: nothing was recorded"));
        }
        Ok(graph)
    }
}

/// What was recorded and not ended leaves nothing.
impl Drop for Recording {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        if let Ok(graph) = self.close() {
            let _ = self.context.driver.enter().map(|_entered| {
                // SAFETY: `close` gives a graph that nobody else has.
                let _ = unsafe { calls::cuGraphDestroy(graph) };
            });
        }
        let mut state = self.context.state();
        self.context.abandon(&mut state, self.here.number);
        let State { memory, checks, .. } = &mut *state;
        let owned = memory.end(self.here.number);
        memory.release(owned, self.context.driver);
        checks.leaves(self.here.number);
    }
}

impl Graph {
    /// How many launches and copies it has.
    pub(super) fn launches(&self) -> usize {
        self.owned.launches
    }

    /// Runs it, behind what was asked for before.
    pub(super) fn launch(&self) -> Result<()> {
        let Self { context, ready, .. } = *self;
        let driver = context.driver;
        if here(driver).is_some() {
            return Err(refused("a captured graph is replayed in what `cuda::capture` records"));
        }
        let _entered = driver.enter()?;
        let mut state = context.state();
        context.flush(&mut state)?;
        let State { memory, checks, .. } = &mut *state;
        let check = checks.replays(self.number);
        // SAFETY: the graph lives, and so does all memory that it names.
        let launched = unsafe { calls::cuGraphLaunch(ready, driver.main_stream()) };
        if let Err(e) = driver.said(launched) {
            if let Some(check) = check {
                checks.forget(check);
            }
            return Err(e);
        }
        let blocks = self.owned.blocks.iter();
        let older = blocks.clone().filter(|(_, named)| named.is_older).map(|(&block, _)| block);
        let written = blocks.filter(|(_, named)| named.is_written).map(|(&block, _)| block);
        memory.spread(checks, check, older, written);
        context.counts(&mut state);
        context.probe(&mut state)?;
        driver.ran()
    }
}

/// Its memory is that of others when it has come to an end.
impl Drop for Graph {
    fn drop(&mut self) {
        let driver = self.context.driver;
        let _ = driver.settle().and_then(|()| driver.enter()).map(|_entered| {
            // SAFETY: made by `Recording::end`, and nobody has it any more.
            let _ = unsafe { calls::cuGraphExecDestroy(self.ready) };
        });
        let State { memory, checks, .. } = &mut *self.context.state();
        memory.release(std::mem::take(&mut self.owned), driver);
        checks.leaves(self.number);
    }
}
