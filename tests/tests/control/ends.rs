//! Host code between tensors: blocks that end in an effect, methods that change what they are called on wherever they stand,
//! values behind shared references, conditions over tensors. Against the same over numbers.

use std::cell::{Cell, RefCell};
use std::sync::Mutex;

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers, orders};

#[derive(Clone)]
struct Lcg(u64);

impl Lcg {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(144);
        (self.0 >> 40) as f64 / 16_777_216.0
    }
}

#[derive(Clone, Default)]
struct Log {
    all: RefCell<Vec<f64>>,
    count: Cell<usize>,
}

impl Log {
    fn note(&self, k: f64) {
        self.all.borrow_mut().push(k);
        self.count.set(self.count.get() + 1);
    }
}

/// What numbers say that tensors must say, from one text each.
macro_rules! same {
    ($($(#[$doc:meta])* $name:ident($x:ident, $n:ident) $body:block)*) => {
        mod tensors {
            use super::*;
            $($(#[$doc])* #[differentiable(order = 2)]
            pub fn $name($x: &Tensor<f64>, $n: usize) -> Scalar<f64> $body)*
        }
        mod plain {
            use super::*;
            $($(#[$doc])* pub fn $name($x: &Number, $n: usize) -> Number $body)*
        }
        $(#[test]
        fn $name() -> Result<()> {
            for n in 0..5 {
                let x = tensor![0.3, -0.8];
                let wanted: f64 = [0.3, -0.8].map(|x| plain::$name(&Number(x), n).0).iter().sum();
                near(stringify!($name), &numbers(&tensors::$name::call(&x, n)?)?, &[wanted], 1e-13);
                orders::<tensors::$name>((&x, n))?;
            }
            Ok(())
        })*
    };
}

/// An element.
#[derive(Clone, Copy)]
struct Number(f64);

impl Number {
    fn sin(self) -> Self {
        Self(self.0.sin())
    }
    fn exp(self) -> Self {
        Self(self.0.exp())
    }
    fn sum(self) -> Self {
        self
    }
}

impl<K: Into<f64>> std::ops::Mul<K> for Number {
    type Output = Self;
    fn mul(self, k: K) -> Self {
        Self(self.0 * k.into())
    }
}

impl<K: Into<f64>> std::ops::Mul<K> for &Number {
    type Output = Number;
    fn mul(self, k: K) -> Number {
        *self * k
    }
}

same! {
    pushes(x, n) {
        let mut h = x.clone();
        let mut ks = vec![0.5];
        for i in 0..n {
            h = h.sin() * ks[i];
            ks.push(i as f64 + 1.0)
        }
        (h * ks.len() as f64).sum()
    }

    counts(x, n) {
        let mut h = x.clone();
        let mut i = 0;
        while i < n {
            h = h.sin();
            i += 1
        }
        (h * i as f64).sum()
    }

    /// Arms that change numbers alone, beside one that changes a tensor.
    arms(x, n) {
        let mut h = x.clone();
        let mut k = 1.0;
        for i in 0..n {
            h = h.sin() * 2.0;
            if i == 1 {
                k = 3.0
            } else if i == 2 {
                k += 1.0
            } else {
                h = h * 0.5
            }
            match i {
                0 => k *= 2.0,
                3 => h = h.sin(),
                _ => {}
            }
        }
        (h * k).sum()
    }

    /// As an operand, a condition, an argument, an end.
    draws(x, n) {
        let mut random = Lcg(7);
        let mut h = x * random.next();
        for _ in 0..n {
            if random.next() > 0.5 { h = h.sin() } else { h = h.exp() }
        }
        h.sum() * random.next()
    }

    peeks(x, n) {
        let mut h = x.clone();
        let mut rest = (0..n).peekable();
        while let Some(k) = rest.next() {
            if rest.peek().is_none() { h = h * k as f64 } else { h = h.sin() }
        }
        h.sum()
    }

    /// Changed in regions and out of them, read in others.
    cells(x, n) {
        let (log, seen) = (Log::default(), 1.0);
        let k = Cell::new(seen);
        let all = RefCell::new(vec![1.0]);
        let most: Mutex<f64> = Mutex::new(0.5);
        let mut h = x.clone();
        for i in 0..n {
            all.borrow_mut().push(i as f64);
            if i % 2 == 1 {
                h = h.sin() * k.get();
                k.set(k.get() + 2.0);
            }
            *most.lock().unwrap() += 0.25;
            h = h * *most.lock().unwrap();
        }
        let notes = Log::default();
        for i in 0..n {
            notes.note(i as f64)
        }
        notes.all.borrow_mut().push(2.0);
        let total: f64 = all.borrow().iter().sum::<f64>() + notes.all.borrow().iter().sum::<f64>();
        (h * total * (notes.count.get() + log.count.get()) as f64 * k.get()).sum()
    }
}

/// The condition is made of ops that have constants of their own.
#[differentiable(order = 2)]
fn shrinks(x: &Tensor<f64>) -> Result<Scalar<f64>> {
    let mut h = x.clone();
    let mut i = 0;
    while h.norm().item()? > 0.3 && h.var().item()? > 0.0 {
        h = h * 0.7;
        i += 1;
    }
    Ok((h.sin() * i).sum())
}

#[test]
fn conditions_over_tensors() -> Result<()> {
    let x = tensor![0.3, -0.8];
    let (mut h, mut i) = ([0.3_f64, -0.8], 0);
    while h[0].hypot(h[1]) > 0.3 {
        h = h.map(|h| h * 0.7);
        i += 1;
    }
    let wanted = h.map(f64::sin).iter().sum::<f64>() * f64::from(i);
    near("the value", &numbers(&shrinks::call(&x)?)?, &[wanted], 1e-13);
    orders::<shrinks>((&x,))
}
