use cotangent_kernels::attention::{Operands, attend, cotangents};
use cotangent_kernels::{Float, bf16, f16};

use crate::support::{Random, Strided, flat, indices};

/// Whether key `j` of `s` is open to query `i` of `l`: all, those before it, a window of them, any, not those at the ends and none for
/// every other query.
fn is_open(kind: usize, r: &mut Random, [l, s]: [usize; 2], [i, j]: [usize; 2]) -> bool {
    match kind {
        0 => true,
        1 => j + l <= i + s,
        2 => j + l <= i + s && i + s < j + l + 7,
        3 => r.below(3) > 0,
        _ => i % 2 == 0 && j >= s / 3 && j < s - s / 4,
    }
}

/// The axes on which a tensor repeats.
fn repeats(r: &mut Random) -> Vec<usize> {
    (0..4).filter(|_| r.below(2) == 0).collect()
}

/// The result and the cotangents, one behind the other, in f64.
fn defined<T: Float>(
    [q, k, v, bias, t]: [&Strided<T>; 5],
    mask: &Strided<bool>,
    scale: f64,
) -> (Vec<f64>, Vec<f64>) {
    let (shared, keys) = (q.shape[1] / k.shape[1], k.shape[2]);
    let mut y = vec![0.0; t.shape.iter().product()];
    let [mut of_q, mut of_k, mut of_v] = [q, k, v].map(|x| vec![0.0; x.shape.iter().product()]);
    let (wide, deep) = (q.shape[3], v.shape[3]);
    let elements = [q, k, v, bias, t].map(|x| x.elements().into_iter().map(T::to_f64).collect::<Vec<_>>());
    let [q_at, k_at, v_at, bias_at, t_at] = &elements;
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    for (row, at) in indices(&q.shape[..3]).iter().enumerate() {
        let (b, h, i) = (at[0], at[1], at[2]);
        let of = |j: usize, n: usize| {
            let key = flat(&k.shape[..3], &[b, h / shared, j]);
            key * n..(key + 1) * n
        };
        let (query, pulled) = (&q_at[row * wide..(row + 1) * wide], &t_at[row * deep..(row + 1) * deep]);
        let open: Vec<usize> = (0..keys).filter(|&j| mask.at(&[b, h, i, j])).collect();
        let score = |&j: &usize| scale * dot(query, &k_at[of(j, wide)]) + bias_at[row * keys + j];
        let scores: Vec<f64> = open.iter().map(score).collect();
        let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let all: Vec<f64> = scores.iter().map(|s| (s - top).exp()).collect();
        let total: f64 = all.iter().sum();
        let p: Vec<f64> = all.iter().map(|e| e / total).collect();
        let g_p: Vec<f64> = open.iter().map(|&j| dot(pulled, &v_at[of(j, deep)])).collect();
        let mean = dot(&p, &g_p);
        for ((&j, p), g_p) in open.iter().zip(&p).zip(g_p) {
            let s = scale * p * (g_p - mean);
            let add = |to: &mut [f64], factor: f64, x: &[f64]| {
                to.iter_mut().zip(x).for_each(|(to, x)| *to += factor * x);
            };
            add(&mut of_q[row * wide..(row + 1) * wide], s, &k_at[of(j, wide)]);
            add(&mut of_k[of(j, wide)], s, query);
            add(&mut y[row * deep..(row + 1) * deep], *p, &v_at[of(j, deep)]);
            add(&mut of_v[of(j, deep)], *p, pulled);
        }
    }
    (y, [of_q, of_k, of_v].concat())
}

fn compare<T: Float>(r: &mut Random, tolerance: f64) {
    for round in 0..60 {
        let (b, g, shared) = (1 + r.below(2), 1 + r.below(2), 1 + r.below(3));
        let (h, l, s) = (g * shared, [1, 7, 8, 50, 110][r.below(5)], 1 + r.below(90));
        let (e, d) = (1 + r.below(70), 1 + r.below(70));
        let [q, t] = [e, d].map(|n| Strided::<T>::new(r, &[b, h, l, n], &[]));
        let [k, v] = [e, d].map(|n| Strided::<T>::new(r, &[b, g, s, n], &[]));
        let (alone, more) = (repeats(r), repeats(r));
        let bias = Strided::<T>::new(r, &[b, h, l, s], &alone);
        let mut mask = Strided::<bool>::new(r, &[b, h, l, s], &more);
        let kind = r.below(5);
        for at in indices(&mask.shape.clone()) {
            let open = is_open(kind, r, [l, s], [at[2], at[3]]);
            mask.set(&at, open);
        }
        let scale = 0.3;
        let x =
            Operands { q: q.view(), k: k.view(), v: v.view(), mask: mask.view(), bias: bias.view(), scale };
        let (y, c) = defined([&q, &k, &v, &bias, &t], &mask, scale);
        let mut found = vec![T::from_f64(77.0); y.len()];
        attend(&mut found, &x);
        let mut back = vec![T::from_f64(77.0); c.len()];
        cotangents(&mut back, &x, t.view());
        for (what, found, want) in [("result", found, y), ("cotangents", back, c)] {
            for (i, (found, want)) in found.iter().zip(want).enumerate() {
                let found = found.to_f64();
                let near = (found - want).abs() <= tolerance * (1.0 + want.abs());
                assert!(near, "round {round}, {what} at {i}: {found} {want}");
            }
        }
    }
}

#[test]
fn attention_is_its_definition() {
    let mut r = Random::new(9);
    compare::<f64>(&mut r, 1e-13);
    compare::<f32>(&mut r, 1e-4);
    compare::<f16>(&mut r, 2e-3);
    compare::<bf16>(&mut r, 2e-2);
}

/// Of keys that are closed to all queries nothing is read, whatever they are. Scores that are all infinite, and no keys, give 0.
#[test]
fn closed_keys_are_silent() {
    let (l, s) = (20, 30);
    let mut r = Random::new(3);
    let [q, t] = [(); 2].map(|()| Strided::<f32>::new(&mut r, &[1, 1, l, 4], &[]));
    let [mut k, mut v] = [(); 2].map(|()| Strided::<f32>::new(&mut r, &[1, 1, s, 4], &[]));
    let mut bias = Strided::<f32>::new(&mut r, &[1, 1, l, s], &[]);
    let mut mask = Strided::<bool>::new(&mut r, &[1, 1, l, s], &[]);
    for at in indices(&[1, 1, l, s]) {
        mask.set(&at, at[3] < 20);
        bias.set(&at, if at[2] == 2 { f32::NEG_INFINITY } else { 0.0 });
        if at[3] >= 20 {
            for x in [&mut k, &mut v] {
                (0..4).for_each(|e| x.set(&[0, 0, at[3], e], f32::NAN));
            }
        }
    }
    let x =
        Operands { q: q.view(), k: k.view(), v: v.view(), mask: mask.view(), bias: bias.view(), scale: 1.0 };
    let (mut y, mut c) = (vec![7.0; l * 4], vec![7.0; (l + 2 * s) * 4]);
    attend(&mut y, &x);
    cotangents(&mut c, &x, t.view());
    assert!(y.iter().chain(&c).all(|x| x.is_finite()));
    assert!(y[8..12].iter().chain(&c[8..12]).all(|x| *x == 0.0));
    assert!(c[(l + 20) * 4..(l + s) * 4].iter().chain(&c[(l + s + 20) * 4..]).all(|x| *x == 0.0));
}
