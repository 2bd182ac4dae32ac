//! What runs on a device, by its number.

use super::backend::{Backend, Block, CHECK};
use cotangent_kernels::DType;

use super::{Device, Kind, Listed};
use crate::error::{InOp as _, Result, Site};

/// The backend of a device that keeps its own memory.
pub(crate) fn of(device: Device) -> Result<&'static dyn Backend> {
    match device.kind {
        Kind::Cpu => unreachable!("the processor is no device of its own"),
        #[cfg(feature = "cuda")]
        Kind::Cuda => super::cuda::backend(device.number),
        #[cfg(feature = "wgpu")]
        Kind::Wgpu => super::wgpu::backend(device.number),
    }
}

/// Gives a block back. One of a device that was lost is gone with it.
pub(crate) fn release(device: Device, block: Block) {
    if let Ok(backend) = of(device) {
        backend.free(block);
    }
}

/// Runs a launch of an op that is at a place in the user's source: what it leaves to a device is placed there.
#[cfg(remote)]
pub(crate) fn begun(site: impl FnOnce() -> Option<Site>, run: impl FnOnce() -> Result<()>) -> Result<()> {
    let before = CHECK.take();
    let ran = run();
    let left = CHECK.take();
    if let (Some((device, check)), Some(site)) = (left, left.and_then(|_| site()))
        && let Ok(backend) = of(device)
    {
        backend.called_at(check, &site);
    }
    CHECK.set(before.or(left));
    ran
}

/// The op that was called is at `site`.
#[inline]
pub(crate) fn placed(site: &Site) {
    if cfg!(remote)
        && let Some((device, check)) = CHECK.take()
        && let Ok(backend) = of(device)
    {
        backend.called_at(check, site);
    }
}

impl Device {
    /// The devices that this program may open: the processor, then GPUs of NVIDIA's and adapters of WebGPU by the features `cuda` and `wgpu`.
    ///
    /// ```
    /// use cotangent::Device;
    ///
    /// let all = Device::list();
    /// assert_eq!(all[0].device, "cpu");
    /// assert_eq!(all[0].device.parse::<Device>()?, Device::CPU);
    /// # Ok::<(), cotangent::Error>(())
    /// ```
    pub fn list() -> Vec<Listed> {
        let cpu = Listed { device: "cpu".to_owned(), name: std::env::consts::ARCH.to_owned() };
        #[cfg_attr(not(remote), allow(unused_mut))]
        let mut all = vec![cpu];
        #[cfg(feature = "cuda")]
        all.extend((0..).zip(Self::gpus()).map(|(i, name)| Listed { device: format!("cuda:{i}"), name }));
        #[cfg(feature = "wgpu")]
        all.extend(
            Self::adapters()
                .into_iter()
                .map(|a| Listed { device: format!("wgpu:{}", a.number), name: a.name }),
        );
        all
    }

    /// Waits until all that this device was asked for is done. What it found wrong meanwhile is an error here. The processor is always done.
    pub fn synchronize(self) -> Result<()> {
        if !self.is_remote() {
            return Ok(());
        }
        let (backend, mut bytes) = (of(self)?, [0; 4]);
        let block = backend.alloc(1, DType::I32)?;
        let uploaded = backend.upload(block, DType::I32, &bytes);
        let read = uploaded.and_then(|()| backend.download(block, DType::I32, 0, 1)?.wait(&mut bytes));
        backend.free(block);
        read.in_op("Device::synchronize")
    }
}

/// Ends a device as a driver may, for tests.
#[cfg(all(feature = "wgpu", feature = "test-hooks"))]
#[doc(hidden)]
pub fn lose(device: Device) {
    match device.kind {
        Kind::Cpu => {}
        #[cfg(feature = "cuda")]
        Kind::Cuda => super::cuda::lose(device.number),
        Kind::Wgpu => super::wgpu::lose(device.number),
    }
}
