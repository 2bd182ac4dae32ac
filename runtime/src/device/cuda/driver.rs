//! The driver of one GPU: its context, its stream, and calls that are errors where they fail.
//!
//! cudarc looks for libraries when they are first called, and panics where there are none: whoever calls asks `LIBRARY` first.

#![expect(unsafe_code)]

use std::ffi::{CString, c_void};
use std::fmt;

use cudarc::driver::{result, sys};

use super::library::{Library, library};
use crate::error::{Error, ErrorKind, Result};

/// An address on the device.
pub(super) type Address = sys::CUdeviceptr;

/// A GPU in use.
pub(super) struct Driver {
    device: sys::CUdevice,
    context: sys::CUcontext,
    stream: sys::CUstream,
    /// Major and minor: 9 and 0 for Hopper.
    pub(super) capability: (i32, i32),
}

// SAFETY: contexts and streams of the driver are used from any thread that has made the context current, which every call does.
unsafe impl Send for Driver {}
// SAFETY: as above; the driver orders the calls of several threads.
unsafe impl Sync for Driver {}

/// A kernel, loaded for good.
#[derive(Clone, Copy)]
pub(super) struct Loaded(sys::CUfunction);

// SAFETY: a function of a module that is never unloaded.
unsafe impl Send for Loaded {}
// SAFETY: as above; nothing changes it.
unsafe impl Sync for Loaded {}

/// A point of the stream.
pub(super) struct Event {
    event: sys::CUevent,
    driver: &'static Driver,
}

// SAFETY: events are used from any thread.
unsafe impl Send for Event {}

/// Memory of the host that the device writes by itself.
pub(super) struct Pinned {
    at: *mut c_void,
    len: usize,
    driver: &'static Driver,
}

// SAFETY: it owns its memory, which nobody else names.
unsafe impl Send for Pinned {}

/// The driver's own library.
static LIBRARY: Library = library!(
    cudarc::driver::sys,
    "cuda",
    "NVIDIA's driver",
    [
        cuCtxSetCurrent,
        cuDeviceGet,
        cuDeviceGetAttribute,
        cuDeviceGetCount,
        cuDeviceGetName,
        cuDevicePrimaryCtxRelease_v2,
        cuDevicePrimaryCtxRetain,
        cuEventCreate,
        cuEventDestroy_v2,
        cuEventQuery,
        cuEventRecord,
        cuEventSynchronize,
        cuGetErrorName,
        cuGetErrorString,
        cuInit,
        cuLaunchKernel,
        cuMemAllocAsync,
        cuMemFreeAsync,
        cuMemFreeHost,
        cuMemHostAlloc,
        cuMemcpyDtoHAsync_v2,
        cuMemcpyHtoDAsync_v2,
        cuModuleGetFunction,
        cuModuleLoadData,
        cuStreamCreate,
        cuStreamDestroy_v2,
        cuStreamSynchronize,
    ]
);

/// How many GPUs there are.
pub(super) fn count() -> Result<usize> {
    LIBRARY.ready()?;
    said(result::init(), "cuInit")?;
    Ok(said(result::device::get_count(), "cuDeviceGetCount")?.max(0) as usize)
}

/// The names of the GPUs.
pub(super) fn names() -> Result<Vec<String>> {
    let name = |i: usize| result::device::get(i as i32).and_then(result::device::get_name);
    (0..count()?).map(|i| said(name(i), "cuDeviceGetName")).collect()
}

#[cold]
pub(super) fn refused(message: impl fmt::Display) -> Error {
    Error::new(ErrorKind::Device, message.to_string())
}

fn said<T>(result: std::result::Result<T, result::DriverError>, call: &str) -> Result<T> {
    result.map_err(|e| {
        let kind = if e.0 == sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY {
            ErrorKind::Memory
        } else {
            ErrorKind::Device
        };
        Error::new(kind, format!("{call}: {e:?}"))
    })
}

impl Driver {
    /// Opens a GPU: its primary context, which other libraries of the process share.
    pub(super) fn open(number: usize) -> Result<Self> {
        let all = count()?;
        if number >= all {
            return Err(refused(format_args!("no GPU has number {number}; the driver finds {all}")));
        }
        let device = said(result::device::get(number as i32), "cuDeviceGet")?;
        let attribute = |which| {
            // SAFETY: `device` is one of the driver's.
            said(unsafe { result::device::get_attribute(device, which) }, "cuDeviceGetAttribute")
        };
        let capability = (
            attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        );
        // SAFETY: `device` is one of the driver's.
        let context = said(unsafe { result::primary_ctx::retain(device) }, "cuDevicePrimaryCtxRetain")?;
        let mut made = Self { device, context, stream: std::ptr::null_mut(), capability };
        made.enter()?;
        made.stream =
            said(result::stream::create(result::stream::StreamKind::NonBlocking), "cuStreamCreate")?;
        Ok(made)
    }

    /// Makes the context that of this thread.
    fn enter(&self) -> Result<()> {
        // SAFETY: the context was retained, and is released when nobody has `self`.
        said(unsafe { result::ctx::set_current(self.context) }, "cuCtxSetCurrent")
    }

    pub(super) fn alloc(&self, bytes: usize) -> Result<Address> {
        self.enter()?;
        // SAFETY: the stream is that of this context.
        said(unsafe { result::malloc_async(self.stream, bytes.max(1)) }, "cuMemAllocAsync")
    }

