//! Calls of the driver. cudarc declares their answers as an enum of the codes that it knows, and a later driver may answer others: so
//! answers are numbers here, and what cudarc has of the rest is compared when this is compiled.

#![expect(unsafe_code)]
// A launch has eleven.
#![expect(clippy::too_many_arguments)]

use std::ffi::{CStr, c_char, c_int, c_uint, c_ulonglong, c_void};
use std::fmt;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::OnceLock;

use cudarc::driver::sys::{
    self, CUcontext, CUdevice, CUdevice_attribute, CUdeviceptr, CUevent, CUfunction, CUfunction_attribute,
    CUgraph, CUgraphExec, CUmemAccessDesc, CUmemoryPool, CUmodule, CUstream, CUstreamCaptureMode,
};

use super::library::{Library, library};

pub(super) const OUT_OF_MEMORY: u32 = 2;
const NOT_FOUND: u32 = 500;
pub(super) const NOT_READY: u32 = 600;

/// A call that failed, and its answer.
#[derive(Clone, Copy)]
pub(super) struct Failed {
    call: &'static str,
    pub(super) code: u32,
}

pub(super) type Answer<T> = Result<T, Failed>;

/// Functions of the driver, and a library that has them.
macro_rules! calls {
    ($($name:ident($($given:ident: $ty:ty),*);)*) => {
        $(
            /// The driver's own.
            ///
            /// # Safety
            /// As NVIDIA says.
            #[expect(non_snake_case)]
            pub(super) unsafe fn $name($($given: $ty),*) -> Answer<()> {
                const _: unsafe fn($($ty),*) -> sys::CUresult = sys::$name;
                static AT: OnceLock<Option<unsafe extern "C" fn()>> = OnceLock::new();
                let call = stringify!($name);
                let at = AT.get_or_init(|| LIBRARY.at(call)).ok_or(Failed { call, code: NOT_FOUND })?;
                // SAFETY: the function has this name, and so these types. An enum of 32 bits is returned as a number is.
                let answer = unsafe {
                    let call: unsafe extern "C" fn($($ty),*) -> u32 = std::mem::transmute(at);
                    call($($given),*)
                };
                if answer == 0 { Ok(()) } else { Err(Failed { call, code: answer }) }
            }
        )*

        /// The driver's library.
        pub(super) static LIBRARY: Library =
            library!(cudarc::driver::sys, "cuda", "NVIDIA's driver", [$($name,)* cuGetErrorName, cuGetErrorString]);
    };
}

calls! {
    cuCtxGetCurrent(context: *mut CUcontext);
    cuCtxPopCurrent_v2(context: *mut CUcontext);
    cuCtxPushCurrent_v2(context: CUcontext);
    cuDeviceCanAccessPeer(can: *mut c_int, device: CUdevice, of: CUdevice);
    cuDeviceGet(device: *mut CUdevice, number: c_int);
    cuDeviceGetAttribute(value: *mut c_int, which: CUdevice_attribute, device: CUdevice);
    cuDeviceGetCount(count: *mut c_int);
    cuDeviceGetMemPool(pool: *mut CUmemoryPool, device: CUdevice);
    cuDeviceGetName(name: *mut c_char, len: c_int, device: CUdevice);
    cuDevicePrimaryCtxGetState(device: CUdevice, flags: *mut c_uint, is_active: *mut c_int);
    cuDevicePrimaryCtxRelease_v2(device: CUdevice);
    cuDevicePrimaryCtxRetain(context: *mut CUcontext, device: CUdevice);
    cuDriverGetVersion(version: *mut c_int);
    cuEventCreate(event: *mut CUevent, flags: c_uint);
    cuEventDestroy_v2(event: CUevent);
    cuEventQuery(event: CUevent);
    cuEventRecord(event: CUevent, stream: CUstream);
    cuEventSynchronize(event: CUevent);
    cuFuncSetAttribute(function: CUfunction, which: CUfunction_attribute, value: c_int);
    cuGraphDestroy(graph: CUgraph);
    cuGraphExecDestroy(graph: CUgraphExec);
    cuGraphInstantiateWithFlags(ready: *mut CUgraphExec, graph: CUgraph, flags: c_ulonglong);
    cuGraphLaunch(graph: CUgraphExec, stream: CUstream);
    cuInit(flags: c_uint);
    cuLaunchKernel(
        function: CUfunction, x: c_uint, y: c_uint, z: c_uint, threads: c_uint, along_y: c_uint, along_z: c_uint,
        shared: c_uint, stream: CUstream, parameters: *mut *mut c_void, more: *mut *mut c_void
    );
    cuMemAllocAsync(at: *mut CUdeviceptr, bytes: usize, stream: CUstream);
    cuMemFreeAsync(at: CUdeviceptr, stream: CUstream);
    cuMemFreeHost(at: *mut c_void);
    cuMemGetInfo_v2(free: *mut usize, all: *mut usize);
    cuMemHostAlloc(at: *mut *mut c_void, bytes: usize, flags: c_uint);
    cuMemPoolSetAccess(pool: CUmemoryPool, access: *const CUmemAccessDesc, count: usize);
    cuMemcpyDtoDAsync_v2(to: CUdeviceptr, from: CUdeviceptr, bytes: usize, stream: CUstream);
    cuMemcpyDtoHAsync_v2(to: *mut c_void, from: CUdeviceptr, bytes: usize, stream: CUstream);
    cuMemcpyHtoDAsync_v2(to: CUdeviceptr, from: *const c_void, bytes: usize, stream: CUstream);
    cuModuleGetFunction(function: *mut CUfunction, module: CUmodule, name: *const c_char);
    cuModuleLoadData(module: *mut CUmodule, image: *const c_void);
    cuStreamBeginCapture_v2(stream: CUstream, mode: CUstreamCaptureMode);
    cuStreamCreate(stream: *mut CUstream, flags: c_uint);
    cuStreamDestroy_v2(stream: CUstream);
    cuStreamEndCapture(stream: CUstream, graph: *mut CUgraph);
    cuStreamSynchronize(stream: CUstream);
}

/// What a call writes to the place that it is given.
pub(super) fn made<T>(call: impl FnOnce(*mut T) -> Answer<()>) -> Answer<T> {
    let mut place = MaybeUninit::zeroed();
    call(place.as_mut_ptr())?;
    // SAFETY: numbers, addresses and handles, which are anything, and the call has written it.
    Ok(unsafe { place.assume_init() })
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { call, code } = *self;
        match (said(code, "cuGetErrorName"), said(code, "cuGetErrorString")) {
            (Some(name), Some(text)) => write!(f, "{call}: {name}, {text}"),
            _ => write!(f, "{call}: error {code}, which the driver does not name"),
        }
    }
}

/// What the driver says of a code.
fn said(code: u32, which: &str) -> Option<String> {
    let at = LIBRARY.at(which)?;
    let mut text: *const c_char = ptr::null();
    // SAFETY: both functions take a code and a place for a text that stays.
    unsafe {
        let call: unsafe extern "C" fn(u32, *mut *const c_char) -> u32 = std::mem::transmute(at);
        let is_known = call(code, &raw mut text) == 0 && !text.is_null();
        is_known.then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
    }
}
