//! A step of each optimiser against the memory that it has to touch: `cargo bench -p cotangent-tests --bench optim`.
//!
//! The bound is a loop over as many streams, read and written as the step does, that adds instead of what the rule
//! computes, on two threads where the step would use them. Both run turn by turn; a figure is the median over the turns.

use std::hint::black_box;
use std::time::Instant;

use cotangent::optim::{Adam, AdamW, Lion, Optimizer, RmsProp, Rule, Sgd};
use cotangent::prelude::*;

const SIZES: [usize; 5] = [100, 10_000, 100_000, 1_000_000, 10_000_000];
const TURNS: usize = 25;
/// Seconds of one turn of one side.
const TURN: f64 = 2e-3;

fn time(f: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    f();
    let once = start.elapsed().as_secs_f64();
    let count = (TURN / once).clamp(1.0, 1e5) as usize;
    let start = Instant::now();
    (0..count).for_each(|_| f());
    start.elapsed().as_secs_f64() / count as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// `x += g`, and `m += g` for each moment.
fn touch(x: &mut [f32], g: &[f32], moments: &mut [&mut [f32]]) {
    const PART: usize = 4096;
    if x.len() > 200_000 {
        let half = x.len() / 2;
        let (x0, x1) = x.split_at_mut(half);
        let (g0, g1) = g.split_at(half);
        let (mut low, mut high): (Vec<_>, Vec<_>) = moments.iter_mut().map(|m| m.split_at_mut(half)).unzip();
        rayon::join(|| parts(x0, g0, &mut low, PART), || parts(x1, g1, &mut high, PART));
    } else {
        parts(x, g, moments, PART);
    }
}

/// Part by part, so that the gradient comes from memory once.
fn parts(x: &mut [f32], g: &[f32], moments: &mut [&mut [f32]], part: usize) {
    for start in (0..x.len()).step_by(part) {
        let end = (start + part).min(x.len());
        x[start..end].iter_mut().zip(&g[start..end]).for_each(|(x, g)| *x += g);
        for m in moments.iter_mut() {
            m[start..end].iter_mut().zip(&g[start..end]).for_each(|(m, g)| *m += g);
        }
    }
}

fn compare<R: Rule>(rule: R) {
    let count = rule.moments().len();
    for n in SIZES {
        let key = Key::new(n as u64);
        let mut x: Tensor = key.normal(n).unwrap();
        let g: Tensor = key.fold(1).normal(n).unwrap();
        let mut optimizer = Optimizer::new(rule.clone());
        let mut y = x.to_vec().unwrap();
        let h = g.to_vec().unwrap();
        let mut moments = vec![vec![0.0f32; n]; count];
        let (mut ours, mut bound) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            ours.push(time(&mut || optimizer.step(black_box(&mut x), black_box(&g)).unwrap()));
            bound.push(time(&mut || {
                let mut moments: Vec<&mut [f32]> = moments.iter_mut().map(Vec::as_mut_slice).collect();
                touch(black_box(&mut y), black_box(&h), &mut moments);
            }));
        }
        let (ours, bound) = (median(ours), median(bound));
        let bytes = (4 * n * (3 + 2 * count)) as f64;
        println!(
            "{:8} {n:9}  {:9.2} us  {:6.1} GB/s   bound {:9.2} us   {:.2}",
            R::NAME,
            ours * 1e6,
            bytes / ours * 1e-9,
            bound * 1e6,
            ours / bound
        );
    }
}

/// So many tensors of a hundred elements: what a step costs beside the elements.
fn many(count: usize) {
    let mut model: Vec<Tensor> = (0..count).map(|i| Key::new(i as u64).normal(100).unwrap()).collect();
    let g = model.clone();
    let mut optimizer = Optimizer::new(Adam::default());
    let times =
        (0..TURNS).map(|_| time(&mut || optimizer.step(black_box(&mut model), black_box(&g)).unwrap()));
    println!("adam, {count} tensors of 100: {:.0} ns each", median(times.collect()) * 1e9 / count as f64);
}

fn main() {
    many(10);
    many(1000);
    compare(Sgd::default());
    compare(Sgd { momentum: 0.9, ..Sgd::default() });
    compare(Adam::default());
    compare(AdamW::default());
    compare(Lion::default());
    compare(RmsProp { momentum: 0.9, centered: true, ..RmsProp::default() });
}
