//! Recurrences of vectors along an axis of steps.

use cotangent_kernels::{Float, recurrence as kernel};

use super::broadcast_to;
use super::operand::{common, matrices, over, shape_error, under};
use crate::device::{Opaque, Scan};
use crate::error::{InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::shape::Shape;
use crate::tensor::sources::Under;

/// `y[k] = A[k] y[k-1] + b[k]` along the third axis from the end; `y[0] = b[0]`, and `A[0]` has no effect.
pub fn matrix_scan<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let ([of_a @ .., m, k], [of_b @ .., n, v]) = (a.shape(), b.shape()) else {
            return shape_error(format!("shapes {:?} and {:?} are not of matrices", a.shape(), b.shape()));
        };
        let ((Some(x), Some(y)), true) = ((of_a.last(), of_b.last()), m == k && k == n) else {
            return shape_error(format!(
                "a must have square matrices for the rows of b behind an axis of steps, but the shapes are {:?} and {:?}",
                a.shape(),
                b.shape()
            ));
        };
        if x != y {
            return shape_error(format!("{x} steps in a and {y} in b; they must have as many"));
        }
        let batch = common(&Shape::new(of_a)?, &Shape::new(of_b)?)?;
        let at = over(a.layout(), &batch)?;
        let b = broadcast_to(b, matrices(&batch, *n, *v)?)?;
        Tensor::run_over(Opaque::Scan(Scan::Matrices), (Under(a, &at), &b), &b, |out| {
            kernel::matrix_scan(out, under(a, &at)?, *v);
            Ok(())
        })
    };
    run().in_op("matrix_scan")
}

/// `y[t, n, s]` is the sum of `w[j, t, n, s] y[t-1, n, s-j]` over `j` from 0 to 2, and `b[t, n, s]`; `y[0] = b[0]`.
#[doc(hidden)]
pub fn band_scan<T: Float>(w: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let [_, lanes, states] = *b.shape() else {
            return shape_error(format!("b must have three axes, but has shape {:?}", b.shape()));
        };
        match w.shape() {
            [3, rest @ ..] if rest == b.shape() => {}
            other => {
                return shape_error(format!("w has shape {other:?}, which is not 3 and {:?}", b.shape()));
            }
        }
        let whole = w.packed()?;
        Tensor::run_over(Opaque::Scan(Scan::Bands), (&whole, b), b, |out| {
            kernel::band_scan(out, whole.host()?, lanes, states);
            Ok(())
        })
    };
    run().in_op("band_scan")
}

/// The parts of the paths of `ctc` that came from each state before, and the logarithms of their sums.
#[doc(hidden)]
pub fn ctc_states<T: Float>(lp: &Tensor<T>, skip: &Tensor<bool>) -> Result<(Tensor<T>, Tensor<T>)> {
    let run = || {
        let [steps, lanes, states] = *lp.shape() else {
            return shape_error(format!("lp must have three axes, but has shape {:?}", lp.shape()));
        };
        if skip.shape() != [lanes, states] {
            return shape_error(format!("skip has shape {:?}, not [{lanes}, {states}]", skip.shape()));
        }
        let (lp, skip) = (lp.packed()?, skip.packed()?);
        let shapes = [Shape::new(&[3, steps, lanes, states])?, lp.layout().shape];
        Tensor::run_two(Opaque::Scan(Scan::Alignments), (&lp, &skip), shapes, |w, sums| {
            kernel::alignments(w, sums, lp.host()?, skip.host()?, states);
            Ok(())
        })
    };
    run().in_op("ctc_states")
}
