//! Fourier transforms on a device beside the processor's in f64: every length, layout and type.
#![cfg(feature = "wgpu")]

use cotangent::prelude::*;
use cotangent::{DType, Float, bf16, f16, ops};
use cotangent_tests::beside::{At, alone, same};
use cotangent_tests::there::only_keeps;

/// An op, and its operand's shape for `n` numbers.
type Op<T> = fn(&Tensor<T>, usize) -> Result<Tensor<T>>;
type Dims = fn(usize) -> Vec<usize>;

/// The parts of pairs, which lie side by side.
fn parts<T: Float>(x: &Tensor<T>) -> Result<[Tensor<T>; 2]> {
    Ok([x.narrow(-1, 0, 1)?.squeeze(-1)?, x.narrow(-1, 1, 1)?.squeeze(-1)?])
}

fn dft<T: Float>(x: &Tensor<T>, inverse: bool) -> Result<Tensor<T>> {
    let [re, im] = parts(x)?;
    ops::dft(&re, &im, inverse)
}

fn hermitian_dft<T: Float>(y: &Tensor<T>, n: usize) -> Result<Tensor<T>> {
    let [re, im] = parts(y)?;
    ops::hermitian_dft(&re, &im, n)
}

fn ops_of<T: Float>() -> [(&'static str, Op<T>, Dims); 4] {
    [
        ("dft", |x, _| dft(x, false), |n| vec![n, 2]),
        ("inverse dft", |x, _| dft(x, true), |n| vec![n, 2]),
        ("real_dft", |x, _| ops::real_dft(x), |n| vec![n]),
        ("hermitian_dft", |y, n| hermitian_dft(y, n), |n| vec![n / 2 + 1, 2]),
    ]
}

fn normal<T: Float>(i: u64, shape: &[usize]) -> Tensor<T> {
    Key::new(151).fold(i).normal::<f32>(shape).unwrap().cast().unwrap()
}

/// What errors may be of all results: that of each of some roundings, in the type that computes, and that of the result.
fn bound<T: Float>(n: usize) -> f64 {
    let steps = (n as f64).log2().max(1.0);
    match T::DTYPE {
        DType::F64 if computes_f64() => 2e-16 * steps,
        DType::F16 => 1.0 / 2048.0 + 1e-7 * steps,
        DType::Bf16 => 1.0 / 256.0 + 1e-7 * steps,
        _ => 1e-7 * steps,
    }
}

fn computes_f64() -> bool {
    cotangent_tests::there::computed() == DType::F64
}

/// The norm of the difference, relative to that of all results in f64.
fn far<T: Float>(there: &Tensor<T>, here: &Tensor<f64>) -> f64 {
    let (there, here) = (there.to_vec().unwrap(), here.to_vec().unwrap());
    assert_eq!(there.len(), here.len());
    let norm = |all: &mut dyn Iterator<Item = f64>| all.map(|x| x * x).sum::<f64>().sqrt();
    let all = norm(&mut here.iter().copied());
    norm(&mut there.iter().zip(&here).map(|(x, y)| x.to_f64() - y)) / all.max(f64::MIN_POSITIVE)
}

/// All four for `n` numbers of each of some rows, whose operands stay as they are.
fn near<T: Float>(d: Device, batch: &[usize], n: usize) {
    for (what, op, dims) in ops_of::<T>() {
        let x = normal::<T>(n as u64, &[batch, &dims(n)].concat());
        let wide = ops_of::<f64>().iter().find(|other| other.0 == what).unwrap().1;
        let here = wide(&x.cast().unwrap(), n).unwrap();
        let at = x.to(d).unwrap();
        let there = op(&at, n).unwrap();
        assert_eq!(there.shape(), here.shape());
        let far = far(&there, &here);
        if only_keeps() {
            continue;
        }
        assert!(far <= bound::<T>(n), "{what} of {batch:?} times {n} in {}: {far:e}", T::DTYPE);
        assert_eq!(at.to_vec().unwrap(), x.to_vec().unwrap(), "{what} of {n} changes its operand");
        let again = op(&at, n).unwrap().to_vec().unwrap();
        assert_eq!(again, there.to_vec().unwrap(), "{what} of {n} has other bits");
    }
}

#[test]
fn every_short_length() {
    let Some((d, _alone)) = alone() else { return };
    for n in 1..=64 {
        near::<f32>(d, &[3], n);
    }
    for n in [96, 100, 127, 128, 243] {
        near::<f32>(d, &[2, 5], n);
    }
}

#[test]
fn long_lengths() {
    let Some((d, _alone)) = alone() else { return };
    for n in [1000, 1021, 1024, 2042, 2048, 2187, 4096, 4099, 7 * 11 * 31, 10_007] {
        near::<f32>(d, &[2], n);
    }
    near::<f32>(d, &[], 29_791);
    near::<f32>(d, &[1], 65_536);
}

#[test]
fn a_million_numbers() {
    let Some((d, _alone)) = alone() else { return };
    let n = 1 << 20;
    let x = normal::<f32>(1, &[n, 2]);
    let there = dft(&x.to(d).unwrap(), false).unwrap();
    let far = far(&there, &dft(&x.cast::<f64>().unwrap(), false).unwrap());
    assert!(only_keeps() || far <= bound::<f32>(n), "{far:e}");
}

/// More rows than a workgroup has, and more than it has room for.
#[test]
fn many_rows() {
    let Some((d, _alone)) = alone() else { return };
    for n in [1, 2, 3, 16, 37, 100] {
        near::<f32>(d, &[1100], n);
    }
}

#[test]
fn other_types() {
    let Some((d, _alone)) = alone() else { return };
    let lengths = [1, 2, 3, 8, 15, 31, 37, 64, 200, 1024, 1155, 2048];
    for n in lengths {
        if normal::<f16>(0, &[1]).to(d).is_ok() {
            near::<f16>(d, &[3], n);
        }
        if normal::<bf16>(0, &[1]).to(d).is_ok() {
            near::<bf16>(d, &[3], n);
        }
        if normal::<f64>(0, &[1]).to(d).is_ok() {
            near::<f64>(d, &[3], n);
        }
    }
    if computes_f64() {
        for n in [4099, 10_007, 65_536] {
            near::<f64>(d, &[], n);
        }
    }
}

/// Operands that lie otherwise than row by row.
#[test]
fn layouts() {
    let Some((d, _alone)) = alone() else { return };
    for n in [8, 9, 37, 2048] {
        let near = 4.0 * bound::<f32>(n);
        let pairs = |i, dims: &[usize]| normal::<f32>(i, dims);
        let half = n / 2 + 1;
        let both = |what: &str, x: &dyn Fn(At, usize) -> Result<Tensor>| {
            let what = format!("{what}, {n}");
            same(d, near, &what, |at| dft(&x(at, n)?, true));
            same(d, near, &what, |at| hermitian_dft(&x(at, half)?, n));
        };
        // Columns, batches exchanged, parts of more, backwards, every second one.
        both("columns", &|at, n| at.of(&pairs(1, &[n, 3, 2])).swap_axes(0, 1));
        both("parts first", &|at, n| at.of(&pairs(2, &[3, 2, n])).swap_axes(1, 2));
        both("batches", &|at, n| at.of(&pairs(3, &[2, 3, n, 2])).swap_axes(0, 1));
        both("a part", &|at, n| at.of(&pairs(4, &[3, n + 2, 4])).narrow(1, 1, n)?.narrow(2, 1, 2));
        both("backwards", &|at, n| at.of(&pairs(5, &[3, n, 2])).flip(1));
        both("one for all", &|at, n| at.of(&pairs(6, &[n, 2])).broadcast_to([3, n, 2]));
        both("one number", &|at, n| at.of(&pairs(7, &[3, 1, 2])).broadcast_to([3, n, 2]));
        both("from an odd place", &|at, n| {
            at.of(&pairs(8, &[2 * n + 1])).narrow(0, 1, 2 * n)?.reshape([n, 2])
        });
        let real = |what: &str, x: &dyn Fn(At) -> Result<Tensor>| {
            same(d, near, &format!("real {what}, {n}"), |at| ops::real_dft(&x(at)?));
        };
        real("columns", &|at| at.of(&pairs(11, &[n, 3])).t());
        real("of two axes", &|at| at.of(&pairs(12, &[2, n, 3])).swap_axes(1, 2));
        real("a part", &|at| at.of(&pairs(13, &[3, n + 3])).narrow(1, 1, n));
        real("backwards", &|at| at.of(&pairs(14, &[3, n])).flip(1));
        real("one for all", &|at| at.of(&pairs(15, &[n])).broadcast_to([4, n]));
        real("windows", &|at| at.of(&pairs(16, &[3 * n])).windows(0, n, 2, 1));
    }
}

/// No row, and no number in a row.
#[test]
fn nothing() {
    let Some((d, _alone)) = alone() else { return };
    same(d, 0.0, "no row", |at| dft(&at.of(&normal::<f32>(1, &[0, 6, 2])), false));
    same(d, 0.0, "no row", |at| ops::real_dft(&at.of(&normal::<f32>(1, &[0, 6]))));
    same(d, 0.0, "no row", |at| hermitian_dft(&at.of(&normal::<f32>(1, &[0, 4, 2])), 6));
    same(d, 0.0, "no number", |at| dft(&at.of(&normal::<f32>(1, &[3, 0, 2])), false));
}

/// Imaginary parts that are 0 in theory are 0, and those that are not read may be anything.
#[test]
fn imaginary_parts_of_what_is_its_own_conjugate() {
    let Some((d, _alone)) = alone() else { return };
    for n in [1, 2, 3, 8, 9, 37, 74, 2048, 2187, 4099, 8198] {
        let there = ops::real_dft(&normal::<f32>(1, &[2, n]).to(d).unwrap()).unwrap().to_vec().unwrap();
        let y = normal::<f32>(2, &[2, n / 2 + 1, 2]);
        let mut other = y.to_vec().unwrap();
        for row in 0..2 {
            let at = |k: usize| 2 * (row * (n / 2 + 1) + k) + 1;
            let ends = [at(0), at(n / 2)];
            for &at in &ends[..if n % 2 == 0 { 2 } else { 1 }] {
                assert!(only_keeps() || there[at] == 0.0, "{n}: {}", there[at]);
                other[at] = f32::NAN;
            }
        }
        let other = Tensor::from_vec(other, y.shape()).unwrap();
        let read = |y: &Tensor| hermitian_dft(&y.to(d).unwrap(), n).unwrap().to_vec().unwrap();
        assert_eq!(read(&y), read(&other), "{n}");
    }
}

/// A row with no number is no other row's, by kernels of the library's own.
#[test]
fn no_number() {
    let Some((d, _alone)) = alone() else { return };
    if std::env::var("COTANGENT_CUDA_FOURIER").map_or(d.to_string().starts_with("cuda"), |v| v != "own") {
        return;
    }
    for n in [8, 9, 37, 2048] {
        let mut x = normal::<f32>(1, &[3, n, 2]).to_vec().unwrap();
        x[2 * n + 3] = f32::NAN;
        let y =
            dft(&Tensor::from_vec(x, [3, n, 2]).unwrap().to(d).unwrap(), false).unwrap().to_vec().unwrap();
        let is_none = |k: usize| y[2 * k].is_nan() || y[2 * k + 1].is_nan();
        assert!(only_keeps() || (0..3 * n).all(|k| is_none(k) == (n..2 * n).contains(&k)), "{n}");
    }
}

#[cfg(feature = "cuda")]
mod graphs {
    use super::*;
    use cotangent::cuda;

    /// cuFFT is asked for by the first transform, and an error names it where it is not there.
    #[test]
    fn without_the_library() {
        const HERE: &str = "COTANGENT_TEST_WITHOUT_CUFFT";
        let Some(standin) = std::env::var_os("COTANGENT_STANDIN").map(std::path::PathBuf::from) else {
            return;
        };
        if only_keeps() {
            return;
        }
        if std::env::var_os(HERE).is_some() {
            let x = normal::<f32>(1, &[3, 8, 2]).to(Device::cuda(0).unwrap()).unwrap();
            x.exp().unwrap().to_vec().unwrap();
            let said = dft(&x, false).unwrap_err();
            assert_eq!(said.kind(), cotangent::ErrorKind::Device);
            let said = said.to_string();
            let names = said.contains("libcufft is not found; it comes with the CUDA toolkit");
            assert!(names && said.contains("COTANGENT_CUDA_FOURIER=own"), "{said}");
            return;
        }
        let folder = std::env::temp_dir().join(format!("cotangent-without-cufft-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["libcuda.so", "libnvrtc.so"] {
            std::fs::copy(standin.join(name), folder.join(name)).unwrap();
        }
        let mut own = std::process::Command::new(std::env::current_exe().unwrap());
        own.args(["--exact", "graphs::without_the_library"]).env("LD_LIBRARY_PATH", &folder).env(HERE, "1");
        let ended = own.env_remove("COTANGENT_CUDA_FOURIER").output().unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stdout));
    }

    /// A plan serves all calls of its form, and of many plans a few are kept: the stand-in refuses others.
    #[test]
    fn plans_are_kept() {
        let Some((d, _alone)) = alone() else { return };
        if !d.to_string().starts_with("cuda") {
            return;
        }
        for _ in 0..2 {
            for n in 2..140 {
                let x = normal::<f32>(n as u64, &[n, 2]).to(d).unwrap();
                let both = [dft(&x, false), dft(&x, true)].map(|y| y.unwrap().to_vec().unwrap());
                // Both are sums of all.
                assert!(only_keeps() || (both[0][0] - both[1][0]).abs() < 1e-4, "{n}");
            }
        }
    }

    /// Transforms that were recorded run with other elements, many times, and beside those that were not.
    #[test]
    fn transforms_are_replayed() {
        let Some((d, _alone)) = alone() else { return };
        if !d.to_string().starts_with("cuda") {
            return;
        }
        for n in [8, 37, 2048] {
            let (x, y) =
                (normal::<f32>(1, &[3, n]).to(d).unwrap(), normal::<f32>(2, &[3, n, 2]).to(d).unwrap());
            let run = || Ok((ops::real_dft(&x)?, dft(&y, true)?, hermitian_dft(&y, 2 * n - 1)?));
            let captured = cuda::capture(d, run).unwrap();
            for i in 3..6 {
                cuda::assign(&x, &normal::<f32>(i, &[3, n]).to(d).unwrap()).unwrap();
                captured.replay().unwrap();
                // Plans of other lengths are made meanwhile.
                for m in 2..40 {
                    dft(&normal::<f32>(i, &[m + i as usize, 2]).to(d).unwrap(), false).unwrap();
                }
                captured.replay().unwrap();
                let ((a, b, c), (own_a, own_b, own_c)) = (captured.result(), run().unwrap());
                for (there, own) in [(a, own_a), (b, own_b), (c, own_c)] {
                    assert_eq!(there.to_vec().unwrap(), own.to_vec().unwrap());
                }
            }
        }
    }
}
