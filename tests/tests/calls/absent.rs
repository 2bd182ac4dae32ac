//! Absent cotangents. Each function here has a result whose derivative is infinite at the point: where its cotangent is absent,
//! nothing of it may reach a gradient, as 0 * inf is NaN.

use std::cell::Cell;

use cotangent::prelude::*;
use cotangent::{Pullback, Result, tensor};

/// At zero the first and the last have infinite derivatives.
#[differentiable(order = 2)]
fn three(x: &Tensor<f64>) -> Result<(Tensor<f64>, Tensor<f64>, Tensor<f64>)> {
    let middle = (x * x * x).sum();
    Ok((x.sqrt().sum(), middle + x.sum(), x.cbrt().sum()))
}

fn list(x: &Tensor<f64>) -> Vec<f64> {
    x.to_vec().unwrap()
}

fn point() -> Tensor<f64> {
    tensor![0.0, 4.0]
}

#[test]
fn given_results_alone_are_pulled_back() {
    let (x, one) = (point(), Tensor::scalar(1.0));
    let pull = || three::vjp(&x).unwrap().1;
    let middle = pull().pull((None, &one, None)).unwrap();
    assert_eq!(list(&middle.x), [1.0, 49.0]);
    let first = pull().pull((&one, None, None)).unwrap();
    assert_eq!(list(&first.x), [f64::INFINITY, 0.25]);
    // The sum of two passes.
    let two = pull().pull((&one, &one, None)).unwrap();
    assert_eq!(list(&two.x), [f64::INFINITY, 49.25]);
    let none = pull().pull((None, None, None)).unwrap();
    assert_eq!(list(&none.x)[1], 0.0);
    // A zero that is given is a number like others.
    let zero = Tensor::scalar(0.0);
    let given = pull().pull((&zero, &one, None)).unwrap();
    assert!(list(&given.x)[0].is_nan());
}

/// Of `value` one part alone.
#[differentiable(order = 2)]
fn of_middle(x: &Tensor<f64>) -> Result<Scalar<f64>> {
    let (_, middle, _) = three(x)?;
    Ok(&middle * &middle)
}

#[differentiable(order = 2)]
fn middle_alone(x: &Tensor<f64>) -> Scalar<f64> {
    let middle = (x * x * x).sum() + x.sum();
    &middle * &middle
}

/// What a caller reads of a callee decides, at both orders.
#[test]
fn of_what_a_callee_gives() {
    let (x, v) = (point(), tensor![0.5, -2.0]);
    let (y, g) = of_middle::value_and_grad(&x).unwrap();
    let (z, h) = middle_alone::value_and_grad(&x).unwrap();
    assert_eq!((y.item().unwrap(), list(&g.x)), (z.item().unwrap(), list(&h.x)));
    let (_, p) = of_middle::hvp(&x, &v).unwrap();
    let (_, q) = middle_alone::hvp(&x, &v).unwrap();
    assert_eq!(list(&p.x), list(&q.x));
}

/// Two of three, through a loop whose rounds call.
#[differentiable(order = 2)]
fn in_rounds(x: &Tensor<f64>, #[constant] n: usize) -> Result<(Tensor<f64>, Tensor<f64>)> {
    let mut kept = x.sum();
    let mut wild = x.sqrt().sum();
    for _ in 0..n {
        let (_, middle, _) = three(x)?;
        kept = &kept * 0.5 + middle;
        wild = &wild + x.sqrt().sum();
    }
    Ok((wild, kept))
}

#[test]
fn through_rounds() {
    let (x, one) = (point(), Tensor::scalar(1.0));
    for n in [0, 1, 3] {
        let (_, pullback) = in_rounds::vjp(&x, n).unwrap();
        let g = pullback.pull((None, &one)).unwrap().x;
        let sum: f64 = (0..n).map(|t| 0.5_f64.powi(t as i32)).sum();
        let last = 0.5_f64.powi(n as i32);
        assert_eq!(list(&g), [last + sum, last + 49.0 * sum], "{n} rounds");
    }
}

#[differentiable]
fn in_an_arm(x: &Tensor<f64>, #[constant] deep: bool) -> (Tensor<f64>, Tensor<f64>) {
    if deep { (x.sqrt().sum(), (x * x).sum()) } else { (x.sum(), x.sqrt().sum()) }
}

#[test]
fn through_arms() {
    let (x, one) = (point(), Tensor::scalar(1.0));
    let second = in_an_arm::vjp(&x, true).unwrap().1.pull((None, &one)).unwrap();
    assert_eq!(list(&second.x), [0.0, 8.0]);
    let first = in_an_arm::vjp(&x, false).unwrap().1.pull((&one, None)).unwrap();
    assert_eq!(list(&first.x), [1.0, 1.0]);
}

#[derive(Clone, Debug, Differentiable)]
struct Pair {
    wild: Tensor<f64>,
    calm: Tensor<f64>,
}

