//! Host code in callees of a checkpoint runs once, and the gradient belongs to the values of this run.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, VecDeque};

use cotangent::prelude::*;
use cotangent_tests::flow::{everything, normal};

thread_local! {
    static DRAWS: Cell<usize> = const { Cell::new(0) };
}

/// A number that no other draw gives.
fn draw() -> f64 {
    DRAWS.set(DRAWS.get() + 1);
    1.0 + (DRAWS.get() as f64 * 0.7).sin() / 2.0
}

/// Some of them, as many as were drawn before, and what they are called.
fn draws() -> (Vec<f64>, Option<String>) {
    let n = DRAWS.get() % 3;
    let some = (0..n).map(|_| draw()).collect();
    (some, (n > 0).then(|| format!("{n}")))
}

fn coin() -> bool {
    draw() > 1.0
}

/// Of types of the standard library.
fn checked() -> std::result::Result<f64, String> {
    let drawn = draw();
    if drawn > 1.0 { Ok(drawn) } else { Err("low".to_owned()) }
}

fn table() -> (HashMap<String, f64>, VecDeque<f64>, BTreeMap<u8, f64>) {
    ([("a".to_owned(), draw())].into(), [draw(), draw()].into(), [(1, draw())].into())
}

#[differentiable(order = 2)]
fn of_tables(x: &Tensor<f64>) -> Tensor<f64> {
    let y = match checked() {
        Ok(k) => (x * k).sin(),
        Err(_) => x.cos(),
    };
    let (named, queue, sorted) = table();
    let y = y * named["a"] + x * queue[1] + x.sin() * sorted[&1];
    match draw().total_cmp(&1.0) {
        Ordering::Less => y.sin(),
        _ => y.cos() * draw(),
    }
}

/// Of a type that is a parameter.
#[differentiable(order = 2)]
fn of_any<T: Float>(x: &Tensor<T>) -> Tensor<T> {
    let k: T = T::from_f64(draw());
    (x * k.to_f64()).sin()
}

/// What host code makes in one place after the other.
#[differentiable(order = 2)]
fn inner(x: &Tensor<f64>) -> Tensor<f64> {
    let k = draw();
    let mut y = (x * k).sin();
    if coin() {
        y = y * draw();
    }
    for s in draws().0 {
        y = y.square() + x * s;
    }
    y
}

#[differentiable(order = 2)]
fn layer(x: &Tensor<f64>, deep: bool) -> Tensor<f64> {
    let (some, name) = draws();
    let mut y = inner(x) + x * some.len();
    match name {
        Some(name) if name == "1" => y = y.cos(),
        Some(_) => y = inner(&y),
        None => {}
    }
    if deep {
        #[checkpoint]
        let z = inner(&y) * of_tables(x) + of_any(&y);
        y = z;
    }
    y + of_tables(&y) * of_any(x)
}

/// Draws by itself, from what nobody is given.
#[derive(Differentiable, Clone, Debug)]
struct Net {
    w: Tensor<f64>,
}

#[derive(Default)]
struct Counter(Cell<usize>);

impl Counter {
    fn next(&self) -> usize {
        self.0.set(self.0.get() + 1);
        self.0.get() % 3 + 1
    }
}

#[differentiable(order = 2)]
impl Net {
    fn step(&self, x: &Tensor<f64>, #[constant] counter: &Counter) -> Tensor<f64> {
        let k = counter.next();
        let mut y = (x * &self.w).sin();
        for i in 0..k {
            y = layer(&y, false) + y * (i + k);
        }
        y
    }
}

/// As deep as it is told, with a checkpoint in each call.
#[differentiable(order = 2)]
fn down(x: &Tensor<f64>, depth: usize) -> Tensor<f64> {
    let k = draw();
    if depth == 0 {
        return x * k;
    }
    #[checkpoint]
    let y = down(&(x * k).sin(), depth - 1);
    y * draw()
}

macro_rules! drawing {
    ($n:ident: $($name:ident [$($attr:tt)*] [$($outer:tt)*] [$($inner:tt)*])*) => {$(
        #[differentiable(order = 2)]
        fn $name(net: &Net, #[constant] counter: &Counter, x: &Tensor<f64>, $n: usize, mode: u8) -> Scalar<f64> {
            DRAWS.set(mode as usize);
            counter.0.set(0);
            $($attr)*
            let mut h = {
                let a = inner(x) * draw();
                let b = layer(&a, $n > 2);
                a + b
            };
            $($outer)*
            for i in 0..$n {
                h = layer(&h, i > 1) * draw();
                if i % 2 == 1 && mode == 1 {
                    continue;
                }
                $($inner)*
                for j in 0..i {
                    h = inner(&h) + x * j;
                    match mode {
                        0 => h = net.step(&h, counter),
                        1 if coin() => break,
                        _ => {}
                    }
                }
                let mut k = 0;
                $($inner)*
                while k < i {
                    k += 1;
                    h = h * 0.5 + inner(x);
                }
            }
            $($attr)*
            let last = down(&h, $n);
            last.sum()
        }
    )*};
}
drawing! { n:
    kept [] [] []
    calls [#[checkpoint]] [] []
    outer_again [#[checkpoint]] [#[checkpoint]] []
    outer_every [] [#[checkpoint(every = 2)]] []
    outer_root [] [#[checkpoint(sqrt)]] []
    outer_slots [#[checkpoint]] [#[checkpoint(slots = 2)]] []
    inner_again [] [] [#[checkpoint]]
    both_again [#[checkpoint]] [#[checkpoint]] [#[checkpoint]]
    every_slots [] [#[checkpoint(every = 2)]] [#[checkpoint(slots = 2)]]
    slots_root [#[checkpoint]] [#[checkpoint(slots = 2)]] [#[checkpoint(sqrt)]]
}

#[test]
fn host_code_of_callees_runs_once() -> Result<()> {
    let (x, net, counter) = (normal(1, [3]), Net { w: normal(2, [3]) }, Counter::default());
    for n in [0, 1, 2, 5] {
        for mode in [0, 1, 2] {
            let args = (&net, &counter, &x, n, mode);
            let want = everything::<kept>(args)?;
            assert_eq!(everything::<calls>(args)?, want);
            assert_eq!(everything::<outer_again>(args)?, want);
            assert_eq!(everything::<outer_every>(args)?, want);
            assert_eq!(everything::<outer_root>(args)?, want);
            assert_eq!(everything::<outer_slots>(args)?, want);
            assert_eq!(everything::<inner_again>(args)?, want);
            assert_eq!(everything::<both_again>(args)?, want);
            assert_eq!(everything::<every_slots>(args)?, want);
            assert_eq!(everything::<slots_root>(args)?, want);
        }
    }
    Ok(())
}

/// So do effects, and what changes the generator is not drawn for a second time.
#[test]
fn nothing_is_drawn_again() -> Result<()> {
    let (x, net, counter) = (normal(1, [3]), Net { w: normal(2, [3]) }, Counter::default());
    let (value, pullback) = slots_root::vjp(&net, &counter, &x, 5, 0)?;
    let drawn = (DRAWS.get(), counter.0.get());
    pullback.pull(&value)?;
    assert_eq!((DRAWS.get(), counter.0.get()), drawn);
    assert!(drawn.0 > 50 && drawn.1 > 5, "{drawn:?}");
    Ok(())
}
