use std::f64::consts::TAU;

use cotangent_kernels::fourier::{dft, hermitian_dft, real_dft};
use cotangent_kernels::strided::View;
use cotangent_kernels::{Float, bf16, f16};

use crate::support::{Random, Strided};

/// A sum with what rounding drops from it: a plain one has larger errors than what is tested.
fn total(terms: impl Iterator<Item = f64>) -> f64 {
    let (sum, rest) = terms.fold((0.0_f64, 0.0), |(sum, rest), term| {
        let next: f64 = sum + term;
        let dropped = if sum.abs() >= term.abs() { (sum - next) + term } else { (term - next) + sum };
        (next, rest + dropped)
    });
    sum + rest
}

/// `Σ x[j] e^(sign 2πi jk/n)` of pairs.
fn sums(x: &[f64], sign: f64) -> Vec<f64> {
    let n = x.len() / 2;
    let roots: Vec<(f64, f64)> = (0..n).map(|j| (sign * TAU * j as f64 / n as f64).sin_cos()).collect();
    let at = |k: usize| {
        let turned = |j: usize| (x[2 * j], x[2 * j + 1], roots[j * k % n]);
        let re = total((0..n).map(turned).flat_map(|(re, im, (sin, cos))| [re * cos, -im * sin]));
        let im = total((0..n).map(turned).flat_map(|(re, im, (sin, cos))| [re * sin, im * cos]));
        [re, im]
    };
    (0..n).flat_map(at).collect()
}

/// All `n` numbers of which the first `n / 2 + 1` are `y`.
fn whole(y: &[f64], n: usize) -> Vec<f64> {
    let at = |k: usize| {
        if k == 0 || 2 * k == n {
            [y[2 * k], 0.0]
        } else if 2 * k < n {
            [y[2 * k], y[2 * k + 1]]
        } else {
            [y[2 * (n - k)], -y[2 * (n - k) + 1]]
        }
    };
    (0..n).flat_map(at).collect()
}

/// The parts of pairs.
fn parts<T: Float>(x: &Strided<T>) -> [View<'_, T>; 2] {
    let rank = x.shape.len() - 1;
    [0, 1].map(|part| {
        let at = x.offset as isize + part * x.strides[rank];
        View::new(&x.data, at as usize, &x.shape[..rank], &x.strides[..rank]).expect("a part of a view")
    })
}

/// Parts that lie apart, as pairs.
fn paired<T: Float>(parts: [&Strided<T>; 2]) -> Vec<f64> {
    let [re, im] = parts.map(|part| f64s(&part.elements()));
    re.into_iter().zip(im).flat_map(|(re, im)| [re, im]).collect()
}

/// Every second number.
fn real(x: &[f64]) -> Vec<f64> {
    x.iter().step_by(2).copied().collect()
}

fn f64s<T: Float>(x: &[T]) -> Vec<f64> {
    x.iter().map(|x| x.to_f64()).collect()
}

fn near<T: Float>(what: &str, n: usize, have: &[T], want: &[f64], tolerance: f64) {
    assert_eq!(have.len(), want.len());
    let size = want.iter().fold(1.0, |most: f64, w| most.max(w.abs()));
    for (i, (have, want)) in have.iter().zip(want).enumerate() {
        let error = (have.to_f64() - want).abs();
        assert!(error <= tolerance * size, "{what} of {n}: {have} instead of {want} at {i}");
    }
}

/// Factors 2, 3, 5, 7 and 11, primes with and without small factors below, and powers.
const LENGTHS: [usize; 12] = [72, 97, 107, 121, 128, 210, 343, 509, 1000, 1009, 1024, 1536];

