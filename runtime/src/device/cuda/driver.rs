//! The driver of one GPU: its context, its stream, and calls that are errors where they fail.

#![expect(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::{fmt, ptr};

use cudarc::driver::sys;

use super::calls::{self, Answer, Failed, LIBRARY, made};
use super::graph;
use super::nccl;
use super::pinned::{Pinned, Pool};
use crate::device::Device;
use crate::device::passes::GROUP;
use crate::error::{Error, ErrorKind, Result};

/// An address on the device.
pub(super) type Address = sys::CUdeviceptr;

/// CUDA that the driver has to know: kernels take more than 4096 bytes of values from then on.
const OLDEST: (i32, i32) = (12, 1);
/// And the cards that do: Volta.
const OLDEST_CARD: (i32, i32) = (7, 0);
/// Bytes that go to the device at once, by way of pinned memory. Of memory that is not pinned a driver may read later, where the card
/// reads it by itself; or it waits for the stream first.
const STAGED: usize = 4 << 20;

/// A GPU in use.
pub(super) struct Driver {
    home: Device,
    device: sys::CUdevice,
    context: sys::CUcontext,
    stream: sys::CUstream,
    /// Major and minor: 9 and 0 for Hopper.
    pub(super) capability: (i32, i32),
    /// Bytes that the threads of a block share at most.
    pub(super) shared: usize,
    /// The CUDA that the driver knows.
    pub(super) version: (i32, i32),
    pub(super) pinned: Mutex<Pool>,
    /// Whether every launch is waited for: `COTANGENT_CUDA_WAIT=1`.
    pub(super) waits: bool,
    /// Why it is of no use any more.
    lost: OnceLock<String>,
    /// Calls on their way.
    inside: AtomicUsize,
    is_left: AtomicBool,
}

// SAFETY: contexts and streams of the driver are used from any thread that has made the context current, which every call does.
unsafe impl Send for Driver {}
// SAFETY: as above; the driver orders the calls of several threads.
unsafe impl Sync for Driver {}

/// A kernel, loaded for good.
#[derive(Clone, Copy)]
pub(super) struct Loaded {
    function: sys::CUfunction,
    /// Of a block, and the bytes that they share beside those of the text.
    threads: u32,
    shared: u32,
}

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

/// While it lives the context is current on this thread. Then that is current again which was before.
pub(super) struct Entered<'d> {
    driver: &'d Driver,
    is_pushed: bool,
}

/// The CUDA that the driver knows, of one that is ready for calls.
pub(super) fn version() -> Result<(i32, i32)> {
    LIBRARY.ready()?;
    // SAFETY: no flags.
    said(unsafe { calls::cuInit(0) })?;
    // SAFETY: a place for a number.
    let version = said(made(|version| unsafe { calls::cuDriverGetVersion(version) }))?;
    let version = (version / 1000, version % 1000 / 10);
    if version < OLDEST {
        let ((major, minor), (least, more)) = (version, OLDEST);
        return Err(refused(format_args!(
            "the driver is of CUDA {major}.{minor}, and {least}.{more} or later is needed: that is NVIDIA's driver 530"
        )));
    }
    Ok(version)
}

/// How many GPUs there are.
fn count() -> Result<usize> {
    // SAFETY: a place for a number.
    Ok(said(made(|count| unsafe { calls::cuDeviceGetCount(count) }))?.max(0) as usize)
}

fn device(number: usize) -> Answer<sys::CUdevice> {
    // SAFETY: a place for a number.
    made(|device| unsafe { calls::cuDeviceGet(device, number as i32) })
}

/// The names of the GPUs.
pub(super) fn names() -> Result<Vec<String>> {
    version()?;
    let name = |i: usize| {
        let mut name = [0u8; 256];
        let len = name.len() as i32;
        // SAFETY: a device of the driver's, and a place for as many bytes.
        device(i).and_then(|device| unsafe {
            calls::cuDeviceGetName(name.as_mut_ptr().cast::<c_char>(), len, device)
        })?;
        Ok(CStr::from_bytes_until_nul(&name).unwrap_or_default().to_string_lossy().into_owned())
    };
    (0..count()?).map(|i| said(name(i))).collect()
}

#[cold]
pub(super) fn refused(message: impl fmt::Display) -> Error {
    Error::new(ErrorKind::Device, message.to_string())
}

