//! Matrix products.

use cotangent_kernels::{Float, gemm};

use super::operand::{batch_of, common, insert, over, shape_error, under, view};
use crate::error::{InOp, Result};
use crate::shape::Shape;
use crate::tensor::Tensor;

/// `A B` over the last two axes; leading axes broadcast. A vector is a row on the left and a column on the right, and the
/// result lacks that axis. Transposed operands are read by their strides.
pub fn matmul<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    product(a, b).in_op("matmul")
}

fn product<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    if a.rank() == 0 || b.rank() == 0 {
        return shape_error(format!(
            "a scalar has no inner dim (shapes {:?} and {:?}); multiply with `*`",
            a.shape(),
            b.shape()
        ));
    }
    let (row, column) = (a.rank() == 1, b.rank() == 1);
    let la = if row { insert(a.layout(), 0)? } else { *a.layout() };
    let lb = if column { insert(b.layout(), 1)? } else { *b.layout() };
    let (m, k) = (la.shape.dim(-2)?, la.shape.dim(-1)?);
    let (inner, n) = (lb.shape.dim(-2)?, lb.shape.dim(-1)?);
    if k != inner {
        return shape_error(format!(
            "inner dims differ, {k} and {inner} (shapes {:?} and {:?})",
            a.shape(),
            b.shape()
        ));
    }
    if a.rank() == 2 && b.rank() == 2 {
        // Small products are dominated by what surrounds them.
        let (va, vb) = (view(a)?, view(b)?);
        return Tensor::build((a, b), Shape::new(&[m, n])?, |out| {
            gemm::matmul(out, va, vb);
            Ok(())
        });
    }
    let batch = common(&batch_of("a", &la)?, &batch_of("b", &lb)?)?;
    let (la, lb) = (over(&la, &batch)?, over(&lb, &batch)?);
    let mut dims = batch.to_vec();
    if !row {
        dims.push(m);
    }
    if !column {
        dims.push(n);
    }
    let (va, vb) = (under(a, &la)?, under(b, &lb)?);
    Tensor::build((a, b), Shape::new(&dims)?, |out| {
        gemm::matmul(out, va, vb);
        Ok(())
    })
}
