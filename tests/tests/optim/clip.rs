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
