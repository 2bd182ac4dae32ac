//! Devices behind WebGPU.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context as Task, Poll, Waker};

use ::wgpu as gpu;

use super::backend::Backend;
use super::{Device, Kind};
use crate::error::{Error, ErrorKind, InOp, Result};

mod context;
mod limits;
mod memory;
mod pipelines;
mod queue;
mod reading;
mod shown;
mod wakers;

#[doc(hidden)]
pub use super::texts::text::{Layouts, tell_apart};
use context::Context;

/// An adapter that wgpu finds: a GPU, or a driver that is software.
#[derive(Clone, Debug)]
pub struct Adapter {
    /// `Device::wgpu` takes it.
    pub number: usize,
    /// As the driver says it.
    pub name: String,
    /// `Vulkan`, `Metal`, `Dx12` or `BrowserWebGpu`.
    pub backend: String,
    /// Whether it is software.
    pub is_software: bool,
    /// Bytes of a tensor at most.
    pub largest_tensor: u64,
    /// Operands of a kernel at most.
    pub operands: u32,
    /// Whether elements may be f16.
    pub has_f16: bool,
}

impl fmt::Display for Adapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, name, backend, largest_tensor, operands, .. } = self;
        let half = if self.has_f16 { ", f16" } else { "" };
        write!(
            f,
            "wgpu:{number} {name} ({backend}, tensors up to {largest_tensor} bytes, {operands} operands{half})"
        )
    }
}

/// What tells an adapter from others: its number, or part of its name.
#[derive(Clone, Debug)]
pub enum Selector {
    /// As [`Device::adapters`] counts.
    Number(usize),
    /// The first whose name contains this, in letters of any case.
    Name(String),
}

