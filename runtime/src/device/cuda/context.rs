//! A GPU in use.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use cotangent_kernels::DType;

use super::attention;
use super::blas::Blas;
use super::compiler::Compiler;
use super::driver::{Address, Driver, Event, Loaded, refused};
use super::fourier::{self, Plans};
use super::graph;
use super::kernels::Kernels;
use super::memory::Memory;
use super::products;
use super::reading::{Found, Reading};
use super::solver::Handles;
use super::waiting::Queue;
use crate::debug;
use crate::device::backend::{Arriving, Backend, Call, Launch, expects};
use crate::device::opaque::Fourier;
use crate::device::texts::body::{Bindings, countable, too_many};
use crate::device::texts::checks::{Checks, STATUS, word};
use crate::device::texts::contract::Contraction;
use crate::device::texts::dialect::Dialect;
use crate::device::texts::elements::{stored, to_device};
use crate::device::texts::solved::Solver;
use crate::device::texts::text::Text;
use crate::device::texts::{Checked, Machine, Waits, fused, opaque};
use crate::device::{Block, Device};
use crate::error::{Error, ErrorKind, Result, Site};

/// Buffers of a kernel of an opaque op at most.
const BUFFERS: usize = 128;
/// Bytes that a launch gives at most.
const GIVEN: usize = 32_764;

/// How much of the memory that is free when a GPU is opened is kept for later, once it was taken: the rest is for others.
const KEPT: (usize, usize) = (7, 8);

/// What wakes whoever awaits a read.
pub(super) type Wake = Box<dyn FnOnce() + Send>;

/// A GPU and all that is kept for it.
pub(super) struct Context {
    pub(super) home: Device,
    pub(super) driver: &'static Driver,
    /// Whom the end of a read is told to, by a thread that waits for it: the driver's own may call nothing of the driver.
    waiting: OnceLock<Sender<(Event, Wake)>>,
    /// Whether f64 is stored as f32, and computed so but for fused groups: `COTANGENT_CUDA_F64=f32`, for tests.
    pub(super) narrows: bool,
    /// Opened by the first system.
    pub(super) solver: Mutex<Option<Handles>>,
    /// Opened by the first Fourier transform.
    pub(super) fourier: Mutex<Option<Plans>>,
    /// Compiled without the lock of the state, which a compiler would keep for long.
    pub(super) kernels: Kernels,
    state: Mutex<State>,
}

pub(super) struct State {
    pub(super) memory: Memory,
    pub(super) checks: Checks<Found>,
    /// Opened by the first product.
    pub(super) blas: Option<Blas>,
    pub(super) queue: Queue,
}

