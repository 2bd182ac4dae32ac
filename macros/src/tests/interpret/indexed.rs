//! Writing at indices, groups of rows, places in a list.

use super::array::{Array, Kind};
use super::matrix::Matrix;
use super::primal::Arg;

/// Rows that read an index tensor, but for `gather` and those that add.
pub(super) fn indexed(name: &str, x: &Array, args: &[Arg]) -> Option<Array> {
    Some(match name {
        "scatter" | "scatter_mul" | "scatter_max" => {
            let (axis, idx, src) = (x.axis(args[1].int()), args[2].array(), args[3].array());
            let mut y = x.clone();
            for (i, v) in src.data.iter().enumerate() {
                let mut at = super::array::index(&src.shape, i);
                at[axis] = idx.data[i] as usize;
                let to = y.offset(&at);
                y.data[to] = match name {
                    "scatter" => *v,
                    "scatter_mul" => y.data[to] * v,
                    _ => y.data[to].max(*v),
                };
            }
            y
        }
        "searchsorted" => {
            let (of, right) = (args[1].array(), args[2].host().bool());
            let before = |v: f64| x.data.iter().filter(|s| **s < v || (right && **s == v)).count() as f64;
            Array::build(&of.shape, |at| before(of.at(at))).of(Kind::Int)
        }
        "grouped_matmul" | "grouped_outer" => {
            let (other, sizes) = (args[1].array(), &args[2].array().data);
            let starts = sizes.iter().scan(0.0, |end, size| {
                *end += size;
                Some(*end - size)
            });
            let groups = sizes.iter().zip(starts).enumerate().map(|(g, (size, start))| {
                let row = |i: usize| start as usize + i;
                let (n, inner) = (*size as usize, x.shape[1]);
                if name == "grouped_outer" {
                    let left = Matrix::build(inner, n, |i, j| x.at(&[row(j), i]));
                    return left.times(&Matrix::build(n, other.shape[1], |i, j| other.at(&[row(i), j])));
                }
                let rows = Matrix::build(n, inner, |i, j| x.at(&[row(i), j]));
                rows.times(&Matrix::build(inner, other.shape[2], |i, j| other.at(&[g, i, j])))
            });
            let data: Vec<f64> = groups.flat_map(|m| m.data).collect();
            if name == "grouped_outer" {
                return Some(Array::new(&[sizes.len(), x.shape[1], other.shape[1]], data));
            }
            Array::new(&[x.shape[0], other.shape[2]], data)
        }
        _ => return None,
    })
}

/// The table of `rope_table`.
pub(super) fn rope_table(args: &[Arg]) -> Array {
    let (n, dim, start) = (args[0].size(), args[1].size(), args[4].size());
    let (base, scale) = (args[2].host().float(), args[3].host().float());
    Array::build(&[2, n, dim / 2], |at| {
        let angle = (start + at[1]) as f64 / scale * base.powf(-2.0 * at[2] as f64 / dim as f64);
        if at[0] == 0 { angle.cos() } else { angle.sin() }
    })
}

/// Triangles over frequencies, of their corners in hertz.
pub(super) fn mel_bank(args: &[Arg]) -> Array {
    let (freqs, mels) = (args[0].size(), args[1].size());
    let [rate, low, high] = [2, 3, 4].map(|i| args[i].host().float());
    let [htk, area] = [5, 6].map(|i| args[i].host().bool());
    let step = 6.4_f64.ln() / 27.0;
    let to = |f: f64| match htk {
        true => 2595.0 * (1.0 + f / 700.0).log10(),
        false if f < 1000.0 => f * 3.0 / 200.0,
        false => 15.0 + (f / 1000.0).ln() / step,
    };
    let from = |m: f64| match htk {
        true => 700.0 * (10.0_f64.powf(m / 2595.0) - 1.0),
        false if m < 15.0 => m * 200.0 / 3.0,
        false => 1000.0 * (step * (m - 15.0)).exp(),
    };
    let corner = |i: usize| from(to(low) + (to(high) - to(low)) * i as f64 / (mels + 1) as f64);
    Array::build(&[freqs, mels], |at| {
        let f = at[0] as f64 * rate / 2.0 / (freqs - 1) as f64;
        let [a, b, c] = [0, 1, 2].map(|i| corner(at[1] + i));
        let side = if f <= b { (f - a) / (b - a) } else { (c - f) / (c - b) };
        side.max(0.0) * if area { 2.0 / (c - a) } else { 1.0 }
    })
}

/// Places that lie evenly among others.
pub(super) fn places(name: &str, args: &[Arg]) -> Array {
    let (n, last) = (args[0].size(), args[1].size() as f64 - 1.0);
    let (align, offset) = (args[2].host().bool(), args[3].host().float());
    let place = |i: usize| {
        let i = i as f64;
        let scale = (last + 1.0) / n as f64;
        if align { i * last / (n as f64 - 1.0) } else { (i + offset) * scale - offset }
    };
    if name == "place_before" {
        return Array::build(&[n], |at| place(at[0]).floor()).of(Kind::Int);
    }
    Array::build(&[n], |at| place(at[0]) - place(at[0]).floor())
}
