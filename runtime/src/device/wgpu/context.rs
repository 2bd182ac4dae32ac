//! An adapter in use.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::wgpu as gpu;
use cotangent_kernels::DType;

use super::memory::{Memory, size_for};
use super::pipelines::Pipelines;
use super::queue::Queue;
use super::reading::{Probe, Reading};
use super::wakers::Locked;
use super::{limits, told};
use crate::debug;
use crate::device::backend::{Arriving, Backend, Call, Launch, expects};
use crate::device::texts::body::{Bindings, countable, too_many};
use crate::device::texts::checks::{Checks, STATUS, word};
use crate::device::texts::contract::Contraction;
use crate::device::texts::elements::{stored, to_device};
use crate::device::texts::epilogue::Pending;
use crate::device::texts::launch::Kernel;
use crate::device::texts::text::Text;
use crate::device::texts::{Checked, Machine, Waits, fused, opaque};
use crate::device::{Block, Device};
use crate::error::{Error, ErrorKind, Result, Site};

/// A device of wgpu and all that is kept for it.
pub(super) struct Context {
    home: Device,
    pub(super) device: gpu::Device,
    pub(super) queue: gpu::Queue,
    limits: gpu::Limits,
    has_f16: bool,
    /// Whether f64 is stored and computed as f32: `COTANGENT_WGPU_F64=f32`.
    narrows: bool,
    state: Mutex<State>,
    /// What the device said since it was last asked: its errors come late.
    said: Arc<Mutex<Said>>,
}

#[derive(Debug, Default)]
struct Said {
    error: Option<String>,
    lost: Option<String>,
}

pub(super) struct State {
    pub(super) memory: Memory,
    pub(super) checks: Checks<Probe>,
    pub(super) queue: Queue,
    pipelines: Pipelines,
    /// A product that comes before whatever is recorded next.
    pending: Option<Pending>,
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is behind the locks is consistent between statements that may panic.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Context {
    pub(super) async fn open(home: Device, adapter: &gpu::Adapter) -> Result<Self> {
        let limits = limits::asked(adapter)?;
        let has_f16 = adapter.features().contains(gpu::Features::SHADER_F16);
        let how = gpu::DeviceDescriptor {
            label: None,
            required_features: if has_f16 { gpu::Features::SHADER_F16 } else { gpu::Features::empty() },
            required_limits: limits.clone(),
            ..Default::default()
        };
        let (device, queue) = adapter
            .request_device(&how)
            .await
            .map_err(|e| Error::new(ErrorKind::Device, format!("{home} cannot be used: {e}")))?;
        let narrows = std::env::var("COTANGENT_WGPU_F64").is_ok_and(|v| v.trim() == "f32");
        let said: Arc<Mutex<Said>> = Arc::default();
        let errors = Arc::clone(&said);
        device.on_uncaptured_error(Arc::new(move |e: gpu::Error| {
            locked(&errors).error.get_or_insert_with(|| e.to_string());
        }));
        let losses = Arc::clone(&said);
        device.set_device_lost_callback(move |reason, message| {
            locked(&losses).lost.get_or_insert_with(|| format!("{reason:?}, {message}"));
        });
        let (mut memory, work) = (Memory::default(), Queue::new(&device));
        let status = memory.take(size_for(STATUS as u64), &device);
        queue.write_buffer(&status.buffer, 0, &[0; STATUS]);
        let checks = Checks::new(memory.block(status));
        let state = State { memory, checks, queue: work, pipelines: Pipelines::new(), pending: None };
        Ok(Self { home, device, queue, limits, has_f16, narrows, state: Mutex::new(state), said })
    }

    pub(super) fn state(&self) -> Locked<'_, State> {
        Locked::new(&self.state)
    }

    /// Why it is gone, if it is.
    pub(super) fn lost(&self) -> Option<String> {
        locked(&self.said).lost.clone()
    }

    #[cfg(feature = "test-hooks")]
    pub(super) fn destroy(&self) {
        self.device.destroy();
        let _ = self.device.poll(gpu::PollType::Poll);
    }

    /// An error that the device has told of.
    pub(super) fn check(&self) -> Result<()> {
        let mut said = locked(&self.said);
        let error = said.error.take();
        let message = match (&said.lost, error) {
            (Some(why), _) => format!("{} was lost: {why}; open it again with `Device::wgpu`", self.home),
            (None, Some(error)) => format!("{}: {error}", self.home),
            (None, None) => return Ok(()),
        };
        Err(Error::new(ErrorKind::Device, message))
    }

