//! Forms of results, and how cotangents of them are given.

use cotangent::prelude::*;

use crate::{all, shaped, vector};

#[differentiable]
fn checked(x: &Tensor<N>, limit: usize) -> Result<Scalar> {
    if N > limit {
        return Err(Error::msg("too long"));
    }
    let top = x.max().item()?;
    let y = (x * top).exp()?;
    Ok(y.sum()?)
}

#[test]
fn results_come_back_as_results() {
    let x = vector(&[0.0, 1.0]);
    let (value, g) = checked::value_and_grad(&x, 4).unwrap();
    let e = 1f32.exp();
    assert!((value.item().unwrap() - 1.0 - e).abs() < 1e-6);
    assert!((all(&g.x)[1] - e).abs() < 1e-6 && (all(&g.x)[0] - 1.0).abs() < 1e-6);
    assert!(checked(&x, 4).is_ok());
    assert_eq!(checked(&x, 1).unwrap_err().to_string(), "too long");
    assert_eq!(checked::vjp(&x, 1).err().unwrap().to_string(), "too long");
}

#[differentiable]
fn with_aux(x: &Tensor<B, D>, w: &Tensor<D>) -> (Scalar, Tensor<B>, Tensor<i32, B>, Tensor<bool, B>) {
    let y = x.matmul(w);
    let best = x.argmax_axis(-1);
    let positive = y.gt(0.0);
    ((&y * &y).sum(), y, best, positive)
}

#[test]
fn the_first_of_a_tuple_is_the_loss() {
    let (x, w) = (shaped(&[1.0, 2.0, 3.0, -4.0], [2, 2]), vector(&[1.0, 1.0]));
    let ((loss, y, best, positive), g) = with_aux::value_and_grad(&x, &w).unwrap();
    assert_eq!((loss.item().unwrap(), all(&y)), (10.0, vec![3.0, -1.0]));
    assert_eq!(best.to_vec().unwrap(), [1, 0]);
    assert_eq!(positive.to_vec().unwrap(), [true, false]);
    assert_eq!(all(&g.w), [6.0 * 1.0 - 2.0 * 3.0, 6.0 * 2.0 + 2.0 * 4.0]);
}

#[test]
fn only_float_results_have_cotangents() {
    let (x, w) = (shaped(&[1.0, 2.0, 3.0, -4.0], [2, 2]), vector(&[1.0, 1.0]));
    let (_, pullback) = with_aux::vjp(&x, &w).unwrap();
    let (one, e0) = (Tensor::scalar(1.0), vector(&[1.0, 0.0]));
    let of_loss = pullback.clone().pull((&one, None)).unwrap();
    assert_eq!(all(&of_loss.w), [0.0, 20.0]);
    let of_y = pullback.clone().pull((None, &e0)).unwrap();
    assert_eq!(all(&of_y.w), [1.0, 2.0]);
    let both = pullback.clone().pull((&one, &e0)).unwrap();
    assert_eq!(all(&both.w), [1.0, 22.0]);
    let none = pullback.pull((None, None)).unwrap();
    assert_eq!((all(&none.w), none.x.shape()), (vec![0.0; 2], &[2, 2][..]));
    let (_, (loss_dot, y_dot)) = with_aux::jvp(&x, &w, &x.zeros_like().unwrap(), &e0).unwrap();
    assert_eq!((loss_dot.item().unwrap(), all(&y_dot)), (0.0, vec![1.0, 3.0]));
}

#[differentiable]
fn array(x: &Tensor) -> [Tensor; 2] {
    [x * 2.0, x.exp()]
}

#[differentiable]
fn nested(x: &Tensor) -> Result<(Tensor, (Tensor, [Scalar; 2]))> {
    Ok((x * 2.0, (x * x, [x.sum(), x.max()])))
}

