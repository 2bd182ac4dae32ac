use cotangent_kernels::index::{Fold, OutOfRange, gather, one_hot, scatter, scatter_by};
use cotangent_kernels::strided::View;
use cotangent_kernels::{DType, Num, bf16, f16};

use crate::support::{Random, Strided, flat, indices};

/// Random indices below `size`, in a random layout.
fn ids(r: &mut Random, shape: &[usize], broadcast: &[usize], size: usize) -> Strided<i32> {
    let mut at = Strided::<i32>::new(r, shape, broadcast);
    at.data.iter_mut().for_each(|x| *x = r.below(size) as i32);
    at
}

fn compare<T: Num>(r: &mut Random, tolerance: f64) {
    for round in 0..150 {
        let shape: Vec<usize> = (0..=r.below(4)).map(|_| 1 + r.below(6)).collect();
        let axis = r.below(shape.len());
        // The index tensor is shorter on other axes now and then, and sometimes one list for all of them.
        let row = r.below(2) == 0;
        let mut at_shape: Vec<usize> = shape.iter().map(|&n| if row { n } else { 1 + r.below(n) }).collect();
        at_shape[axis] = r.below(9);
        let others: Vec<usize> = (0..shape.len()).filter(|&d| row && d != axis).collect();
        let at = ids(r, &at_shape, &others, shape[axis]);
        let x = Strided::<T>::new(r, &shape, &[]);
        let mut got = vec![T::from_f64(77.0); at_shape.iter().product()];
        gather(&mut got, x.view(), axis, at.view()).unwrap();
        let src = Strided::<T>::new(r, &at_shape, &[]);
        let old: Vec<T> = r.vec(shape.iter().product());
        for name in ["put", "add", "mul", "max"] {
            // Products of integers wrap.
            if name == "mul" && T::DTYPE == DType::I32 {
                continue;
            }
            let mut out = old.clone();
            match name {
                "put" => scatter(&mut out, &shape, axis, at.view(), src.view()),
                "add" => scatter_by(Fold::Add, &mut out, &shape, axis, at.view(), src.view()),
                "mul" => scatter_by(Fold::Mul, &mut out, &shape, axis, at.view(), src.view()),
                _ => scatter_by(Fold::Max, &mut out, &shape, axis, at.view(), src.view()),
            }
            .unwrap();
            let mut want: Vec<f64> = old.iter().map(|x| x.to_f64()).collect();
            for (i, index) in indices(&at_shape).iter().enumerate() {
                let mut from = index.clone();
                from[axis] = at.at(index) as usize;
                assert_eq!(got[i], x.at(&from), "round {round}: {shape:?} axis {axis} at {index:?}");
                let to = flat(&shape, &from);
                let s = src.at(index).to_f64();
                want[to] = match name {
                    "put" => s,
                    "add" => want[to] + s,
                    "mul" => want[to] * s,
                    _ => want[to].max(s),
                };
            }
            for (got, want) in out.iter().zip(&want) {
                let off = (got.to_f64() - want).abs();
                assert!(off <= tolerance * (1.0 + want.abs()), "{name}, round {round}: {got} {want}");
            }
        }
    }
}

#[test]
fn agree_with_loops() {
    let mut r = Random::new(3);
    compare::<f32>(&mut r, 1e-6);
    compare::<f64>(&mut r, 1e-15);
    compare::<f16>(&mut r, 1e-3);
    compare::<bf16>(&mut r, 8e-3);
    compare::<i32>(&mut r, 0.0);
}

/// A sum of 4096 ones in f16 itself would stop at 2048.
#[test]
fn repeated_indices_add_in_f32() {
    let (zeros, ones) = (vec![0; 4096], vec![f16::ONE; 4096]);
    let at = View::new(&zeros, 0, &[4096], &[1]).unwrap();
    let src = View::new(&ones, 0, &[4096], &[1]).unwrap();
    let mut out = [f16::ZERO; 2];
    scatter_by(Fold::Add, &mut out, &[2], 0, at, src).unwrap();
    assert_eq!(out.map(f16::to_f32), [4096.0, 0.0]);
}

#[test]
fn additions_do_not_depend_on_the_number_of_threads() {
    let mut r = Random::new(4);
    for (shape, axis) in [([3, 50_000, 1], 1), ([1, 300, 400], 1), ([700, 200, 1], 0)] {
        let mut at_shape = shape;
        at_shape[axis] = 2000;
        let at = ids(&mut r, &at_shape, &[], shape[axis]);
        let src = Strided::<f32>::new(&mut r, &at_shape, &[]);
        let results = [1, 2, 5].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut out = vec![0.0f32; shape.iter().product()];
            pool.install(|| scatter_by(Fold::Add, &mut out, &shape, axis, at.view(), src.view())).unwrap();
            out.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
        });
        assert!(results[0] == results[1] && results[0] == results[2]);
    }
}

#[test]
fn bad_indices_are_named_and_nothing_is_written() {
    let x = [1.0f32, 2.0, 3.0];
    let x = View::new(&x, 0, &[3], &[1]).unwrap();
    for (list, bad) in [([0, 3, 1], 3), ([0, -1, 1], -1), ([0, i32::MIN, 9], i32::MIN)] {
        let at = View::new(&list, 0, &[3], &[1]).unwrap();
        let expected = Err(OutOfRange { index: bad, size: 3, position: 1 });
        let mut out = [9.0; 3];
        assert_eq!(gather(&mut out, x, 0, at), expected);
        assert_eq!(scatter_by(Fold::Add, &mut out, &[3], 0, at, x), expected);
        assert_eq!(out, [9.0; 3]);
        assert_eq!(one_hot(&mut [9.0f32; 9], at, 3), expected);
    }
}

#[test]
fn one_hot_rows() {
    let list = [2, 0];
    let mut out = [9.0f32; 6];
    one_hot(&mut out, View::new(&list, 0, &[2], &[1]).unwrap(), 3).unwrap();
    assert_eq!(out, [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
}
