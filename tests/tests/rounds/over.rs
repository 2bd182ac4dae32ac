//! Loops over lists that are made where they are gone over, and lists that are results.

use cotangent::prelude::*;
use cotangent_tests::flow::both;

use crate::normal;

#[differentiable(order = 2)]
fn made(a: &Tensor<f64>, b: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut y = a.clone();
    for (i, v) in [a.exp(), b.sin(), a * b].iter().enumerate() {
        if i == n {
            break;
        }
        y = y * v + i;
    }
    for v in &vec![a, b] {
        y = y * v;
    }
    y.sum()
}

#[differentiable]
fn made_2(a: &Tensor<f64>, b: &Tensor<f64>) -> Scalar<f64> {
    ((a * a.exp() * b.sin() + 1.0) * a * b).sum()
}

#[test]
fn written_in_the_head_of_a_loop() -> Result<()> {
    let (a, b) = (normal(1, [3]), normal(2, [3]));
    both::<made, made_2>((&a, &b, 2), (&a, &b))
}

#[differentiable(order = 2)]
fn passed(xs: [&Tensor<f64>; 2], k: &Tensor<f64, 4>) -> Scalar<f64> {
    let mut y = k.sum();
    for x in xs {
        y = &y * x.sum() + &y;
    }
    for (part, x) in k.chunk(2, 0).iter().zip(xs.iter().rev()) {
        y += part.exp().sum() * x.sum();
    }
    y
}

#[differentiable]
fn passed_2(xs: [&Tensor<f64>; 2], k: &Tensor<f64, 4>) -> Scalar<f64> {
    let [a, b] = [xs[0].sum(), xs[1].sum()];
    let [first, second] = k.chunk(2, 0);
    k.sum() * (&a + 1.0) * (&b + 1.0) + first.exp().sum() * b + second.exp().sum() * a
}

#[test]
fn arrays_and_pieces() -> Result<()> {
    let (a, b, k) = (normal(1, [3]), normal(2, [2]), normal(3, [4]));
    both::<passed, passed_2>(([&a, &b], &k), ([&a, &b], &k))
}

#[differentiable(order = 2)]
fn two(a: &Tensor<f64>, b: &Tensor<f64>) -> Vec<Tensor<f64>> {
    vec![a.exp(), b.sin()]
}

#[differentiable(order = 2)]
fn returned(a: &Tensor<f64>, b: &Tensor<f64>) -> Scalar<f64> {
    let mut y = a.sum();
    for v in two(a, b) {
        y = y * v.sum();
    }
    y
}

#[differentiable]
fn returned_2(a: &Tensor<f64>, b: &Tensor<f64>) -> Scalar<f64> {
    a.sum() * a.exp().sum() * b.sin().sum()
}

#[test]
fn results_of_calls() -> Result<()> {
    let (a, b) = (normal(1, [3]), normal(2, [3]));
    both::<returned, returned_2>((&a, &b), (&a, &b))
}

#[derive(Clone, Debug, Differentiable)]
struct Rows {
    rows: Vec<Vec<Tensor<f64>>>,
}

/// The list is found before the pattern hides a name in it, and before a round changes one.
#[differentiable(order = 2)]
fn found_first(m: &Rows, xs: &[Tensor<f64>], i: usize) -> Scalar<f64> {
    let mut y = Tensor::<f64>::scalar(0.5);
    for (i, w) in m.rows[i].iter().enumerate() {
        y += (w.sin() * (i + 1)).sum();
    }
    let mut j = i;
    for w in &m.rows[j] {
        j = 1 - j;
        y = &y * (w.cos() * (j + 2)).sum();
    }
    for (m, w) in xs.iter().zip(m.rows[j].iter().rev()) {
        y += (w * m).exp().sum();
    }
    y * (j + 1)
}

#[differentiable(order = 2)]
fn found_first_2(m: &Rows, xs: &[Tensor<f64>]) -> Scalar<f64> {
    let (a, b) = (&m.rows[1][0], &m.rows[1][1]);
    let y = (a.sin() + b.sin() * 2.0).sum() + 0.5;
    let y = y * (a.cos() * 2.0).sum() * (b.cos() * 3.0).sum();
    (y + (b * &xs[0]).exp().sum() + (a * &xs[1]).exp().sum()) * 2.0
}

#[test]
fn found_before_the_first_round() -> Result<()> {
    let [a, b, c, d] = [1, 2, 3, 4].map(|seed| normal(seed, [3]) * 0.5);
    let (m, xs) = (Rows { rows: vec![vec![a, b], vec![c, d]] }, [normal(5, [3]), normal(6, [3])]);
    both::<found_first, found_first_2>((&m, &xs, 1), (&m, &xs))
}
