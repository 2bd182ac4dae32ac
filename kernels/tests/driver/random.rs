//! Random programs of layouts.

use cotangent_kernels::{bf16, f16};

use crate::support::{Case, Rng, each_type, shape};

/// How many rounds, and points of most. Under Miri enough for every way that a launch takes.
const ROUNDS: usize = if cfg!(miri) { 2 } else { 60 };
const MOST: usize = if cfg!(miri) { 400 } else { 3000 };

#[test]
fn strided_launches_agree_with_a_loop() {
    let mut rng = Rng::new();
    for round in 0..ROUNDS {
        each_type!(T => {
            let shape = shape(&mut rng, if round % 10 == 0 { 20 * MOST } else { MOST });
            Case::<T>::new(&mut rng, &shape, false).check("random");
        });
    }
}

#[test]
fn tidy_launches_agree_with_a_loop() {
    let mut rng = Rng::new();
    for round in 0..ROUNDS {
        each_type!(T => {
            let shape = shape(&mut rng, if round % 10 == 0 { 20 * MOST } else { MOST });
            Case::<T>::new(&mut rng, &shape, true).check("tidy");
        });
    }
}

#[test]
fn empty_launches_give_initial_values() {
    let mut rng = Rng::new();
    for _ in 0..ROUNDS {
        each_type!(T => {
            let mut shape = shape(&mut rng, 200);
            let at = rng.below(shape.len() + 1);
            shape.insert(at, 0);
            let tidy = rng.chance(50);
            Case::<T>::new(&mut rng, &shape, tidy).check("empty");
        });
    }
}

#[test]
fn every_size_and_both_orders_of_a_reduction() {
    let mut rng = Rng::new();
    let all = [1, 2, 4, 15, 16, 17, 31, 33, 255, 257, 2047, 2049, 65537];
    for n in all.into_iter().filter(|&n| !cfg!(miri) || n < 40) {
        for shape in [vec![n], vec![n, 3], vec![3, n], vec![2, n, 2]] {
            Case::<f32>::new(&mut rng, &shape, true).check("sizes");
            Case::<f64>::new(&mut rng, &shape, false).check("sizes");
        }
    }
}