    /// Gives memory back behind what the stream was asked for before.
    pub(super) fn free(&self, at: Address) {
        // What cannot be given back is lost with the context.
        let _ = self.enter().and_then(|()| {
            // SAFETY: `at` came from `alloc`, and whoever had it has it no more.
            said(unsafe { result::free_async(at, self.stream) }, "cuMemFreeAsync")
        });
    }

    /// Writes to the device, behind what the stream was asked for before. The bytes may change afterwards.
    pub(super) fn write(&self, at: Address, bytes: &[u8]) -> Result<()> {
        self.enter()?;
        // SAFETY: whoever asks has memory of as many bytes at `at`. Pageable memory is copied before the call returns.
        said(unsafe { result::memcpy_htod_async(at, bytes, self.stream) }, "cuMemcpyHtoDAsync")
    }

    /// Asks for bytes of the device, which are there when the event has come.
    pub(super) fn read(&'static self, at: Address, bytes: usize) -> Result<(Pinned, Event)> {
        self.enter()?;
        // SAFETY: no flags, and the memory is freed once, by `Pinned`.
        let there = said(unsafe { result::malloc_host(bytes.max(1), 0) }, "cuMemHostAlloc")?;
        let pinned = Pinned { at: there, len: bytes, driver: self };
        // SAFETY: `pinned` has as many bytes, and is kept until the event has come: `Pinned` waits where it is dropped before.
        let target = unsafe { std::slice::from_raw_parts_mut(there.cast::<u8>(), bytes) };
        if bytes > 0 {
            // SAFETY: whoever asks has memory of as many bytes at `at`.
            said(unsafe { result::memcpy_dtoh_async(target, at, self.stream) }, "cuMemcpyDtoHAsync")?;
        }
        Ok((pinned, self.event()?))
    }

    /// The point where the stream is now.
    pub(super) fn event(&'static self) -> Result<Event> {
        self.enter()?;
        let flags = sys::CUevent_flags::CU_EVENT_DISABLE_TIMING;
        let event = Event { event: said(result::event::create(flags), "cuEventCreate")?, driver: self };
        // SAFETY: both are of this context and live.
        said(unsafe { result::event::record(event.event, self.stream) }, "cuEventRecord")?;
        Ok(event)
    }

    /// Stands still until an event has come.
    pub(super) fn wait(&self, event: &Event) -> Result<()> {
        self.enter()?;
        // SAFETY: the event lives.
        said(unsafe { result::event::synchronize(event.event) }, "cuEventSynchronize")
    }

    /// Whether an event has come.
    pub(super) fn has(&self, event: &Event) -> Result<bool> {
        self.enter()?;
        // SAFETY: the event lives.
        match unsafe { result::event::query(event.event) } {
            Err(e) if e.0 == sys::CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            other => said(other, "cuEventQuery").map(|()| true),
        }
    }

    /// Waits for all that the stream was asked for.
    pub(super) fn settle(&self) -> Result<()> {
        self.enter()?;
        // SAFETY: the stream is of this context.
        said(unsafe { result::stream::synchronize(self.stream) }, "cuStreamSynchronize")
    }

    /// Loads the kernel `name` of a compiled text.
    pub(super) fn load(&self, image: &[u8], name: &str) -> Result<Loaded> {
        self.enter()?;
        // SAFETY: an image as the compiler gives it, which says its own length.
        let module = said(unsafe { result::module::load_data(image.as_ptr().cast()) }, "cuModuleLoadData")?;
        let name = CString::new(name).map_err(refused)?;
        // SAFETY: the module was loaded, and is never unloaded.
        said(unsafe { result::module::get_function(module, name) }, "cuModuleGetFunction").map(Loaded)
    }

    /// Launches a kernel that takes one value, of these bytes.
    pub(super) fn launch(
        &self,
        kernel: Loaded,
        blocks: usize,
        threads: u32,
        given: &mut [u64],
    ) -> Result<()> {
        self.enter()?;
        let blocks = u32::try_from(blocks).map_err(|_| refused("more blocks than a launch has"))?;
        let (grid, block) = ((blocks, 1, 1), (threads, 1, 1));
        let mut parameters = [given.as_mut_ptr().cast::<c_void>()];
        // SAFETY: the kernel takes one value of as many bytes, which the driver copies before it returns; the buffers that it names are
        // live, and given back behind it on this stream.
        let asked = unsafe { result::launch_kernel(kernel.0, grid, block, 0, self.stream, &mut parameters) };
        said(asked, "cuLaunchKernel")
    }
}

/// Of one that could not be opened. Others are kept for good.
impl Drop for Driver {
    fn drop(&mut self) {
        if !self.stream.is_null() && self.settle().is_ok() {
            // SAFETY: the stream was made by `open`, and nobody has it any more.
            let _ = unsafe { result::stream::destroy(self.stream) };
        }
        // SAFETY: retained by `open`, once.
        let _ = unsafe { result::primary_ctx::release(self.device) };
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if self.driver.enter().is_ok() {
            // SAFETY: made by `Driver::event`, and nobody has it any more.
            let _ = unsafe { result::event::destroy(self.event) };
        }
    }
}

impl Pinned {
    /// The bytes, behind the event of their read.
    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: `read` made it of as many bytes, and whoever asks has waited for the device to have written them.
        unsafe { std::slice::from_raw_parts(self.at.cast(), self.len) }
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        // A copy may still be on its way: memory that cannot be waited for is left to the process.
        if self.driver.settle().is_ok() {
            // SAFETY: made by `Driver::read`, and no copy writes there any more.
            let _ = unsafe { result::free_host(self.at) };
        }
    }
}
