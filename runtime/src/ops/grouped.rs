//! Products of groups of rows with a matrix each.

use cotangent_kernels::{Float, gemm};

use super::operand::{shape_error, under};
use crate::device::Opaque;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::ops::said;
use crate::tensor::Tensor;
use crate::tensor::layout::Layout;
use crate::tensor::shape::Shape;

/// The rows of each group: where they start and how many they are.
fn groups(sizes: &Tensor<i32>, rows: usize) -> Result<Vec<(usize, usize)>> {
    let mut end = 0_usize;
    let mut out = Vec::with_capacity(sizes.numel());
    for size in sizes.to_vec()? {
        let count = usize::try_from(size).map_err(|_| Error::new(ErrorKind::Value, said::negative(size)))?;
        out.push((end, count));
        end = end.saturating_add(count);
    }
    if end == rows { Ok(out) } else { Err(Error::new(ErrorKind::Value, said::incomplete(end, rows))) }
}

/// `y` of the rows of group `i` is `x w[i]`.
pub fn grouped_matmul<T: Float>(x: &Tensor<T>, w: &Tensor<T>, sizes: &Tensor<i32>) -> Result<Tensor<T>> {
    let run = || {
        let (&[rows, inner], &[count, of_w, columns], &[given]) = (x.shape(), w.shape(), sizes.shape())
        else {
            return shape_error(format!(
                "x must be a matrix, w a list of matrices and sizes a vector, but they have shapes {:?}, {:?} and {:?}",
                x.shape(),
                w.shape(),
                sizes.shape()
            ));
        };
        if inner != of_w || count != given {
            return shape_error(format!(
                "rows of {inner} and {given} groups do not fit w of shape {:?}",
                w.shape()
            ));
        }
        let shape = Shape::new(&[rows, columns])?;
        Tensor::run(Opaque::GroupedMatmul, (x, (w, sizes)), shape, |out| {
            for (i, (start, n)) in groups(sizes, rows)?.into_iter().enumerate() {
                let (lx, lw) = (x.layout().narrow(0, start, n)?, matrix(w, i)?);
                let to = out.get_mut(start * columns..(start + n) * columns).unwrap_or_default();
                gemm::matmul(to, under(x, &lx)?, under(w, &lw)?);
            }
            Ok(())
        })
    };
    run().in_op("grouped_matmul")
}

/// `w[i]` is `xᵀ y` of the rows of group `i`.
pub fn grouped_outer<T: Float>(x: &Tensor<T>, y: &Tensor<T>, sizes: &Tensor<i32>) -> Result<Tensor<T>> {
    let run = || {
        let (&[rows, m], &[of_y, n], &[count]) = (x.shape(), y.shape(), sizes.shape()) else {
            return shape_error(format!(
                "x and y must be matrices and sizes a vector, but they have shapes {:?}, {:?} and {:?}",
                x.shape(),
                y.shape(),
                sizes.shape()
            ));
        };
        if rows != of_y {
            return shape_error(format!("x has {rows} rows and y {of_y}; they must have as many"));
        }
        let shape = Shape::new(&[count, m, n])?;
        Tensor::run(Opaque::GroupedOuter, (x, (y, sizes)), shape, |out| {
            for (i, (start, len)) in groups(sizes, rows)?.into_iter().enumerate() {
                let lx = x.layout().narrow(0, start, len)?.swap(0, 1)?;
                let ly = y.layout().narrow(0, start, len)?;
                let to = out.get_mut(i * m * n..(i + 1) * m * n).unwrap_or_default();
                gemm::matmul(to, under(x, &lx)?, under(y, &ly)?);
            }
            Ok(())
        })
    };
    run().in_op("grouped_outer")
}

/// Matrix `i` of a list.
fn matrix<T: Float>(w: &Tensor<T>, i: usize) -> Result<Layout> {
    w.layout().narrow(0, i, 1)?.squeeze(&0.into())
}
