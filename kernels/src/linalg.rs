//! Dense linear algebra, batched: Cholesky, LU, triangular systems, inverses, determinants, adjugates.
//!
//! The factorisations are blocked over [`gemm`](crate::gemm), which does all but a vanishing part of the work. f32 and f64 are
//! computed as they are, half types in f32, adjugates in f64.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::element::{DType, Element, Float};
use crate::strided::{Shared, View, offsets, split};

mod adjugate;
mod cholesky;
mod dense;
mod lu;
mod minors;
mod triangular;

pub use minors::{minors, minors_adjoint};

use dense::Scalar;

/// Which matrix of a batch has no result: the first one, in row-major order of the batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Number of the matrix in the batch.
    pub batch: usize,
}

/// Runs `$body` with `$C` the type that `$T` is computed in.
macro_rules! computed {
    ($T:ty => $C:ident, $body:expr) => {
        if <$T as Element>::DTYPE == DType::F64 {
            type $C = f64;
            $body
        } else {
            type $C = f32;
            $body
        }
    };
}

/// A batch of matrices of a view.
struct Batch<'a, T> {
    view: View<'a, T>,
    starts: Vec<isize>,
    rows: usize,
    columns: usize,
}

impl<'a, T: Element> Batch<'a, T> {
    fn new(view: View<'a, T>) -> Self {
        let lead = view.rank().checked_sub(2).expect("a matrix or a batch of them");
        let starts = offsets(&view.shape()[..lead], &view.strides()[..lead]);
        Self { view, starts, rows: view.shape()[lead], columns: view.shape()[lead + 1] }
    }

    fn square(view: View<'a, T>) -> Self {
        let batch = Self::new(view);
        assert_eq!(batch.rows, batch.columns, "a square matrix");
        batch
    }

    /// Element `(r, c)` of matrix `i`.
    fn get(&self, i: usize, r: usize, c: usize) -> T {
        assert!(r < self.rows && c < self.columns);
        let lead = self.view.rank() - 2;
        let strides = self.view.strides();
        let at = self.starts[i] + r as isize * strides[lead] + c as isize * strides[lead + 1];
        // SAFETY: the offset of an index of the view.
        unsafe { *self.view.ptr().offset(at) }
    }

    /// Matrix `i` in row-major order.
    fn load<C: Scalar>(&self, i: usize, into: &mut Vec<C>) {
        into.clear();
        let lead = self.view.rank() - 2;
        let (rs, cs) = (self.view.strides()[lead], self.view.strides()[lead + 1]);
        for r in 0..self.rows {
            let at = self.starts[i] + r as isize * rs;
            if T::DTYPE == C::DTYPE && cs == 1 {
                // SAFETY: consecutive elements of the view, of the same type under another name.
                let row = unsafe {
                    std::slice::from_raw_parts(self.view.ptr().offset(at).cast::<C>(), self.columns)
                };
                into.extend_from_slice(row);
                continue;
            }
            // SAFETY: offsets of indices of the view.
            let get = |c: usize| unsafe { *self.view.ptr().offset(at + c as isize * cs) };
            into.extend((0..self.columns).map(|c| C::from_f64(get(c).to_f64())));
        }
    }
}

/// Runs `f(workspace, i, out)` for each matrix of a batch, where `out` is its part of the result, of `size` elements; it tells
/// whether there was one. `work` is about the number of multiplications of all.
fn each<T, W: Default>(
    out: &mut [T],
    count: usize,
    size: usize,
    work: usize,
    f: impl Fn(&mut W, usize, &mut [T]) -> bool + Sync,
) -> Result<(), Failure> {
    assert_eq!(out.len(), count * size);
    let first = AtomicUsize::new(usize::MAX);
    let out = Shared(out.as_mut_ptr());
    split(count, work, |range| {
        let mut workspace = W::default();
        for i in range {
            // SAFETY: matrix `i` has `size` elements of its own, and each `i` is in one range.
            let part = unsafe { std::slice::from_raw_parts_mut(out.at(i * size), size) };
            if !f(&mut workspace, i, part) {
                first.fetch_min(i, Ordering::Relaxed);
                return;
            }
        }
    });
    match first.into_inner() {
        usize::MAX => Ok(()),
        batch => Err(Failure { batch }),
    }
}

