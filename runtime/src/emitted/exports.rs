//! The items that emitted code may call, under the name `rt` or `__rt`. Not for users, and not covered by versioning.

pub use cotangent_macros::for_each_op;

pub use crate::__noted as noted;
pub use crate::__operators as operators;
pub use crate::complex::{Complex, ComplexOf, complex};
pub use crate::debug::checks_nan;
#[cfg(all(feature = "wgpu", feature = "test-hooks"))]
pub use crate::device::registry::lose;
pub use crate::emitted::calls::{Arm, Kept};
pub use crate::emitted::checks::{check_loss, check_tangent, check_tangent_shape, or_panic, owned};
pub use crate::ops::rt::*;
pub use crate::ops::{ellipses, ellipsis, in_einsum, labelled, products, repeated};
pub use crate::tensor::bytes_of;
pub use crate::tensor::cast::CastTo;
pub use crate::tensor::construct::{empty, literal};
pub use crate::tensor::dims::{Dim, bound_dims, check_dims};
pub use crate::tensor::host_scalar::HostScalar;
pub use crate::tensor::lists::item_shape;
pub use crate::tensor::padding::same;
pub use crate::tensor::shape::{in_front, item};
pub use crate::transforms::batch::{item_at, items_in, items_of, spread, stacked, summed};
pub use crate::transforms::differentiable::{
    Differentiable, Form, Kind, Known, Leaves, Rest, moved, rest, whole_form,
};
pub use crate::transforms::function::{
    Cotangent, Function, Given, Objective, Pullback, PullbackOf, Seed, Single, TwiceDifferentiable, Valued,
};
pub use crate::transforms::hooks::Hooks;
pub use crate::transforms::numbers::{AsTensors, NumberPullback, Numbers, OfTensors};
pub use crate::transforms::pullback::{FromFn, pullback, pullback_of};
pub use crate::transforms::tree::{Path, TensorTree, Update, Visit, Walk};

/// How devices spell elementwise ops.
#[cfg(any(feature = "wgpu", feature = "cuda"))]
pub mod spelled {
    pub use crate::device::spelled::*;
    #[cfg(all(feature = "wgpu", feature = "test-hooks"))]
    pub use crate::device::texts::printed::in_wgsl;
}

/// Slices of tensors and their cotangents.
pub mod lists {
    pub use crate::tensor::lists::*;
}

/// Structures of tensors.
pub mod tree {
    pub use crate::transforms::tree::*;
}

/// Calls of other differentiable functions.
pub mod calls {
    pub use crate::emitted::calls::*;
}

/// Traits whose methods emitted code calls.
pub mod unnamed {
    pub use std::convert::From as _;

    pub use crate::emitted::calls::{HasForm as _, HasNone as _, HasSum as _, Lendable as _, LentPlain as _};
    pub use crate::transforms::batch::HasItems as _;
}

/// Loops with a schedule of checkpoints.
pub mod rounds {
    pub use crate::emitted::rounds::{Rounds, Schedule, count, expected, rewind};
}
