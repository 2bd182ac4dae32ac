//! NVIDIA's GPUs through their driver.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::backend::Backend;
use super::{Device, Kind};
use crate::error::{Error, ErrorKind, InOp as _, Result};

mod attention;
mod blas;
mod calls;
pub(crate) mod capture;
mod compiler;
mod context;
mod driver;
mod epilogue;
mod fourier;
mod graph;
mod kernels;
mod libraries;
mod library;
mod mask;
mod memory;
mod nccl;
mod pinned;
mod precision;
mod products;
mod reading;
pub(crate) mod replicas;
mod rows;
mod solver;
mod translate;
mod waiting;

use context::Context;
pub use precision::{Precision, precision, set_precision};

pub use libraries::{LibraryFound, libraries};

impl Device {
    /// A GPU by its number in the driver. The call needs the driver and NVRTC, and looks for them at once: an error says which of
    /// the two is missing.
    pub fn cuda(number: usize) -> Result<Self> {
        opened(number).in_op("Device::cuda")
    }

    /// The names of the GPUs that the driver finds, by number. None without a driver.
    pub fn gpus() -> Vec<String> {
        driver::names().unwrap_or_default()
    }
}

static CONTEXTS: Mutex<BTreeMap<u16, &'static Context>> = Mutex::new(BTreeMap::new());

fn contexts() -> MutexGuard<'static, BTreeMap<u16, &'static Context>> {
    CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn opened(number: usize) -> Result<Device> {
    let refused = || driver::refused(format_args!("no GPU has number {number}"));
    let device = Device { kind: Kind::Cuda, number: u16::try_from(number).map_err(|_| refused())? };
    let mut contexts = contexts();
    let before = contexts.get(&device.number);
    if before.is_none_or(|context| context.driver.lost().is_some()) {
        if let Some(before) = before {
            before.driver.leave()?;
        }
        let context = Context::open(device, number)?;
        // Never given back: blocks of a device may outlive whoever opened it.
        contexts.insert(device.number, Box::leak(Box::new(context)));
    }
    Ok(device)
}

/// Ends a GPU as a kernel that fails does, for tests.
#[cfg(all(feature = "wgpu", feature = "test-hooks"))]
pub(super) fn lose(number: u16) {
    if let Some(context) = contexts().get(&number).copied() {
        context.driver.loses("a test says so".to_owned());
    }
}

/// The backend of a device that was opened. A value of [`Device`] exists for no other.
pub(super) fn backend(number: u16) -> Result<&'static dyn Backend> {
    let context = contexts().get(&number).copied();
    context.map(|c| c as &dyn Backend).ok_or_else(|| Error::new(ErrorKind::Device, "this device is not open"))
}
