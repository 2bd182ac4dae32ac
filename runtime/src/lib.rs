// The links of the README are files of the repository. Of two definitions the first holds, so here they are pages.
//! [first_hour]: guide::first_hour
//! [shapes]: guide::shapes
//! [control_flow]: guide::control_flow
//! [checkpoints]: guide::checkpoints
//! [structs]: guide::structs
//! [own_rules]: guide::own_rules
//! [training]: guide::training
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

mod axes;
mod calls;
mod cast;
pub mod check;
mod construct;
mod convert;
pub mod debug;
mod device;
pub mod differentiable;
mod dims;
mod eager;
mod emitted;
mod error;
mod explained;
#[cfg(feature = "safetensors")]
mod files;
mod function;
pub mod guide;
mod higher;
pub mod hooks;
mod host_scalar;
mod launch;
mod layout;
mod lists;
#[cfg(feature = "ndarray")]
mod ndarray;
pub mod nn;
mod numbers;
mod operators;
pub mod ops;
pub mod optim;
mod padding;
mod params;
pub mod prelude;
mod print;
mod pullback;
mod random;
mod rounds;
mod said;
mod sequence;
mod shape;
mod sources;
mod storage;
mod tensor;
pub mod train;
pub mod tree;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

/// The allocator of the CPU device: what it keeps for reuse.
pub mod memory {
    pub use crate::storage::{cache_limit, cached_bytes, release_cached, set_cache_limit};
}

/// What types of host code say of themselves to bodies.
pub mod host {
    pub use crate::calls::{Noted, Owned};
}

/// Bounds in signatures of the library, which only generic code names.
pub mod bounds {
    pub use crate::construct::Nested;
    pub use crate::convert::NumberFor;
    pub use crate::function::{Given, Seed, Single};
    pub use crate::operators::Operand;
    pub use crate::ops::Widths;
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

pub use axes::{Axes, Int, Sizes};
pub use cast::CastTo;
pub use cotangent_kernels::{DType, Element, Float, Num, Ordered, bf16, f16};
#[cfg(feature = "wgpu")]
pub use device::wgpu::{Adapter, Selector};
pub use device::{Device, Listed};
pub use differentiable::Differentiable;
pub use error::{Error, ErrorKind, Result, Site};
pub use explained::Explained;
#[cfg(feature = "safetensors")]
pub use files::{Snapshot, load, save};
pub use function::{Cotangent, Function, Grads, Objective, Pullback, TwiceDifferentiable};
pub use higher::{Hessian, SingleResult, hessian, jacobian};
pub use numbers::{NumberPullback, Numbers};
pub use padding::Padding;
pub use params::Params;
pub use random::Key;
pub use shape::{MAX_RANK, Shape};
pub use tensor::{Scalar, Tensor};
