//! Ops as functions: one per row of the table, in the order of the row's signature.

mod index;
mod matmul;
mod operand;
mod order;
mod pad;
mod scan;

pub use index::{embedding, gather, index_add, index_select, one_hot, scatter_add};
pub use matmul::matmul;
pub use order::{argmax, argmin, sort, topk};
pub use pad::{
    Widths, pad, pad_circular, pad_circular_adjoint, pad_reflect, pad_reflect_adjoint, pad_replicate,
    pad_replicate_adjoint, roll, shift,
};
pub use scan::{cummax, cummin, cumprod, cumsum, linear_scan};
