//! Learning rates at the steps that their definitions name.

use cotangent::optim::{Constant, Cosine, Exponential, OneCycle, Schedule, Staircase, Warmup};

fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * b.abs().max(1e-3), "{a}, not {b}");
}

#[test]
fn each() {
    near(Constant { lr: 0.3 }.at(u64::MAX), 0.3);
    let stairs = Staircase { lr: 0.05, every: 30, factor: 0.1 };
    for (step, lr) in [(0, 0.05), (29, 0.05), (30, 0.005), (59, 0.005), (60, 0.0005), (90, 0.00005)] {
        near(stairs.at(step), lr);
    }
    assert_eq!(Staircase { every: 0, ..stairs }.at(1), 0.05 * 0.1);
    let mut lr = 2.0;
    for step in 0..50 {
        near(Exponential { lr: 2.0, factor: 0.9 }.at(step), lr);
        lr *= 0.9;
    }
    let cosine = Cosine { lr: 1.0, end: 0.2, steps: 40 };
    for (step, lr) in
        [(0, 1.0), (10, 0.2 + 0.8 * (1.0 + 0.5f64.sqrt()) / 2.0), (20, 0.6), (40, 0.2), (70, 0.2)]
    {
        near(cosine.at(step), lr);
    }
    near(Cosine { steps: 0, ..cosine }.at(0), 0.2);
}

#[test]
fn warm_up_is_joined_without_a_jump() {
    let rate = Warmup { steps: 4, from: 0.2, then: Staircase { lr: 1.0, every: 3, factor: 0.5 } };
    for (step, lr) in [(0, 0.2), (1, 0.4), (2, 0.6), (3, 0.8), (4, 1.0), (6, 1.0), (7, 0.5), (10, 0.25)] {
        near(rate.at(step), lr);
    }
    let boxed: Box<dyn Schedule> = Box::new(rate);
    let twice = Warmup { steps: 2, from: 0.0, then: &boxed };
    near(twice.at(1), 0.1);
    near(twice.at(6), 1.0);
    assert_eq!(Warmup { steps: 0, from: 0.5, then: Constant { lr: 1.0 } }.at(0), 1.0);
}

/// The values of `OneCycleLR(max_lr=1.0, total_steps=100)`: 0.04 at the start, the top at step 29, 4e-6 at step 99.
#[test]
fn one_cycle() {
    let rate = OneCycle { lr: 1.0, steps: 100, ..OneCycle::default() };
    near(rate.at(0), 0.04);
    near(rate.at(29), 1.0);
    near(rate.at(99), 4e-6);
    near(rate.at(5000), 4e-6);
    // Half way up and down: the middle of both ends.
    near((rate.at(14) + rate.at(15)) / 2.0, 0.52);
    near(rate.at(64), (1.0 + 4e-6) / 2.0);
    assert!((0..29).all(|t| rate.at(t) < rate.at(t + 1)));
    assert!((29..99).all(|t| rate.at(t) > rate.at(t + 1)));
    let short = OneCycle { steps: 1, ..rate };
    assert!(short.at(0).is_finite() && short.at(1).is_finite());
}