    pub(super) fn gone(&self) -> Error {
        let why = "a tensor is of a device that was lost, or of a product that was refused";
        self.check().err().unwrap_or_else(|| Error::new(ErrorKind::Device, why))
    }

    /// Records what waits.
    pub(super) fn flush(&self, state: &mut State) -> Result<()> {
        let Some(product) = state.pending.take() else { return Ok(()) };
        let (bindings, at) = product.bindings();
        let write = |text: &mut Text| product.write(text, &bindings, &at);
        let recorded = self.add(state, &bindings, product.groups(), None, &write);
        if recorded.is_err() {
            // Its call has succeeded. Whoever reads what nobody wrote has to hear of it.
            state.memory.free(product.operands.out.block);
        }
        product.operands.kept().into_iter().for_each(|block| state.memory.free(block));
        recorded
    }

    /// Records a kernel behind what waits, with the number of its check if it has one.
    fn record(
        &self,
        state: &mut State,
        bindings: &Bindings,
        groups: usize,
        check: Option<u64>,
        write: &dyn Fn(&mut Text),
    ) -> Result<()> {
        self.flush(state)?;
        self.add(state, bindings, groups, check, write)?;
        debug::ran(|counts| &mut counts.dispatches);
        Ok(())
    }

    fn add(
        &self,
        state: &mut State,
        bindings: &Bindings,
        groups: usize,
        check: Option<u64>,
        write: &dyn Fn(&mut Text),
    ) -> Result<()> {
        let most = self.most();
        if bindings.len() > most {
            return Err(too_many(bindings.len(), most));
        }
        let State { memory, queue, pipelines, checks, .. } = state;
        let (pipeline, arguments) =
            pipelines.get((self.home, &self.device), &queue.layout, bindings, write)?;
        if arguments.len() > Queue::WORDS {
            return Err(too_many(bindings.len(), most));
        }
        let mut key = vec![pipeline.number];
        let mut buffers = Vec::new();
        for (block, _) in bindings.blocks() {
            let held = memory.get_mut(block).ok_or_else(|| self.gone())?;
            // The batch may be handed over first, to make room.
            held.batch = queue.batch + 1;
            key.push(held.number);
            buffers.push(held.buffer.clone());
        }
        let held = |block| memory.get(block).map_or(0, |held| held.depends);
        let depends = checks.depends(check, bindings.blocks().map(|(block, _)| held(block)));
        for (block, _) in bindings.blocks().filter(|&(block, written)| written && block != checks.status) {
            if let Some(held) = memory.get_mut(block) {
                held.depends = depends;
            }
        }
        let buffers: Vec<_> = buffers.iter().collect();
        let device = (&self.device, &self.queue);
        queue.launch(device, (&pipeline.compiled, &pipeline.layout), &arguments, key, &buffers, groups);
        Ok(())
    }

    /// Writes whole words of a block, behind all that was asked for before.
    pub(super) fn write(&self, state: &mut State, block: Block, bytes: &[u8]) -> Result<()> {
        if state.pending.as_ref().is_some_and(|product| product.operands.uses(block)) {
            self.flush(state)?;
        }
        let State { memory, queue, .. } = state;
        let held = memory.get(block).ok_or_else(|| self.gone())?;
        if held.batch >= queue.batch {
            // Commands that were not handed over use it.
            queue.submit(&self.device, &self.queue);
        }
        if !bytes.is_empty() {
            self.queue.write_buffer(&held.buffer, 0, bytes);
        }
        Ok(())
    }
}

impl Machine for Context {
    fn home(&self) -> Device {
        self.home
    }

    fn most(&self) -> usize {
        self.limits.max_storage_buffers_per_shader_stage as usize
    }

    fn takes(&self, dtype: DType, narrows: bool) -> Result<()> {
        match dtype {
            DType::F64 if narrows || self.narrows => Ok(()),
            DType::F16 if self.has_f16 => Ok(()),
            DType::F64 | DType::F16 | DType::Bf16 => {
                let message = format!("{} has no {dtype}", self.home);
                Err(Error::new(ErrorKind::Device, message))
            }
            _ => Ok(()),
        }
    }

    fn status(&self) -> Block {
        self.state().checks.status
    }

    fn run(&self, bindings: &Bindings, groups: usize, write: &dyn Fn(&mut Text)) -> Result<()> {
        self.record(&mut self.state(), bindings, groups, None, write)
    }

