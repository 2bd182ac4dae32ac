//! Ops as functions: one per row of the table, in the order of the row's signature.
//!
//! Tensors come by reference, axes and sizes as anything that converts to [`Axes`](crate::Axes) and
//! [`Sizes`](crate::Sizes). Everything that does not fit is an `Err` that names the op.

mod attention;
mod cast;
mod contract;
mod drawn;
mod elementwise;
mod factors;
#[cfg(feature = "fft")]
mod fourier;
pub(crate) mod grouped;
mod index;
mod join;
mod layout;
mod linalg;
mod matmul;
mod mel;
mod operand;
mod order;
mod pad;
mod places;
mod pool;
mod positions;
mod products;
mod recurrence;
mod reduce;
pub(crate) mod rt;
pub(crate) mod said;
mod scan;
mod view;
mod windows;

pub use attention::*;
pub use cast::*;
pub use contract::*;
pub use drawn::*;
pub use elementwise::*;
pub use factors::*;
#[cfg(feature = "fft")]
pub use fourier::*;
pub use grouped::*;
pub use index::*;
pub use join::*;
pub use layout::*;
pub use linalg::*;
pub use matmul::*;
pub use mel::*;
pub use order::*;
pub use pad::*;
pub use places::*;
pub use pool::*;
pub use positions::*;
#[doc(hidden)]
pub use products::{ellipses, ellipsis, in_einsum, labelled, products, repeated};
pub use recurrence::*;
pub use reduce::*;
pub use scan::*;
pub use view::*;
pub use windows::*;
