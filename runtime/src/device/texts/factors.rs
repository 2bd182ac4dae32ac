//! QR, eigenvalues of symmetric matrices, singular values, pseudo-inverses.

use cotangent_kernels::source::wgsl;

use super::contract::Contraction;
use super::jacobi::{Made, SMALL, lengths, ranks, side, signs, turned};
use super::linalg::{On, flat};
use super::reflectors::{Reflectors, Scaled, part, product};
use super::spare::{Spare, epsilon, number, real};
use crate::device::backend::Place;
use crate::device::opaque::Linalg;
use crate::error::Result;
use crate::tensor::layout::Layout;
use crate::tensor::shape::Shape;

pub(super) fn run(on: &On<'_>, op: Linalg, a: &Place, out: &Place) -> Result<()> {
    if out.layout.shape.numel() == 0 {
        return Ok(());
    }
    match op {
        Linalg::Orthogonal => qr(on, a, out),
        Linalg::Singular => svd(on, a, out),
        Linalg::Pseudoinverse => pinv(on, a, out),
        op => eigh(on, a, out, matches!(op, Linalg::Eigenvectors)),
    }
}

/// Matrices transposed.
fn swapped(a: &Place) -> Result<Place> {
    let rank = a.layout.shape.rank();
    Ok(Place { layout: a.layout.swap(rank - 2, rank - 1)?, ..*a })
}

/// All but the last two dims.
fn batch(a: &Place) -> &[usize] {
    &a.layout.shape[..a.layout.shape.rank() - 2]
}

fn qr(on: &On<'_>, a: &Place, out: &Place) -> Result<()> {
    let [_, m, n] = flat(&a.layout.shape);
    let scaled = Scaled::new(on, &swapped(a)?, [n, m], false)?;
    let of = Reflectors::new(on, scaled.matrices)?;
    let rows = of.orthogonal(on)?;
    let ins = [scaled.inverses.place, of.columns.place, rows.place, of.diagonal.place];
    on.each(&[wgsl::QR_PACKED], &[m as u32, n as u32], (&ins, &[*out]), out.layout.shape.numel())
}

fn eigh(on: &On<'_>, a: &Place, out: &Place, vectors: bool) -> Result<()> {
    let [count, n, _] = flat(&a.layout.shape);
    let side = side(n);
    let scaled = Scaled::new(on, a, [side, side], true)?;
    let before = if n > SMALL { Some(on.dense(&scaled.matrices.place)?) } else { None };
    let turns = turned(on, Made::Diagonal, n, &scaled.matrices, (batch(a), out))?;
    let rows = part(&turns.place, 0, [count, n, n], [side * side, side, 1])?;
    let mut values = part(&scaled.matrices.place, 0, [count, n, 1], [side * side, side + 1, 1])?;
    let quotients;
    if let Some(before) = before {
        let before = part(&before.place, 0, [count, n, n], [side * side, side, 1])?;
        let times = product(on, &rows, &before)?;
        quotients = Spare::new(on.context, &[count, n, 1], real(a.dtype))?;
        values = quotients.place;
        on.each(&[wgsl::QUOTIENTS], &[n as u32], (&[rows, times.place], &[values]), count * n)?;
    }
    let places = ranks(on, &values, false)?;
    let factors = signs(on, &rows, true)?;
    let ins = [scaled.inverses.place, values, rows, places.place, factors.place];
    let all = count * n * if vectors { n } else { 1 };
    on.each(&[wgsl::EIGH_PACKED], &[n as u32, u32::from(vectors)], (&ins, &[*out]), all)
}

/// By QR, of which the triangle's rows become orthogonal.
fn svd(on: &On<'_>, a: &Place, out: &Place) -> Result<()> {
    let [count, rows, columns] = flat(&a.layout.shape);
    let (m, n) = (rows.max(columns), rows.min(columns));
    let of = if rows >= columns { swapped(a)? } else { *a };
    let scaled = Scaled::new(on, &of, [n, m], false)?;
    let of = Reflectors::new(on, scaled.matrices)?;
    let side = side(n);
    let spare = |dims: &[usize]| Spare::new(on.context, dims, real(a.dtype));
    let triangles = spare(&[count, side, side])?;
    let ins = [of.columns.place, of.diagonal.place];
    on.each(
        &[wgsl::TRIANGLE],
        &[n as u32, m as u32, side as u32],
        (&ins, &[triangles.place]),
        count * side * side,
    )?;
    let turns = turned(on, Made::Rows, n, &triangles, (batch(a), out))?;
    let values = lengths(on, n, [&triangles, &turns])?;
    let places = ranks(on, &values.place, true)?;
    let (long, short, sorted) = (spare(&[count, n, m])?, spare(&[count, n, n])?, spare(&[count, n])?);
    let ins = [triangles.place, turns.place, values.place, places.place];
    let outs = [long.place, short.place, sorted.place];
    on.each(&[wgsl::SORTED_ROWS], &[n as u32, m as u32, side as u32], (&ins, &outs), count * n * m)?;
    of.turn(on, &long, false)?;
    // Rows of length 1 are their own, up to a sign, and zeros become what completes them.
    let of = Reflectors::new(on, short)?;
    let short = of.orthogonal(on)?;
    let left = if rows >= columns { &long } else { &short };
    let factors = signs(on, &left.place, false)?;
    let ins =
        [scaled.inverses.place, sorted.place, long.place, short.place, of.diagonal.place, factors.place];
    on.each(&[wgsl::SVD_PACKED], &[rows as u32, columns as u32], (&ins, &[*out]), out.layout.shape.numel())
}

/// `V` over the singular values, times `Uᵀ`.
fn pinv(on: &On<'_>, a: &Place, out: &Place) -> Result<()> {
    let [count, rows, columns] = flat(&a.layout.shape);
    let (n, all) = (rows.min(columns), 1 + rows + columns);
    let packed = Spare::new(on.context, &[count, all, n], real(a.dtype))?;
    // Its check names the batch of `a`.
    svd(on, a, &packed.place)?;
    let right = Spare::new(on.context, &[count, columns, n], real(a.dtype))?;
    let least = number(epsilon(on.context, a.dtype) * rows.max(columns) as f64);
    let numbers = [&[rows as u32, columns as u32], &least[..]].concat();
    on.each(&[wgsl::PINV_COLUMNS], &numbers, (&[packed.place], &[right.place]), count * columns * n)?;
    let left = part(&packed.place, n, [count, n, rows], [all * n, 1, n])?;
    let result = Place { layout: Layout::dense(Shape::new(&[count, columns, rows])?), ..*out };
    let (ins, outs) = ([right.place, left], [result]);
    let call = on.call(&ins, &outs);
    Contraction::of_matrices(&call).run(on.context, &call)
}
