//! Value and gradient of a density of two numbers, in four forms, beside the derivative by hand: `cargo bench -p cotangent-tests
//! --bench density`. All run turn by turn; a figure is the median over the turns.

use std::hint::black_box;
use std::time::Instant;

use cotangent::prelude::*;

const TURNS: usize = 101;
const CALLS: usize = 2000;

#[differentiable]
fn numbers(x: f64, y: f64) -> f64 {
    let (a, b) = (1.0 - x, y - x * x);
    -(a * a + 100.0 * b * b)
}

/// A branch, so that the transforms run on tensors.
#[differentiable]
fn branched(x: f64, y: f64) -> f64 {
    if x < -10.0 {
        return -100.0 * x * x;
    }
    let (a, b) = (1.0 - x, y - x * x);
    -(a * a + 100.0 * b * b)
}

#[differentiable]
fn elements(q: &Tensor<f64, 2>) -> Scalar<f64> {
    let (a, b) = (1.0 - q[0], q[1] - q[0].square());
    -(a.square() + b.square() * 100.0)
}

#[differentiable]
fn normal(q: &Tensor<f64, 2>, #[constant] precision: &Tensor<f64, 2, 2>) -> Scalar<f64> {
    q.matmul(precision).dot(q) * -0.5
}

fn by_hand(x: f64, y: f64) -> (f64, [f64; 2]) {
    let (a, b) = (1.0 - x, y - x * x);
    (-(a * a + 100.0 * b * b), [2.0 * a + 400.0 * b * x, -200.0 * b])
}

fn main() {
    let (q, p) = (tensor![0.3_f64, 0.4], tensor![[2.0_f64, 0.3], [0.3, 1.0]]);
    let (x, y) = (0.3, 0.4);
    let forms: [(&str, &dyn Fn()); 5] = [
        ("by hand", &|| {
            black_box(by_hand(black_box(x), black_box(y)));
        }),
        ("numbers", &|| {
            black_box(numbers::value_and_grad(black_box(x), black_box(y)).unwrap());
        }),
        ("numbers, a branch", &|| {
            black_box(branched::value_and_grad(black_box(x), y).unwrap());
        }),
        ("elements of a vector", &|| {
            black_box(elements::value_and_grad(black_box(&q)).unwrap());
        }),
        ("products of a vector", &|| {
            black_box(normal::value_and_grad(black_box(&q), &p).unwrap());
        }),
    ];
    let mut times = [const { Vec::new() }; 5];
    for _ in 0..TURNS {
        for (times, (_, run)) in times.iter_mut().zip(forms) {
            let start = Instant::now();
            (0..CALLS).for_each(|_| run());
            times.push(start.elapsed().as_secs_f64() / CALLS as f64);
        }
    }
    println!("| form | ns |\n|---|---|");
    for (mut times, (name, _)) in times.into_iter().zip(forms) {
        times.sort_by(f64::total_cmp);
        println!("| {name} | {:.0} |", times[TURNS / 2] * 1e9);
    }
}
