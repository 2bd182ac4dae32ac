//! The items that emitted code may call, under the name `rt` or `__rt`. Not for users, and not covered by versioning.

pub use cotangent_kernels::isa::{Baseline, Isa};
pub use cotangent_kernels::kernel::{Combine, Kernel, List, Point, Row, Source, Statement, Term};
pub use cotangent_kernels::{Compute, DType, Element, Float, Num, Ordered, bf16, f16, math as m};

pub use cotangent_macros::for_each_op;

pub use crate::__noted as noted;
pub use crate::__operators as operators;
pub use crate::axes::{Axes, Sizes};
pub use crate::calls::{Arm, Kept};
pub use crate::cast::CastTo;
pub use crate::construct::{empty, literal};
pub use std::clone::Clone;
pub use std::convert::From;
pub use std::fmt;
pub use std::iter::Iterator;
pub use std::marker::PhantomData;
pub use std::mem::drop;
pub use std::option::Option::{None, Some};
pub use std::primitive::*;
pub use std::result::Result::{Err, Ok};
pub use std::vec;
pub use std::vec::Vec;

pub use crate::debug::checks_nan;
pub use crate::device::Device;
#[cfg(all(feature = "wgpu", feature = "test-hooks"))]
pub use crate::device::registry::lose;
pub use crate::differentiable::{Differentiable, Form, Kind, Known, Leaves, Rest, rest, whole_form};
pub use crate::dims::{Dim, bound_dims, check_dims};
pub use crate::emitted::{
    all, broadcast_shapes, bytes_of, check_loss, check_tangent, check_tangent_shape, clone, device_of, dim,
    dim_by, dim_of, dim_some, int32, moved, natural, norm_order, number, on, or_panic, owned, placed,
    rank_of, scalar, size, zeros,
};
pub use crate::error::{Error, ErrorKind, Place, Result, Site};
pub use crate::function::{
    Cotangent, Function, Given, Objective, Pullback, PullbackOf, Seed, Single, TwiceDifferentiable, Valued,
};
pub use crate::launch::{
    Arg, GroupInfo, Input, Inputs, Ops, OutSpec, Outputs, Read, Space, Write, launch, launch_on,
};
pub use crate::lists::item_shape;
pub use crate::numbers::{AsTensors, NumberPullback, Numbers, OfTensors};
pub use crate::operators::Operand;
pub use crate::ops::{self, Widths, ellipses, ellipsis, in_einsum, labelled, products, repeated};
pub use crate::padding::{Padding, same};
pub use crate::pullback::{FromFn, pullback, pullback_of};
pub use crate::random::Key;
pub use crate::sequence::Sequence;
pub use crate::shape::Shape;
pub use crate::tensor::{Scalar, Tensor};
pub use crate::tree::{Path, TensorTree, Update, Visit, Walk};

/// How devices spell elementwise ops.
#[cfg(any(feature = "wgpu", feature = "cuda"))]
pub mod spelled {
    pub use crate::device::spelled::*;
    #[cfg(all(feature = "wgpu", feature = "test-hooks"))]
    pub use crate::device::texts::printed::in_wgsl;
}

pub use crate::host_scalar::HostScalar;

/// Slices of tensors and their cotangents.
pub mod lists {
    pub use crate::lists::*;
}

/// Structures of tensors.
pub mod tree {
    pub use crate::tree::*;
}

/// Calls of other differentiable functions.
pub mod calls {
    pub use crate::calls::*;
}

/// Traits whose methods emitted code calls.
pub mod unnamed {
    pub use std::convert::From as _;

    pub use crate::calls::{HasForm as _, HasNone as _, HasSum as _, Lendable as _, LentPlain as _};
}

/// Who is told of gradients that are complete.
pub use crate::hooks::Hooks;

/// Loops with a schedule of checkpoints.
pub mod rounds {
    pub use crate::rounds::{Rounds, Schedule, count, expected, rewind};
}

/// The type that kernels compute elements of type `T` in.
pub type C<T> = <T as Element>::Compute;

/// The shape of a tensor as a host value.
#[inline]
pub fn shape_of<T: Element>(x: &Tensor<T>) -> Shape {
    x.layout().shape
}
