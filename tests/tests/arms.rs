//! Many arms, long chains and deep nests, whose kept values are types that rustc has to follow: values and gradients are those
//! of plain arithmetic, whichever arm ran, and all of it compiles in seconds.

use cotangent::prelude::*;
use cotangent_tests as _;

macro_rules! functions {
    (chain $name:ident: $($i:literal)*) => {
        #[differentiable]
        fn $name(x: &Tensor<f64>, k: usize) -> Scalar<f64> {
            $(if k == $i { (x * (1.0 + $i as f64)).sin().sum() } else)* { x.exp().sum() }
        }
    };
    (nest $name:ident $k:ident $h:ident $step:expr => [$($body:tt)*]) => {
        #[differentiable]
        fn $name(x: &Tensor<f64>, $k: usize) -> Scalar<f64> {
            let mut $h = x * 0.5;
            $($body)*
            $h.sum()
        }
    };
    (nest $name:ident $k:ident $h:ident $step:expr => [$($body:tt)*] $i:literal $($rest:literal)*) => {
        functions! {
            nest $name $k $h $step =>
                [if $k > $i { $h = $step; $($body)* } else { $h = $h * (1.0 + $i as f64); }] $($rest)*
        }
    };
    ($match:ident $order:literal: $($i:literal)*) => {
        #[differentiable(order = $order)]
        fn $match(x: &Tensor<f64>, k: usize) -> Scalar<f64> {
            match k {
                $($i => (x * (1.0 + $i as f64)).sin().sum(),)*
                _ => x.exp().sum(),
            }
        }
    };
}

functions! { sixteen 2: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 }
functions! { sixty 2:
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39
40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 }
functions! { hundred 1:
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39
40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77
78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 }
functions! { chain chained:
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39
40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 }
// The innermost first.
functions! { nest nested k h h.sin() => []
49 48 47 46 45 44 43 42 41 40 39 38 37 36 35 34 33 32 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12
11 10 9 8 7 6 5 4 3 2 1 0 }

// Of what these keep rustc alone knows the type.
functions! { nest called k h waved(&h, 1.0) => [] 11 10 9 8 7 6 5 4 3 2 1 0 }

#[differentiable(order = 2)]
fn waved(x: &Tensor<f64>, c: f64) -> Tensor<f64> {
    (x * c).sin()
}

macro_rules! walk {
    ($h:ident $kind:ident: $($i:literal)*) => {
        #[differentiable(order = 2)]
        fn walked(x: &Tensor<f64>, kinds: &[usize]) -> Scalar<f64> {
            let mut $h = x * 0.5;
            for $kind in kinds {
                $h = match *$kind {
                    $($i => waved(&$h, 1.0 + $i as f64),)*
                    10 => $h.exp() * 0.25,
                    11 => {
                        let mut g = $h.clone();
                        for _ in 0..3 {
                            g = g.sin();
                        }
                        g
                    }
                    12 => $h * (*$kind as f64),
                    _ => return $h.sum(),
                };
            }
            $h.sum()
        }
    };
}
walk! { h kind: 0 1 2 3 4 5 6 7 8 9 }

#[differentiable]
fn of_any<T: Float>(x: &Tensor<T>, k: usize) -> Scalar<T> {
    match k {
        0 => x.sum(),
        1 => (x * x).sum(),
        2 => x.sin().broadcast_to([3, 2]).sum(),
        3 => (x.exp() * x).reshape([2, 1]).sum(),
        4 => x.softmax(0).max(),
        _ => (x * x.sum()).sum(),
    }
}

const X: [f64; 2] = [0.3, 0.7];

fn close(found: &Tensor<f64>, expected: impl Fn(f64) -> f64, what: &str) {
    let expected = X.map(expected);
    for (a, b) in found.to_vec().unwrap().into_iter().zip(expected) {
        assert!((a - b).abs() < 1e-12 * (1.0 + b.abs()), "{what}: {a} for {b}");
    }
}

/// Of `sin((1 + k) x)`, or of `exp(x)` in the last arm: the derivative, and the second.
fn expected(k: usize, arms: usize) -> [Box<dyn Fn(f64) -> f64>; 2] {
    let c = 1.0 + k as f64;
    if k >= arms {
        return [Box::new(f64::exp), Box::new(f64::exp)];
    }
    [Box::new(move |x| c * (c * x).cos()), Box::new(move |x| -c * c * (c * x).sin())]
}

macro_rules! gradients {
    ($f:ident $arms:literal) => {
        let x = Tensor::from_vec(X.to_vec(), [2]).unwrap();
        for k in 0..$arms + 3 {
            let [first, _] = expected(k, $arms);
            let what = format!("{} {k}", stringify!($f));
            let (y, g) = $f::value_and_grad(&x, k).unwrap();
            assert_eq!(y.item().unwrap(), $f(&x, k).item().unwrap(), "{what}");
            close(&g.x, &first, &what);
            let (_, pullback) = $f::vjp(&x, k).unwrap();
            // A pullback that is copied copies what the arm kept.
            close(&pullback.clone().pull(&Tensor::scalar(1.0)).unwrap().x, &first, &what);
            close(&pullback.pull(&Tensor::scalar(1.0)).unwrap().x, &first, &what);
        }
    };
}

