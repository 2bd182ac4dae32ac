//! Bugs of earlier systems, by their numbers in the survey of these systems: what is kept for the pullback, how long, and
//! how much of it.

use cotangent::prelude::*;

fn v(data: &[f64]) -> Tensor<f64> {
    Tensor::from_vec(data.to_vec(), [data.len()]).unwrap()
}

fn all(x: &Tensor<f64>) -> Vec<f64> {
    x.to_vec().unwrap()
}

#[differentiable]
fn weighted(x: &Tensor<f64, N>, w: &Tensor<f64, N>) -> Scalar<f64> {
    (x * x * w).sum()
}

#[test]
fn w37_what_is_kept_is_not_written_to() {
    // shrew: an update between forward and backward writes into what is kept; the gradient is that of other values.
    let (mut x, mut w) = (v(&[1.0, 2.0, 3.0]), v(&[0.5, -1.0, 4.0]));
    let (loss, pullback) = weighted::vjp(&x, &w).unwrap();
    let before = pullback.clone().pull(&loss.ones_like().unwrap()).unwrap();
    // In place, wherever nobody else holds the buffer.
    x *= 10.0;
    w -= &before.w;
    let moved = x.exp().unwrap() + &w;
    w = moved * 2.0;
    let g = pullback.pull(&loss.ones_like().unwrap()).unwrap();
    assert_eq!((all(&g.x), all(&g.w)), (vec![1.0, -4.0, 24.0], vec![1.0, 4.0, 9.0]));
    assert_eq!((all(&before.x), all(&before.w)), (all(&g.x), all(&g.w)));
    assert_eq!(all(&x), [10.0, 20.0, 30.0]);
    assert_eq!(w.shape(), [3]);
}

/// `y` after so many steps, each of four elementwise ops.
macro_rules! chain {
    ($name:ident: $($n:literal)*) => {
        #[differentiable]
        fn $name(x: &Tensor<f64, N>, w: &Tensor<f64, N, N>) -> Scalar<f64> {
            let mut y = x.matmul(w);
            $(y = (&y * 0.5 + f64::from($n)).sin() + &y;)*
            y.sum()
        }
    };
}
chain! { short: 1 2 3 }
chain! { long: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 }

#[test]
fn w44_intermediate_values_are_not_kept() {
    // numr and shrew keep each of them, and each of their gradients; none says how much that is.
    let (x, w) = (v(&[0.1, 0.2, 0.3, 0.4]), Tensor::eye(4).unwrap());
    let bytes =
        [short::vjp(&x, &w).unwrap().1.residual_bytes(), long::vjp(&x, &w).unwrap().1.residual_bytes()];
    // The arguments and one vector, the product: the rest is computed again.
    assert_eq!(bytes, [8 * (4 + 16 + 4); 2]);
}

/// `$body` so many times, ten for each `x`.
macro_rules! times {
    ($then:ident [$($body:tt)*]) => { $then! { $($body)* } };
    ($then:ident [$($body:tt)*] x $($more:tt)*) => {
        times! { $then [$($body)* $($body)* $($body)* $($body)* $($body)* $($body)* $($body)* $($body)* $($body)* $($body)*] $($more)* }
    };
}
macro_rules! reader {
    ($($plus:tt)*) => {
        #[differentiable]
        fn read_often(x: &Tensor<f64, N>) -> Scalar<f64> {
            let y = x.sin();
            let mut s = Tensor::zeros([N]);
            $(s $plus &y;)*
            s.sum()
        }
    };
}
times! { reader [+=] x x x }

#[test]
fn a_thousand_readers_of_one_value() {
    let x = [0.3, -1.2, 2.5];
    let (value, g) = read_often::value_and_grad(&v(&x)).unwrap();
    let sum: f64 = x.iter().map(|x| 1000.0 * x.sin()).sum();
    assert!((value.item().unwrap() - sum).abs() < 1e-9 * sum.abs(), "{value} {sum}");
    for (g, x) in all(&g.x).iter().zip(x) {
        assert!((g - 1000.0 * x.cos()).abs() < 1e-9, "{g}");
    }
}

#[differentiable]
fn scattered(x: &Tensor<f64, N>, #[constant] ids: &Tensor<i32, K>, src: &Tensor<f64, K>) -> Tensor<f64, N> {
    x.scatter_add(0, ids, src).index_add(0, ids, src)
}

#[test]
fn w47_what_is_written_to_one_place_adds_up() {
    // numr and PyTorch: the last writer wins, and every writer gets a gradient. No op of the table overwrites.
    let ids = Tensor::from_vec(vec![1, 1, 0, 1], [4]).unwrap();
    let (y, pullback) = scattered::vjp(&v(&[1.0, 2.0, 3.0]), &ids, &v(&[10.0, 20.0, 30.0, 40.0])).unwrap();
    assert_eq!(all(&y), [61.0, 142.0, 3.0]);
    let g = pullback.pull(&v(&[1.0, 2.0, 3.0])).unwrap();
    assert_eq!((all(&g.x), all(&g.src)), (vec![1.0, 2.0, 3.0], vec![4.0, 4.0, 2.0, 4.0]));
}
