//! Sixty steps of each rule, under every combination of options, against a reference that moves one number at a time
//! in f64 and is written from the papers, not from the rules.

use cotangent::optim::{Adam, AdamW, Lion, Optimizer, RmsProp, Rule, Sgd};
use cotangent::prelude::*;

use super::models::*;

const STEPS: u64 = 60;

/// One number on its way: a function of step, value and gradient that remembers what it likes.
type Reference = Box<dyn FnMut(u64, f64, f64) -> f64>;

/// Runs a rule on a model and the reference on each of its numbers. `tolerance` is relative to the larger of 1 and
/// the number. A parameter of half precision is rounded in each step, so the reference starts each from what the model
/// has, and half a unit in the last place is what may be between them, but for what f32 rounds.
fn compare<T: Float, R: Rule>(
    rule: R,
    tolerance: f64,
    half_unit: Option<f64>,
    reference: impl Fn() -> Reference,
) {
    let seed = 7;
    let mut model = model::<T>(seed);
    let mean = model.mean.to_vec().unwrap();
    let form = model.zero_tangent().unwrap();
    let mut numbers = elements(&model);
    let start = numbers.clone();
    let mut references: Vec<Reference> = numbers.iter().map(|_| reference()).collect();
    let mut optimizer = Optimizer::new(rule);
    for t in 1..=STEPS {
        let g = gradient::<T>(seed, t, numbers.len());
        optimizer.step(&mut model, &filled(&form, &g)).unwrap();
        for (i, x) in numbers.iter_mut().enumerate() {
            *x = references[i](t, *x, g[i]);
        }
        let now = elements(&model);
        for (i, (x, y)) in numbers.iter_mut().zip(now).enumerate() {
            let most = match half_unit {
                None => tolerance * x.abs().max(1.0),
                Some(unit) => tolerance + unit * 2f64.powf(x.abs().max(1e-4).log2().floor()),
            };
            let error = (*x - y).abs();
            assert!(
                error <= most,
                "{} of {}, seed {seed}, step {t}, element {i}: {y}, not {x}",
                R::NAME,
                T::DTYPE
            );
            if half_unit.is_some() {
                *x = y;
            }
        }
    }
    let moved = start.iter().zip(&numbers).filter(|(a, b)| a != b).count();
    // Small steps of large numbers of half precision are lost, and steps of one size can come back.
    assert!(2 * moved > start.len(), "{moved} of {} have moved", start.len());
    assert_eq!(optimizer.steps(), STEPS);
    assert_eq!((model.mean.to_vec().unwrap(), model.ids.to_vec().unwrap()), (mean, vec![1, 2]));
}

fn everywhere<R: Rule>(rule: R, reference: impl Fn() -> Reference) {
    compare::<f64, R>(rule.clone(), 1e-13, None, &reference);
    compare::<f32, R>(rule.clone(), 5e-6, None, &reference);
    compare::<f16, R>(rule.clone(), 1e-6, Some(2f64.powi(-11)), &reference);
    compare::<bf16, R>(rule, 1e-6, Some(2f64.powi(-8)), &reference);
}

#[test]
fn sgd() {
    for momentum in [0.0, 0.9] {
        for (weight_decay, dampening, nesterov) in
            [(0.0, 0.0, false), (0.1, 0.3, false), (0.0, 0.0, true), (0.05, 0.0, true)]
        {
            if nesterov && momentum == 0.0 {
                continue;
            }
            let rule = Sgd { lr: 0.02, momentum, dampening, weight_decay, nesterov };
            everywhere(rule, || {
                let mut velocity: Option<f64> = None;
                Box::new(move |_, x, g| {
                    let g = g + weight_decay * x;
                    if momentum == 0.0 {
                        return x - 0.02 * g;
                    }
                    let v = match velocity {
                        None => g,
                        Some(v) => momentum * v + (1.0 - dampening) * g,
                    };
                    velocity = Some(v);
                    x - 0.02 * if nesterov { g + momentum * v } else { v }
                })
            });
        }
    }
}

/// Means with their bias taken out as the paper does it, not as the rule does.
fn adam(lr: f64, b1: f64, b2: f64, eps: f64, coupled: f64, decoupled: f64) -> Reference {
    let (mut m, mut v) = (0.0, 0.0);
    Box::new(move |t, x, g| {
        let g = g + coupled * x;
        m = b1 * m + (1.0 - b1) * g;
        v = b2 * v + (1.0 - b2) * g * g;
        let (unbiased_m, unbiased_v) = (m / (1.0 - b1.powi(t as i32)), v / (1.0 - b2.powi(t as i32)));
        x - lr * (unbiased_m / (unbiased_v.sqrt() + eps) + decoupled * x)
    })
}

