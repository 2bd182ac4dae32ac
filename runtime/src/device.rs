//! The devices that tensors live on.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use cotangent_kernels::DType;

use crate::error::{Error, ErrorKind, Result};

pub(crate) mod backend;
#[cfg(feature = "cuda")]
pub(crate) mod cuda;
pub(crate) mod opaque;
#[cfg(remote)]
mod passes;
pub(crate) mod registry;
#[cfg(remote)]
pub(crate) mod spelled;
#[cfg(remote)]
#[cfg_attr(
    not(feature = "wgpu"),
    expect(dead_code, unreachable_pub, reason = "fused groups have texts in CUDA C++ of their own")
)]
pub(crate) mod texts;
#[cfg(feature = "wgpu")]
pub(crate) mod wgpu;

pub(crate) use backend::{Block, Place};
#[cfg_attr(not(feature = "fft"), allow(unused_imports))]
pub(crate) use opaque::Fourier;
pub(crate) use opaque::{Draw, Drawn, Index, Linalg, Opaque, Order, Put, Scan, Windows};

/// A device: where a tensor lives, and where functions of it run.
///
/// The processor may be any number of devices, `Device::cpu(0)`, `Device::cpu(1)` and so on, which share its memory and its
/// threads: with them a program for several devices is written and tested on one machine. Operands on different devices
/// are an `Err` that names both, and results live where their operands do.
///
/// Constructors make tensors on [`Device::CPU`]; [`Tensor::to`](crate::Tensor::to) moves them, and `zeros_like`, `ones_like`, `full_like` and
/// [`Key::normal_like`](crate::Key::normal_like) make them where another one lives.
///
/// ```
/// use cotangent::prelude::*;
///
/// let there = Device::cpu(1);
/// let x = Tensor::<f32>::zeros([2, 3])?.to(there)?;
/// assert_eq!((x.device(), x.exp()?.device()), (there, there));
/// assert!(x.add(&Tensor::ones([3])?).is_err());
/// # Ok::<(), cotangent::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Device {
    kind: Kind,
    number: u16,
}

/// The kind of a device, known by itself; what it takes to run there is found by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Cpu,
    #[cfg(feature = "cuda")]
    Cuda,
    #[cfg(feature = "wgpu")]
    Wgpu,
}

impl Device {
    /// The processor and its memory: `Device::cpu(0)`.
    pub const CPU: Self = Self::cpu(0);

    /// The processor as device number `n`.
    pub const fn cpu(n: u16) -> Self {
        Self { kind: Kind::Cpu, number: n }
    }

    /// The device that `COTANGENT_DEVICE` names: `cpu`, `cpu:1`, `wgpu`, `wgpu:1`, `wgpu:` and part of an adapter's name, or
    /// `cuda:0`. The processor where it names none. A device that is not there is an error.
    pub fn from_env() -> Result<Self> {
        static CHOSEN: OnceLock<std::result::Result<Device, String>> = OnceLock::new();
        let chosen = CHOSEN.get_or_init(|| {
            let name = std::env::var("COTANGENT_DEVICE").unwrap_or_default();
            name.trim().parse::<Self>().map_err(|e| e.message().to_owned())
        });
        let refused = |why: &String| Error::new(ErrorKind::Device, format!("COTANGENT_DEVICE: {why}"));
        chosen.as_ref().copied().map_err(refused)
    }

    /// Whether it keeps memory of its own, which the processor does not see.
    #[inline(always)]
    pub(crate) const fn is_remote(self) -> bool {
        cfg!(remote) && !matches!(self.kind, Kind::Cpu)
    }

    /// What runs on the processor alone, asked for here.
    #[cold]
    pub(crate) fn lacks(self, dtype: DType) -> Error {
        let message =
            format!("not available on {self} for {dtype}; move its operands with `to(Device::CPU)`");
        Error::new(ErrorKind::Device, message)
    }

    /// Which one of its kind.
    pub const fn number(self) -> usize {
        self.number as usize
    }
}

/// A device that may be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// As it is named in `COTANGENT_DEVICE`, and read by `parse::<Device>()`.
    pub device: String,
    /// What it is.
    pub name: String,
}

/// [`Device::from_env`].
///
/// # Panics
/// If `COTANGENT_DEVICE` names a device that is not there.
impl Default for Device {
    fn default() -> Self {
        match Self::from_env() {
            Ok(device) => device,
            Err(e) => panic!("{e}"),
        }
    }
}