impl From<usize> for Selector {
    fn from(number: usize) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Selector {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl Device {
    /// The adapters behind WebGPU, those of hardware first. A browser tells of none before it is awaited.
    pub fn adapters() -> Vec<Adapter> {
        wait(Self::adapters_async()).unwrap_or_default()
    }

    /// [`Device::adapters`] for a browser, which tells of one.
    pub async fn adapters_async() -> Vec<Adapter> {
        let all = found().await;
        all.iter().enumerate().map(|(number, adapter)| described(number, adapter)).collect()
    }

    /// An adapter as a device: `Device::wgpu(0)`, or by part of its name. Without one it is an error, and so it is in a browser that was
    /// not awaited.
    pub fn wgpu(selector: impl Into<Selector>) -> Result<Self> {
        let still = "a browser cannot stand still; await `Device::wgpu_async` first";
        let opened = wait(opened(selector.into()));
        opened.unwrap_or_else(|| Err(Error::new(ErrorKind::Device, still))).in_op("Device::wgpu")
    }

    /// [`Device::wgpu`] for a browser, where nobody may stand still.
    pub async fn wgpu_async(selector: impl Into<Selector>) -> Result<Self> {
        opened(selector.into()).await.in_op("Device::wgpu_async")
    }
}

async fn opened(selector: Selector) -> Result<Device> {
    if let Selector::Number(number) = selector
        && let Ok(number) = u16::try_from(number)
        && contexts().get(&number).is_some_and(|c| c.lost().is_none())
    {
        // Drivers need not be asked again.
        return Ok(Device { kind: Kind::Wgpu, number });
    }
    let all = found().await;
    let at = match &selector {
        Selector::Number(number) => all.get(*number).map(|_| *number),
        Selector::Name(part) => {
            let part = part.to_lowercase();
            all.iter().position(|a| a.get_info().name.to_lowercase().contains(&part))
        }
    };
    let number = at.and_then(|at| u16::try_from(at).ok());
    let Some(number) = number else { return Err(absent(&selector, &all)) };
    let device = Device { kind: Kind::Wgpu, number };
    let is_open =
        |contexts: &BTreeMap<u16, &Context>| contexts.get(&number).is_some_and(|c| c.lost().is_none());
    if is_open(&contexts()) {
        return Ok(device);
    }
    let context = Context::open(device, &all[usize::from(number)]).await?;
    let mut contexts = contexts();
    // Somebody else may have been faster.
    if !is_open(&contexts) {
        // Never given back: blocks of a device may outlive whoever opened it.
        contexts.insert(number, Box::leak(Box::new(context)));
    }
    Ok(device)
}

static CONTEXTS: Mutex<BTreeMap<u16, &'static Context>> = Mutex::new(BTreeMap::new());

fn contexts() -> MutexGuard<'static, BTreeMap<u16, &'static Context>> {
    CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The backend of a device that was opened. A value of [`Device`] exists for no other.
pub(super) fn backend(number: u16) -> Result<&'static dyn Backend> {
    let context = contexts().get(&number).copied();
    context.map(|c| c as &dyn Backend).ok_or_else(|| Error::new(ErrorKind::Device, "this device is not open"))
}

/// Ends a device as a driver may, for tests.
#[cfg(feature = "test-hooks")]
pub(super) fn lose(number: u16) {
    // Not behind their lock: the device tells of it.
    let context = contexts().get(&number).copied();
    if let Some(context) = context {
        context.destroy();
    }
}

async fn found() -> Vec<gpu::Adapter> {
    let mut how = gpu::InstanceDescriptor::new_without_display_handle();
    how.backends = gpu::Backends::PRIMARY;
    let mut all = gpu::Instance::new(how).enumerate_adapters(gpu::Backends::PRIMARY).await;
    let rank = |adapter: &gpu::Adapter| match adapter.get_info().device_type {
        gpu::DeviceType::DiscreteGpu => 0,
        gpu::DeviceType::IntegratedGpu => 1,
        gpu::DeviceType::VirtualGpu => 2,
        gpu::DeviceType::Other => 3,
        gpu::DeviceType::Cpu => 4,
    };
    all.sort_by_key(rank);
    all
}

fn described(number: usize, adapter: &gpu::Adapter) -> Adapter {
    // Of those that cannot be read the adapter says its own: opening it is an error.
    let (info, limits) = (adapter.get_info(), limits::asked(adapter).unwrap_or_else(|_| adapter.limits()));
    Adapter {
        number,
        name: info.name,
        backend: format!("{:?}", info.backend),
        is_software: info.device_type == gpu::DeviceType::Cpu,
        largest_tensor: limits.max_buffer_size.min(limits.max_storage_buffer_binding_size),
        operands: limits.max_storage_buffers_per_shader_stage,
        has_f16: adapter.features().contains(gpu::Features::SHADER_F16),
    }
}

#[cold]
fn absent(selector: &Selector, all: &[gpu::Adapter]) -> Error {
    let wanted = match selector {
        Selector::Number(number) => format!("no WebGPU adapter has number {number}"),
        Selector::Name(part) => format!("no WebGPU adapter has `{part}` in its name"),
    };
    let names: Vec<_> = all.iter().map(|a| a.get_info().name).collect();
    let there = if names.is_empty() { "there is none".to_owned() } else { format!("there are {names:?}") };
    Error::new(ErrorKind::Device, format!("{wanted}; {there}"))
}

/// What is made, and the error of it that `filter` tells. A browser tells it later, to whoever hears of all errors.
fn told<R>(
    device: &gpu::Device,
    filter: gpu::ErrorFilter,
    make: impl FnOnce() -> R,
) -> (R, Option<gpu::Error>) {
    if cfg!(target_arch = "wasm32") {
        return (make(), None);
    }
    let scope = device.push_error_scope(filter);
    let made = make();
    (made, wait(scope.pop()).flatten())
}

/// The value of a future that the thread itself brings about. In a browser a thread brings about nothing while it stands still.
fn wait<F: Future>(future: F) -> Option<F::Output> {
    let mut future = std::pin::pin!(future);
    loop {
        match future.as_mut().poll(&mut Task::from_waker(Waker::noop())) {
            Poll::Ready(value) => return Some(value),
            Poll::Pending if cfg!(target_arch = "wasm32") => return None,
            Poll::Pending => std::thread::yield_now(),
        }
    }
}
