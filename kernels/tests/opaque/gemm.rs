use cotangent_kernels::gemm::matmul;
use cotangent_kernels::strided::View;
use cotangent_kernels::{Float, bf16, f16};

use crate::support::{Random, Strided, indices};

/// An output full of NaN: whatever a kernel fails to write, or reads, shows.
fn product<T: Float>(n: usize, a: View<'_, T>, b: View<'_, T>) -> Vec<T> {
    let mut out = vec![T::from_f64(f64::NAN); n];
    matmul(&mut out, a, b);
    out
}

fn compare<T: Float>(r: &mut Random, tolerance: f64) {
    for round in 0..200 {
        let size = |r: &mut Random| match r.below(10) {
            0 => 0,
            1..6 => 1 + r.below(5),
            6..9 => 1 + r.below(20),
            _ => 1 + r.below(70),
        };
        let (m, n, k) = (size(r), size(r), size(r));
        let batch: Vec<usize> = (0..r.below(4)).map(|_| r.below(4)).collect();
        let cast = |r: &mut Random| -> Vec<usize> { (0..batch.len()).filter(|_| r.below(3) == 0).collect() };
        let (ca, cb) = (cast(r), cast(r));
        let a = Strided::<T>::new(r, &[batch.as_slice(), &[m, k]].concat(), &ca);
        let b = Strided::<T>::new(r, &[batch.as_slice(), &[k, n]].concat(), &cb);
        let shape = [batch.as_slice(), &[m, n]].concat();
        let got = product(shape.iter().product(), a.view(), b.view());
        for (at, index) in indices(&shape).iter().enumerate() {
            let (lead, ij) = index.split_at(batch.len());
            let want: f64 = (0..k)
                .map(|q| {
                    a.at(&[lead, &[ij[0], q]].concat()).to_f64()
                        * b.at(&[lead, &[q, ij[1]]].concat()).to_f64()
                })
                .sum();
            let bound = tolerance * (1.0 + (k as f64).sqrt());
            assert!((got[at].to_f64() - want).abs() <= bound, "round {round}: {shape:?} k {k} at {index:?}");
        }
    }
}

#[test]
fn agrees_with_three_loops() {
    let mut r = Random::new(1);
    compare::<f64>(&mut r, 1e-15);
    compare::<f32>(&mut r, 4e-7);
    compare::<f16>(&mut r, 4e-3);
    compare::<bf16>(&mut r, 3e-2);
}

/// Half types are summed in f32: a running sum in f16 would stop at 2048.
#[test]
fn half_types_accumulate_in_f32() {
    let ones = vec![f16::ONE; 4096];
    let a = View::new(&ones, 0, &[1, 4096], &[4096, 1]).unwrap();
    let b = View::new(&ones, 0, &[4096, 1], &[1, 1]).unwrap();
    assert_eq!(product(1, a, b)[0].to_f32(), 4096.0);
}

/// Around where threads begin to share a product, a batch, and beyond.
#[test]
fn does_not_depend_on_the_number_of_threads() {
    let sizes = [
        (1, 300, 200, 500),
        (1, 7, 900, 1100),
        (1, 1000, 1, 1000),
        (1, 1, 1, 100_000),
        (1, 256, 64, 64),
        (1, 128, 128, 128),
        (1, 64, 65, 1100),
        (40, 32, 32, 32),
        (3, 104, 103, 105),
        (3, 256, 128, 192),
    ];
    on_any_threads::<f32>(&sizes);
    on_any_threads::<f64>(&sizes);
}

fn on_any_threads<T: Float>(sizes: &[(usize, usize, usize, usize)]) {
    let mut r = Random::new(2);
    for &(batch, m, n, k) in sizes {
        let (sa, sb) = ([batch, m, k], [batch, k, n]);
        let (a, b) = (Strided::<T>::new(&mut r, &sa, &[]), Strided::<T>::new(&mut r, &sb, &[]));
        let results: Vec<Vec<u64>> = [1, 2, 3, 8]
            .map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| {
                    let y = product(batch * m * n, a.view(), b.view());
                    y.iter().map(|x| x.to_f64().to_bits()).collect()
                })
            })
            .to_vec();
        for other in &results[1..] {
            assert!(*other == results[0], "{} {batch} x {m} x {n} x {k}", T::DTYPE);
        }
    }
}

#[test]
fn views_are_checked() {
    let data = [0.0f32; 12];
    assert!(View::new(&data, 0, &[3, 4], &[4, 1]).is_some());
    assert!(View::new(&data, 1, &[3, 4], &[4, 1]).is_none());
    assert!(View::new(&data, 11, &[3, 4], &[-4, -1]).is_some());
    assert!(View::new(&data, 10, &[3, 4], &[-4, -1]).is_none());
    assert!(View::new(&data, 0, &[3], &[4, 1]).is_none());
    assert!(View::new(&data, 0, &[usize::MAX, usize::MAX], &[isize::MAX, isize::MAX]).is_none());
    assert!(View::new(&data, 99, &[0, 4], &[4, 1]).is_some());
}
