//! Linear algebra, batched over the leading axes.

use cotangent_kernels::Float;
use cotangent_kernels::linalg as kernel;

use super::operand::{batch_of, common, insert, over, regular, shape_error, square, under, view};
use crate::device::{Linalg, Opaque};
use crate::error::{InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::layout::Layout;
use crate::tensor::shape::Shape;
use crate::tensor::sources::Under;

const SINGULAR: &str = "singular";

/// `L` with `L Lᵀ` the symmetric part `(A + Aᵀ) / 2` of `A`, lower triangular. A matrix that is not positive definite is an
/// error.
pub fn cholesky<T: Float>(a: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let (batch, n) = square(a.layout())?;
        Tensor::run(Opaque::Linalg(Linalg::Cholesky), a, a.layout().shape, |out| {
            regular(&batch, n, "not positive definite", kernel::cholesky(out, view(a)?))
        })
    };
    run().in_op("cholesky")
}

/// Solves `A X = B` where `A` is triangular; the other triangle is not read. A zero on the diagonal is an error.
pub fn triangular_solve<T: Float>(a: &Tensor<T>, b: &Tensor<T>, lower: bool) -> Result<Tensor<T>> {
    let run = || {
        let system = System::new(a, b, false)?;
        let op = Opaque::Linalg(Linalg::Triangular { lower });
        Tensor::run(op, (Under(a, &system.a), Under(b, &system.b)), system.shape, |out| {
            let done = kernel::triangular_solve(out, under(a, &system.a)?, under(b, &system.b)?, lower);
            regular(&system.batch, system.n, "singular: its diagonal holds a zero", done)
        })
    };
    run().in_op("triangular_solve")
}

/// Solves `A X = B`; a `b` of rank 1 is a vector, and so is the result. A singular matrix is an error.
pub fn solve<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let system = System::new(a, b, true)?;
        let of = (Under(a, &system.a), Under(b, &system.b));
        Tensor::run(Opaque::Linalg(Linalg::Solve), of, system.shape, |out| {
            let done = kernel::solve(out, under(a, &system.a)?, under(b, &system.b)?);
            regular(&system.batch, system.n, SINGULAR, done)
        })
    };
    run().in_op("solve")
}

/// `A X = B` with both sides repeated over their common batch.
struct System {
    batch: Shape,
    /// Order of the matrices.
    n: usize,
    a: Layout,
    b: Layout,
    /// The shape of the solution.
    shape: Shape,
}

impl System {
    fn new<T: Float>(a: &Tensor<T>, b: &Tensor<T>, vectors: bool) -> Result<Self> {
        let (batch_a, n) = square(a.layout())?;
        let vector = vectors && b.rank() == 1;
        let lb = if vector { insert(b.layout(), 1)? } else { *b.layout() };
        let batch_b = batch_of("b", &lb)?;
        let rows = lb.shape.dim(-2)?;
        if rows != n {
            return shape_error(format!(
                "a has {n} rows but b has {rows} (shapes {:?} and {:?})",
                a.shape(),
                b.shape()
            ));
        }
        let batch = common(&batch_a, &batch_b)?;
        let (a, b) = (over(a.layout(), &batch)?, over(&lb, &batch)?);
        let shape = if vector { Shape::new(&b.shape[..b.shape.rank() - 1])? } else { b.shape };
        Ok(Self { batch, n, a, b, shape })
    }
}

/// `A⁻¹`. A singular matrix is an error.
pub fn inverse<T: Float>(a: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let (batch, n) = square(a.layout())?;
        let op = Opaque::Linalg(Linalg::Inverse);
        Tensor::run(op, a, a.layout().shape, |out| {
            regular(&batch, n, SINGULAR, kernel::inverse(out, view(a)?))
        })
    };
    run().in_op("inverse")
}

/// Determinant; 0 for a singular matrix.
pub fn det<T: Float>(a: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let (batch, n) = square(a.layout())?;
        let op = Opaque::Linalg(Linalg::Determinant);
        Tensor::run(op, a, batch, |out| regular(&batch, n, SINGULAR, kernel::det(out, view(a)?)))
    };
    run().in_op("det")
}

/// `ln |det A|`, -inf for a singular matrix, and the sign of the determinant: 1, -1 or 0.
#[doc(hidden)]
pub fn logabsdet<T: Float>(a: &Tensor<T>) -> Result<(Tensor<T>, Tensor<T>)> {
    let run = || {
        let (batch, n) = square(a.layout())?;
        Tensor::run_pair(Opaque::Linalg(Linalg::Logarithm), a, batch, |logs, signs| {
            regular(&batch, n, SINGULAR, kernel::logabsdet(logs, signs, view(a)?))
        })
    };
    run().in_op("logabsdet")
}

/// `adj(A)`, with `A adj(A) = det(A) I`, for singular matrices too.
pub fn adjugate<T: Float>(a: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let (batch, n) = square(a.layout())?;
        Tensor::run(Opaque::Linalg(Linalg::Adjugate), a, a.layout().shape, |out| {
            regular(&batch, n, SINGULAR, kernel::adjugate(out, view(a)?))
        })
    };
    run().in_op("adjugate")
}

/// `y[.., i, j, _, _]`: `A` without row `i` and column `j`.
#[doc(hidden)]
pub fn minors<T: Float>(a: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let (_, n) = square(a.layout())?;
        let mut dims = a.shape().to_vec();
        dims.extend([n.saturating_sub(1); 2]);
        Tensor::run(Opaque::Minors, a, Shape::new(&dims)?, |out| {
            kernel::minors(out, view(a)?);
            Ok(())
        })
    };
    run().in_op("minors")
}

/// The cotangent of `minors`: adds up what each element of `A` was copied to.
#[doc(hidden)]
pub fn minors_cotangent<T: Float>(x: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let shape = x.layout().shape;
        let lead = shape.rank().saturating_sub(4);
        let (whole, n) = match shape[lead..] {
            [n, m, r, c] if n == m && r == c && r == n.saturating_sub(1) => {
                (Shape::new(&shape[..lead + 2])?, n)
            }
            _ => {
                return shape_error(format!(
                    "minors have shape [.., N, N, N - 1, N - 1], but this is {shape}"
                ));
            }
        };
        Tensor::run(Opaque::MinorsCotangent, x, whole, |out| {
            regular(&whole, n, SINGULAR, kernel::minors_cotangent(out, view(x)?))
        })
    };
    run().in_op("minors_cotangent")
}