/// As [`Device::from_env`] reads it: `"cpu:1"`, `"wgpu"`.
impl FromStr for Device {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let (kind, which) = name.split_once(':').unwrap_or((name, "0"));
        let unknown = |why: &str| Error::new(ErrorKind::Device, format!("`{name}` is no device: {why}"));
        match kind {
            "" | "cpu" => which.parse().map(Self::cpu).map_err(|_| unknown("processors have numbers")),
            #[cfg(feature = "wgpu")]
            "wgpu" => match which.parse::<usize>() {
                Ok(number) => Self::wgpu(number),
                Err(_) => Self::wgpu(which),
            },
            #[cfg(not(feature = "wgpu"))]
            "wgpu" => Err(unknown("the feature `wgpu` of cotangent is off")),
            #[cfg(feature = "cuda")]
            "cuda" => which.parse().map_err(|_| unknown("GPUs have numbers")).and_then(Self::cuda),
            #[cfg(not(feature = "cuda"))]
            "cuda" => Err(unknown("the feature `cuda` of cotangent is off")),
            _ => Err(unknown("there are `cpu`, `wgpu` and `cuda`")),
        }
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Cpu => write!(f, "cpu:{}", self.number),
            #[cfg(feature = "cuda")]
            Kind::Cuda => write!(f, "cuda:{}", self.number),
            #[cfg(feature = "wgpu")]
            Kind::Wgpu => write!(f, "wgpu:{}", self.number),
        }
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Operands that do not meet.
#[cold]
pub(crate) fn apart(a: Device, b: Device) -> Error {
    let message = format!("operands on different devices, {a} and {b}; move one with `to`");
    Error::new(ErrorKind::Device, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor;
    use crate::tensor::Tensor;
    use crate::tensor::sources::Sources as _;

    #[test]
    fn are_named_and_small() {
        assert_eq!(Device::CPU, Device::cpu(0));
        assert_ne!(Device::cpu(0), Device::cpu(1));
        assert_eq!(
            (format!("{}", Device::cpu(3)), format!("{:?}", Device::CPU)),
            ("cpu:3".into(), "cpu:0".into())
        );
        assert_eq!(Device::cpu(7).number(), 7);
        // It is part of a storage header, which is one cache line.
        assert!(size_of::<Device>() <= 4);
    }

    #[test]
    fn names_are_read_or_refused() {
        assert_eq!(
            (Device::from_str("").unwrap(), Device::from_str("cpu:3").unwrap()),
            (Device::CPU, Device::cpu(3))
        );
        for (name, why) in [("cpu:x", "numbers"), ("gpu", "there are"), ("wgpu:99", "wgpu")] {
            let said = Device::from_str(name).unwrap_err();
            assert!(said.kind() == ErrorKind::Device && said.to_string().contains(why), "{said}");
        }
    }

    #[test]
    fn copies_only_what_lives_elsewhere() {
        let x = tensor![[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
        let at = |x: &Tensor| x.storage().ptr();
        assert_eq!(at(&x.to(Device::CPU).unwrap()), at(&x));
        let there = x.to(Device::cpu(1)).unwrap();
        assert_ne!(at(&there), at(&x));
        assert_eq!((there.device(), x.device()), (Device::cpu(1), Device::CPU));
        let borrowed = &Device::cpu(1);
        assert_eq!(at(&there.to(borrowed).unwrap()), at(&there));
        assert_eq!(there.to_vec().unwrap(), x.to_vec().unwrap());
        assert_eq!(there.to(Device::CPU).unwrap().device(), Device::CPU);
    }

    #[test]
    fn views_are_moved_as_they_lie_or_without_what_they_skip() {
        let x = Tensor::from_vec((0..24).collect(), [2, 3, 4]).unwrap();
        let moved = |x: &Tensor<i32>, elements: usize| {
            let there = x.to(Device::cpu(2)).unwrap();
            assert_eq!((there.shape(), there.to_vec().unwrap()), (x.shape(), x.to_vec().unwrap()));
            assert_eq!((there.device(), there.storage().len()), (Device::cpu(2), elements));
        };
        moved(&x.permute([2, 0, 1]).unwrap(), 24);
        moved(&x.flip(1).unwrap().narrow(0, 1, 1).unwrap(), 12);
        moved(&x.slice(2, 0, 4, 2).unwrap(), 12);
        moved(&x.narrow(0, 0, 0).unwrap(), 0);
        moved(&tensor![3, 4].broadcast_to([3, 2]).unwrap(), 2);
        // One element, more often than memory could hold it.
        let wide = Tensor::scalar(1.5f32).broadcast_to([1usize << 50]).unwrap().to(Device::cpu(1)).unwrap();
        assert_eq!((wide.numel(), wide.storage().len()), (1 << 50, 1));
    }

    #[test]
    fn sources_agree_or_are_named() {
        let (a, b) = (tensor![1.0f32], tensor![2].to(Device::cpu(1)).unwrap());
        let c = a.to(Device::cpu(1)).unwrap();
        assert_eq!((&c, &b).device().unwrap(), Device::cpu(1));
        let said = (&a, &b).device().unwrap_err();
        assert_eq!(said.kind(), ErrorKind::Device);
        assert_eq!(said.to_string(), "operands on different devices, cpu:0 and cpu:1; move one with `to`");
        assert!(((&c, &b), &a).device().is_err());
        assert_eq!((&[&c, &c][..]).device().unwrap(), Device::cpu(1));
        assert!((&[&c, &c, &a][..]).device().is_err());
        assert_eq!(<&[&Tensor]>::default().device().unwrap(), Device::CPU);
    }
}
