//! Loops of every kind over structs and with structs in them: carried by `while` and `loop`, in arrays, in pairs of lists,
//! under every schedule of checkpoints; and lists and options by value.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, numbers, orders};

use crate::normal;

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Tensor<f64>,
    gain: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct State {
    h: Tensor<f64>,
    sum: Tensor<f64>,
    steps: usize,
}

#[differentiable(order = 2, float = f64)]
impl Layer {
    fn forward(&self, x: &Tensor<f64>) -> Tensor<f64> {
        (x * &self.w).tanh() * self.gain
    }

    #[differentiable]
    fn step(&self, s: &State) -> State {
        let h = (&s.h * &self.w).tanh() * self.gain;
        State { sum: &s.sum + &h, h, steps: s.steps + 1 }
    }
}

/// `while`, `loop` and `while let` with a struct on its way.
#[differentiable(order = 2)]
fn carried(layer: &Layer, x: &Tensor<f64>, n: usize, mut more: Vec<f64>) -> Scalar<f64> {
    let mut s = State { h: x.clone(), sum: x.sin(), steps: 0 };
    let mut k = 0;
    while k < n {
        s = layer.step(&s)?;
        k += 1;
    }
    loop {
        if k == 0 {
            break;
        }
        k -= 1;
        s = State { h: s.h * 0.5 + x, ..layer.step(&s)? };
        if k == 1 {
            continue;
        }
        s.sum = &s.sum * 1.5;
    }
    while let Some(by) = more.pop() {
        s.h = s.h * by;
        s.steps += 1;
    }
    (s.h + s.sum * s.steps as f64).square().sum()
}

#[differentiable]
fn carried_2(layer: &Layer, x: &Tensor<f64>) -> Scalar<f64> {
    let (w, gain) = (&layer.w, layer.gain);
    let h = (x * w).tanh() * gain;
    let sum = x.sin() + &h;
    let h = (h * w).tanh() * gain;
    let sum = sum + &h;
    let next = (&h * w).tanh() * gain;
    let (h, sum) = (h * 0.5 + x, sum + next);
    let next = (&h * w).tanh() * gain;
    let (h, sum) = (h * 0.5 + x, (sum + next) * 1.5);
    let h = h * 3.0 * 2.0;
    (h + sum * 6.0).square().sum()
}

#[test]
fn structs_on_their_way() -> Result<()> {
    let (layer, x) = (Layer { w: normal(1, [3]), gain: 0.8 }, normal(2, [3]));
    both::<carried, carried_2>((&layer, &x, 2, vec![2.0, 3.0]), (&layer, &x))?;
    orders::<carried>((&layer, &x, 0, vec![]))?;
    orders::<carried>((&layer, &x, 5, vec![0.5]))
}

/// What stands behind `..` is named there alone.
#[differentiable(order = 2)]
fn ranges(layer: &Layer, s: &State, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    for _ in 0..n {
        for _ in 0..s.steps {
            h = h.sin();
        }
        let t = State { h: h.clone(), ..layer.step(&State { h, ..s.clone() })? };
        h = t.h + t.sum * (1..n + 1).len() as f64;
    }
    h.sum()
}

#[differentiable]
fn ranges_1(layer: &Layer, s: &State, x: &Tensor<f64>) -> Scalar<f64> {
    let h = x.sin().sin();
    let sum = &s.sum + (&h * &layer.w).tanh() * layer.gain;
    (h + sum).sum()
}

#[test]
fn names_behind_dots() -> Result<()> {
    let (layer, x) = (Layer { w: normal(1, [3]), gain: 0.8 }, normal(2, [3]));
    let s = State { h: normal(3, [3]), sum: normal(4, [3]), steps: 2 };
    both::<ranges, ranges_1>((&layer, &s, &x, 1), (&layer, &s, &x))?;
    orders::<ranges>((&layer, &s, &x, 3))
}

/// Arrays by index and by reference, in pairs and backwards.
#[differentiable(order = 2)]
fn of_arrays(layers: &[Layer; 3], others: &[Layer; 3], x: &Tensor<f64>, k: usize) -> Scalar<f64> {
    let mut h = x.clone();
    for i in 0..3 {
        h = layers[(i + k) % 3].forward(&h)? * layers[i].gain;
    }
    for (i, layer) in layers.iter().enumerate() {
        h = layer.forward(&h)? + i as f64;
    }
    for (a, b) in layers.iter().zip(others) {
        h = a.forward(&h)? * &b.w;
    }
    for layer in others.iter().rev() {
        h = layer.forward(&h)? + &h;
    }
    h.sum()
}

