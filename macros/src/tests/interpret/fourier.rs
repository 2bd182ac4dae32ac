//! Fourier transforms as sums.

use std::f64::consts::TAU;

use super::array::Array;
use super::primal::Arg;

/// Rows of `rules/opaque/fourier.rs`.
pub(super) fn fourier(name: &str, x: &Array, args: &[Arg]) -> Option<Array> {
    let rank = x.shape.len();
    let number = |batch: &[usize], j: usize| {
        let at = [batch, &[j]].concat();
        [x.at(&at), args[1].array().at(&at)]
    };
    Some(match name {
        "dft" => {
            let sign = if args[2].host().bool() { 1.0 } else { -1.0 };
            let n = x.shape[rank - 1];
            Array::build(&[&x.shape[..], &[2]].concat(), |at| {
                let (batch, [k, part]) = (&at[..rank - 1], [at[rank - 1], at[rank]]);
                (0..n).map(|j| turned(number(batch, j), sign, j * k, n)[part]).sum()
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
            let n = args[2].size();
            let shape = [&x.shape[..rank - 1], &[n]].concat();
            Array::build(&shape, |at| {
                let (batch, k) = (&at[..rank - 1], at[rank - 1]);
                let term = |j: usize| {
                    let [re, im] = number(batch, j.min(n - j));
                    let im = if j == 0 || 2 * j == n { 0.0 } else { im };
                    turned([re, if 2 * j > n { -im } else { im }], 1.0, j * k, n)[0]
                };
                (0..n).map(term).sum()
            })
        }
        _ => return None,
    })
}

/// A number times `e^(sign 2πi turns/n)`.
fn turned([re, im]: [f64; 2], sign: f64, turns: usize, n: usize) -> [f64; 2] {
    let (sin, cos) = (sign * TAU * (turns % n) as f64 / n as f64).sin_cos();
    [re * cos - im * sin, re * sin + im * cos]
}
