//! Who owns what: buffers that nobody else reads are written in place, all others stay as they are.

use cotangent::prelude::*;

/// By value: the caller gave it away.
#[differentiable]
fn grown(x: Tensor<N>) -> Tensor<N> {
    x * 2.0
}

/// The pullback keeps the product, which nobody else has.
#[differentiable]
fn gate(x: &Tensor<N, N>, w: &Tensor<N, N>) -> Tensor<N, N> {
    x.matmul(w).sin()
}

fn at<T: Element>(x: &Tensor<T>) -> *const T {
    x.as_slice().expect("dense").as_ptr()
}

#[test]
fn a_parameter_by_value_is_written_in_place() {
    let x = Tensor::from_vec(vec![1.0_f32; 64], [64]).unwrap();
    let before = at(&x);
    let y = grown(x);
    assert_eq!(at(&y), before);
    assert_eq!(y.to_vec().unwrap(), vec![2.0; 64]);
}

#[test]
fn a_parameter_that_the_caller_still_holds_is_not() {
    let x = Tensor::from_vec(vec![1.0_f32; 64], [64]).unwrap();
    let y = grown(x.clone());
    assert_ne!(at(&y), at(&x));
    assert_eq!(x.to_vec().unwrap(), vec![1.0; 64]);
    let view = x.narrow(0, 8, 16).unwrap();
    assert_eq!(grown(x.narrow(0, 8, 16).unwrap()).to_vec().unwrap(), vec![2.0; 16]);
    assert_eq!(view.to_vec().unwrap(), vec![1.0; 16]);
}

#[test]
fn a_pullback_runs_twice_and_its_residuals_survive_the_first() {
    let x = Key::new(1).normal::<f32>([8, 8]).unwrap();
    let w = Key::new(2).normal::<f32>([8, 8]).unwrap();
    let (kept_x, kept_w) = (x.to_vec().unwrap(), w.to_vec().unwrap());
    let g = Tensor::ones([8, 8]).unwrap();
    let (y, pullback) = gate::vjp(&x, &w).unwrap();
    let kept_y = y.to_vec().unwrap();
    let again = pullback.clone();
    let first = pullback.pull(&g).unwrap();
    let second = again.pull(&g).unwrap();
    assert_eq!(first.x.to_vec().unwrap(), second.x.to_vec().unwrap());
    assert_eq!(first.w.to_vec().unwrap(), second.w.to_vec().unwrap());
    assert_eq!((x.to_vec().unwrap(), w.to_vec().unwrap(), y.to_vec().unwrap()), (kept_x, kept_w, kept_y));
    assert_eq!(g.to_vec().unwrap(), vec![1.0; 64]);
}

/// The residual of `exp` is its result, which the caller has too.
#[differentiable]
fn shared(x: &Tensor<N>) -> Tensor<N> {
    x.exp()
}

#[test]
fn a_residual_that_the_caller_has_too_is_left_alone() {
    let x = Tensor::from_vec(vec![0.5_f32; 32], [32]).unwrap();
    let (y, pullback) = shared::vjp(&x).unwrap();
    let kept = y.to_vec().unwrap();
    let g = Tensor::ones([32]).unwrap();
    let dx = pullback.pull(&g).unwrap().x;
    assert_eq!(y.to_vec().unwrap(), kept);
    assert_eq!(dx.to_vec().unwrap(), kept);
    // Without the caller's handles the buffer is the pullback's, and the gradient is written into it.
    let (y, pullback) = shared::vjp(&x).unwrap();
    let buffer = at(&y);
    drop(y);
    assert_eq!(at(&pullback.pull(&g).unwrap().x), buffer);
}
