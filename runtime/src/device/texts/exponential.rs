//! Exponentials of matrices.

use cotangent_kernels::DType;
use cotangent_kernels::source::wgsl;

use super::contract::Contraction;
use super::linalg::{Factors, On, Pivots, Refused, flat};
use super::opaque::{Parts, by_parts};
use super::scan::by_groups;
use super::spare::{Spare, number, real};
use crate::device::backend::Place;
use crate::error::Result;

/// The largest order that one workgroup squares by itself, as often as it is asked to.
const SMALL: usize = 48;
/// Squares of larger ones that workgroups share: as often a matrix in f32 is halved at most. One in f64 with a norm beyond 1e38 has more
/// of them, which one workgroup makes.
const SHARED: u32 = 127;

/// By scaling, an approximant and squares, of one degree for all.
pub(super) fn run(on: &On<'_>, a: &Place, out: &Place, n: usize) -> Result<()> {
    let [count, ..] = flat(&a.layout.shape);
    if n == 0 || count == 0 {
        return Ok(());
    }
    let (all, is_double) = (count * n * n, on.context.is_double(a.dtype));
    let batch = &a.layout.shape[..a.layout.shape.rank() - 2];
    let [size, each] = [n as u32, count as u32];
    let matrices = || Spare::new(on.context, &[count, n, n], real(a.dtype));
    let times = |x: &Spare<'_>, y: &Spare<'_>, to: &Spare<'_>| {
        let (ins, outs) = ([x.place, y.place], [to.place]);
        let call = on.call(&ins, &outs);
        Contraction::of_matrices(&call).run(on.context, &call)
    };
    let points = |text, numbers: &[u32], ins: &[Place], outs: &[Place]| {
        let parts = Parts { texts: &[text], numbers, points: all, fails: None };
        by_parts(on.context, &on.call(ins, outs), &parts)
    };
    let copy = on.dense(a)?;
    let (x, norms) = (matrices()?, Spare::new(on.context, &[count, n], real(a.dtype))?);
    let halvings = Spare::new(on.context, &[count], DType::I32)?;
    on.each(&[wgsl::EXP_NORMS], &[size], (&[copy.place], &[norms.place]), count * n)?;
    let (ins, outs) = ([norms.place], [halvings.place]);
    let numbers = [&[size, each], &number(if is_double { DOUBLE } else { SINGLE })[..]].concat();
    by_groups(on.context, &on.call(&ins, &outs), &[wgsl::EXP_HALVINGS], &numbers, count)?;
    points(wgsl::EXP_SCALED, &[size], &[copy.place, halvings.place], &[x.place])?;
    let (second, fourth, sixth) = (copy, matrices()?, matrices()?);
    times(&x, &x, &second)?;
    times(&second, &second, &fourth)?;
    times(&fourth, &second, &sixth)?;
    let (odd, even) = (matrices()?, matrices()?);
    let ins = [second.place, fourth.place, sixth.place];
    let outs = [odd.place, even.place];
    if is_double {
        let (first, other) = (matrices()?, matrices()?);
        points(wgsl::EXP_SUMS_OF_F64, &[size, 0], &ins, &[first.place, other.place])?;
        times(&sixth, &first, &odd)?;
        times(&sixth, &other, &even)?;
        points(wgsl::EXP_SUMS_OF_F64, &[size, 1], &ins, &outs)?;
    } else {
        points(wgsl::EXP_SUMS, &[&[size], &coefficients()[..]].concat(), &ins, &outs)?;
    }
    times(&x, &odd, &second)?;
    let (below, above) = (fourth, sixth);
    points(wgsl::EXP_SIDES, &[], &[second.place, even.place], &[below.place, above.place])?;
    let factors = Factors::new(on, &below.place, Pivots::Visible)?;
    on.check(&factors.matrices.place, batch, out, Refused::Beyond)?;
    let outs = [x.place, factors.orders.place];
    on.by_layouts(&[wgsl::LANES, wgsl::PERMUTED], &above.place, &outs)?;
    on.substitute(&factors.matrices.place, &x.place, true, true)?;
    on.substitute(&factors.matrices.place, &x.place, false, false)?;
    let (ins, outs) = ([halvings.place], [x.place, even.place, *out]);
    let call = on.call(&ins, &outs[..2]);
    let shared = if n <= SMALL { 0 } else { SHARED };
    let groups = count * n.div_ceil(16) * n.div_ceil(16);
    for square in 0..shared {
        by_groups(on.context, &call, &[wgsl::EXP_SQUARE], &[size, each, square], groups)?;
    }
    if shared == 0 || is_double {
        by_groups(on.context, &call, &[wgsl::EXP_SQUARES], &[size, each, shared], count)?;
    }
    points(wgsl::EXP_RESULT, &[size], &ins, &outs)
}

/// The norms up to which approximants of degree 7 and 13 are exact to the rounding of f32 and f64.
const SINGLE: f64 = 3.925_724_783_138_66;
const DOUBLE: f64 = 5.371_920_351_148_152;

/// Of a Padé approximant of degree 7, the first one 1. Those of degree 13 are in its text.
fn coefficients() -> [u32; 8] {
    let mut b = [1.0f64; 8];
    for j in 0..7 {
        let k = j as f64;
        b[j + 1] = b[j] * (7.0 - k) / ((14.0 - k) * (k + 1.0));
    }
    b.map(|b| (b as f32).to_bits())
}
