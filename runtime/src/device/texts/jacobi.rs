//! Jacobi rotations. Small matrices stand in the memory of a workgroup. Larger ones go by pairs of blocks of rows, which meet as in a
//! tournament: a workgroup finds the rotations of a pair, and tiles of all rows turn by them.
//!
//! Nobody waits for a device to say that all is done. Sweeps are launched up to a bound, and those behind the last find nothing to do.

use cotangent_kernels::DType;
use cotangent_kernels::source::wgsl;

use super::super::passes::GROUP;
use super::linalg::{On, Refused, flat};
use super::reflectors::{part, unit};
use super::scan::by_groups;
use super::spare::{Spare, epsilon, number};
use crate::device::backend::Place;
use crate::error::Result;

/// The largest order that stands in the memory of a workgroup.
pub(super) const SMALL: usize = 32;
/// Sweeps over a small matrix. Six are usual.
const SWEEPS: usize = 24;
/// Sweeps over a large one. Eight to ten are usual.
const LARGE_SWEEPS: usize = 20;
/// Sweeps over a pair of blocks each time that it meets.
const PAIR_SWEEPS: usize = 2;
/// How much more the last sweep leaves. It has to find no more than that.
const MERCY: f64 = 64.0;

/// What is made of the matrices.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Made {
    /// Symmetric ones become diagonal.
    Diagonal,
    /// Rows become orthogonal.
    Rows,
}

/// Rows and columns of memory for matrices of order `n`.
pub(super) fn side(n: usize) -> usize {
    if n <= SMALL { 2 * half(n) } else { n.next_multiple_of(SMALL) }
}

/// Pairs of rows of a small matrix.
fn half(n: usize) -> usize {
    n.div_ceil(2).next_power_of_two()
}

/// Turns `matrices` of order `n`, whose memory has `side(n)` rows. Returns the products of all rotations, of which rows belong to
/// rows. `batch` and `out` are those of the op, for its check.
pub(super) fn turned<'a>(
    on: &On<'a>,
    made: Made,
    n: usize,
    matrices: &Spare<'a>,
    (batch, out): (&[usize], &Place),
) -> Result<Spare<'a>> {
    let [count, side, _] = flat(&matrices.place.layout.shape);
    let dtype = matrices.place.dtype;
    let epsilon = epsilon(on.context, dtype);
    let bound = match made {
        // Elements are near 1.
        Made::Diagonal => epsilon / 8.0,
        Made::Rows => epsilon * (n as f64).sqrt(),
    };
    let vectors = Spare::new(on.context, &[count, side, side], dtype)?;
    let flags = if n <= SMALL {
        let flags = Spare::new(on.context, &[count], DType::I32)?;
        let (h, text) = (half(n), if made == Made::Rows { wgsl::SVD_SMALL } else { wgsl::EIGH_SMALL });
        let bounds = [bound, MERCY * bound].map(number).concat();
        let numbers = [&[count as u32, h as u32, SWEEPS as u32], &bounds[..]].concat();
        let outs = [matrices.place, vectors.place, flags.place];
        by_groups(on.context, &on.call(&outs[..1], &outs), &[text], &numbers, count.div_ceil(256 / (h * h)))?;
        flags
    } else {
        unit(on, &vectors)?;
        by_pairs(on, made, bound, [matrices, &vectors])?
    };
    // Of each matrix the last flag.
    let each = flags.place.layout.shape.numel() / count;
    let last = part(&flags.place, each - 1, [count, 1, 1], [each, 1, 1])?;
    on.check(&last, batch, out, Refused::Endless)?;
    Ok(vectors)
}

/// Returns whether something turned, for each sweep of each matrix.
fn by_pairs<'a>(on: &On<'a>, made: Made, bound: f64, [a, v]: [&Spare<'a>; 2]) -> Result<Spare<'a>> {
    let [count, side, _] = flat(&a.place.layout.shape);
    let pairs = side / SMALL;
    let spare = |dims: &[usize], dtype| Spare::new(on.context, dims, dtype);
    let rotations = spare(&[count, pairs, SMALL * SMALL], a.place.dtype)?;
    let (flags, moved) = (spare(&[count, LARGE_SWEEPS], DType::I32)?, spare(&[count, pairs], DType::I32)?);
    let points = flags.place.layout.shape.numel();
    on.each(&[wgsl::ZEROS], &[], (&[flags.place], &[flags.place]), points)?;
    let text = if made == Made::Rows { wgsl::SVD_PAIRS } else { wgsl::EIGH_PAIRS };
    for sweep in 0..LARGE_SWEEPS {
        let bound = if sweep + 1 == LARGE_SWEEPS { MERCY * bound } else { bound };
        for round in 0..2 * pairs - 1 {
            let head = [count, side, round, sweep, LARGE_SWEEPS].map(|n| n as u32);
            let numbers = [&head[..], &[PAIR_SWEEPS as u32], &number(bound)].concat();
            let outs = [a.place, rotations.place, flags.place, moved.place];
            by_groups(on.context, &on.call(&outs[..1], &outs), &[text], &numbers, count * pairs)?;
            let numbers = [&head[..], &[u32::from(made == Made::Diagonal)]].concat();
            let (ins, outs) = ([rotations.place, flags.place, moved.place], [a.place, v.place]);
            let groups = count * 2 * pairs * pairs;
            by_groups(on.context, &on.call(&ins, &outs), &[wgsl::TURN_PAIRS], &numbers, groups)?;
        }
    }
    Ok(flags)
}

/// The places of values in order, of a view of one row a matrix.
pub(super) fn ranks<'a>(on: &On<'a>, values: &Place, descending: bool) -> Result<Spare<'a>> {
    let [count, n] = [values.layout.shape[0], values.layout.shape[1]];
    let ranks = Spare::new(on.context, &[count, n], DType::I32)?;
    on.each(&[wgsl::RANKS], &[n as u32, u32::from(descending)], (&[*values], &[ranks.place]), count * n)?;
    Ok(ranks)
}

/// What makes the largest component of each row positive, and its length 1 if `normal`.
pub(super) fn signs<'a>(on: &On<'a>, rows: &Place, normal: bool) -> Result<Spare<'a>> {
    let [count, n, long] = flat(&rows.layout.shape);
    let signs = Spare::new(on.context, &[count, n], rows.dtype)?;
    let lanes = long.div_ceil(16).next_power_of_two().min(GROUP);
    let numbers = [n as u32, u32::from(normal), lanes as u32];
    let (ins, outs) = ([*rows], [signs.place]);
    let groups = (count * n).div_ceil(GROUP / lanes);
    by_groups(on.context, &on.call(&ins, &outs), &[wgsl::SIGNS], &numbers, groups)?;
    Ok(signs)
}

/// Lengths of the first `n` rows of matrices. These get length 1, and so do rows of others.
pub(super) fn lengths<'a>(on: &On<'a>, n: usize, [a, others]: [&Spare<'a>; 2]) -> Result<Spare<'a>> {
    let [count, side, _] = flat(&a.place.layout.shape);
    let lengths = Spare::new(on.context, &[count, n], a.place.dtype)?;
    let outs = [a.place, others.place, lengths.place];
    on.each(&[wgsl::ROW_LENGTHS], &[n as u32, side as u32], (&outs[..1], &outs), count * n)?;
    Ok(lengths)
}
