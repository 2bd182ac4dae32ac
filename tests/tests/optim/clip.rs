//! Clipping.

use cotangent::optim::{clip_norm, clip_value};
use cotangent::prelude::*;
use cotangent::tree;

use super::models::*;

#[test]
fn by_the_norm_of_all_leaves() {
    let zero = model::<f64>(1).zero_tangent().unwrap();
    let numbers = gradient::<f64>(1, 1, tree::count(&zero).unwrap());
    let norm = numbers.iter().map(|g| g * g).sum::<f64>().sqrt();
    let mut g = filled(&zero, &numbers);
    assert!((clip_norm(&mut g, norm * 1.01).unwrap() - norm).abs() < 1e-12 * norm);
    assert_eq!(tree::dot(&g, &g).unwrap(), tree::dot(&g, &filled(&zero, &numbers)).unwrap(), "untouched");
    let place = g.layers[0].w.as_slice().unwrap().as_ptr();
    assert!((clip_norm(&mut g, 0.25).unwrap() - norm).abs() < 1e-12 * norm);
    assert_eq!(g.layers[0].w.as_slice().unwrap().as_ptr(), place, "in place");
    assert!((tree::norm(&g).unwrap() - 0.25 * norm / (norm + 1e-6)).abs() < 1e-12);
    let cosine = tree::dot(&g, &filled(&zero, &numbers)).unwrap() / (tree::norm(&g).unwrap() * norm);
    assert!((cosine - 1.0).abs() < 1e-12, "the direction stays");
}

/// Squares of f32 that overflow f32, and of f16 that overflow f16.
#[test]
fn norms_do_not_overflow() {
    let mut g = (tensor![3e30f32, 4e30], tensor![0.0f64]);
    let norm = clip_norm(&mut g, 1.0).unwrap();
    assert!((norm / 5e30 - 1.0).abs() < 1e-7, "{norm}");
    let small = g.0.to_vec().unwrap();
    assert!((small[0] - 0.6).abs() < 1e-6 && (small[1] - 0.8).abs() < 1e-6, "{small:?}");
    let mut half = Tensor::full([10_000], f16::from_f32(100.0)).unwrap();
    assert_eq!(clip_norm(&mut half, 1e9).unwrap(), 10_000.0);
}

/// Squares that f64 cannot hold, or not with all digits: those of large elements, of small ones, and of both in one tree.
#[test]
fn norms_of_any_size_of_f64() {
    let root = 2f64.sqrt();
    for x in [1e200, -1e160, 1e300, 1.2e308, 1e-160, 1e-200, 1e-300, f64::MIN_POSITIVE, 1e-310] {
        let norm = tree::norm(&tensor![x, -x]).unwrap();
        // Below the least normal number the elements themselves have fewer digits.
        let digits = (f64::MIN_POSITIVE / x.abs()).max(1.0) * 4e-16;
        assert!((norm / x.abs() / root - 1.0).abs() <= digits, "{x}: {norm}");
    }
    let mut g = (tensor![1e200f64, 1e200], [tensor![1f32, 0.0]]);
    assert!((clip_norm(&mut g, 1.0).unwrap() / 1e200 / root - 1.0).abs() < 4e-16);
    assert!((g.0.to_vec().unwrap()[1] * root - 1.0).abs() < 4e-16);
    assert_eq!(g.1[0].to_vec().unwrap(), [0.0, 0.0]);
    let mut small = (tensor![3e-200f64, 0.0], [tensor![0f32], tensor![4e-200].cast::<f32>().unwrap()]);
    assert_eq!(clip_norm(&mut small, 1.0).unwrap(), 3e-200);
    assert_eq!(small.0.to_vec().unwrap(), [3e-200, 0.0], "untouched");
    assert_eq!(tree::norm(&(tensor![0f64, -0.0], Tensor::<f64>::zeros([0]).unwrap())).unwrap(), 0.0);
    assert_eq!(tree::norm(&tensor![f64::NEG_INFINITY, 1.0]).unwrap(), f64::INFINITY);
    assert!(tree::norm(&tensor![f64::INFINITY, f64::NAN]).unwrap().is_nan());
    let e = clip_norm(&mut tensor![1.5e308f64, 1.5e308], 1.0).unwrap_err();
    assert_eq!(e.to_string(), "clip_norm: the norm is inf, though every element is finite");
}

#[test]
fn what_is_not_finite_is_named() {
    let mut g = vec![(tensor![1.0f32], tensor![2.0f64]), (tensor![1.0], tensor![1.0, f64::NAN])];
    let e = clip_norm(&mut g, 0.5).unwrap_err();
    assert_eq!(e.to_string(), "clip_norm: `1.1`: the norm is not finite: the gradient has an element NaN");
    assert_eq!(g[0].1.to_vec().unwrap(), [2.0]);
    for most in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let text = format!("`most` is {most}; it has to be finite and above 0");
        assert_eq!(clip_norm(&mut g, most).unwrap_err().to_string(), format!("clip_norm: {text}"));
        assert_eq!(clip_value(&mut g, most).unwrap_err().to_string(), format!("clip_value: {text}"));
    }
}

#[test]
fn by_value() {
    let mut g = (tensor![-3.0f32, -0.5, 0.25, f32::INFINITY, f32::NAN], [tensor![bf16::from_f32(9.0)]]);
    let place = g.0.as_slice().unwrap().as_ptr();
    clip_value(&mut g, 0.5).unwrap();
    assert_eq!(g.0.as_slice().unwrap().as_ptr(), place);
    let cut = g.0.to_vec().unwrap();
    assert_eq!(cut[..4], [-0.5, -0.5, 0.25, 0.5]);
    assert!(cut[4].is_nan());
    assert_eq!(g.1[0].item().unwrap().to_f32(), 0.5);
}
