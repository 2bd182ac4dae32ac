//! Dense linear algebra, batched: Cholesky, LU, triangular systems, inverses, determinants, adjugates, QR, eigenvalues of symmetric
//! matrices, singular values.
//!
//! All of it runs in blocks of a matrix that stay in registers from the product which is subtracted to the small triangular
//! system that finishes them (`tile`). f32 and f64 are computed as they are, half types in f32, adjugates in f64. Which thread
//! does what never decides how a number is computed.
#![allow(unsafe_code)]

use crate::element::{DType, Element, Float};
use crate::real::Arith;
use crate::strided::{Shared, View};

mod adjugate;
mod batch;
mod bidiagonal;
mod cholesky;
mod column;
pub(crate) mod dense;
mod determinant;
mod exponential;
mod jacobi;
mod lines;
mod lu;
mod minors;
mod orthogonal;
mod panel;
mod pivots;
mod reflector;
mod reflectors;
mod rotations;
mod scratch;
mod singular;
mod symmetric;
mod tile;
mod triangular;
pub(crate) mod vector;

pub use determinant::{adjugate, det, logabsdet};
pub use exponential::matrix_exp;
pub use minors::{minors, minors_cotangent};
pub use orthogonal::qr;
pub use pivots::{lu, lu_order};
pub use singular::{pinv, svd};
pub use symmetric::{eigh, eigvalsh};

use batch::{Batch, each, gather, product, scatter, store};
use lu::Factors;
use scratch::NoMemory;
use tile::Grid;
use triangular::{Triangle, has_inverse, panel_len, panels};
use vector::Registers;

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A matrix has none: the first one, by its number in row-major order of the batch.
    Matrix(usize),
    /// There is no memory for a workspace.
    Memory,
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
use computed;

/// `L` with `L Lᵀ` the symmetric part `(A + Aᵀ) / 2`, lower triangular. `out` is dense, in the shape of `a`.
///
/// # Panics
/// When `a` is not a batch of square matrices or `out` does not fit.
pub fn cholesky<T: Float>(out: &mut [T], a: View<'_, T>) -> Result<(), Failure> {
    let a = Batch::square(a);
    let (n, count) = (a.rows, a.count);
    if n == 0 {
        return Ok(());
    }
    let work = product(&[count, n, n, n]) / 3;
    computed!(T => C, each(out, count, n * n, work, |scratch, (): &mut (), i, out| {
        let work = scratch.slices([cholesky::workspace::<C>(n), n])?;
        // SAFETY: a matrix of the batch.
        Ok(unsafe { cholesky::factor::<T, C>(out, a.grid(i), n, count == 1, work) })
    }))
}

/// The right-hand sides and the solution of one system: `n x k`, the latter dense.
struct Sides<'a, T> {
    b: Grid<T>,
    out: &'a mut [T],
    k: usize,
    alone: bool,
}

/// Solves for all right-hand sides with one triangle after the other. Row `i` of them is row `order(i)` of `b`.
///
/// # Safety
/// `b` is `n x k`, the rows of `order` are below `n`, and the triangles, of order `n`, are still there.
unsafe fn solve_with<T: Float, C: Registers>(
    sides: Sides<'_, T>,
    triangles: &[Triangle<C>],
    order: Option<&[usize]>,
    panel: &mut [C],
) -> Result<(), NoMemory> {
    let Sides { b, out, k, alone } = sides;
    let n = triangles[0].n;
    assert_eq!(out.len(), n * k);
    if out.is_empty() {
        return Ok(());
    }
    if k == 1 {
        let x = &mut panel[..n];
        for (i, x) in x.iter_mut().enumerate() {
            // SAFETY: a row of `b`.
            *x = batch::widen(unsafe { *b.at(order.map_or(i, |order| order[i]), 0) });
        }
        // SAFETY: the triangles are there.
        if triangles.iter().all(|triangle| unsafe { triangle.solve_column(x) }) {
            out.iter_mut().zip(&*x).for_each(|(y, &x)| store(y, x));
            return Ok(());
        }
    }
    let out = Shared(out.as_mut_ptr());
    panels(n, k, alone, panel, |first, width, panel, step, two| {
        // SAFETY: columns `first .. first + width` are below `k`, a panel has `n` rows, and no other one has these columns.
        unsafe {
            match order {
                None => gather(b.from(0, first), n, width, panel, step),
                Some(order) => {
                    for (i, &row) in order.iter().enumerate() {
                        gather(b.from(row, first), 1, width, panel.add(i * step), step);
                    }
                }
            }
            for triangle in triangles {
                triangle.solve_panel(0, panel, step, two);
            }
            scatter(out.at(0), (n, k), (first, width), panel, step);
        }
    })
}