fn said<T>(result: Answer<T>) -> Result<T> {
    result.map_err(|e| {
        let kind = if e.code == calls::OUT_OF_MEMORY { ErrorKind::Memory } else { ErrorKind::Device };
        Error::new(kind, e.to_string())
    })
}

/// Whether a context that says so says nothing else any more.
fn is_final(code: u32) -> bool {
    // Handles of our own that are not valid: somebody has reset the device.
    let is_reset = matches!(code, 4 | 201 | 400 | 709);
    // Memory, links and kernels that failed, from `CUDA_ERROR_ECC_UNCORRECTABLE` to `CUDA_ERROR_UNKNOWN`.
    is_reset || matches!(code, 46 | 214 | 220 | 226 | 700 | 702 | 710 | 714..=719 | 721 | 999)
}

impl Driver {
    /// Opens a GPU: its primary context, which other libraries of the process share.
    pub(super) fn open(home: Device, number: usize) -> Result<Self> {
        let version = version()?;
        let all = count()?;
        if number >= all {
            return Err(refused(format_args!("no GPU has number {number}; the driver finds {all}")));
        }
        let device = said(device(number))?;
        let attribute = |which| {
            // SAFETY: `device` is one of the driver's.
            said(made(|value| unsafe { calls::cuDeviceGetAttribute(value, which, device) }))
        };
        let capability = (
            attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        );
        let shared =
            attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?;
        let shared = shared.max(0) as usize;
        if capability < OLDEST_CARD {
            let ((major, minor), (least, more)) = (capability, OLDEST_CARD);
            return Err(refused(format_args!(
                "{home} has compute capability {major}.{minor}, and {least}.{more} or later is needed"
            )));
        }
        // SAFETY: `device` is one of the driver's.
        let context = said(made(|context| unsafe { calls::cuDevicePrimaryCtxRetain(context, device) }))?;
        let waits = std::env::var("COTANGENT_CUDA_WAIT").is_ok_and(|v| !matches!(v.trim(), "" | "0"));
        let mut made = Self {
            home,
            device,
            context,
            stream: ptr::null_mut(),
            capability,
            shared,
            version,
            pinned: Mutex::default(),
            waits,
            lost: OnceLock::new(),
            inside: AtomicUsize::new(0),
            is_left: AtomicBool::new(false),
        };
        made.stream = made.new_stream()?;
        Ok(made)
    }