impl Context {
    pub(super) fn open(home: Device, number: usize) -> Result<Self> {
        let driver = Driver::open(home, number)?;
        let compiler = Compiler::new(&driver)?;
        // Never given back, as tensors and reads of it may outlive whoever opened it.
        let driver: &'static Driver = Box::leak(Box::new(driver));
        let (free, _) = driver.room()?;
        let mut memory = Memory::new(free / KEPT.1 * KEPT.0);
        let status = memory.block(STATUS, None, driver)?;
        let at = memory.get(status).ok_or_else(|| refused("memory is gone"))?.at;
        driver.write(at, &[0; STATUS])?;
        let state = State { memory, checks: Checks::new(status), blas: None, queue: Queue::default() };
        let narrows = std::env::var("COTANGENT_CUDA_F64").is_ok_and(|v| v.trim() == "f32");
        let (waiting, solver, fourier) = (OnceLock::new(), Mutex::new(None), Mutex::new(None));
        let (kernels, state) = (Kernels::new(compiler), Mutex::new(state));
        Ok(Self { home, driver, waiting, narrows, solver, fourier, kernels, state })
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `wake` when the stream is as far as it is now, on another thread.
    pub(super) fn afterwards(&self, wake: Wake) -> Result<()> {
        self.behind(self.driver.event()?, wake)
    }

    /// Lets a thread find out whether what the stream was asked for fails, while nobody else asks. It sleeps meanwhile.
    pub(super) fn watch(&self) -> Result<()> {
        self.behind(self.driver.quiet_event()?, Box::new(|| ()))
    }

    fn behind(&self, event: Event, wake: Wake) -> Result<()> {
        let driver = self.driver;
        let waiting = self.waiting.get_or_init(|| {
            let (sender, asked) = channel::<(Event, Wake)>();
            std::thread::spawn(move || {
                for (event, wake) in asked {
                    // Whoever is woken asks again, and finds what failed.
                    let _ = driver.wait(&event);
                    // What panics must not keep others waiting.
                    let _ = catch_unwind(AssertUnwindSafe(wake));
                }
            });
            sender
        });
        waiting.send((event, wake)).map_err(|_| self.gone())
    }

    pub(super) fn gone(&self) -> Error {
        if self.driver.lost().is_some() {
            return self.driver.gone();
        }
        refused("a tensor is of a device that was lost, or of a product that was refused")
    }

    /// Where kernels say what they find.
    pub(super) fn status_at(&self, state: &State) -> Result<Address> {
        Ok(state.memory.get(state.checks.status).ok_or_else(|| self.gone())?.at)
    }

    /// The addresses of blocks that a command is about to read or write. Waiting work on these blocks runs first. Written elements depend
    /// on the command's `check`. A recording names the addresses for good.
    pub(super) fn bound(
        &self,
        state: &mut State,
        blocks: impl Iterator<Item = (Block, bool)> + Clone,
        check: Option<u64>,
    ) -> Result<Vec<Address>> {
        self.flush_products(state)?;
        if blocks.clone().any(|(block, is_written)| state.queue.is_before(block, is_written)) {
            self.flush(state)?;
        }
        let recording = graph::recording_here(self.driver);
        if let Some(recording) = recording {
            for (block, _) in blocks.clone().filter(|(_, is_written)| *is_written) {
                self.varies(state, recording, block)?;
            }
        }
        let State { memory, checks, .. } = state;
        let at = |(block, _)| memory.get(block).map(|held| held.at).ok_or_else(|| self.gone());
        let found = blocks.clone().map(at).collect::<Result<Vec<_>>>()?;
        if let Some(recording) = recording {
            blocks.for_each(|(block, is_written)| memory.name(recording, block, is_written));
            return Ok(found);
        }
        let written = blocks.clone().filter(|(_, is_written)| *is_written);
        memory.spread(checks, check, blocks.map(|(block, _)| block), written.map(|(block, _)| block));
        Ok(found)
    }

    /// A block of a recording is about to be written, or to be there when it has ended. Elements of the host, which lie where nothing
    /// writes, come to other memory then, now and in each run.
    pub(super) fn varies(&self, state: &mut State, recording: u64, block: Block) -> Result<()> {
        let Some((from, to, bytes)) = state.memory.varies(recording, block, self.driver)? else {
            return Ok(());
        };
        self.driver.copy_on(self.driver.main_stream(), from, to, bytes)?;
        self.driver.copy(from, to, bytes)?;
        self.counts(state);
        Ok(())
    }

    /// Launches a kernel, with the number of its check if it has one. `words` go before the addresses of what it binds.
    pub(super) fn record(
        &self,
        state: &mut State,
        kernel: (Loaded, Vec<u64>),
        bindings: &Bindings,
        groups: usize,
        check: Option<u64>,
    ) -> Result<()> {
        self.start(state, kernel, bindings, groups, check)?;
        self.counts(state);
        Ok(())
    }

    /// The same of what was counted when it was asked for.
    pub(super) fn start(
        &self,
        state: &mut State,
        (kernel, mut words): (Loaded, Vec<u64>),
        bindings: &Bindings,
        groups: usize,
        check: Option<u64>,
    ) -> Result<()> {
        let all = words.len() + bindings.len();
        if all.next_multiple_of(2) * size_of::<u64>() > GIVEN {
            return Err(too_many(bindings.len(), BUFFERS));
        }
        let blocks: Vec<_> = bindings.blocks().collect();
        words.extend(self.bound(state, blocks.iter().copied(), check)?);
        // As large as the alignment of vectors says.
        words.resize(words.len().next_multiple_of(2), 0);
        self.driver.launch(kernel, groups, &mut words)
    }

    /// Copies bytes from a place of one block to a place of another, of which they may be all.
    pub(super) fn copy(
        &self,
        (from, start): (Block, usize),
        (to, end): (Block, usize),
        bytes: usize,
        is_whole: bool,
    ) -> Result<()> {
        let mut state = self.state();
        // Before what the block depends on is forgotten.
        self.flush(&mut state)?;
        if is_whole
            && graph::recording_here(self.driver).is_none()
            && let Some(held) = state.memory.get_mut(to)
        {
            // Of what it was before nothing is left.
            held.depends = 0;
        }
        let at = self.bound(&mut state, [(from, false), (to, true)].into_iter(), None)?;
        self.driver.copy(at[0] + start as u64, at[1] + end as u64, bytes)?;
        self.counts(&mut state);
        self.driver.ran()
    }

    /// Something runs. What is recorded runs later.
    pub(super) fn counts(&self, state: &mut State) {
        match graph::recording_here(self.driver) {
            Some(recording) => state.memory.launched(recording),
            None => _ = debug::ran(|counts| &mut counts.dispatches),
        }
    }

    /// Asks the device whether checks are good, if many wait. Nobody stands still.
    pub(super) fn probe(&self, state: &mut State) -> Result<()> {
        if let Some(last) = state.checks.asks(|found: &Found| found.answer(self.driver)) {
            let read = self.driver.read(self.status_at(state)?, STATUS)?;
            state.checks.probe = Some(Found::new(read, last));
        }
        Ok(())
    }

    /// The kernel of an opaque op, and what goes before its buffers.
    fn opaque(&self, bindings: &Bindings, write: &dyn Fn(&mut Text)) -> Result<(Loaded, Vec<u64>)> {
        self.kernels.opaque((self.home, self.driver, self.narrows), bindings, write)
    }

    /// Memory of so many bytes.
    pub(super) fn block(&self, bytes: usize) -> Result<Block> {
        if self.driver.lost().is_some() {
            return Err(self.gone());
        }
        let recording = graph::recording_here(self.driver);
        let mut state = self.state();
        let mut made = state.memory.block(bytes, recording, self.driver);
        if made.as_ref().is_err_and(|e| e.kind() == ErrorKind::Memory) && state.queue.waits(recording) {
            // What a product keeps may be what is lacking.
            self.flush(&mut state)?;
            made = state.memory.block(bytes, recording, self.driver);
        }
        made.map_err(|e| match e.kind() {
            ErrorKind::Memory => {
                let message = format!("out of memory: {} has no {bytes} bytes for a tensor", self.home);
                Error::new(ErrorKind::Memory, message)
            }
            _ => e,
        })
    }

    /// The error that a copy of the block tells of the checks up to number `last`.
    pub(super) fn judge(&self, last: u64, found: [u32; 4]) -> Result<()> {
        let mut state = self.state();
        let State { memory, checks, .. } = &mut *state;
        if found[0] == 0 {
            checks.passed(last);
            return Ok(());
        }
        let (error, is_new) = checks.error(last, found);
        if is_new {
            checks.clean(&memory.depends());
            let at = self.status_at(&state)?;
            self.driver.write(at, &[0; STATUS])?;
        }
        Err(error)
    }
}

impl Machine for Context {
    fn home(&self) -> Device {
        self.home
    }

