//! Factors of matrices and functions of them, batched over the leading axes.

use cotangent_kernels::Float;
use cotangent_kernels::{gemm, linalg as kernel};

use super::operand::{batch_of, matrices, regular, shape_error, square, view};
use super::order::countable;
use crate::device::{Linalg, Opaque};
use crate::error::{InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::layout::Layout;
use crate::tensor::shape::Shape;

/// What a matrix is whose iteration was given up.
const ENDLESS: &str = "not reduced within the bound of iterations";

/// The batch of a tensor of matrices, and their sides.
fn sides(layout: &Layout) -> Result<(Shape, usize, usize)> {
    let batch = batch_of("a", layout)?;
    Ok((batch, layout.shape[batch.rank()], layout.shape[batch.rank() + 1]))
}

/// The eigenvalues of the symmetric part of `a` as first row, the eigenvectors as columns below.
#[doc(hidden)]
pub fn eigh_packed<T: Float>(a: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let (batch, n) = square(a.layout())?;
        let rows = matrices(&batch, n.saturating_add(1), n)?;
        let op = Opaque::Linalg(Linalg::Eigenvectors);
        Tensor::run(op, a, rows, |out| regular(&batch, n, ENDLESS, kernel::eigh(out, view(a)?)))
    };
    run().in_op("eigh_packed")
}

/// The eigenvalues of the symmetric part of `a`, in ascending order.
pub fn eigvalsh<T: Float>(a: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let (batch, n) = square(a.layout())?;
        let values = Shape::new(&a.shape()[..=batch.rank()])?;
        let op = Opaque::Linalg(Linalg::Eigenvalues);
        Tensor::run(op, a, values, |out| regular(&batch, n, ENDLESS, kernel::eigvalsh(out, view(a)?)))
    };
    run().in_op("eigvalsh")
}

/// `Q`, and below it `Rᵀ`, of a matrix with at least as many rows as columns.
#[doc(hidden)]
pub fn qr_packed<T: Float>(a: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let (batch, m, n) = sides(a.layout())?;
        if m < n {
            return shape_error(format!("a must have at least as many rows as columns, but has {m} and {n}"));
        }
        let rows = matrices(&batch, m.saturating_add(n), n)?;
        let op = Opaque::Linalg(Linalg::Orthogonal);
        Tensor::run(op, a, rows, |out| regular(&batch, m, ENDLESS, kernel::qr(out, view(a)?)))
    };
    run().in_op("qr_packed")
}

/// The singular values as first row, below them `U`, and below that `V`.
#[doc(hidden)]
pub fn svd_packed<T: Float>(a: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let (batch, m, n) = sides(a.layout())?;
        let rows = matrices(&batch, m.saturating_add(n).saturating_add(1), m.min(n))?;
        let op = Opaque::Linalg(Linalg::Singular);
        Tensor::run(op, a, rows, |out| regular(&batch, m, ENDLESS, kernel::svd(out, view(a)?)))
    };
    run().in_op("svd_packed")
}

/// The pseudo-inverse. Singular values up to `max(M, N) ε` times the largest count as 0.
pub fn pinv<T: Float>(a: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let (batch, m, n) = sides(a.layout())?;
        let op = Opaque::Linalg(Linalg::Pseudoinverse);
        Tensor::run(op, a, matrices(&batch, n, m)?, |out| {
            regular(&batch, m, ENDLESS, kernel::pinv(out, view(a)?))
        })
    };
    run().in_op("pinv")
}

/// `e^A`.
pub fn matrix_exp<T: Float>(a: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let (batch, n) = square(a.layout())?;
        Tensor::run(Opaque::Linalg(Linalg::Exponential), a, a.layout().shape, |out| {
            regular(
                &batch,
                n,
                "beyond what its exponential is computed by",
                kernel::matrix_exp(out, view(a)?),
            )
        })
    };
    run().in_op("matrix_exp")
}

/// `A^n`: of `n < 0` powers of the inverse, of 0 the identity. A singular matrix to a negative power is an error.
pub fn matrix_power<T: Float>(a: &Tensor<T>, n: isize) -> Result<Tensor<T>> {
    let run = || {
        let (batch, order) = square(a.layout())?;
        if n == 0 {
            return Tensor::build(a, a.layout().shape, |out| {
                out.fill(T::from_f64(0.0));
                let size = (order * order).max(1);
                for matrix in out.chunks_exact_mut(size) {
                    matrix.iter_mut().step_by(order + 1).for_each(|x| *x = T::from_f64(1.0));
                }
                Ok(())
            });
        }
        let mut square = if n < 0 {
            Tensor::run(Opaque::Linalg(Linalg::Inverse), a, a.layout().shape, |out| {
                regular(&batch, order, "singular", kernel::inverse(out, view(a)?))
            })?
        } else {
            a.clone()
        };
        let (mut left, mut power) = (n.unsigned_abs(), None);
        loop {
            if left % 2 == 1 {
                power = Some(match power {
                    Some(power) => times(&power, &square)?,
                    None => square.clone(),
                });
            }
            left /= 2;
            if left == 0 {
                return Ok(power.unwrap_or(square));
            }
            square = times(&square, &square)?;
        }
    };
    run().in_op("matrix_power")
}

/// The product of matrices of one shape.
fn times<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    Tensor::run(Opaque::Matmul, (a, b), a.layout().shape, |out| {
        gemm::matmul(out, view(a)?, view(b)?);
        Ok(())
    })
}

/// The order in which partial pivoting takes the rows of a matrix.
#[doc(hidden)]
pub fn lu_order<T: Float>(a: &Tensor<T>) -> Result<Tensor<i32>> {
    let run = || {
        let (batch, m, _) = sides(a.layout())?;
        countable(m)?;
        let order = Shape::new(&a.shape()[..=batch.rank()])?;
        let op = Opaque::Linalg(Linalg::Order);
        Tensor::run(op, a, order, |out| regular(&batch, m, ENDLESS, kernel::lu_order(out, view(a)?)))
    };
    run().in_op("lu_order")
}

/// `L` without its diagonal of ones and `U` in one matrix, with at least as many rows as columns, and no row exchanged.
#[doc(hidden)]
pub fn lu_packed<T: Float>(a: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let (batch, m, n) = sides(a.layout())?;
        if m < n {
            return shape_error(format!("a must have at least as many rows as columns, but has {m} and {n}"));
        }
        let op = Opaque::Linalg(Linalg::Packed);
        Tensor::run(op, a, a.layout().shape, |out| regular(&batch, m, ENDLESS, kernel::lu(out, view(a)?)))
    };
    run().in_op("lu_packed")
}