macro_rules! second {
    ($f:ident $arms:literal) => {
        let x = Tensor::from_vec(X.to_vec(), [2]).unwrap();
        let one = Tensor::from_vec(vec![1.0; 2], [2]).unwrap();
        for k in 0..$arms + 3 {
            let [_, second] = expected(k, $arms);
            let (_, hvp) = $f::hvp(&x, k, &one).unwrap();
            close(&hvp.x, &second, &format!("hvp of {} {k}", stringify!($f)));
        }
    };
}

#[test]
fn of_many_arms() {
    gradients!(sixteen 15);
    gradients!(sixty 59);
    gradients!(hundred 99);
    second!(sixteen 15);
    second!(sixty 59);
}

#[test]
fn of_a_long_chain() {
    gradients!(chained 60);
}

macro_rules! nests {
    ($f:ident $depth:literal) => {
        let x = Tensor::from_vec(X.to_vec(), [2]).unwrap();
        for k in 0..$depth + 2 {
            // `sin` as often as a condition holds, and then the arm that does not go on.
            let sines = k.min($depth);
            let scale = if sines < $depth { 1.0 + sines as f64 } else { 1.0 };
            let derivative = |x: f64| {
                let (mut h, mut d) = (0.5 * x, 0.5);
                for _ in 0..sines {
                    d *= h.cos();
                    h = h.sin();
                }
                d * scale
            };
            let (_, g) = $f::value_and_grad(&x, k).unwrap();
            close(&g.x, derivative, &format!("nest {k}"));
            let (_, pullback) = $f::vjp(&x, k).unwrap();
            close(&pullback.clone().pull(&Tensor::scalar(1.0)).unwrap().x, derivative, &format!("nest {k}"));
            close(&pullback.pull(&Tensor::scalar(1.0)).unwrap().x, derivative, &format!("nest {k}"));
        }
    };
}

#[test]
fn of_a_deep_nest() {
    nests!(nested 50);
    nests!(called 12);
}

/// A number with its derivatives along itself, the second too.
type Jet = [f64; 3];

fn chain([x, d, dd]: Jet, [f, first, second]: Jet) -> Jet {
    let _ = x;
    [f, first * d, second * d * d + first * dd]
}

fn sine(x: f64, c: f64) -> Jet {
    [(c * x).sin(), c * (c * x).cos(), -c * c * (c * x).sin()]
}

/// What `walked` does to one element.
fn walked_by_hand(x: f64, kinds: &[usize]) -> Jet {
    let mut h = [0.5 * x, 0.5, 0.0];
    for &kind in kinds {
        h = match kind {
            0..10 => chain(h, sine(h[0], 1.0 + kind as f64)),
            10 => chain(h, [0.25 * h[0].exp(); 3]),
            11 => (0..3).fold(h, |g, _| chain(g, sine(g[0], 1.0))),
            12 => h.map(|x| 12.0 * x),
            _ => return h,
        };
    }
    h
}

#[test]
fn of_what_calls_and_loops_keep() {
    let x = Tensor::from_vec(X.to_vec(), [2]).unwrap();
    let one = Tensor::from_vec(vec![1.0; 2], [2]).unwrap();
    for kinds in [&[][..], &[0, 10, 3, 11], &[9, 12, 9, 10, 7, 1, 2], &[11, 4, 13, 5], &[5, 6, 8, 8, 0]] {
        let what = format!("{kinds:?}");
        let by_hand = |k: usize| move |x: f64| walked_by_hand(x, kinds)[k];
        let (y, g) = walked::value_and_grad(&x, kinds).unwrap();
        let value: f64 = X.map(by_hand(0)).iter().sum();
        assert!((y.item().unwrap() - value).abs() < 1e-12 * (1.0 + value.abs()), "{what}");
        close(&g.x, by_hand(1), &what);
        let (_, pullback) = walked::vjp(&x, kinds).unwrap();
        close(&pullback.pull(&Tensor::scalar(1.0)).unwrap().x, by_hand(1), &what);
        close(&walked::hvp(&x, kinds, &one).unwrap().1.x, by_hand(2), &what);
    }
}

#[test]
fn of_any_element_type() {
    fn all<T: Float>() {
        let x = Tensor::<T>::from_vec(X.map(T::from_f64).to_vec(), [2]).unwrap();
        for k in 0..6 {
            let (_, g) = of_any::value_and_grad(&x, k).unwrap();
            let by_hand = |i: usize| {
                let (x, other) = (X[i], X[1 - i]);
                match k {
                    0 => 1.0,
                    1 => 2.0 * x,
                    2 => 3.0 * x.cos(),
                    3 => (1.0 + x) * x.exp(),
                    4 => {
                        let p = 1.0 / (1.0 + (other - x).exp());
                        if x > other { p * (1.0 - p) } else { -p * (1.0 - p) }
                    }
                    _ => 2.0 * (x + other),
                }
            };
            for (i, found) in g.x.to_vec().unwrap().into_iter().enumerate() {
                assert!((found.to_f64() - by_hand(i)).abs() < 1e-5, "{k}: {found:?} for {}", by_hand(i));
            }
        }
    }
    all::<f32>();
    all::<f64>();
}
