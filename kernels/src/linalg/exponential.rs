//! The exponential of a matrix: a Padé approximant of a scaled matrix, squared again. The degrees and the norms up to which each
//! is exact to rounding are those of Higham, SIAM J. Matrix Anal. Appl. 26 (2005), 1179-1193.

use crate::element::{DType, Element, Float};
use crate::gemm::matmul;
use crate::strided::View;

use super::batch::{Batch, each, gather, product, store};
use super::lines::{scaled, subtract};
use super::scratch::NoMemory;
use super::vector::Registers;
use super::{Failure, computed, solve};

/// Degrees, and the largest norm of each.
const DOUBLE: [(usize, f64); 5] = [
    (3, 0.014_955_852_179_582_92),
    (5, 0.253_939_833_006_323),
    (7, 0.950_417_899_616_293_2),
    (9, 2.097_847_961_257_068),
    (13, 5.371_920_351_148_152),
];
const SINGLE: [(usize, f64); 3] =
    [(3, 0.425_873_001_692_283_1), (5, 1.880_152_677_804_762), (7, 3.925_724_783_138_66)];

/// `e^A`, `out` dense in the shape of `a`. Where an element is not finite, all are NaN.
///
/// # Panics
/// When `a` is not a batch of square matrices or `out` does not fit.
pub fn matrix_exp<T: Float>(out: &mut [T], a: View<'_, T>) -> Result<(), Failure> {
    let a = Batch::square(a);
    let (n, count) = (a.rows, a.count);
    if n == 0 {
        return Ok(());
    }
    let size = product(&[n, n]);
    let work = product(&[count, n, n, n, 10]);
    computed!(T => C, each(out, count, size, work, |scratch, (): &mut (), i, out| {
        let [x, powers, u, v, spare] = scratch.slices::<C, 5>([size, product(&[4, size]), size, size, size])?;
        // SAFETY: a matrix of the batch.
        unsafe { gather(a.grid(i), n, n, x.as_mut_ptr(), n) };
        let done = exponential(Work { n, x, powers, u, v, spare });
        out.iter_mut().zip(&*x).for_each(|(out, &x)| store(out, x));
        done
    }))
}

struct Work<'a, C> {
    n: usize,
    /// The matrix, then its exponential.
    x: &'a mut [C],
    /// `x²`, `x⁴`, `x⁶`, `x⁸`.
    powers: &'a mut [C],
    u: &'a mut [C],
    v: &'a mut [C],
    spare: &'a mut [C],
}

/// False where a system is singular, which none is in exact arithmetic.
fn exponential<C: Registers>(work: Work<'_, C>) -> Result<bool, NoMemory> {
    let Work { n, x, powers, u, v, spare } = work;
    let norm = norm(x, n);
    if !norm.is_finite() {
        x.fill(C::NAN);
        return Ok(true);
    }
    let degrees: &[(usize, f64)] = if C::BITS == 32 { &SINGLE } else { &DOUBLE };
    let (largest, bound) = degrees[degrees.len() - 1];
    let degree = degrees.iter().find(|(_, bound)| norm <= *bound).map_or(largest, |(degree, _)| *degree);
    let squarings = (norm / bound).log2().ceil().max(0.0);
    // In two steps: the factor may be no number, and what is large stays one after the first.
    let half = (squarings / 2.0).floor();
    for by in [half, squarings - half] {
        let by = C::from_f64((-by).exp2());
        scaled(x, by);
    }
    let b = coefficients(degree);
    let (first, rest) = powers.split_at_mut(n * n);
    times(first, x, x, n);
    let mut last = &*first;
    let count = if degree == 13 { 3 } else { degree / 2 };
    for power in rest.chunks_exact_mut(n * n).take(count - 1) {
        times(power, last, first, n);
        last = power;
    }
    let power = |k: usize| &powers[(k - 1) * n * n..k * n * n];
    // `u` is the sum of odd powers without its factor `x`, `v` that of even ones.
    for (sum, odd) in [(&mut *u, 1), (&mut *v, 0)] {
        sum.fill(C::ZERO);
        if degree == 13 {
            spare.fill(C::ZERO);
            (1..=3).for_each(|k| subtract(spare, C::from_f64(-b[6 + 2 * k + odd]), power(k)));
            times(sum, power(3), spare, n);
        }
        (1..=count).for_each(|k| subtract(sum, C::from_f64(-b[2 * k + odd]), power(k)));
        sum.iter_mut().step_by(n + 1).for_each(|x| *x = *x + C::from_f64(b[odd]));
    }
    times(spare, x, u, n);
    for ((v, u), s) in v.iter_mut().zip(&mut *u).zip(&*spare) {
        (*v, *u) = (*v - *s, *v + *s);
    }
    let (shape, strides) = ([n, n], [n as isize, 1]);
    let view = |x| View::new(x, 0, &shape, &strides).expect("a square");
    match solve(x, view(v), view(u)) {
        Ok(()) => {}
        Err(Failure::Matrix(_)) => return Ok(false),
        Err(Failure::Memory) => return Err(NoMemory),
    }
    for _ in 0..squarings as usize {
        times(spare, x, x, n);
        x.copy_from_slice(spare);
    }
    Ok(true)
}

/// The largest sum of magnitudes in a column.
fn norm<C: Registers>(x: &[C], n: usize) -> f64 {
    let column = |c: usize| (0..n).map(|r| x[r * n + c].to_f64().abs()).sum::<f64>();
    // The maximum of floats passes NaN over.
    (0..n).map(column).fold(0.0, |norm, sum| if sum > norm || sum.is_nan() { sum } else { norm })
}

/// Those of the Padé approximant of this degree, the first one 1.
fn coefficients(degree: usize) -> [f64; 14] {
    let (mut b, m) = ([0.0; 14], degree as f64);
    b[0] = 1.0;
    for j in 0..degree {
        let k = j as f64;
        b[j + 1] = b[j] * (m - k) / ((2.0 * m - k) * (k + 1.0));
    }
    b
}

fn times<C: Registers>(out: &mut [C], a: &[C], b: &[C], n: usize) {
    let (shape, strides) = ([n, n], [n as isize, 1]);
    let view = |x| View::new(x, 0, &shape, &strides).expect("a square");
    matmul(out, view(a), view(b));
}