    /// Makes the context current on this thread. If it is current already, this takes one call.
    pub(super) fn enter(&self) -> Result<Entered<'_>> {
        self.inside.fetch_add(1, Ordering::SeqCst);
        let mut entered = Entered { driver: self, is_pushed: false };
        if self.lost.get().is_some() {
            return Err(self.gone());
        }
        // SAFETY: a place for a context.
        let current = self.said(made(|context| unsafe { calls::cuCtxGetCurrent(context) }))?;
        if current != self.context {
            // SAFETY: the context was retained, and is released when nobody is inside.
            self.said(unsafe { calls::cuCtxPushCurrent_v2(self.context) })?;
            entered.is_pushed = true;
        }
        Ok(entered)
    }

    /// Why it is lost, if it is.
    pub(super) fn lost(&self) -> Option<&str> {
        self.lost.get().map(String::as_str)
    }

    /// The error of whatever is asked of one that is lost.
    #[cold]
    pub(super) fn gone(&self) -> Error {
        refused(format_args!("{} was lost: {}", self.home, self.lost().unwrap_or("it was given back")))
    }

    /// The answer of a call, whose error may say that all is lost.
    pub(super) fn said<T>(&self, result: Answer<T>) -> Result<T> {
        match result {
            Err(e) if is_final(e.code) => Err(self.fails(e)),
            other => said(other),
        }
    }

    /// The answer of a call that waits for earlier work: an error may belong to any of this work.
    fn said_late<T>(&self, result: Answer<T>) -> Result<T> {
        match result {
            // Somebody else records in this process.
            Err(e) if matches!(e.code, 900..=909) => said(Err(e)),
            result => result.map_err(|e| self.fails(e)),
        }
    }

    /// Is lost from now on.
    pub(super) fn loses(&self, why: String) {
        self.lost.get_or_init(|| why);
        nccl::lost();
    }

    /// Of those that wait: whether it was lost meanwhile, and what they have waited for is nothing.
    fn unless_lost<T>(&self, answer: T) -> Result<T> {
        if self.lost.get().is_some() { Err(self.gone()) } else { Ok(answer) }
    }

    #[cold]
    fn fails(&self, e: Failed) -> Error {
        self.lost.get_or_init(|| {
            let which = if self.waits {
                ""
            } else {
                "; what failed may be any kernel before: COTANGENT_CUDA_WAIT=1 waits for each, and then the error names its op and line"
            };
            format!("{e}{which}")
        });
        // `CUDA_ERROR_DEINITIALIZED`: the process ends, and NCCL with it.
        if e.code != 4 {
            nccl::lost();
        }
        self.gone()
    }

    /// Leaves the context of a GPU that is lost, so that the next one that is opened is another.
    pub(super) fn leave(&self) -> Result<()> {
        // Those that are inside come back with an error. Nobody comes after them.
        while self.inside.load(Ordering::SeqCst) > 0 {
            std::thread::yield_now();
        }
        if !self.is_left.swap(true, Ordering::SeqCst) {
            // SAFETY: retained by `open`, once. A context that failed may answer what it failed of.
            let _ = unsafe { calls::cuDevicePrimaryCtxRelease_v2(self.device) };
        }
        let (mut flags, mut is_active) = (0, 0);
        // SAFETY: two places for two numbers.
        said(unsafe { calls::cuDevicePrimaryCtxGetState(self.device, &raw mut flags, &raw mut is_active) })?;
        if is_active != 0 {
            let why = self.lost().unwrap_or_default();
            return Err(refused(format_args!(
                "{} was lost, and another library of this process holds its context, as NVIDIA's of products and systems do for good: the process has to start anew ({why})",
                self.home
            )));
        }
        Ok(())
    }

    /// Bytes that are free on the device, and all that it has.
    pub(super) fn room(&self) -> Result<(usize, usize)> {
        let _entered = self.enter()?;
        let (mut free, mut all) = (0, 0);
        // SAFETY: two places for two numbers.
        self.said(unsafe { calls::cuMemGetInfo_v2(&raw mut free, &raw mut all) })?;
        Ok((free, all))
    }

    /// Calls another library with the stream, in the context.
    pub(super) fn on_stream<T>(&self, call: impl FnOnce(sys::CUstream) -> T) -> Result<T> {
        let _entered = self.enter()?;
        Ok(call(self.stream()))
    }

    pub(super) fn alloc(&self, bytes: usize) -> Result<Address> {
        let _entered = self.enter()?;
        // SAFETY: the stream is that of this context.
        self.said(made(|at| unsafe { calls::cuMemAllocAsync(at, bytes.max(1), self.stream) }))
    }

    /// Gives memory back behind what the stream was asked for before.
    pub(super) fn free(&self, at: Address) {
        // What cannot be given back is lost with the context.
        let _ = self.enter().and_then(|_entered| {
            // SAFETY: `at` came from `alloc`, and whoever had it has it no more.
            self.said(unsafe { calls::cuMemFreeAsync(at, self.stream) })
        });
    }

    /// Writes to the device, behind what the stream was asked for before. The bytes may change afterwards.
    pub(super) fn write(&'static self, at: Address, bytes: &[u8]) -> Result<()> {
        let _entered = self.enter()?;
        for (part, bytes) in bytes.chunks(STAGED).enumerate() {
            let mut staged = Pinned::new(self, bytes.len())?;
            staged.bytes_mut().copy_from_slice(bytes);
            let at = at + (part * STAGED) as u64;
            // SAFETY: whoever asks has memory of as many bytes there. What is pinned is kept until its event has come.
            let from = staged.bytes().as_ptr().cast::<c_void>();
            self.said(unsafe { calls::cuMemcpyHtoDAsync_v2(at, from, bytes.len(), self.stream) })?;
            staged.record()?;
        }
        Ok(())
    }

    /// Copies memory of the device, behind what this thread asked for before.
    pub(super) fn copy(&self, from: Address, to: Address, bytes: usize) -> Result<()> {
        self.copy_on(self.stream(), from, to, bytes)
    }

    /// The same, behind what a stream was asked for.
    pub(super) fn copy_on(
        &self,
        stream: sys::CUstream,
        from: Address,
        to: Address,
        bytes: usize,
    ) -> Result<()> {
        let _entered = self.enter()?;
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: whoever asks has memory of as many bytes at both, and the stream is of this context.
        self.said(unsafe { calls::cuMemcpyDtoDAsync_v2(to, from, bytes, stream) })
    }

    /// Asks for bytes of the device, which are there when the event of the memory has come.
    pub(super) fn read(&'static self, at: Address, bytes: usize) -> Result<Pinned> {
        let _entered = self.enter()?;
        let mut pinned = Pinned::new(self, bytes)?;
        if bytes > 0 {
            // SAFETY: whoever asks has memory of as many bytes at `at`. `pinned` is not used for others before its event has come.
            let to = pinned.bytes_mut().as_mut_ptr().cast::<c_void>();
            self.said(unsafe { calls::cuMemcpyDtoHAsync_v2(to, at, bytes, self.stream) })?;
        }
        pinned.record()?;
        Ok(pinned)
    }

    /// The point where the stream is now.
    pub(super) fn event(&'static self) -> Result<Event> {
        let _entered = self.enter()?;
        self.recorded(0)
    }

    /// The same. Whoever waits for it sleeps, where others keep a core busy.
    pub(super) fn quiet_event(&'static self) -> Result<Event> {
        let _entered = self.enter()?;
        self.recorded(sys::CUevent_flags::CU_EVENT_BLOCKING_SYNC as u32)
    }

    fn recorded(&'static self, flags: u32) -> Result<Event> {
        let event = Event { event: self.flagged_event(flags)?, driver: self };
        self.record(event.event)?;
        Ok(event)
    }

    pub(super) fn new_event(&self) -> Result<sys::CUevent> {
        self.flagged_event(0)
    }

    fn flagged_event(&self, flags: u32) -> Result<sys::CUevent> {
        let flags = flags | sys::CUevent_flags::CU_EVENT_DISABLE_TIMING as u32;
        // SAFETY: a place for an event.
        self.said(made(|event| unsafe { calls::cuEventCreate(event, flags) }))
    }

    pub(super) fn record(&self, event: sys::CUevent) -> Result<()> {
        // SAFETY: both are of this context and live.
        self.said(unsafe { calls::cuEventRecord(event, self.stream) })
    }

    /// Stands still until an event has come.
    pub(super) fn wait(&self, event: &impl Point) -> Result<()> {
        let _entered = self.enter()?;
        // SAFETY: the event lives.
        self.said_late(unsafe { calls::cuEventSynchronize(event.event()) })?;
        self.unless_lost(())
    }

    /// Whether an event has come.
    pub(super) fn has(&self, event: &impl Point) -> Result<bool> {
        let _entered = self.enter()?;
        // SAFETY: the event lives.
        match unsafe { calls::cuEventQuery(event.event()) } {
            Err(e) if e.code == calls::NOT_READY => Ok(false),
            other => self.said_late(other).and_then(|()| self.unless_lost(true)),
        }
    }

    /// Waits for all that the stream was asked for.
    pub(super) fn settle(&self) -> Result<()> {
        let _entered = self.enter()?;
        // SAFETY: the stream is of this context.
        self.said_late(unsafe { calls::cuStreamSynchronize(self.stream) })?;
        self.unless_lost(())
    }

    /// Lets another GPU read and write what is allocated here, if it can.
    pub(super) fn show_to(&self, other: &Self) -> Result<()> {
        let _entered = self.enter()?;
        // SAFETY: both are the driver's, and a place for a number.
        let can =
            self.said(made(|can| unsafe { calls::cuDeviceCanAccessPeer(can, other.device, self.device) }))?;
        if can == 0 {
            return Ok(());
        }
        // SAFETY: the device is the driver's, and a place for a pool.
        let pool = self.said(made(|pool| unsafe { calls::cuDeviceGetMemPool(pool, self.device) }))?;
        let access = sys::CUmemAccessDesc {
            location: sys::CUmemLocation {
                type_: sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE,
                id: other.device,
            },
            flags: sys::CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        };
        // SAFETY: the pool is there as long as its device, and one description is given.
        self.said(unsafe { calls::cuMemPoolSetAccess(pool, &raw const access, 1) })
    }

    /// Loads the kernel `name` of a compiled text.
    pub(super) fn load(&self, image: &[u8], name: &str) -> Result<Loaded> {
        let _entered = self.enter()?;
        // SAFETY: an image as the compiler gives it, which says its own length.
        let module = made(|module| unsafe { calls::cuModuleLoadData(module, image.as_ptr().cast()) });
        let module = self.said(module)?;
        let name = CString::new(name).map_err(refused)?;
        // SAFETY: the module was loaded, and is never unloaded. Where a driver loads late this call does it, and not the first launch,
        // which may be recorded.
        self.said(made(|function| unsafe { calls::cuModuleGetFunction(function, module, name.as_ptr()) }))
            .map(|function| Loaded { function, threads: GROUP as u32, shared: 0 })
    }

    /// The kernel for blocks of so many threads, which share so many bytes beside those of the text.
    pub(super) fn shaped(&self, kernel: Loaded, (threads, shared): (usize, usize)) -> Result<Loaded> {
        let _entered = self.enter()?;
        let which = sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        // SAFETY: a function of a module that is never unloaded.
        self.said(unsafe { calls::cuFuncSetAttribute(kernel.function, which, shared as i32) })?;
        Ok(Loaded { threads: threads as u32, shared: shared as u32, ..kernel })
    }

    /// Launches a kernel that takes one value, of these bytes.
    pub(super) fn launch(&self, kernel: Loaded, blocks: usize, given: &mut [u64]) -> Result<()> {
        let _entered = self.enter()?;
        let blocks = u32::try_from(blocks).map_err(|_| refused("more blocks than a launch has"))?;
        let mut parameters = [given.as_mut_ptr().cast::<c_void>()];
        // SAFETY: the kernel takes one value of as many bytes, which the driver copies before the call returns. Buffers named in the value
        // are live, and given back behind the launch on this stream, or kept for the graph that records the launch.
        let asked = unsafe {
            let (parameters, stream) = (parameters.as_mut_ptr(), self.stream());
            let Loaded { function, threads, shared } = kernel;
            calls::cuLaunchKernel(
                function,
                blocks,
                1,
                1,
                threads,
                1,
                1,
                shared,
                stream,
                parameters,
                ptr::null_mut(),
            )
        };
        self.said(asked)?;
        self.ran()
    }

    /// Something was launched. Where every launch is waited for, what fails is its own error.
    pub(super) fn ran(&self) -> Result<()> {
        if self.waits && graph::stream_here(self).is_none() { self.settle() } else { Ok(()) }
    }

    /// The stream of what this thread asks for: one that is recorded, or that of all.
    pub(super) fn stream(&self) -> sys::CUstream {
        graph::stream_here(self).unwrap_or(self.stream)
    }

    /// The stream of all that runs.
    pub(super) fn main_stream(&self) -> sys::CUstream {
        self.stream
    }

    pub(super) fn new_stream(&self) -> Result<sys::CUstream> {
        let _entered = self.enter()?;
        let flags = sys::CUstream_flags::CU_STREAM_NON_BLOCKING as u32;
        // SAFETY: a place for a stream.
        self.said(made(|stream| unsafe { calls::cuStreamCreate(stream, flags) }))
    }
}

