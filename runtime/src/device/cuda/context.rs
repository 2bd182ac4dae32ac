//! A GPU in use.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use cotangent_kernels::DType;

use super::super::passes::GROUP;
use super::compiler::Compiler;
use super::driver::{Address, Driver, Event, Loaded, refused};
use super::kernels::Kernels;
use super::memory::Memory;
use super::reading::{Found, Reading};
use crate::debug;
use crate::device::backend::{Arriving, Backend, Call, Launch, expects};
use crate::device::texts::body::{Bindings, countable, too_many};
use crate::device::texts::checks::{Checks, STATUS, word};
use crate::device::texts::dialect::Dialect;
use crate::device::texts::elements::{stored, to_device};
use crate::device::texts::text::Text;
use crate::device::texts::{Checked, Machine, fused, opaque};
use crate::device::{Block, Device};
use crate::error::{Error, ErrorKind, Result, Site};

/// Buffers of a kernel of an opaque op at most.
const BUFFERS: usize = 128;
/// Bytes that a launch gives at most.
const GIVEN: usize = 32_764;

/// What wakes whoever awaits a read.
pub(super) type Wake = Box<dyn FnOnce() + Send>;

/// A GPU and all that is kept for it.
pub(super) struct Context {
    home: Device,
    pub(super) driver: &'static Driver,
    /// Whom the end of a read is told to, by a thread that waits for it: the driver's own may call nothing of the driver.
    waiting: OnceLock<Sender<(Event, Wake)>>,
    /// Whether f64 is stored as f32, and computed so but for fused groups: `COTANGENT_CUDA_F64=f32`, for tests.
    pub(super) narrows: bool,
    state: Mutex<State>,
    /// Why it is of no use any more.
    lost: Mutex<Option<String>>,
}

pub(super) struct State {
    pub(super) memory: Memory,
    pub(super) checks: Checks<Found>,
    kernels: Kernels,
}

