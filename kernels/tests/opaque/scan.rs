use cotangent_kernels::scan::{Extremum, Fold, extremum, linear_scan, scan};
use cotangent_kernels::strided::View;
use cotangent_kernels::{Num, f16};

use crate::support::{Random, Strided, flat, indices};

/// The index before `index` along `axis`.
fn before(index: &[usize], axis: usize) -> Option<Vec<usize>> {
    let mut i = index.to_vec();
    i[axis] = i[axis].checked_sub(1)?;
    Some(i)
}

fn compare<T: Num>(r: &mut Random, tolerance: f64) {
    for round in 0..150 {
        let shape: Vec<usize> = (0..=r.below(4)).map(|_| r.below(8)).collect();
        let axis = r.below(shape.len());
        let (a, b) = (Strided::<T>::new(r, &shape, &[]), Strided::<T>::new(r, &shape, &[]));
        let numel = shape.iter().product();
        let new = || vec![T::from_f64(77.0); numel];
        let close = |got: T, want: f64| {
            let bound = tolerance * (1.0 + want.abs());
            assert!(
                (got.to_f64() - want).abs() <= bound,
                "round {round}: {shape:?} axis {axis}: {got} {want}"
            );
        };
        let (mut sum, mut prod, mut line) = (new(), new(), new());
        scan(&mut sum, b.view(), axis, Fold::Sum);
        scan(&mut prod, b.view(), axis, Fold::Prod);
        linear_scan(&mut line, a.view(), b.view(), axis);
        for index in indices(&shape) {
            let x = b.at(&index).to_f64();
            let last = before(&index, axis).map(|i| flat(&shape, &i));
            let of = |results: &[T], none: f64| last.map_or(none, |i| results[i].to_f64());
            let at = flat(&shape, &index);
            close(sum[at], of(&sum, 0.0) + x);
            close(prod[at], of(&prod, 1.0) * x);
            close(line[at], a.at(&index).to_f64() * of(&line, 0.0) + x);
        }
        for (which, sign) in [(Extremum::Max, 1.0), (Extremum::Min, -1.0)] {
            let (mut values, mut at) = (new(), vec![-1; numel]);
            extremum(&mut values, &mut at, b.view(), axis, which);
            for index in indices(&shape) {
                let lane = |j: usize| {
                    let mut i = index.clone();
                    i[axis] = j;
                    sign * b.at(&i).to_f64()
                };
                let best = (0..=index[axis]).map(lane).fold(f64::NEG_INFINITY, f64::max);
                let latest = (0..=index[axis]).rev().find(|&j| lane(j) == best).unwrap();
                assert_eq!(values[flat(&shape, &index)].to_f64(), sign * best);
                assert_eq!(at[flat(&shape, &index)], latest as i32);
            }
        }
    }
}

#[test]
fn agree_with_their_definitions() {
    let mut r = Random::new(5);
    compare::<f32>(&mut r, 3e-7);
    compare::<f64>(&mut r, 1e-15);
    compare::<f16>(&mut r, 3e-3);
    compare::<i32>(&mut r, 0.0);
}

#[test]
fn long_sums_keep_their_digits() {
    let x = vec![0.1f32; 1_000_000];
    let mut out = vec![0.0; x.len()];
    scan(&mut out, View::new(&x, 0, &[x.len()], &[1]).unwrap(), 0, Fold::Sum);
    assert_eq!(out[999_999], (0.1f32 as f64 * 1e6) as f32);
}

#[test]
fn integers_wrap() {
    let x = [i32::MAX, 1, 5];
    let mut out = [0; 3];
    scan(&mut out, View::new(&x, 0, &[3], &[1]).unwrap(), 0, Fold::Sum);
    assert_eq!(out, [i32::MAX, i32::MIN, i32::MIN + 5]);
}

#[test]
fn nan_stays() {
    let x = [1.0f32, f32::NAN, 3.0, f32::NAN];
    let (mut values, mut at) = ([0.0; 4], [0; 4]);
    for which in [Extremum::Max, Extremum::Min] {
        extremum(&mut values, &mut at, View::new(&x, 0, &[4], &[1]).unwrap(), 0, which);
        assert_eq!(at, [0, 1, 1, 3]);
        assert!(values[3].is_nan() && values[0] == 1.0);
    }
}

#[test]
fn the_first_coefficient_meets_nothing() {
    let (a, b) = ([f32::INFINITY, 2.0], [1.0f32, 0.5]);
    let mut out = [0.0; 2];
    let view = |x| View::new(x, 0, &[2], &[1]).unwrap();
    linear_scan(&mut out, view(&a), view(&b), 0);
    assert_eq!(out, [1.0, 2.5]);
}