#[test]
fn arrays_and_nested_tuples() {
    let x = vector(&[0.0, 3.0]);
    let ([double, _], pullback) = array::vjp(&x).unwrap();
    assert_eq!(all(&double), [0.0, 6.0]);
    let ones = vector(&[1.0, 1.0]);
    assert_eq!(all(&pullback.pull((&ones, None)).unwrap().x), [2.0, 2.0]);
    let ((_, (square, [sum, top])), pullback) = nested::vjp(&x).unwrap();
    assert_eq!((all(&square), sum.item().unwrap(), top.item().unwrap()), (vec![0.0, 9.0], 3.0, 3.0));
    let one = Tensor::scalar(1.0);
    let g = pullback.pull((None, &ones, None, &one)).unwrap();
    assert_eq!(all(&g.x), [0.0, 7.0]);
}

#[differentiable]
fn same(x: &Tensor<N>) -> Tensor<N> {
    x.clone()
}

#[test]
fn a_parameter_is_a_result() {
    let (x, g) = (vector(&[1.0, 2.0]), vector(&[3.0, 4.0]));
    let (y, pullback) = same::vjp(&x).unwrap();
    assert_eq!((all(&y), all(&pullback.pull(&g).unwrap().x)), (vec![1.0, 2.0], vec![3.0, 4.0]));
    assert_eq!(all(&same::jvp(&x, &g).unwrap().1), [3.0, 4.0]);
}

#[differentiable]
fn twice(x: &Tensor<N>) -> (Tensor<N>, Tensor<N>, Tensor<N>) {
    let y = x.exp();
    (y.clone(), y, x.clone())
}

#[test]
fn one_value_is_several_results() {
    let (x, g) = (vector(&[0.0, 0.0]), vector(&[3.0, 4.0]));
    let ((a, b, c), pullback) = twice::vjp(&x).unwrap();
    assert_eq!((all(&a), all(&b), all(&c)), (vec![1.0; 2], vec![1.0; 2], vec![0.0; 2]));
    assert_eq!(all(&pullback.clone().pull((&g, &g, &g)).unwrap().x), [9.0, 12.0]);
    assert_eq!(all(&pullback.pull((None, &g, None)).unwrap().x), [3.0, 4.0]);
    let (_, (da, db, dc)) = twice::jvp(&x, &g).unwrap();
    assert_eq!((all(&da), all(&db), all(&dc)), (vec![3.0, 4.0], vec![3.0, 4.0], vec![3.0, 4.0]));
}

#[differentiable]
fn constant_result(x: &Tensor<N>) -> (Scalar, Tensor<2>, Tensor<N>) {
    (x.sum(), Tensor::ones([2]) * 5.0, stop_gradient(x * 2.0))
}

#[test]
fn a_result_without_parameters_has_no_derivative() {
    let (x, g) = (vector(&[1.0, 2.0, 3.0]), vector(&[3.0, 4.0]));
    let ((_, five, double), pullback) = constant_result::vjp(&x).unwrap();
    assert_eq!((all(&five), all(&double)), (vec![5.0; 2], vec![2.0, 4.0, 6.0]));
    assert_eq!(all(&pullback.clone().pull((None, &g, &x)).unwrap().x), [0.0; 3]);
    assert_eq!(all(&pullback.pull((&Tensor::scalar(2.0), None, None)).unwrap().x), [2.0; 3]);
    let (_, (_, five_dot, double_dot)) = constant_result::jvp(&x, &x).unwrap();
    assert_eq!((all(&five_dot), all(&double_dot)), (vec![0.0; 2], vec![0.0; 3]));
}

#[differentiable]
fn open(x: &Tensor) -> Tensor {
    (x * x).sum_axis(0)
}

#[test]
fn a_loss_of_unknown_rank_is_checked() {
    assert_eq!(all(&open::grad(&vector(&[1.0, 2.0])).unwrap().x), [2.0, 4.0]);
    let e = open::grad(&shaped(&[1.0; 4], [2, 2])).unwrap_err();
    assert_eq!(
        e.to_string(),
        "`open` returns shape [2], and only a result of one element has a gradient; use `vjp`"
    );
}
