//! What functions and methods of the table's rows name, under the name `rt` or `__rt`: the lower part of what emitted code may call.

pub use cotangent_kernels::isa::{Baseline, Isa};
pub use cotangent_kernels::kernel::{Combine, Kernel, List, Point, Row, Source, Statement, Term};
pub use cotangent_kernels::{Compute, DType, Element, Float, Num, Ordered, bf16, f16, math as m};

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

pub use crate::device::Device;
pub use crate::emitted::checks::{
    all, broadcast_shapes, clone, device_of, dim, dim_by, dim_of, dim_some, int32, natural, norm_order,
    number, on, placed, rank_of, shape_of, size,
};
pub use crate::emitted::sequence::Sequence;
pub use crate::error::{Error, ErrorKind, Place, Result, Site};
pub use crate::launch::{
    Arg, GroupInfo, Input, Inputs, Ops, OutSpec, Outputs, Read, Space, Write, launch, launch_on,
};
pub use crate::ops::{self, Widths};
pub use crate::tensor::axes::{Axes, Sizes};
pub use crate::tensor::construct::{scalar, zeros};
pub use crate::tensor::operators::Operand;
pub use crate::tensor::padding::Padding;
pub use crate::tensor::random::Key;
pub use crate::tensor::shape::Shape;
pub use crate::tensor::{Scalar, Tensor};

/// The type that kernels compute elements of type `T` in.
pub type C<T> = <T as Element>::Compute;

/// Stages of long functions.
pub(crate) mod calls {
    pub(crate) use crate::emitted::checks::failed;
}
