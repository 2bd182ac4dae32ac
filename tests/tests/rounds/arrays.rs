//! Arrays, and parts of lists, in loops: entries by a host index, `for` over them, `for` over a part.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, orders};

use crate::normal;

#[differentiable(order = 2)]
fn array(xs: &[Tensor<f64>; 3], w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut s = w * 1.0;
    for x in xs {
        s = s.sin() * 0.5 + x;
    }
    for (i, x) in xs.iter().enumerate().rev() {
        s = s + x * w * i as f64;
    }
    let made = [w.sin(), &s * w, &xs[n] * 3.0];
    for (h, k) in made.iter().zip([1.0, 2.0, 3.0]) {
        s = s + h * k;
    }
    for i in n..made.len() {
        s = s * &made[i];
    }
    (s + &made[n]).sum()
}

#[differentiable]
fn array_1(xs: &[Tensor<f64>; 3], w: &Tensor<f64>) -> Scalar<f64> {
    let s = w.sin() * 0.5 + &xs[0];
    let s = s.sin() * 0.5 + &xs[1];
    let s = s.sin() * 0.5 + &xs[2];
    let s = s + &xs[2] * w * 2.0 + &xs[1] * w;
    let second = &s * w;
    let third = &xs[1] * 3.0;
    let s = s + w.sin() + &second * 2.0 + &third * 3.0;
    (s * &second * &third + &second).sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Gain {
    by: Tensor<f64>,
}

/// Of structs that the body has.
#[differentiable(order = 2, float = f64)]
fn structs(a: &Gain, b: &Gain, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let gains = [a.clone(), Gain { by: x.sin() }, b.clone()];
    let mut h = x * 1.0;
    for gain in &gains {
        h = h.sin() * &gain.by;
    }
    (h * &gains[n].by).sum()
}

#[differentiable]
fn structs_2(a: &Gain, b: &Gain, x: &Tensor<f64>) -> Scalar<f64> {
    let h = x.sin() * &a.by;
    let h = h.sin() * x.sin();
    (h.sin() * &b.by * &b.by).sum()
}

#[test]
fn of_known_length() -> Result<()> {
    let [a, b, c, w] = [1, 2, 3, 4].map(|i| normal(i, [3]));
    let xs = [a, b, c];
    both::<array, array_1>((&xs, &w, 1), (&xs, &w))?;
    orders::<array>((&xs, &w, 0))?;
    let e = array::call(&xs, &w, 3).unwrap_err().to_string();
    assert!(e.contains("index 3 is out of range") && e.contains("3 tensors"), "{e}");
    let [one, two, _] = xs.map(|by| Gain { by });
    both::<structs, structs_2>((&one, &two, &w, 2), (&one, &two, &w))
}

#[differentiable(order = 2)]
fn parts(xs: &[Tensor<f64>], gains: &[Gain], n: usize) -> Scalar<f64> {
    let mut s = &xs[0] * 1.0;
    for x in &xs[1..] {
        s = s.sin() * 0.5 + x;
    }
    for (x, gain) in xs[..n].iter().zip(&gains[n..=n + 1]).rev() {
        s = s * x + &gain.by;
    }
    s.sum()
}

#[differentiable]
fn parts_1(xs: &[Tensor<f64>], gains: &[Gain]) -> Scalar<f64> {
    let s = xs[0].sin() * 0.5 + &xs[1];
    let s = s.sin() * 0.5 + &xs[2];
    (s * &xs[0] + &gains[1].by).sum()
}

#[test]
fn of_a_part() -> Result<()> {
    let xs = [5, 6, 7].map(|i| normal(i, [3]));
    let gains = [8, 9, 10].map(|i| Gain { by: normal(i, [3]) });
    both::<parts, parts_1>((&xs, &gains, 1), (&xs, &gains))?;
    for (xs, n, part) in
        [(&xs[..], 4, "a list of 3 has no part 0..4"), (&xs[..], 2, "a list of 3 has no part 2..4")]
    {
        let e = parts::call(xs, &gains, n).unwrap_err().to_string();
        assert!(e.contains(part), "{e}");
    }
    Ok(())
}