fn store<T: Element, C: Scalar>(out: &mut [T], from: &[C]) {
    if T::DTYPE == C::DTYPE {
        // SAFETY: one type under two names.
        let from = unsafe { std::slice::from_raw_parts(from.as_ptr().cast::<T>(), from.len()) };
        out.copy_from_slice(from);
        return;
    }
    out.iter_mut().zip(from).for_each(|(y, x)| *y = T::from_f64(x.to_f64()));
}

/// `L` with `L Lᵀ` the symmetric part `(A + Aᵀ) / 2`, lower triangular. `out` is dense, in the shape of `a`.
///
/// # Panics
/// When `a` is not a batch of square matrices or `out` does not fit.
pub fn cholesky<T: Float>(out: &mut [T], a: View<'_, T>) -> Result<(), Failure> {
    let a = Batch::square(a);
    let n = a.rows;
    let count = a.starts.len();
    computed!(T => C, each(out, count, n * n, count * n * n * n / 3, |m: &mut Vec<C>, i, out| {
        a.load(i, m);
        dense::symmetrise(m, n);
        let positive = cholesky::factor(m, n, count == 1);
        dense::transpose_upper(m, n);
        store(out, m);
        positive
    }))
}

/// Solves `A X = B` where `A` is triangular; reads one triangle and the diagonal. The batches of `a` and `b` agree; `out` is
/// dense, in the shape of `b`. A zero on the diagonal is a failure.
///
/// # Panics
/// When the shapes do not fit each other.
pub fn triangular_solve<T: Float>(
    out: &mut [T],
    a: View<'_, T>,
    b: View<'_, T>,
    lower: bool,
) -> Result<(), Failure> {
    let (a, b) = (Batch::square(a), Batch::new(b));
    assert!(a.rows == b.rows && a.starts.len() == b.starts.len());
    let (n, k, count) = (b.rows, b.columns, b.starts.len());
    computed!(T => C, each(out, count, n * k, count * n * n * k / 2, |(m, x): &mut (Vec<C>, Vec<C>), i, out| {
        a.load(i, m);
        b.load(i, x);
        if (0..n).any(|d| m[d * n + d].to_f64() == 0.0) {
            return false;
        }
        triangular::solve(m, n, x, k, lower, false, count == 1);
        store(out, x);
        true
    }))
}

/// What solving with a general matrix keeps from one entry of the batch to the next.
struct Factored<C> {
    lu: Vec<C>,
    swaps: Vec<usize>,
    /// Where the matrix lies that `lu` was made from; broadcast ones are factored once.
    of: Option<isize>,
    x: Vec<C>,
}

impl<C> Default for Factored<C> {
    fn default() -> Self {
        Self { lu: Vec::new(), swaps: Vec::new(), of: None, x: Vec::new() }
    }
}

/// Solves `A X = B`. The batches of `a` and `b` agree; `out` is dense, in the shape of `b`. A singular matrix is a failure.
///
/// # Panics
/// When the shapes do not fit each other.
pub fn solve<T: Float>(out: &mut [T], a: View<'_, T>, b: View<'_, T>) -> Result<(), Failure> {
    let (a, b) = (Batch::square(a), Batch::new(b));
    assert!(a.rows == b.rows && a.starts.len() == b.starts.len());
    let (n, k, count) = (b.rows, b.columns, b.starts.len());
    computed!(T => C, each(out, count, n * k, count * n * n * (n / 3 + k), |w: &mut Factored<C>, i, out| {
        b.load(i, &mut w.x);
        if w.of != Some(a.starts[i]) {
            a.load(i, &mut w.lu);
            lu::factor(&mut w.lu, n, &mut w.swaps, count == 1);
            w.of = Some(a.starts[i]);
        }
        let regular = lu::is_regular(&w.lu, n);
        if regular {
            lu::solve(&mut w.lu, n, &w.swaps, &mut w.x, k, count == 1);
            store(out, &w.x);
        }
        regular
    }))
}