#[differentiable(order = 2)]
fn of_lists(layers: &Vec<Layer>, others: &[Layer], x: &Tensor<f64>, k: usize) -> Scalar<f64> {
    let mut h = x.clone();
    for i in 0..layers.len() {
        h = layers[(i + k) % layers.len()].forward(&h)? * layers[i].gain;
    }
    for (i, layer) in layers.iter().enumerate() {
        h = layer.forward(&h)? + i as f64;
    }
    for pair in layers.iter().zip(others) {
        h = pair.0.forward(&h)? * &pair.1.w;
    }
    for layer in others.iter().rev() {
        h = layer.forward(&h)? + &h;
    }
    h.sum()
}

#[differentiable(order = 2)]
fn written_out(a: &[Layer; 3], b: &[Layer; 3], x: &Tensor<f64>) -> Scalar<f64> {
    let h = a[1].forward(x)? * a[0].gain;
    let h = a[2].forward(&h)? * a[1].gain;
    let h = a[0].forward(&h)? * a[2].gain;
    let h = a[0].forward(&h)?;
    let h = a[1].forward(&h)? + 1.0;
    let h = a[2].forward(&h)? + 2.0;
    let h = a[0].forward(&h)? * &b[0].w;
    let h = a[1].forward(&h)? * &b[1].w;
    let h = a[2].forward(&h)? * &b[2].w;
    let h = b[2].forward(&h)? + &h;
    let h = b[1].forward(&h)? + &h;
    let h = b[0].forward(&h)? + &h;
    h.sum()
}

fn layers(seed: u64) -> [Layer; 3] {
    [0, 1, 2].map(|i| Layer { w: normal(seed + i, [4]), gain: 0.6 + i as f64 / 4.0 })
}

#[test]
fn arrays_and_pairs() -> Result<()> {
    let (a, b, x) = (layers(10), layers(20), normal(30, [4]));
    both::<of_arrays, written_out>((&a, &b, &x, 1), (&a, &b, &x))?;
    both::<of_lists, written_out>((&a.to_vec(), &b, &x, 1), (&a, &b, &x))
}

macro_rules! schedules {
    ($($name:ident [$($attr:tt)*])*) => {
        $(
            #[differentiable(order = 2)]
            fn $name(layer: &Layer, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
                let mut s = State { h: x.clone(), sum: x.sin(), steps: 0 };
                $($attr)*
                for i in 0..n {
                    s = layer.step(&s)?;
                    if i % 3 == 1 {
                        s.h = s.h * 0.5 + x;
                    }
                }
                (s.h * s.sum * s.steps as f64).sum()
            }
        )*

        /// Name, value, gradient and the product of the Hessian with a direction, of each.
        fn each(layer: &Layer, x: &Tensor<f64>, n: usize) -> Result<Vec<(&'static str, Vec<f64>)>> {
            Ok(vec![$((stringify!($name), {
                let (value, g) = $name::value_and_grad(layer, x, n)?;
                let (_, hv) = $name::hvp(layer, x, n, &g.layer, &g.x)?;
                [vec![value.item()?], numbers(&g)?, numbers(&hv)?].concat()
            })),*])
        }
    };
}
schedules! {
    kept []
    again [#[checkpoint]]
    every_2 [#[checkpoint(every = 2)]]
    root [#[checkpoint(sqrt)]]
    slots_2 [#[checkpoint(slots = 2)]]
}

#[test]
fn schedules_of_structs_give_the_same_bits() -> Result<()> {
    let (layer, x) = (Layer { w: normal(1, [3]), gain: 0.8 }, normal(2, [3]));
    for n in [0, 1, 2, 7, 20] {
        let all = each(&layer, &x, n)?;
        for (name, found) in &all[1..] {
            assert_eq!(found, &all[0].1, "{name}, {n} rounds");
        }
    }
    orders::<slots_2>((&layer, &x, 5))
}

#[differentiable(order = 2)]
fn by_value(layers: Vec<Layer>, xs: Vec<Tensor<f64>>, bias: Option<Tensor<f64>>) -> Scalar<f64> {
    let mut total = layers[0].w.sum();
    for x in &xs {
        let mut h = x.clone();
        for layer in &layers {
            h = layer.forward(&h)?;
        }
        if let Some(b) = &bias {
            h = h + b;
        }
        total = total + h.square().sum();
    }
    total
}

#[test]
fn lists_and_options_by_value() -> Result<()> {
    let (a, x, y) = (layers(40).to_vec(), normal(1, [4]), normal(2, [4]));
    orders::<by_value>((a.clone(), vec![x.clone(), y.clone()], Some(normal(3, [4]))))?;
    orders::<by_value>((a, vec![x], None))
}