impl Context {
    pub(super) fn open(home: Device, number: usize) -> Result<Self> {
        // Never given back, as tensors and reads of it may outlive whoever opened it.
        let driver: &'static Driver = Box::leak(Box::new(Driver::open(number)?));
        let compiler = Compiler::new(driver.capability)?;
        let mut memory = Memory::default();
        let status = memory.block(STATUS, driver)?;
        let at = memory.get(status).ok_or_else(|| refused("memory is gone"))?.at;
        driver.write(at, &[0; STATUS])?;
        let state = State { memory, checks: Checks::new(status), kernels: Kernels::new(compiler) };
        let narrows = std::env::var("COTANGENT_CUDA_F64").is_ok_and(|v| v.trim() == "f32");
        let (state, lost) = (Mutex::new(state), Mutex::new(None));
        Ok(Self { home, driver, waiting: OnceLock::new(), narrows, state, lost })
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why it is gone, if it is.
    pub(super) fn lost(&self) -> Option<String> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The error of a call that failed late: the GPU is of no use any more.
    pub(super) fn failed(&self, why: &Error) -> Error {
        let mut lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        let why = lost.get_or_insert_with(|| why.message().to_owned());
        refused(format_args!("{} was lost: {why}", self.home))
    }

    /// Calls `wake` when the stream is as far as it is now, on another thread.
    pub(super) fn afterwards(&self, wake: Wake) -> Result<()> {
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
        waiting.send((driver.event()?, wake)).map_err(|_| self.gone())
    }

    pub(super) fn gone(&self) -> Error {
        match self.lost() {
            Some(why) => refused(format_args!("{} was lost: {why}", self.home)),
            None => refused("a tensor is of a device that was lost"),
        }
    }

    /// Where kernels say what they find.
    pub(super) fn status_at(&self, state: &State) -> Result<Address> {
        Ok(state.memory.get(state.checks.status).ok_or_else(|| self.gone())?.at)
    }

    /// Launches a kernel, with the number of its check if it has one. `words` go before the addresses of what it binds.
    fn record(
        &self,
        state: &mut State,
        (kernel, mut words): (Loaded, Vec<u64>),
        bindings: &Bindings,
        groups: usize,
        check: Option<u64>,
    ) -> Result<()> {
        let State { memory, checks, .. } = state;
        for (block, _) in bindings.blocks() {
            words.push(memory.get(block).ok_or_else(|| self.gone())?.at);
        }
        // As large as the alignment of vectors says.
        words.resize(words.len().next_multiple_of(2), 0);
        if size_of_val(&words[..]) > GIVEN {
            return Err(too_many(bindings.len(), BUFFERS));
        }
        let held = |block| memory.get(block).map_or(0, |held| held.depends);
        let depends = checks.depends(check, bindings.blocks().map(|(block, _)| held(block)));
        for (block, _) in bindings.blocks().filter(|&(block, written)| written && block != checks.status) {
            if let Some(held) = memory.get_mut(block) {
                held.depends = depends;
            }
        }
        self.driver.launch(kernel, groups, GROUP as u32, &mut words)?;
        debug::ran(|counts| &mut counts.dispatches);
        Ok(())
    }

    fn run_opaque(
        &self,
        state: &mut State,
        bindings: &Bindings,
        groups: usize,
        check: Option<u64>,
        write: &dyn Fn(&mut Text),
    ) -> Result<()> {
        let kernel = state.kernels.opaque((self.home, self.driver, self.narrows), bindings, write)?;
        self.record(state, kernel, bindings, groups, check)
    }

    /// Memory of so many bytes.
    fn block(&self, bytes: usize) -> Result<Block> {
        if self.lost().is_some() {
            return Err(self.gone());
        }
        let State { memory, .. } = &mut *self.state();
        memory.block(bytes, self.driver).map_err(|e| match e.kind() {
            ErrorKind::Memory => {
                let message = format!("out of memory: {} has no {bytes} bytes for a tensor", self.home);
                Error::new(ErrorKind::Memory, message)
            }
            _ => self.failed(&e),
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
        let (error, is_new) = checks.error(found);
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

    fn dialect(&self) -> Dialect {
        Dialect::Cuda { narrows: self.narrows }
    }

    fn run_group(&self, bindings: &Bindings, groups: usize, write: &dyn Fn(&mut Text)) -> Result<()> {
        let mut state = self.state();
        let kernel = state.kernels.fused(self.driver, self.dialect(), write)?;
        self.record(&mut state, kernel, bindings, groups, None)
    }

    fn run(&self, bindings: &Bindings, groups: usize, write: &dyn Fn(&mut Text)) -> Result<()> {
        self.run_opaque(&mut self.state(), bindings, groups, None, write)
    }

    fn run_checked(
        &self,
        Checked { op, fails, numbers }: Checked<'_>,
        bindings: &Bindings,
        groups: usize,
        write: &dyn Fn(&mut Text, u32),
    ) -> Result<()> {
        let mut state = self.state();
        let number = state.checks.add(op, fails, numbers);
        let ran =
            self.run_opaque(&mut state, bindings, groups, Some(number), &|text| write(text, word(number)));
        if ran.is_err() {
            state.checks.forget(number);
            return ran;
        }
        expects(self.home, number);
        if let Some(last) = state.checks.asks(|found: &Found| found.answer(self.driver)) {
            let read = self.driver.read(self.status_at(&state)?, STATUS)?;
            state.checks.probe = Some(Found::new(read, last));
        }
        Ok(())
    }
}

impl Backend for Context {
    fn alloc(&self, len: usize, dtype: DType) -> Result<Block> {
        self.block(len.saturating_mul(stored(dtype, self.narrows)))
    }

    fn free(&self, block: Block) {
        self.state().memory.free(block, self.driver);
    }

    fn holds(&self, block: Block) -> bool {
        self.state().memory.get(block).is_some()
    }

    fn upload(&self, block: Block, dtype: DType, bytes: &[u8]) -> Result<()> {
        let held = self.state().memory.get(block).ok_or_else(|| self.gone())?;
        self.driver.write(held.at, &to_device(dtype, self.narrows, bytes))
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
        // Texts of opaque ops find elements by words.
        for place in call.ins.iter().chain(call.outs) {
            countable(place.layout.reach().map_or(0, |(_, last)| last))?;
            countable(place.layout.shape.numel())?;
        }
        opaque::run(self, call)
    }

    fn called_at(&self, check: u64, site: &Site) {
        self.state().checks.place(check, site);
    }
}