/// `A⁻¹`; `out` is dense, in the shape of `a`. A singular matrix is a failure.
///
/// # Panics
/// When `a` is not a batch of square matrices or `out` does not fit.
pub fn inverse<T: Float>(out: &mut [T], a: View<'_, T>) -> Result<(), Failure> {
    let a = Batch::square(a);
    let (n, count) = (a.rows, a.starts.len());
    computed!(T => C, each(out, count, n * n, 2 * count * n * n * n, |w: &mut Factored<C>, i, out| {
        a.load(i, &mut w.lu);
        lu::factor(&mut w.lu, n, &mut w.swaps, count == 1);
        let regular = lu::is_regular(&w.lu, n);
        if regular {
            dense::identity(&mut w.x, n);
            lu::solve(&mut w.lu, n, &w.swaps, &mut w.x, n, count == 1);
            store(out, &w.x);
        }
        regular
    }))
}

/// Each determinant, the logarithm of its absolute value, and its sign.
///
/// # Panics
/// When `a` is not a batch of square matrices.
fn sign_and_log<T: Float>(a: View<'_, T>) -> Vec<(f64, f64, f64)> {
    let a = Batch::square(a);
    let (n, count) = (a.rows, a.starts.len());
    let mut out = vec![(0.0, 0.0, 0.0); count];
    let done = computed!(T => C, each(&mut out, count, 1, count * n * n * n / 3, |w: &mut Factored<C>, i, out| {
        a.load(i, &mut w.lu);
        lu::factor(&mut w.lu, n, &mut w.swaps, count == 1);
        out[0] = lu::determinant(&w.lu, n, &w.swaps);
        true
    }));
    debug_assert!(done.is_ok(), "every matrix has a determinant");
    out
}

/// The determinant of each matrix of a batch; 0 for a singular one, 1 for an empty one.
///
/// # Panics
/// When `a` is not a batch of square matrices or `out` does not fit.
pub fn det<T: Float>(out: &mut [T], a: View<'_, T>) {
    let all = sign_and_log(a);
    assert_eq!(out.len(), all.len());
    out.iter_mut().zip(all).for_each(|(y, (det, ..))| *y = T::from_f64(det));
}

/// The logarithm of the absolute value of each determinant, -inf for a singular matrix, and its sign: 1, -1 or 0.
///
/// # Panics
/// When `a` is not a batch of square matrices or a result does not fit.
pub fn logabsdet<T: Float>(logs: &mut [T], signs: &mut [T], a: View<'_, T>) {
    let all = sign_and_log(a);
    assert!(logs.len() == all.len() && signs.len() == all.len());
    for ((log, sign), (_, l, s)) in logs.iter_mut().zip(signs).zip(all) {
        *log = T::from_f64(l);
        *sign = T::from_f64(s);
    }
}

/// The adjugate of each matrix of a batch: `A adj(A) = det(A) I`, also where `A` is singular. `out` is dense, in the shape of
/// `a`.
///
/// # Panics
/// When `a` is not a batch of square matrices or `out` does not fit.
pub fn adjugate<T: Float>(out: &mut [T], a: View<'_, T>) {
    let a = Batch::square(a);
    let (n, count) = (a.rows, a.starts.len());
    let done = each(out, count, n * n, 2 * count * n * n * n, |w: &mut adjugate::Workspace, i, out| {
        a.load(i, &mut w.matrix);
        store(out, w.adjugate(n));
        true
    });
    debug_assert!(done.is_ok(), "every matrix has an adjugate");
}