/// What has an event.
pub(super) trait Point {
    fn event(&self) -> sys::CUevent;
}

impl Point for Event {
    fn event(&self) -> sys::CUevent {
        self.event
    }
}

/// Of one that could not be opened. Others are kept for good.
impl Drop for Driver {
    fn drop(&mut self) {
        if !self.stream.is_null() && self.settle().is_ok() {
            let _ = self.enter().map(|_entered| {
                // SAFETY: the stream was made by `open`, and nobody has it any more.
                let _ = unsafe { calls::cuStreamDestroy_v2(self.stream) };
            });
        }
        // SAFETY: retained by `open`, once.
        let _ = unsafe { calls::cuDevicePrimaryCtxRelease_v2(self.device) };
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        if self.is_pushed {
            // SAFETY: what this thread has pushed, and a place for it.
            let _ = made(|popped| unsafe { calls::cuCtxPopCurrent_v2(popped) });
        }
        self.driver.inside.fetch_sub(1, Ordering::SeqCst);
    }
}

/// An event of a context that is lost is lost with it.
impl Drop for Event {
    fn drop(&mut self) {
        let _ = self.driver.enter().map(|_entered| {
            // SAFETY: made by `Driver::event`, and nobody has it any more.
            let _ = unsafe { calls::cuEventDestroy_v2(self.event) };
        });
    }
}
