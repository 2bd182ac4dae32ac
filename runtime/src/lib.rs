// The links of the README are files of the repository. Of two definitions the first holds, so here they are pages.
//! [first_hour]: guide::first_hour
//! [shapes]: guide::shapes
//! [control_flow]: guide::control_flow
//! [checkpoints]: guide::checkpoints
//! [structs]: guide::structs
//! [own_rules]: guide::own_rules
//! [training]: guide::training
//! [vmap]: guide::vmap
//! [complex]: guide::complex
//! [randomness]: guide::randomness
//! [debugging]: guide::debugging
//! [performance]: guide::performance
//! [attributes]: guide::attributes
//! [limits]: guide::limits
//! [examples]: https://github.com/cotangent/cotangent/tree/main/examples/examples
//! [language]: https://github.com/cotangent/cotangent/blob/main/LANGUAGE.md
//! [rules]: https://github.com/cotangent/cotangent/blob/main/RULES.md
//! [architecture]: https://github.com/cotangent/cotangent/blob/main/ARCHITECTURE.md
//! [benchmarks]: https://github.com/cotangent/cotangent/blob/main/BENCHMARKS.md
//! [changelog]: https://github.com/cotangent/cotangent/blob/main/CHANGELOG.md
#![doc = include_str!("../README.md")]

mod complex;
pub mod debug;
mod device;
mod eager;
mod emitted;
mod error;
mod exported;
#[cfg(feature = "safetensors")]
mod files;
pub mod guide;
mod launch;
pub mod ops;
pub mod prelude;
mod tensor;
mod training;
mod transforms;

#[doc(hidden)]
pub mod __private {
    pub use crate::emitted::exports::*;
}

pub use training::{nn, optim, train};
pub use transforms::{check, differentiable, hooks, tree};

/// The allocator of the CPU device: what it keeps for reuse.
pub mod memory {
    pub use crate::tensor::storage::{cache_limit, cached_bytes, release_cached, set_cache_limit};
}

/// What types of host code say of themselves to bodies.
pub mod host {
    pub use crate::emitted::calls::{Noted, Owned};
}

/// Bounds in signatures of the library, which only generic code names.
pub mod bounds {
    pub use crate::complex::ComplexOperand;
    pub use crate::ops::Widths;
    pub use crate::tensor::construct::Nested;
    pub use crate::tensor::convert::NumberFor;
    pub use crate::tensor::operators::Operand;
    pub use crate::transforms::function::{Given, Seed, Single};
}

/// GPUs of NVIDIA's, beyond what all devices have in common.
#[cfg(feature = "cuda")]
pub mod cuda {
    pub use crate::device::cuda::capture::{
        Captured, MemoryUse, assign, capture, capture_step, memory, release_memory,
    };
    pub use crate::device::cuda::replicas::{mean_over_gpus, sum_counts_over_gpus, sum_over_gpus};
    pub use crate::device::cuda::{LibraryFound, Precision, libraries, precision, set_precision};
}

#[doc(inline)]
pub use cotangent_macros::{Differentiable, associative_scan, differentiable, einsum};

pub use complex::Complex;
pub use cotangent_kernels::{DType, Element, Float, Num, Ordered, bf16, f16};
#[cfg(feature = "wgpu")]
pub use device::wgpu::{Adapter, Selector};
pub use device::{Device, Listed};
pub use error::{Error, ErrorKind, Result, Site};
#[cfg(feature = "safetensors")]
pub use files::{Snapshot, load, save};
pub use tensor::axes::{Axes, Int, Sizes};
pub use tensor::cast::CastTo;
pub use tensor::padding::Padding;
pub use tensor::random::Key;
pub use tensor::shape::{MAX_RANK, Shape};
pub use tensor::{Scalar, Tensor};
pub use training::params::Params;
pub use transforms::differentiable::Differentiable;
pub use transforms::explained::Explained;
pub use transforms::function::{Cotangent, Function, Grads, Objective, Pullback, TwiceDifferentiable};
pub use transforms::higher::{Hessian, SingleResult, hessian, jacobian, pull_all};
pub use transforms::numbers::{NumberPullback, Numbers};