/// What goes by a struct is a tangent of any form.
#[differentiable]
fn by_a_struct(p: &Pair, x: &Tensor<f64>) -> (Tensor<f64>, Pair) {
    let calm = &p.calm * x;
    let wild = p.wild.sqrt();
    (calm.sum() + wild.sum() * 0.0, Pair { wild, calm })
}

#[differentiable]
fn of_a_struct(p: &Pair, x: &Tensor<f64>) -> Result<Tensor<f64>> {
    let pair = made(p, x)?.1;
    Ok(pair.calm.sum())
}

#[differentiable]
fn made(p: &Pair, x: &Tensor<f64>) -> (Tensor<f64>, Pair) {
    (p.wild.sqrt().sum(), Pair { wild: x + 1.0, calm: &p.calm * x })
}

#[test]
fn through_structs() {
    let p = Pair { wild: point(), calm: tensor![3.0, 5.0] };
    let x = tensor![2.0, 7.0];
    let (_, g) = of_a_struct::value_and_grad(&p, &x).unwrap();
    assert_eq!(list(&g.p.wild), [0.0, 0.0]);
    assert_eq!((list(&g.p.calm), list(&g.x)), (vec![2.0, 7.0], vec![3.0, 5.0]));
    let cotangent = PairTangent { wild: tensor![0.0, 0.0], calm: tensor![1.0, 1.0] };
    let g = made::vjp(&p, &x).unwrap().1.pull((None, &cotangent)).unwrap();
    assert_eq!((list(&g.p.wild), list(&g.p.calm)), (vec![0.0, 0.0], vec![2.0, 7.0]));
    let (_, pullback) = by_a_struct::vjp(&p, &x).unwrap();
    let g = pullback.pull((&Tensor::scalar(1.0), None)).unwrap();
    // Its own product with zero is the user's.
    assert!(list(&g.p.wild)[0].is_nan());
}

thread_local!(static PULLED: Cell<usize> = const { Cell::new(0) });

#[differentiable(vjp = counted_vjp)]
fn counted(x: &Tensor<f64>) -> Result<Tensor<f64>> {
    x.exp()
}

fn counted_vjp(x: &Tensor<f64>, y: &Tensor<f64>, g: &Tensor<f64>) -> Result<Tensor<f64>> {
    let _ = x;
    PULLED.set(PULLED.get() + 1);
    y.mul(g)
}

#[differentiable]
fn beside_a_rule(x: &Tensor<f64>, w: &Tensor<f64>) -> Result<(Tensor<f64>, Tensor<f64>)> {
    Ok((counted(w)?, x.sin()))
}

/// Nothing runs for it, and what it alone depends on has zeros of the right shape.
#[test]
fn nothing_runs() {
    let (x, w) = (point(), tensor![[1.0], [2.0], [3.0]]);
    let (_, pullback) = beside_a_rule::vjp(&x, &w).unwrap();
    PULLED.set(0);
    let g = pullback.clone().pull((None, &point())).unwrap();
    assert_eq!((PULLED.get(), g.w.shape(), list(&g.w)), (0, &[3, 1][..], vec![0.0; 3]));
    let g = pullback.pull((&w, None)).unwrap();
    assert_eq!((PULLED.get(), list(&g.x)), (1, vec![0.0, 0.0]));
    assert!(list(&g.w).iter().all(|g| *g > 0.0));
}

#[differentiable]
fn tapped(x: &Tensor<f64>) -> (Tensor<f64>, Tensor<f64>, Tensor<f64>) {
    #[tap(h)]
    let h = x * 2.0;
    (h.sqrt().sum(), (&h * &h).sum(), h.sum())
}

#[test]
fn taps_and_hooks() {
    let (x, one) = (point(), Tensor::scalar(1.0));
    let pull = || tapped::vjp_taps(&x).unwrap().1;
    let (g, taps) = pull().pull((None, &one, None)).unwrap();
    assert_eq!((list(&g.x), list(&taps.h)), (vec![0.0, 32.0], vec![0.0, 16.0]));
    let (g, taps) = pull().pull((None, &one, &one)).unwrap();
    assert_eq!((list(&g.x), list(&taps.h)), (vec![2.0, 34.0], vec![1.0, 17.0]));
    let mut told = Vec::new();
    let pullback = three::vjp(&x).unwrap().1;
    let g = pullback.pull_hooked((&one, &one, None), |mut leaf| {
        told.push((leaf.name().to_owned(), list(leaf.grad::<f64>()?)));
        Ok(())
    });
    assert_eq!(told, [("x".to_owned(), list(&g.unwrap().x))]);
}

/// Wrong cotangents are refused beside absent ones.
#[test]
fn shapes_are_compared() {
    let (_, pullback) = three::vjp(&point()).unwrap();
    let e = pullback.pull((None, &point(), None)).unwrap_err().to_string();
    assert!(e.contains("the cotangent has shape"), "{e}");
}
