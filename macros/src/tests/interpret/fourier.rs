//! Fourier transforms as sums.

use std::f64::consts::TAU;

use super::array::Array;
use super::primal::Arg;

/// Rows of `rules/opaque/fourier.rs`.
pub(super) fn fourier(name: &str, x: &Array, args: &[Arg]) -> Option<Array> {
    let rank = x.shape.len();
    Some(match name {
        "dft" => {
            let sign = if args[1].host().bool() { 1.0 } else { -1.0 };
            Array::build(&x.shape, |at| {
                let (batch, [k, part]) = (&at[..rank - 2], [at[rank - 2], at[rank - 1]]);
                let n = x.shape[rank - 2];
                (0..n).map(|j| turned(number(x, batch, j), sign, j * k, n)[part]).sum()
            })
        }
        "real_dft" => {
            let n = x.shape[rank - 1];
            let shape = [&x.shape[..rank - 1], &[n / 2 + 1, 2]].concat();
            Array::build(&shape, |at| {
                let (batch, [k, part]) = (&at[..rank - 1], [at[rank - 1], at[rank]]);
                // Rounding has no say where the sum is real.
                let is_real = k == 0 || 2 * k == n;
                let term = |j| turned([x.at(&[batch, &[j]].concat()), 0.0], -1.0, j * k, n)[part];
                if is_real && part == 1 { 0.0 } else { (0..n).map(term).sum() }
            })
        }
        "hermitian_dft" => {
            let n = args[1].size();
            let shape = [&x.shape[..rank - 2], &[n]].concat();
            Array::build(&shape, |at| {
                let (batch, k) = (&at[..rank - 2], at[rank - 2]);
                let term = |j: usize| {
                    let [re, im] = number(x, batch, j.min(n - j));
                    let im = if j == 0 || 2 * j == n { 0.0 } else { im };
                    turned([re, if 2 * j > n { -im } else { im }], 1.0, j * k, n)[0]
                };
                (0..n).map(term).sum()
            })
        }
        _ => return None,
    })
}

/// The number at a place of a batch of pairs.
fn number(x: &Array, batch: &[usize], j: usize) -> [f64; 2] {
    [0, 1].map(|part| x.at(&[batch, &[j, part]].concat()))
}

/// A number times `e^(sign 2πi turns/n)`.
fn turned([re, im]: [f64; 2], sign: f64, turns: usize, n: usize) -> [f64; 2] {
    let (sin, cos) = (sign * TAU * (turns % n) as f64 / n as f64).sin_cos();
    [re * cos - im * sin, re * sin + im * cos]
}