fn compare<T: Float>(tolerance: f64) {
    let mut r = Random::new(5);
    for n in (1..=64).chain(LENGTHS) {
        let batch = [1 + r.below(3), 1 + r.below(if n > 64 { 2 } else { 20 })];
        let lanes = batch[0] * batch[1];
        let of = |last: &[usize]| [&batch[..], last].concat();
        let x = Strided::<T>::new(&mut r, &of(&[n, 2]), &[]);
        let half = Strided::<T>::new(&mut r, &of(&[n / 2 + 1, 2]), &[]);
        let line = Strided::<T>::new(&mut r, &of(&[n]), &[]);
        let [re, im] = [(); 2].map(|()| Strided::<T>::new(&mut r, &of(&[n]), &[]));
        let filled = |count: usize| vec![T::from_f64(77.0); lanes * count];
        for (inverse, sign) in [(false, -1.0), (true, 1.0)] {
            let mut y = filled(2 * n);
            for (parts, pairs) in
                [(parts(&x), f64s(&x.elements())), ([re.view(), im.view()], paired([&re, &im]))]
            {
                dft(&mut y, parts, inverse);
                for (y, x) in y.chunks(2 * n).zip(pairs.chunks(2 * n)) {
                    near("dft", n, y, &sums(x, sign), tolerance);
                }
            }
        }
        let mut y = filled(n / 2 * 2 + 2);
        real_dft(&mut y, line.view());
        for (y, x) in y.chunks(n / 2 * 2 + 2).zip(f64s(&line.elements()).chunks(n)) {
            let pairs: Vec<f64> = x.iter().flat_map(|&x| [x, 0.0]).collect();
            near("real_dft", n, y, &sums(&pairs, -1.0)[..n / 2 * 2 + 2], tolerance);
            assert_eq!(y[1].to_f64(), 0.0, "{n}");
            assert!(n % 2 == 1 || y[n + 1].to_f64() == 0.0, "{n}");
        }
        let mut y = filled(n);
        hermitian_dft(&mut y, parts(&half), n);
        for (y, x) in y.chunks(n).zip(f64s(&half.elements()).chunks(n / 2 * 2 + 2)) {
            near("hermitian_dft", n, y, &real(&sums(&whole(x, n), 1.0)), tolerance);
        }
    }
}

#[test]
fn agree_with_their_sums() {
    compare::<f32>(1e-6);
    compare::<f64>(3e-15);
    compare::<f16>(1e-3);
    compare::<bf16>(8e-3);
}

/// Nothing, and no lanes of something.
#[test]
fn lanes_may_lack() {
    let mut r = Random::new(6);
    let x = Strided::<f32>::new(&mut r, &[0, 5, 2], &[]);
    dft(&mut [], parts(&x), false);
    let x = Strided::<f32>::new(&mut r, &[3, 0, 5], &[]);
    real_dft(&mut [], x.view());
    let x = Strided::<f32>::new(&mut r, &[0, 3, 2], &[]);
    hermitian_dft(&mut [], parts(&x), 5);
}

#[test]
fn threads_and_neighbours_do_not_change_a_bit() {
    let mut r = Random::new(7);
    for (n, lanes) in [(4, 9000), (30, 2000), (64, 1500), (97, 900), (1024, 70), (10_007, 9)] {
        let x = Strided::<f32>::new(&mut r, &[lanes, n, 2], &[]);
        let alone = {
            let mut y = vec![0.0f32; lanes * n * 2];
            for (y, i) in y.chunks_mut(2 * n).zip(0..) {
                let one: Vec<f32> = (0..n).flat_map(|j| [x.at(&[i, j, 0]), x.at(&[i, j, 1])]).collect();
                let one = Strided { data: one, offset: 0, shape: vec![n, 2], strides: vec![2, 1] };
                dft(y, parts(&one), false);
            }
            y
        };
        for threads in [1, 2, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut y = vec![0.0f32; lanes * n * 2];
            pool.install(|| dft(&mut y, parts(&x), false));
            assert!(y == alone, "{n} on {threads} threads");
        }
    }
}

/// More lengths than plans are kept, again and again and from several threads.
#[test]
fn plans_come_back() {
    let one = |n: usize| {
        let x = Strided { data: vec![1.0f64; n], offset: 0, shape: vec![n], strides: vec![1] };
        let mut y = vec![0.0; n / 2 * 2 + 2];
        real_dft(&mut y, x.view());
        let mut z = vec![0.0; n];
        let half = Strided { data: y, offset: 0, shape: vec![n / 2 + 1, 2], strides: vec![2, 1] };
        hermitian_dft(&mut z, parts(&half), n);
        near("there and back", n, &z, &vec![n as f64; n], 1e-14);
    };
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| (1..=80).chain(1..=80).for_each(one));
        }
    });
    // Together more points than are kept.
    [1 << 21, 3 << 20, 1 << 21].into_iter().for_each(one);
}