    fn most(&self) -> usize {
        BUFFERS
    }

    fn takes(&self, _: DType, _: bool) -> Result<()> {
        Ok(())
    }

    fn status(&self) -> Block {
        self.state().checks.status
    }

    fn is_double(&self, dtype: DType) -> bool {
        dtype == DType::F64 && !self.narrows
    }

    fn dialect(&self) -> Dialect {
        Dialect::Cuda { narrows: self.narrows }
    }

    fn run_group(&self, bindings: &Bindings, groups: usize, write: &dyn Fn(&mut Text)) -> Result<()> {
        let kernel = self.kernels.fused(self.driver, self.dialect(), None, write)?;
        self.record(&mut self.state(), kernel, bindings, groups, None)
    }

    fn run(&self, bindings: &Bindings, groups: usize, write: &dyn Fn(&mut Text)) -> Result<()> {
        let kernel = self.opaque(bindings, write)?;
        self.record(&mut self.state(), kernel, bindings, groups, None)
    }

    fn product(&self, product: &Contraction, call: &Call<'_>) -> Result<bool> {
        products::run(self, product, call)
    }

    fn solver(&self) -> Option<&dyn Solver> {
        Some(self)
    }

    fn fourier(&self, call: &Call<'_>, op: Fourier) -> Result<bool> {
        fourier::run(self, call, op)
    }

