use cotangent_kernels::recurrence::{alignments, band_scan, matrix_scan};
use cotangent_kernels::{Float, bf16};

use crate::support::{Random, Strided};

fn close<T: Float>(what: &str, got: &[T], want: &[f64], tolerance: f64) {
    for (i, (got, want)) in got.iter().zip(want).enumerate() {
        let off = (got.to_f64() - want).abs();
        assert!(off <= tolerance * (1.0 + want.abs()), "{what}: number {i} is {got}, not {want}");
    }
}

fn matrices<T: Float>(r: &mut Random, tolerance: f64) {
    for _ in 0..40 {
        let (batch, steps, n, columns) = (r.below(3), r.below(5), r.below(4), r.below(4));
        let shared: Vec<usize> = if r.below(2) == 0 { vec![0] } else { vec![] };
        let a = Strided::<T>::new(r, &[batch, steps, n, n], &shared);
        let b: Vec<T> = r.vec(batch * steps * n * columns);
        let mut want: Vec<f64> = b.iter().map(|x| x.to_f64()).collect();
        for i in 0..batch * steps {
            let (lane, step) = (i / steps, i % steps);
            if step == 0 {
                continue;
            }
            for at in 0..n * columns {
                let (row, column) = (at / columns, at % columns);
                let before = (i - 1) * n * columns;
                let products = (0..n)
                    .map(|k| a.at(&[lane, step, row, k]).to_f64() * want[before + k * columns + column]);
                want[i * n * columns + at] += products.sum::<f64>();
            }
        }
        let mut got = b;
        matrix_scan(&mut got, a.view(), columns);
        close("matrices", &got, &want, tolerance);
    }
}

#[test]
fn scans_of_matrices() {
    let mut r = Random::new(1);
    matrices::<f64>(&mut r, 1e-14);
    matrices::<f32>(&mut r, 1e-5);
    matrices::<bf16>(&mut r, 0.2);
}

#[test]
fn scans_of_bands() {
    let mut r = Random::new(2);
    for _ in 0..60 {
        let (steps, lanes, states) = (r.below(5), r.below(3), r.below(6));
        let len = steps * lanes * states;
        let (w, b): (Vec<f64>, Vec<f64>) = (r.vec(3 * len), r.vec(len));
        let mut want = b.clone();
        for step in 1..steps {
            for lane in 0..lanes {
                for s in 0..states {
                    let at = |step: usize, s: usize| (step * lanes + lane) * states + s;
                    for j in (0..3).filter(|j| *j <= s) {
                        want[at(step, s)] += w[j * len + at(step, s)] * want[at(step - 1, s - j)];
                    }
                }
            }
        }
        let mut got = b;
        band_scan(&mut got, &w, lanes, states);
        close("bands", &got, &want, 1e-14);
    }
}

/// All paths to a state, one by one: where they are at each step, and the logarithms along them.
fn paths(
    step: usize,
    s: usize,
    open: &dyn Fn(usize) -> bool,
    lp: &dyn Fn(usize, usize) -> f64,
) -> Vec<(f64, usize)> {
    if step == 0 {
        return if s < 2 { vec![(lp(0, s), 0)] } else { vec![] };
    }
    let from = (0..3).filter(|&j| j <= s && (j < 2 || open(s)));
    from.flat_map(|j| paths(step - 1, s - j, open, lp).into_iter().map(move |(sum, _)| (sum, j)))
        .map(|(sum, j)| (sum + lp(step, s), j))
        .collect()
}

#[test]
fn alignments_are_sums_over_paths() {
    let mut r = Random::new(3);
    for round in 0..40 {
        let (steps, lanes, states) = (1 + r.below(5), 1 + r.below(2), 1 + r.below(5));
        let row = lanes * states;
        let mut lp: Vec<f64> = r.vec(steps * row);
        for p in &mut lp {
            if r.below(5) == 0 {
                *p = f64::NEG_INFINITY;
            }
        }
        let skip: Vec<bool> = (0..row).map(|_| r.below(2) == 0).collect();
        let (mut w, mut sums) = (vec![7.0; 3 * lp.len()], vec![7.0; lp.len()]);
        alignments(&mut w, &mut sums, &lp, &skip, states);
        for at in 0..lp.len() {
            let (step, lane, s) = (at / row, at % row / states, at % states);
            let all =
                paths(step, s, &|s| skip[lane * states + s], &|step, s| lp[step * row + lane * states + s]);
            let total: f64 = all.iter().map(|(sum, _)| sum.exp()).sum();
            assert!((sums[at].exp() - total).abs() < 1e-12 * (1.0 + total), "round {round} at {at}");
            for j in (0..3).filter(|_| step > 0) {
                let part: f64 = all.iter().filter(|(_, from)| *from == j).map(|(sum, _)| sum.exp()).sum();
                let want = if total > 0.0 { part / total } else { 0.0 };
                assert!((w[j * lp.len() + at] - want).abs() < 1e-12, "round {round} at {at}, {j}");
            }
        }
    }
}