#[test]
fn adam_with_and_without_decay() {
    for (lr, betas, eps, weight_decay) in
        [(1e-2, (0.9, 0.999), 1e-8, 0.0), (3e-3, (0.8, 0.95), 1e-3, 0.1), (1e-2, (0.0, 0.9), 1e-6, 0.01)]
    {
        everywhere(Adam { lr, betas, eps, weight_decay }, || {
            adam(lr, betas.0, betas.1, eps, weight_decay, 0.0)
        });
        everywhere(AdamW { lr, betas, eps, weight_decay }, || {
            adam(lr, betas.0, betas.1, eps, 0.0, weight_decay)
        });
    }
}

#[test]
fn rmsprop() {
    for centered in [false, true] {
        for (momentum, weight_decay) in [(0.0, 0.0), (0.9, 0.1)] {
            let rule = RmsProp { lr: 2e-3, alpha: 0.9, eps: 1e-4, weight_decay, momentum, centered };
            everywhere(rule, || {
                let (mut square, mut mean, mut velocity) = (0.0f64, 0.0, 0.0);
                Box::new(move |_, x, g| {
                    let g = g + weight_decay * x;
                    square = 0.9 * square + (1.0 - 0.9) * g * g;
                    mean = 0.9 * mean + (1.0 - 0.9) * g;
                    let spread = if centered { square - mean * mean } else { square };
                    velocity = momentum * velocity + g / (spread.max(0.0).sqrt() + 1e-4);
                    x - 2e-3 * velocity
                })
            });
        }
    }
}

#[test]
fn lion() {
    for (betas, weight_decay) in [((0.9, 0.99), 0.0), ((0.95, 0.98), 0.3)] {
        everywhere(Lion { lr: 4e-3, betas, weight_decay }, || {
            let mut m = 0.0;
            Box::new(move |_, x, g: f64| {
                let u = betas.0 * m + (1.0 - betas.0) * g;
                let sign = if u == 0.0 { 0.0 } else { u.signum() };
                m = betas.1 * m + (1.0 - betas.1) * g;
                x - 4e-3 * (sign + weight_decay * x)
            })
        });
    }
}

/// Steps to the minimum of a quadratic of condition 100: momentum with the best constants halves the error every six
/// steps and a half, (√κ - 1)/(√κ + 1) per step; plain descent needs fifty times as many, 1 - 2/(κ + 1).
#[test]
fn momentum_pays_as_theory_says() {
    let curvature = tensor![1.0f64, 10.0, 100.0];
    let run = |rule: Sgd| {
        let mut x = tensor![1.0f64, 1.0, 1.0];
        let mut optimizer = Optimizer::new(rule);
        (1..=400)
            .find(|_| {
                let g = &curvature * &x;
                optimizer.step(&mut x, &g).unwrap();
                x.to_vec().unwrap().iter().all(|v| v.abs() < 1e-6)
            })
            .unwrap_or(401)
    };
    let root = 100f64.sqrt();
    let rate = (root - 1.0) / (root + 1.0);
    let heavy = run(Sgd { lr: 4.0 / (root + 1.0).powi(2), momentum: rate * rate, ..Sgd::default() });
    let plain = run(Sgd { lr: 2.0 / 101.0, ..Sgd::default() });
    // rate^t t is 1e-6 at t = 99.
    assert!((60..=130).contains(&heavy), "{heavy} steps");
    assert_eq!(plain, 401, "0.98^400 is 3e-4");
}

/// Of any scale of the gradient, a step of Adam is at most about the learning rate, and the first is exactly it.
#[test]
fn adam_does_not_see_the_scale() {
    for scale in [1e-3, 1.0, 1e6] {
        let mut x = tensor![0.0f64, 0.0];
        let mut optimizer = Optimizer::new(Adam { lr: 0.1, eps: 0.0, ..Adam::default() });
        optimizer.step(&mut x, &tensor![scale, -2.0 * scale]).unwrap();
        let moved = x.to_vec().unwrap();
        assert!((moved[0] + 0.1).abs() < 1e-12 && (moved[1] - 0.1).abs() < 1e-12, "{moved:?}");
    }
}