    fn waits(&self) -> Option<&dyn Waits> {
        Some(self)
    }

    fn run_checked(
        &self,
        Checked { op, fails, numbers }: Checked<'_>,
        bindings: &Bindings,
        groups: usize,
        write: &dyn Fn(&mut Text, u32),
    ) -> Result<()> {
        let kernel = |number| self.opaque(bindings, &|text| write(text, word(number)));
        // Compiled before anybody waits: checks have their numbers in the order of launches.
        kernel(0)?;
        let mut state = self.state();
        let recording = graph::recording_here(self.driver);
        let number = match recording {
            Some(recording) => state.checks.record(recording, op, fails, numbers),
            None => state.checks.add(op, fails, numbers),
        };
        let ran =
            kernel(number).and_then(|kernel| self.record(&mut state, kernel, bindings, groups, Some(number)));
        if ran.is_err() {
            state.checks.forget(number);
            return ran;
        }
        expects(self.home, number);
        if recording.is_none() { self.probe(&mut state) } else { Ok(()) }
    }
}

impl Backend for Context {
    fn alloc(&self, len: usize, dtype: DType) -> Result<Block> {
        self.block(len.saturating_mul(stored(dtype, self.narrows)))
    }

    fn free(&self, block: Block) {
        self.give_back(&mut self.state(), block);
    }

    fn holds(&self, block: Block) -> bool {
        self.state().memory.get(block).is_some()
    }

    fn upload(&self, block: Block, dtype: DType, bytes: &[u8]) -> Result<()> {
        let bytes = to_device(dtype, self.narrows, bytes);
        let Some(recording) = graph::recording_here(self.driver) else {
            let mut state = self.state();
            self.flush_products(&mut state)?;
            if state.queue.is_before(block, true) {
                self.flush(&mut state)?;
            }
            let at = state.memory.get(block).ok_or_else(|| self.gone())?.at;
            drop(state);
            return self.driver.write(at, &bytes);
        };
        let mut state = self.state();
        self.flush(&mut state)?;
        let at = state
            .memory
            .constant(recording, block, self.driver)?
            .ok_or_else(|| refused("the host writes to a tensor in what `cuda::capture` records"))?;
        self.driver.write(at, &bytes)
    }

    fn download(
        &self,
        block: Block,
        dtype: DType,
        start: usize,
        count: usize,
    ) -> Result<Box<dyn Arriving + '_>> {
        Ok(Box::new(Reading::of(self, (block, dtype), start, count)?))
    }

    fn launch(&self, launch: &Launch<'_>) -> Result<()> {
        fused::launch(self, launch)
    }

    fn call(&self, call: &Call<'_>) -> Result<()> {
        if attention::run(self, call)? {
            return Ok(());
        }
        // Texts of opaque ops find elements by words.
        for place in call.ins.iter().chain(call.outs) {
            countable(place.layout.reach().map_or(0, |(_, last)| last))?;
            countable(place.layout.shape.numel())?;
        }
        opaque::run(self, call)
    }

    fn called_at(&self, check: u64, site: &Site) {
        let State { checks, queue, .. } = &mut *self.state();
        if !queue.place(check, site) {
            checks.place(check, site);
        }
    }
}
