//! Ops as functions: one per row of the table, in the order of the row's signature.
//!
//! Tensors come by reference, axes and sizes as anything that converts to [`Axes`](crate::Axes) and
//! [`Sizes`](crate::Sizes). Everything that does not fit is an `Err` that names the op.

mod cast;
mod elementwise;
mod index;
mod join;
mod layout;
mod linalg;
mod matmul;
mod operand;
mod order;
mod pad;
mod reduce;
mod scan;
mod view;

pub use cast::cast;
pub use elementwise::*;
pub use index::{embedding, gather, index_add, index_select, one_hot, scatter_add};
pub use join::{chunk, chunk_part, concat, split, split_part, stack};
pub use layout::{
    diag, diag_adjoint, diag_embed, diagonal_adjoint, iota, repeat_interleave, repeat_interleave_adjoint,
    slice_adjoint, tile, tile_adjoint, tri_mask,
};
pub use linalg::{
    adjugate, cholesky, det, inverse, logabsdet, minors, minors_adjoint, solve, triangular_solve,
};
pub use matmul::matmul;
pub use order::{argmax, argmin, sort, topk};
pub use pad::{
    Widths, pad, pad_circular, pad_circular_adjoint, pad_reflect, pad_reflect_adjoint, pad_replicate,
    pad_replicate_adjoint, roll, shift,
};
pub use reduce::{all, any, max, min, prod, sum, sum_to};
pub use scan::{cummax, cummin, cumprod, cumsum, linear_scan};
pub use view::{
    broadcast_to, diagonal, flatten_axes, flip, fold_axes, keep_axes, mt, narrow, permute, reshape, slice,
    squeeze, squeeze_if, swap_axes, t, unfold_axes, unpad, unpermute, unsqueeze, unsqueeze_if,
};
