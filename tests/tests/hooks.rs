//! Hooks: when leaves of a gradient are complete, what a hook may do with them, and what still runs then.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::mpsc;
use std::thread;

use cotangent::ErrorKind;
use cotangent::prelude::*;
use cotangent_tests::flow::{hooked, near, normal, numbers, orders};

thread_local! {
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn log(entry: String) {
    LOG.with_borrow_mut(|log| log.push(entry));
}

const FIRST: usize = 100;
const LAST: usize = 101;
const LOSS: usize = 102;

/// `x`, and a line in the log when its cotangent goes by.
#[differentiable(vjp = mark_vjp)]
fn mark(x: &Tensor<f64>, place: usize) -> Tensor<f64> {
    let _ = place;
    x.clone()
}

fn mark_vjp(_x: &Tensor<f64>, place: usize, _y: &Tensor<f64>, g: &Tensor<f64>) -> Tensor<f64> {
    log(format!("back through {place}"));
    g.clone()
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Tensor<f64>,
    b: Tensor<f64>,
}

#[differentiable]
impl Layer {
    fn forward(&self, h: &Tensor<f64>) -> Tensor<f64> {
        (h.matmul(&self.w) + &self.b).tanh()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    first: Tensor<f64>,
    layers: Vec<Layer>,
    last: Layer,
    gain: Option<Tensor<f64>>,
}

#[differentiable]
impl Model {
    fn forward(&self, x: &Tensor<f64>) -> Tensor<f64> {
        let mut h = mark(&x.matmul(&self.first), FIRST);
        for (i, layer) in self.layers.iter().enumerate() {
            h = mark(&layer.forward(&h), i);
        }
        h = self.last.forward(&h);
        if let Some(gain) = &self.gain {
            h = h * gain;
        }
        mark(&h, LAST)
    }
}

#[differentiable]
fn loss(m: &Model, scale: &Tensor<f64>, #[constant] x: &Tensor<f64>) -> Scalar<f64> {
    let h = m.forward(&(x * scale));
    mark(&h, LOSS).square().mean()
}

fn layer(seed: u64) -> Layer {
    Layer { w: normal(seed, [3, 3]), b: normal(seed + 50, [3]) }
}

fn model(layers: u64) -> Model {
    Model {
        first: normal(1, [2, 3]),
        layers: (0..layers).map(|i| layer(10 + i)).collect(),
        last: layer(2),
        gain: Some(normal(3, [3])),
    }
}

#[test]
fn leaves_come_while_the_rest_still_runs() -> Result<()> {
    let (m, scale, x) = (model(3), normal(4, [2]), normal(5, [4, 2]));
    let (_, pullback) = loss::vjp(&m, &scale, &x)?;
    LOG.take();
    pullback.pull_hooked(&Tensor::scalar(1.0), |leaf| {
        log(leaf.name().to_owned());
        Ok(())
    })?;
    let log = LOG.take();
    let at = |entry: &str| log.iter().position(|e| e == entry).unwrap_or_else(|| panic!("{entry}: {log:?}"));
    // Each of the left before the right.
    for (left, right) in [
        ("back through 102", "m.gain"),
        ("m.last.w", "back through 2"),
        ("m.last.b", "back through 2"),
        ("back through 2", "m.layers.2.w"),
        ("m.layers.2.w", "back through 1"),
        ("m.layers.2.b", "back through 1"),
        ("m.layers.1.w", "back through 0"),
        ("m.layers.1.b", "back through 0"),
        ("m.layers.0.w", "back through 100"),
        ("m.layers.0.b", "back through 100"),
        ("back through 100", "m.first"),
        ("m.first", "scale"),
    ] {
        assert!(at(left) < at(right), "{left} before {right}: {log:?}");
    }
    hooked::<loss>((&m, &scale, &x))
}

/// By numbers that come again: complete behind the loop alone.
#[differentiable(order = 2)]
fn again(layers: &Vec<Layer>, #[constant] x: &Tensor<f64>, times: usize) -> Scalar<f64> {
    let mut h = x.clone();
    for i in 0..times {
        h = layers[i % 2].forward_twice(&h);
    }
    h.square().mean()
}

/// A struct as a whole, and a part of it.
#[differentiable(order = 2)]
fn whole_and_part(layer: &Layer, #[constant] x: &Tensor<f64>) -> Scalar<f64> {
    let h = (x * &layer.b).sin();
    layer.forward_twice(&h).square().sum() + layer.w.exp().sum()
}

/// By the variable of a range, and the same list in other loops.
#[differentiable(order = 2)]
fn by_number(layers: &Vec<Layer>, #[constant] x: &Tensor<f64>, times: usize) -> Scalar<f64> {
    let mut h = x.clone();
    for i in 0..layers.len() {
        h = (h.matmul(&layers[i].w) + &layers[i].b).tanh();
    }
    for i in 0..times {
        h = (h.matmul(&layers[i % 2].w) + &layers[i % 2].b).sin();
    }
    for i in 0..times {
        let i = i / 2;
        h = h * &layers[i].b;
    }
    h.square().mean()
}

/// A list of lists, whose inner loops stand in one function.
#[differentiable(order = 2)]
fn nested(blocks: &Vec<Vec<Layer>>, #[constant] x: &Tensor<f64>) -> Scalar<f64> {
    let mut h = x.clone();
    for block in blocks {
        for layer in block.iter().rev() {
            h = layer.forward_twice(&h);
        }
    }
    h.square().mean()
}

#[differentiable(order = 2)]
impl Layer {
    fn forward_twice(&self, h: &Tensor<f64>) -> Tensor<f64> {
        let h = (h.matmul(&self.w) + &self.b).tanh();
        (h.matmul(&self.w) - &self.b).sin()
    }
}

/// Slices, tuples, a leaf in arms, and a parameter whose gradient is the cotangent itself.
#[differentiable(order = 2)]
fn forms(
    ws: &[Tensor<f64>],
    ab: (&Tensor<f64>, &Tensor<f64>),
    cd: [&Tensor<f64>; 2],
    direct: &Scalar<f64>,
    flag: bool,
) -> Scalar<f64> {
    let ((a, b), [c, d]) = (ab, cd);
    let mut h = if flag { a * b } else { a.sin() };
    for w in ws {
        h = (h * w).tanh();
    }
    h = h + &ws[0] * d;
    (h + c).sum() + direct
}

#[differentiable(order = 2)]
fn checkpointed(layers: &Vec<Layer>, #[constant] x: &Tensor<f64>) -> Scalar<f64> {
    let mut h = x.clone();
    #[checkpoint(slots = 2)]
    for layer in layers {
        h = layer.forward_twice(&h);
    }
    #[checkpoint(every = 2)]
    for layer in layers {
        h = layer.forward_twice(&h);
    }
    h.square().mean()
}

#[test]
fn every_leaf_once_with_its_last_value() -> Result<()> {
    let layers = vec![layer(1), layer(2), layer(3)];
    let x = normal(9, [2, 3]);
    orders::<by_number>((&layers, &x, 4))?;
    orders::<again>((&layers, &x, 5))?;
    orders::<whole_and_part>((&layers[0], &x))?;
    let blocks = vec![vec![layer(4), layer(5)], vec![], vec![layer(6)]];
    orders::<nested>((&blocks, &x))?;
    orders::<checkpointed>((&layers, &x))?;
    let ws = [normal(7, [3]), normal(8, [3])];
    let (a, b, c, d) = (normal(1, [3]), normal(2, [3]), normal(3, [3]), normal(4, [3]));
    for flag in [true, false] {
        orders::<forms>((&ws, (&a, &b), [&c, &d], &Tensor::scalar(2.0), flag))?;
    }
    Ok(())
}

/// Gradients of two machines, summed while both still run back.
#[test]
fn an_all_reduce_overlaps() -> Result<()> {
    let (m, scale) = (model(4), normal(4, [2]));
    let batches = [normal(5, [4, 2]), normal(6, [4, 2])];
    let (to_reduce, from_workers) = mpsc::channel::<(String, Tensor<f64>)>();
    let reduce = thread::spawn(move || {
        let mut sums: BTreeMap<String, Vec<Tensor<f64>>> = BTreeMap::new();
        for (name, grad) in from_workers {
            sums.entry(name).or_default().push(grad);
        }
        sums
    });
    let workers: Vec<_> = batches
        .clone()
        .into_iter()
        .map(|x| {
            let (m, scale, to_reduce) = (m.clone(), scale.clone(), to_reduce.clone());
            thread::spawn(move || -> Result<()> {
                let (_, pullback) = loss::vjp(&m, &scale, &x)?;
                pullback.pull_hooked(&Tensor::scalar(1.0), |mut leaf| {
                    let grad = leaf.grad::<f64>()?.clone();
                    to_reduce.send((leaf.name().to_owned(), grad)).expect("there is somebody to reduce");
                    Ok(())
                })?;
                Ok(())
            })
        })
        .collect();
    drop(to_reduce);
    for worker in workers {
        worker.join().expect("no panic")?;
    }
    let sums = reduce.join().expect("no panic");
    let [a, b] = [0, 1].map(|i| loss::grad(&m, &scale, &batches[i]));
    let (a, b) = (a?, b?);
    assert_eq!(sums.len(), 1 + 2 * 4 + 2 + 1 + 1);
    let sum = |name: &str| {
        let [x, y] = &sums[name][..] else { panic!("{name}: {}", sums[name].len()) };
        numbers(&(x + y))
    };
    near("first", &sum("m.first")?, &numbers(&(&a.m.first + &b.m.first))?, 1e-14);
    near("a layer", &sum("m.layers.2.w")?, &numbers(&(&a.m.layers[2].w + &b.m.layers[2].w))?, 1e-14);
    near("scale", &sum("scale")?, &numbers(&(&a.scale + &b.scale))?, 1e-14);
    Ok(())
}

#[test]
fn what_a_hook_leaves_is_the_gradient() -> Result<()> {
    let (m, scale, x) = (model(2), normal(4, [2]), normal(5, [4, 2]));
    let plain = loss::grad(&m, &scale, &x)?;
    let (_, pullback) = loss::vjp(&m, &scale, &x)?;
    let grads = pullback.pull_hooked(&Tensor::scalar(1.0), |mut leaf| {
        let name = leaf.name();
        let grad = leaf.grad::<f64>()?;
        // Spent, or clipped.
        *grad =
            if name.starts_with("m.layers") { Tensor::zeros(grad.shape().to_vec())? } else { &*grad * 0.5 };
        Ok(())
    })?;
    for layer in &grads.m.layers {
        assert!(numbers(layer)?.iter().all(|x| *x == 0.0));
    }
    near("first", &numbers(&grads.m.first)?, &numbers(&(plain.m.first * 0.5))?, 1e-14);
    near("last", &numbers(&grads.m.last.w)?, &numbers(&(plain.m.last.w * 0.5))?, 1e-14);
    near("scale", &numbers(&grads.scale)?, &numbers(&(plain.scale * 0.5))?, 1e-14);
    Ok(())
}

/// The gradient of `b` is the cotangent that the product has, too.
#[differentiable]
fn passing(a: &Tensor<f64, N, N>, b: &Tensor<f64, N, N>) -> Tensor<f64> {
    (a.matmul(a) + b).tanh()
}

#[test]
fn what_a_hook_leaves_goes_nowhere_else() -> Result<()> {
    let (a, b) = (normal(1, [3, 3]), normal(2, [3, 3]));
    let (_, pullback) = passing::vjp(&a, &b)?;
    let plain = pullback.clone().pull(&b)?;
    let grads = pullback.pull_hooked(&b, |mut leaf| {
        if leaf.name() == "b" {
            *leaf.grad::<f64>()? = Tensor::zeros([3, 3])?;
        }
        Ok(())
    })?;
    near("a", &numbers(&grads.a)?, &numbers(&plain.a)?, 0.0);
    near("b", &numbers(&grads.b)?, &[0.0; 9], 0.0);
    Ok(())
}

#[test]
fn errors_of_hooks() -> Result<()> {
    let (m, scale, x) = (model(2), normal(4, [2]), normal(5, [4, 2]));
    let pullback = loss::vjp(&m, &scale, &x)?.1;
    let seed = Tensor::scalar(1.0);
    let mut told = 0;
    let stopped = pullback.clone().pull_hooked(&seed, |leaf| {
        told += 1;
        if leaf.name() == "m.layers.1.w" {
            Err(cotangent::Error::new(ErrorKind::Value, "full"))
        } else {
            Ok(())
        }
    });
    assert_eq!(stopped.expect_err("the hook's error").to_string(), "full");
    assert!(told < 6, "nothing runs after it: {told}");
    let reshaped = pullback.clone().pull_hooked(&seed, |mut leaf| {
        *leaf.grad::<f64>()? = Tensor::scalar(0.0);
        Ok(())
    });
    let message = reshaped.expect_err("another shape").to_string();
    assert_eq!(message, "a hook left `m.gain` with shape [], but its gradient has shape [3]");
    let typed = pullback.pull_hooked(&seed, |mut leaf| leaf.grad::<f32>().map(drop));
    let message = typed.expect_err("another type").to_string();
    assert_eq!(message, "`m.gain` has elements of type f64, not f32");
    Ok(())
}
