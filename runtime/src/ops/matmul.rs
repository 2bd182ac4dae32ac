//! Matrix products.

use cotangent_kernels::strided::View;
use cotangent_kernels::{Float, gemm};

use super::operand::{batch_of, common, insert, over, shape_error, under};
use super::view::mt;
use crate::device::{Opaque, Sources, Under};
use crate::emitted::zeros;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::layout::Layout;
use crate::shape::Shape;
use crate::tensor::Tensor;

/// `A B` over the last two axes; leading axes broadcast. A vector is a row on the left and a column on the right, and the
/// result lacks that axis. Transposed operands are read by their strides.
pub fn matmul<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    product(a, b).in_op("matmul")
}

/// `Aᵀ B`: what reverse rules make of products. So are the next two.
#[doc(hidden)]
pub fn matmul_tn<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    matmul(&mt(a)?, b)
}

/// `A Bᵀ`.
#[doc(hidden)]
pub fn matmul_nt<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    matmul(a, &mt(b)?)
}

/// `Aᵀ Bᵀ`.
#[doc(hidden)]
pub fn matmul_tt<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    matmul(&mt(a)?, &mt(b)?)
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
    if a.rank() <= 2
        && b.rank() <= 2
        && let (Some(of_a), Some(of_b)) = (a.storage().as_slice(), b.storage().as_slice())
    {
        return of_matrices((a, of_a), (b, of_b), row, column);
    }
    let Sides { a: la, b: lb, shape } = Sides::new(a, b)?;
    Tensor::run(Opaque::Matmul, (Under(a, &la), Under(b, &lb)), shape, |out| {
        gemm::matmul(out, under(a, &la)?, under(b, &lb)?);
        Ok(())
    })
}

/// [`matmul`] if its result is read, zeros that take no memory if not.
#[doc(hidden)]
pub fn product_if<T: Float>(read: bool, a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    if read {
        return matmul(a, b);
    }
    let unread = || zeros(&Sides::new(a, b)?.shape, (a, b).device()?);
    unread().in_op("matmul")
}

/// Operands of at least rank 2, repeated over their common batch.
struct Sides {
    a: Layout,
    b: Layout,
    /// The shape of the product.
    shape: Shape,
}

impl Sides {
    fn new<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Self> {
        let (row, column) = (a.rank() == 1, b.rank() == 1);
        let la = if row { insert(a.layout(), 0)? } else { *a.layout() };
        let lb = if column { insert(b.layout(), 1)? } else { *b.layout() };
        let (m, k) = (la.shape.dim(-2)?, la.shape.dim(-1)?);
        let (inner, n) = (lb.shape.dim(-2)?, lb.shape.dim(-1)?);
        if k != inner {
            return inner_dims(a, b, k, inner);
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
        Ok(Self { a: la, b: lb, shape: Shape::new(&dims)? })
    }
}

/// A product without a batch. Small ones are dominated by what surrounds them, so there is little of that.
fn of_matrices<T: Float>(
    (a, of_a): (&Tensor<T>, &[T]),
    (b, of_b): (&Tensor<T>, &[T]),
    row: bool,
    column: bool,
) -> Result<Tensor<T>> {
    let (la, lb) = (a.layout(), b.layout());
    let pair = |l: &Layout| ([l.shape[0], l.shape[1]], [l.strides[0], l.strides[1]]);
    let ([m, k], sa) = if row { ([1, la.shape[0]], [0, la.strides[0]]) } else { pair(la) };
    let ([inner, n], sb) = if column { ([lb.shape[0], 1], [lb.strides[0], 0]) } else { pair(lb) };
    if k != inner {
        return inner_dims(a, b, k, inner);
    }
    let beyond = || Error::new(ErrorKind::Shape, "a layout reaches beyond its storage");
    let (da, db) = ([m, k], [k, n]);
    let va = View::new(of_a, la.offset, &da, &sa).ok_or_else(beyond)?;
    let vb = View::new(of_b, lb.offset, &db, &sb).ok_or_else(beyond)?;
    let dims = [m, n];
    Tensor::build((a, b), Shape::new(&dims[usize::from(row)..2 - usize::from(column)])?, |out| {
        gemm::matmul(out, va, vb);
        Ok(())
    })
}

fn inner_dims<T: Float, R>(a: &Tensor<T>, b: &Tensor<T>, k: usize, inner: usize) -> Result<R> {
    shape_error(format!("inner dims differ, {k} and {inner} (shapes {:?} and {:?})", a.shape(), b.shape()))
}