/// Solves `A X = B` where `A` is triangular; reads one triangle and the diagonal. The batches of `a` and `b` agree; `out` is
/// dense, in the shape of `b`. A zero on the diagonal is a failure,
/// unless there are no right-hand sides: then no matrix is looked at, however many there are.
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
    assert!(a.rows == b.rows && a.count == b.count);
    let (n, k, count) = (b.rows, b.columns, b.count);
    if n == 0 || k == 0 {
        return Ok(());
    }
    let work = product(&[count, n, n, k]) / 2;
    computed!(T => C, each(out, count, product(&[n, k]), work, |scratch, (): &mut (), i, out| {
        let along_memory = |a: &Grid<C>| k > 1 || a.strides.contains(&1);
        let in_place = a.in_place::<C>(i).filter(along_memory);
        let copied = if in_place.is_some() { 0 } else { product(&[n, n]) };
        let [copy, kept, panel] = scratch.slices([copied, n, panel_len::<C>(n)])?;
        let sides = Sides { b: b.grid(i), out, k, alone: count == 1 };
        // SAFETY: matrices of the batches, and workspaces of their sizes.
        unsafe {
            let grid = in_place.unwrap_or_else(|| {
                gather(a.grid(i), n, n, copy.as_mut_ptr(), n);
                Grid { first: copy.as_ptr(), strides: [n as isize, 1] }
            });
            let regular = has_inverse(grid, n);
            if regular {
                solve_with(sides, &[Triangle::new(grid, lower, kept)], None, panel)?;
            }
            Ok(regular)
        }
    }))
}

/// Solves `A X = B`. The batches of `a` and `b` agree; `out` is dense, in the shape of `b`. A singular matrix is a failure,
/// as in [`triangular_solve`].
///
/// # Panics
/// When the shapes do not fit each other.
pub fn solve<T: Float>(out: &mut [T], a: View<'_, T>, b: View<'_, T>) -> Result<(), Failure> {
    let (a, b) = (Batch::square(a), Batch::new(b));
    assert!(a.rows == b.rows && a.count == b.count);
    let (n, k, count) = (b.rows, b.columns, b.count);
    if n == 0 || k == 0 {
        return Ok(());
    }
    let work = product(&[count, n, n, (n / 3).saturating_add(k)]);
    computed!(T => C, each(out, count, product(&[n, k]), work, |scratch, last, i, out| {
        let [whole, panel] = lu::workspaces::<C>(n);
        let ([whole, panel, kept, sides], order) = scratch.with_order([whole, panel, n, panel_len::<C>(n)], n)?;
        // What is repeated along the batch is factored once; its factors are still in the workspace, but addresses from then are
        // not to be used again.
        let start = a.start(i);
        let factors = match *last {
            Some((of, odd)) if of == start => Factors::of([whole, panel], n, odd),
            // SAFETY: a matrix of the batch.
            _ => unsafe { lu::factor::<T, C>(a.grid(i), n, count == 1, [whole, panel], order) },
        };
        *last = Some((start, factors.odd));
        // SAFETY: as above; the workspaces are still there.
        unsafe {
            let regular = factors.regular();
            if regular {
                let triangles = [Triangle::unit(factors.grid, n), Triangle::new(factors.grid, false, kept)];
                let b = Sides { b: b.grid(i), out, k, alone: count == 1 };
                solve_with(b, &triangles, Some(order), sides)?;
            }
            Ok(regular)
        }
    }))
}

/// `A⁻¹`; `out` is dense, in the shape of `a`. A singular matrix is a failure.
///
/// # Panics
/// When `a` is not a batch of square matrices or `out` does not fit.
pub fn inverse<T: Float>(out: &mut [T], a: View<'_, T>) -> Result<(), Failure> {
    let a = Batch::square(a);
    let (n, count) = (a.rows, a.count);
    if n == 0 {
        return Ok(());
    }
    let work = product(&[count, n, n, n]);
    computed!(T => C, each(out, count, n * n, work, |scratch, (): &mut (), i, out| {
        let [whole, panel] = lu::workspaces::<C>(n);
        let ([whole, panel, kept, own], order) = scratch.with_order([whole, panel, n, panel_len::<C>(n)], n)?;
        // SAFETY: a matrix of the batch; the workspaces stay.
        let (factors, upper) = unsafe {
            let factors = lu::factor::<T, C>(a.grid(i), n, count == 1, [whole, panel], order);
            if !factors.regular() {
                return Ok(false);
            }
            (factors, Triangle::new(factors.grid, false, kept))
        };
        let (unit, out, order) = (Triangle::unit(factors.grid, n), Shared(out.as_mut_ptr()), &*order);
        // A⁻¹ = U⁻¹ L⁻¹ P, of which L⁻¹ is zero above the diagonal.
        panels(n, n, count == 1, own, |first, width, panel, step, two| {
            // SAFETY: columns `first .. first + width` are below `n`, a panel has `n` rows, and column `order[c]` of the result is
            // that of no other `c`.
            unsafe {
                std::slice::from_raw_parts_mut(panel, n * step).fill(C::ZERO);
                (0..width).for_each(|c| panel.add((first + c) * step + c).write(C::ONE));
                unit.solve_panel(first, panel, step, two);
                upper.solve_panel(0, panel, step, two);
                for r in 0..n {
                    for (c, &column) in order[first..first + width].iter().enumerate() {
                        store(&mut *out.at(r * n + column), *panel.add(r * step + c));
                    }
                }
            }
        })?;
        Ok(true)
    }))
}
