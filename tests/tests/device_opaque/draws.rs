//! Draws of keys: the words are those of the processor, and nothing is sent.

use cotangent::debug::counted;
use cotangent::prelude::*;
use cotangent::{Element, differentiable, f16};

use crate::support::device;

fn drawn<T: Element>(what: &str, d: Device, draw: impl Fn(Device) -> Tensor<T>) -> (Vec<T>, Vec<T>) {
    let (there, counts) = counted(|| draw(d));
    // It was made there, by one kernel: what is sent needs none.
    let kernels = u64::from(!there.shape().contains(&0));
    assert_eq!((there.device(), counts.dispatches, counts.waits), (d, kernels, 0), "{what}");
    let here = draw(Device::CPU);
    assert_eq!(there.shape(), here.shape());
    (there.to_vec().unwrap(), here.to_vec().unwrap())
}

/// Where they are, and so many.
fn alike<T: Float>(d: Device, shape: &[usize]) -> impl Fn(Device) -> Tensor<T> + use<T> {
    let of = [Device::CPU, d]
        .map(|at| Tensor::<T>::zeros(()).unwrap().to(at).unwrap().broadcast_to(shape).unwrap());
    move |at| of[usize::from(at == d)].clone()
}

fn same_bits<T: Float>(d: Device, shape: &[usize]) {
    let key = Key::new(0x0123_4567_89ab_cdef);
    let like = alike::<T>(d, shape);
    let equal = |what: &str, draw: &dyn Fn(&Tensor<T>) -> Tensor<T>| {
        let (there, here) = drawn(what, d, |at| draw(&like(at)));
        let bits = |x: &[T]| x.iter().map(|x| x.to_f64().to_bits()).collect::<Vec<_>>();
        assert!(bits(&there) == bits(&here), "{what} of {shape:?}");
    };
    equal("uniform", &|x| key.uniform_like(x).unwrap());
    equal("normal", &|x| key.normal_like(x).unwrap());
    for (low, high) in [(-1.0, 1.0), (0.1, 0.3), (1e-3, 6e4), (-7.5, -7.25), (3.0, 3.01), (-3e4, 3e4)] {
        let (low, high) = (T::from_f64(low), T::from_f64(high));
        equal(&format!("{low}..{high}"), &|x| key.uniform_in_like(low, high, x).unwrap());
    }
    for p in [0.0, 1e-9, 0.3, 0.5, 1.0] {
        let (there, here) = drawn("bernoulli", d, |at| key.bernoulli_like(p, &like(at)).unwrap());
        assert!(there == here, "bernoulli {p} of {shape:?}");
    }
    for (low, high) in [(0, 1), (0, 10), (-5, 6), (i32::MIN, i32::MAX), (7, i32::MAX)] {
        let (there, here) = drawn("randint", d, |at| key.randint_like(low, high, &like(at)).unwrap());
        assert!(there == here, "{low}..{high} of {shape:?}");
    }
}

#[test]
fn words_are_the_same() {
    let Some((d, _alone)) = device() else { return };
    for shape in [&[][..], &[1], &[2], &[5, 7], &[0, 3], &[70_001]] {
        same_bits::<f32>(d, shape);
        if Tensor::<f16>::zeros([1]).unwrap().to(d).is_ok() {
            same_bits::<f16>(d, shape);
        }
    }
}

#[test]
fn more_workgroups_than_one_axis_has() {
    let Some((d, _alone)) = device() else { return };
    let (key, like) = (Key::new(5), alike::<f32>(d, &[65_536 * 256 + 3]));
    let (there, here) = drawn("randint", d, |at| key.randint_like(-9, 9, &like(at)).unwrap());
    assert!(there == here);
}

#[differentiable]
fn noisy(x: &Tensor, key: Key) -> Scalar {
    let y = x.dropout(0.3, key) + key.fold(1).normal_like(x) * x;
    let z = y + key.fold(2).uniform_in(2.0, 3.0, x.shape()) * key.fold(3).randint_like(0, 3, x).cast();
    (&z * &z).sum()
}

#[test]
fn bodies_draw_where_they_run() {
    let Some((d, _alone)) = device() else { return };
    let x = Key::new(1).normal::<f32>([40, 31]).unwrap();
    let there = x.to(d).unwrap();
    let ((value, g), counts) = counted(|| noisy::value_and_grad(&there, Key::new(7)).unwrap());
    // Four draws, whose words nobody sent.
    assert!(counts.dispatches >= 4 && counts.waits == 0, "{counts:?}");
    let (other, h) = noisy::value_and_grad(&x, Key::new(7)).unwrap();
    let (value, other) = (value.item().unwrap(), other.item().unwrap());
    assert!((value - other).abs() <= 1e-5 * other, "{value} there, {other} here");
    for (a, b) in g.x.to_vec().unwrap().iter().zip(&h.x.to_vec().unwrap()) {
        assert!((a - b).abs() <= 1e-5 * (1.0 + b.abs()), "{a} there, {b} here");
    }
}
