//! Helpers that the ops of this folder share: tensors as views for kernels, and batches of matrices.

use cotangent_kernels::Element;
use cotangent_kernels::linalg::Failure;
use cotangent_kernels::strided::View;

use crate::error::{Error, ErrorKind, Result, of_matrix};
use crate::tensor::Tensor;
use crate::tensor::layout::Layout;
use crate::tensor::shape::Shape;

/// The elements of `x` under a layout that reaches no others.
pub(super) fn under<'a, T: Element>(x: &'a Tensor<T>, layout: &'a Layout) -> Result<View<'a, T>> {
    View::new(x.storage().host()?, layout.offset, layout.shape.dims(), layout.strides())
        .ok_or_else(|| Error::new(ErrorKind::Shape, "a layout reaches beyond its storage"))
}

/// The elements of `x`.
pub(super) fn view<T: Element>(x: &Tensor<T>) -> Result<View<'_, T>> {
    under(x, x.layout())
}

/// An error about shapes.
pub(super) fn shape_error<T>(message: String) -> Result<T> {
    Err(Error::new(ErrorKind::Shape, message))
}

/// All but the last two dims; `name` is what the op calls the operand.
pub(super) fn batch_of(name: &str, layout: &Layout) -> Result<Shape> {
    match layout.shape.rank() {
        rank @ (0 | 1) => {
            shape_error(format!("{name} must be a matrix or a batch of them, but has rank {rank}"))
        }
        rank => Shape::new(&layout.shape[..rank - 2]),
    }
}

/// The common batch of two operands.
pub(super) fn common(a: &Shape, b: &Shape) -> Result<Shape> {
    a.broadcast(b).or_else(|_| shape_error(format!("batch dims {a} and {b} do not broadcast")))
}

/// `batch` followed by two dims.
pub(super) fn matrices(batch: &Shape, rows: usize, columns: usize) -> Result<Shape> {
    let mut dims = batch.to_vec();
    dims.extend([rows, columns]);
    Shape::new(&dims)
}

/// The layout of a batch of matrices repeated over `batch`.
pub(super) fn over(layout: &Layout, batch: &Shape) -> Result<Layout> {
    let rank = layout.shape.rank();
    let space = matrices(batch, layout.shape[rank - 2], layout.shape[rank - 1])?;
    Ok(Layout { shape: space, strides: layout.strides_in(&space), offset: layout.offset })
}

/// The layout with an axis of length 1 inserted.
pub(super) fn insert(layout: &Layout, axis: usize) -> Result<Layout> {
    let mut dims = layout.shape.to_vec();
    dims.insert(axis, 1);
    let mut out = Layout { shape: Shape::new(&dims)?, ..*layout };
    out.strides.copy_within(axis..layout.shape.rank(), axis + 1);
    out.strides[axis] = 0;
    Ok(out)
}

/// The batch of a tensor of square matrices, and their size.
pub(super) fn square(layout: &Layout) -> Result<(Shape, usize)> {
    let batch = batch_of("a", layout)?;
    match layout.shape[batch.rank()..] {
        [m, n] if m == n => Ok((batch, n)),
        _ => shape_error(format!("a must be square, but has shape {}", layout.shape)),
    }
}

/// Says which matrix of a batch failed and how, or that there was no memory; all are of order `n`.
pub(super) fn regular(batch: &Shape, n: usize, what: &str, done: Result<(), Failure>) -> Result<()> {
    done.map_err(|failure| {
        let Failure::Matrix(at) = failure else {
            let message = format!("out of memory: no workspace for a matrix of {n} rows");
            return Error::new(ErrorKind::Memory, message);
        };
        Error::new(ErrorKind::Value, of_matrix(batch, at, what))
    })
}