    // One lock holds both: nobody looks at the block before the kernel is recorded.
    fn run_checked(
        &self,
        Checked { op, fails, numbers }: Checked<'_>,
        bindings: &Bindings,
        groups: usize,
        write: &dyn Fn(&mut Text, u32),
    ) -> Result<()> {
        let mut state = self.state();
        let number = state.checks.add(op, fails, numbers);
        let ran = self.record(&mut state, bindings, groups, Some(number), &|text| write(text, word(number)));
        if ran.is_err() {
            state.checks.forget(number);
            return ran;
        }
        expects(self.home, number);
        if let Some(last) = state.checks.asks(Probe::answer) {
            let asked = self.asked(&mut state, None, Some(last))?;
            state.checks.probe = Probe::of(asked);
        }
        Ok(())
    }

    fn waits(&self) -> Option<&dyn Waits> {
        Some(self)
    }
}

impl Waits for Context {
    fn is_idle(&self) -> bool {
        self.state().pending.is_none()
    }

    fn later(&self, product: &Contraction, call: &Call<'_>) -> Result<bool> {
        let Some(product) = product.waiting(call)? else { return Ok(false) };
        let mut state = self.state();
        self.flush(&mut state)?;
        if !product.operands.blocks().all(|block| state.memory.get(block).is_some()) {
            return Err(self.gone());
        }
        state.pending = Some(product);
        debug::ran(|counts| &mut counts.dispatches);
        Ok(true)
    }

    fn joined(&self, kernel: &Kernel<'_>) -> bool {
        let mut state = self.state();
        let Some(product) = &state.pending else { return false };
        let (bindings, at, others) = product.bindings_with(kernel);
        if !product.takes(kernel) || bindings.len() > self.most() {
            return false;
        }
        let Some(product) = state.pending.take() else { return false };
        let write = |text: &mut Text| product.write_with(text, kernel, &bindings, (&at, &others));
        if self.add(&mut state, &bindings, product.groups(), None, &write).is_err() {
            // The product is as it was, and two kernels may do where one is refused.
            state.pending = Some(product);
            return false;
        }
        product.operands.kept().into_iter().for_each(|block| state.memory.free(block));
        true
    }
}

impl Backend for Context {
    fn alloc(&self, len: usize, dtype: DType) -> Result<Block> {
        self.takes(dtype, true)?;
        self.check()?;
        // Kernels count elements in words.
        countable(len)?;
        let bytes = (len as u64).saturating_mul(stored(dtype, true) as u64);
        let most = self.limits.max_buffer_size.min(self.limits.max_storage_buffer_binding_size);
        if bytes > most {
            let message = format!("a tensor of {bytes} bytes is over what {} binds, {most}", self.home);
            return Err(Error::new(ErrorKind::Memory, message));
        }
        let size = size_for(bytes).min(most).next_multiple_of(4);
        let mut state = self.state();
        for is_last in [false, true] {
            let take = || state.memory.take(size, &self.device);
            let (held, error) = told(&self.device, gpu::ErrorFilter::OutOfMemory, take);
            if error.is_none() {
                return Ok(state.memory.block(held));
            }
            // What is kept for later may be what is lacking.
            self.flush(&mut state)?;
            let State { memory, queue, .. } = &mut *state;
            memory.clear();
            queue.forget();
            if !is_last {
                queue.submit(&self.device, &self.queue);
                debug::ran(|counts| &mut counts.waits);
                let _ = self.device.poll(gpu::PollType::wait_indefinitely());
            }
        }
        let message = format!("out of memory: {} has no {bytes} bytes for a tensor", self.home);
        Err(Error::new(ErrorKind::Memory, message))
    }

    fn free(&self, block: Block) {
        let State { memory, pending, .. } = &mut *self.state();
        if !pending.as_mut().is_some_and(|product| product.operands.keeps(block)) {
            memory.free(block);
        }
    }

    fn holds(&self, block: Block) -> bool {
        self.state().memory.get(block).is_some()
    }

    fn upload(&self, block: Block, dtype: DType, bytes: &[u8]) -> Result<()> {
        self.takes(dtype, false)?;
        let mut bytes = to_device(dtype, true, bytes);
        if !bytes.len().is_multiple_of(4) {
            // Whole words.
            bytes.to_mut().extend([0; 2]);
        }
        self.write(&mut self.state(), block, &bytes)
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
        call.ins.iter().chain(call.outs).try_for_each(|place| self.takes(place.dtype, false))?;
        opaque::run(self, call)
    }

    fn called_at(&self, check: u64, site: &Site) {
        self.state().checks.place(check, site);
    }
}
