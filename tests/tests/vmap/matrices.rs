//! `#[differentiable(jacobian)]`: Jacobians and Hessians at once, against those of the same function row by row.

use cotangent::prelude::*;

use crate::{close, drawn, item, same};

/// One text, with the word and without.
macro_rules! twice {
    ($(#[$($option:tt)*] fn $at_once:ident, $each:ident ($($params:tt)*) -> $ty:ty $body:block)*) => {
        $(
            #[differentiable($($option)* jacobian)]
            fn $at_once($($params)*) -> $ty $body
            #[differentiable($($option)*)]
            fn $each($($params)*) -> $ty $body
        )*
    };
}

#[derive(Clone, Differentiable)]
struct Layer {
    w: Tensor<f64>,
    b: Tensor<f64>,
    slope: f64,
}

twice! {
    #[] fn declared, declared_each(w: &Tensor<f64, I, O>, x: &Tensor<f64, B, I>) -> Tensor<f64, B, O> {
        x.matmul(w).tanh()
    }
    #[] fn open, open_each(w: &Tensor<f64>, x: &Tensor<f64>, n: usize) -> Tensor<f64> {
        let mut h = x * w;
        for i in 0..n {
            if i % 2 == 0 {
                h = h.sin() + x;
            } else {
                h = h.cumsum(-1) * w;
            }
        }
        h
    }
    #[] fn tall, tall_each(x: &Tensor<f64, N>, #[constant] y: &Tensor<f64, M>) -> Tensor<f64, M, N> {
        (y.unsqueeze(1) * x).sin() * x.sum()
    }
    #[] fn narrowed, narrowed_each(x: &Tensor<f64, N>) -> Tensor<f32> {
        x.cast::<f32>().sin().outer(&x.cast::<f32>())
    }
    #[] fn of_struct, of_struct_each(layer: &Layer, x: &Tensor<f64>) -> Tensor<f64> {
        (x.matmul(&layer.w) + &layer.b).tanh() * layer.slope
    }
    #[order = 2,] fn loss, loss_each(w: &Tensor<f64, I, O>, x: &Tensor<f64, I>) -> Scalar<f64> {
        (x.matmul(w).tanh() * x.sum()).square().sum()
    }
    #[order = 2,] fn rounds, rounds_each(w: &Tensor<f64>, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
        let mut h = x * w;
        #[checkpoint]
        for i in 0..n {
            h = if i == 1 { h.cos() * w } else { h.sin() };
        }
        h.square().sum()
    }
    #[order = 2,] fn of_layer, of_layer_each(layer: &Layer, x: &Tensor<f64>) -> Scalar<f64> {
        (x.matmul(&layer.w) + &layer.b).tanh().square().sum()
    }
}

#[test]
fn jacobians_at_once() {
    let (w, x) = (drawn(1, &[3, 2]), drawn(2, &[4, 3]));
    let (found, want) =
        (jacobian::<declared>((&w, &x)).unwrap(), jacobian::<declared_each>((&w, &x)).unwrap());
    assert_eq!(found.w.shape(), [4, 2, 3, 2]);
    let u = || Ok(drawn(3, &[5, 4, 2]));
    assert!(declared::pulled((&w, &x), u).is_some() && declared_each::pulled((&w, &x), u).is_none());
    assert!(declared::explain().ends_with("jacobian\n  item by item: none\n"));
    same(&found.w, &want.w);
    same(&found.x, &want.x);
    for (a, b) in [(vec![3], vec![3]), (vec![1], vec![2, 3]), (vec![2, 1], vec![3]), (vec![], vec![])] {
        let (w, x) = (drawn(1, &a), drawn(2, &b));
        for n in if b.is_empty() { 0..2 } else { 0..4 } {
            let found = jacobian::<open>((&w, &x, n)).unwrap();
            let want = jacobian::<open_each>((&w, &x, n)).unwrap();
            same(&found.w, &want.w);
            same(&found.x, &want.x);
        }
    }
    let (x, y) = (drawn(1, &[3]), drawn(2, &[5]));
    assert!(tall::columns((&x, &y), 0).is_some());
    let found = jacobian::<tall>((&x, &y)).unwrap().x;
    assert_eq!(found.shape(), [5, 3, 3]);
    same(&found, &jacobian::<tall_each>((&x, &y)).unwrap().x);
    let (found, want) = (jacobian::<narrowed>((&x,)).unwrap().x, jacobian::<narrowed_each>((&x,)).unwrap().x);
    assert!((&found - &want).abs().unwrap().max().unwrap().item().unwrap() < 1e-6);
    let layer = Layer { w: drawn(1, &[3, 2]), b: drawn(2, &[2]), slope: 0.7 };
    for x in [drawn(3, &[3]), drawn(4, &[4, 3])] {
        let found = jacobian::<of_struct>((&layer, &x)).unwrap();
        let want = jacobian::<of_struct_each>((&layer, &x)).unwrap();
        same(&found.layer.w, &want.layer.w);
        same(&found.layer.b, &want.layer.b);
        same(&found.x, &want.x);
    }
}

#[test]
fn hessians_at_once() {
    let (w, x) = (drawn(1, &[3, 2]), drawn(2, &[3]));
    let (found, want) = (hessian::<loss>((&w, &x)).unwrap(), hessian::<loss_each>((&w, &x)).unwrap());
    same(&found.matrix().unwrap(), &want.matrix().unwrap());
    assert!(loss::products((&w, &x), 1).is_some());
    assert_eq!(found.row("w").unwrap().x.shape(), [3, 2, 3]);
    let w = drawn(1, &[3]);
    for n in 0..4 {
        let found = hessian::<rounds>((&w, &x, n)).unwrap().matrix().unwrap();
        same(&found, &hessian::<rounds_each>((&w, &x, n)).unwrap().matrix().unwrap());
    }
    let layer = Layer { w: drawn(1, &[3, 2]), b: drawn(2, &[2]), slope: 0.7 };
    let found = hessian::<of_layer>((&layer, &x)).unwrap().matrix().unwrap();
    same(&found, &hessian::<of_layer_each>((&layer, &x)).unwrap().matrix().unwrap());
}

#[test]
fn many_cotangents() {
    let (w, x, u) = (drawn(1, &[3, 2]), drawn(2, &[4, 3]), drawn(3, &[5, 4, 2]));
    let found = pull_all::<declared>((&w, &x), &u).unwrap();
    let want = pull_all::<declared_each>((&w, &x), &u).unwrap();
    assert_eq!(found.w.shape(), [5, 3, 2]);
    same(&found.w, &want.w);
    same(&found.x, &want.x);
    let (_, pullback) = declared::vjp(&w, &x).unwrap();
    close(&found.w, &[0, 1, 2, 3, 4].map(|i| pullback.clone().pull(&item(&u, i)).unwrap().w));
    let error = pull_all::<declared>((&w, &x), &x).unwrap_err().to_string();
    assert!(
        error.contains(
            "`declared`: the cotangents have shape [4, 3], but each has that of the result, [4, 2]"
        ),
        "{error}"
    );
}
