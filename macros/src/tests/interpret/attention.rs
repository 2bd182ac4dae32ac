//! Attention by its definition, one query at a time.

use super::array::{Array, Kind};
use super::primal::Arg;

/// `attend` and its cotangents.
pub(super) fn attention(name: &str, args: &[Arg]) -> Option<Array> {
    if !matches!(name, "attend" | "attend_cotangents") {
        return None;
    }
    let [q, k, v, mask, bias] = [0, 1, 2, 3, 4].map(|i| args[i].array());
    let scale = args[args.len() - 1].host().float();
    let (shared, keys) = (q.shape[1] / k.shape[1], k.shape[2]);
    // What repeats along the scores has an axis of length 1, or none.
    let repeated = |x: &Array, at: [usize; 4]| {
        let lead = 4 - x.shape.len();
        x.at(&x.shape.iter().zip(&at[lead..]).map(|(n, i)| if *n == 1 { 0 } else { *i }).collect::<Vec<_>>())
    };
    let weights = |b: usize, h: usize, i: usize| -> Vec<f64> {
        let score = |j: usize| {
            let dot: f64 = (0..q.shape[3]).map(|e| q.at(&[b, h, i, e]) * k.at(&[b, h / shared, j, e])).sum();
            let open = repeated(mask, [b, h, i, j]) != 0.0;
            if open { (scale * dot + repeated(bias, [b, h, i, j])).exp() } else { 0.0 }
        };
        let all: Vec<f64> = (0..keys).map(score).collect();
        let sum: f64 = all.iter().sum();
        all.into_iter().map(|e| if sum == 0.0 { 0.0 } else { e / sum }).collect()
    };
    let deep = v.shape[3];
    if name == "attend" {
        let shape = [q.shape[0], q.shape[1], q.shape[2], deep];
        return Some(Array::build(&shape, |at| {
            let p = weights(at[0], at[1], at[2]);
            (0..keys).map(|j| p[j] * v.at(&[at[0], at[1] / shared, j, at[3]])).sum()
        }));
    }
    let t = args[5].array();
    let [mut of_q, mut of_k, mut of_v] = [q, k, v].map(|x| Array::filled(&x.shape, 0.0));
    let place = |x: &Array, at: [usize; 4]| at.iter().zip(&x.shape).fold(0, |i, (a, n)| i * n + a);
    for (b, h, i) in (0..q.shape[0])
        .flat_map(|b| (0..q.shape[1]).flat_map(move |h| (0..q.shape[2]).map(move |i| (b, h, i))))
    {
        let (p, g) = (weights(b, h, i), h / shared);
        let of_p: Vec<f64> =
            (0..keys).map(|j| (0..deep).map(|d| t.at(&[b, h, i, d]) * v.at(&[b, g, j, d])).sum()).collect();
        let mean: f64 = p.iter().zip(&of_p).map(|(p, g)| p * g).sum();
        for j in 0..keys {
            let s = scale * p[j] * (of_p[j] - mean);
            for e in 0..q.shape[3] {
                let (at_q, at_k) = (place(q, [b, h, i, e]), place(k, [b, g, j, e]));
                of_q.data[at_q] += s * k.data[at_k];
                of_k.data[at_k] += s * q.data[at_q];
            }
            for d in 0..deep {
                of_v.data[place(v, [b, g, j, d])] += p[j] * t.at(&[b, h, i, d]);
            }
        }
    }
    let data = [of_q.data, of_k.data, of_v.data].concat();
    Some(Array::new(&[data.len()], data).of(Kind::Float))
}
