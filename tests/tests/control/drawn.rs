//! Numbers that methods and closures of the user's give, which change what they are called on: generators of random numbers,
//! counters. Against the same over plain numbers.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers, orders};

/// Not random at all, and another number each time.
#[derive(Clone, Debug)]
struct Draws(u64);

impl Draws {
    fn draw(&mut self) -> f64 {
        self.0 = (self.0 * 29 + 17) % 97;
        self.0 as f64 / 97.0
    }
    fn below(&mut self, n: u64) -> u64 {
        self.draw();
        self.0 % n
    }
}

#[derive(Clone, Debug)]
struct Host {
    draws: Draws,
    name: String,
}

#[differentiable(order = 2)]
fn noisy(x: &Tensor<f64>, seed: u64, n: usize) -> Scalar<f64> {
    let mut draws = Draws(seed);
    let mut host = Host { draws: draws.clone(), name: "ab".into() };
    let mut s = seed;
    let mut closure = move || {
        s = (s * 31 + 7) % 89;
        s as f64 / 89.0
    };
    let mut h = x.clone();
    for i in 0..n {
        let k = draws.draw();
        h = h * k + draws.draw();
        if draws.below(3) == 0 {
            h = h.sin();
        }
        match host.draws.below(2) {
            0 => h = h.cos() * closure(),
            _ => h += closure() * (i + host.name.len()) as f64,
        }
    }
    while draws.draw() < 0.6 {
        h = h.tanh();
    }
    h.sum() * draws.draw() * closure()
}

#[test]
fn drawing_changes_what_is_drawn_from() -> Result<()> {
    for (seed, n) in [(3, 0), (5, 1), (8, 5)] {
        let mut want = 0.0;
        for x in [0.3_f64, -0.8] {
            let mut draws = Draws(seed);
            let mut other = draws.clone();
            let mut s = seed;
            let mut closure = move || {
                s = (s * 31 + 7) % 89;
                s as f64 / 89.0
            };
            let mut h = x;
            for i in 0..n {
                let k = draws.draw();
                h = h * k + draws.draw();
                if draws.below(3) == 0 {
                    h = h.sin();
                }
                match other.below(2) {
                    0 => h = h.cos() * closure(),
                    _ => h += closure() * (i + 2) as f64,
                }
            }
            while draws.draw() < 0.6 {
                h = h.tanh();
            }
            want += h * draws.draw() * closure();
        }
        let x = tensor![0.3, -0.8];
        near("noisy", &numbers(&noisy::call(&x, seed, n)?)?, &[want], 1e-12);
        orders::<noisy>((&x, seed, n))?;
    }
    Ok(())
}
