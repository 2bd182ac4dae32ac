//! The checker of the gradient checks must itself catch what is wrong: a transform at a time is replaced by that of
//! another function.

use cotangent::prelude::*;
use cotangent_tests::gradcheck::{Input, Subject};

#[differentiable]
fn plain(x: &Tensor<f64>) -> Tensor<f64> {
    x.tanh()
}

#[differentiable(order = 2)]
fn weighted(x: &Tensor<f64>, #[constant] w: &Tensor<f64>) -> Scalar<f64> {
    (x.tanh() * w).sum()
}

/// Nearly the same function: its derivatives are off by a millionth.
#[differentiable]
fn off(x: &Tensor<f64>) -> Tensor<f64> {
    1.000001 * x.tanh()
}

#[differentiable(order = 2)]
fn weighted_off(x: &Tensor<f64>, #[constant] w: &Tensor<f64>) -> Scalar<f64> {
    1.000001 * (x.tanh() * w).sum()
}

/// The same values with a derivative that is a constant: right at first order, wrong at second.
#[differentiable(order = 2)]
fn cut(x: &Tensor<f64>, #[constant] w: &Tensor<f64>) -> Scalar<f64> {
    let y = x.tanh().stop_gradient();
    let slope = 1.0 - &y * &y;
    ((y + slope * (x - x.stop_gradient())) * w).sum()
}

fn right() -> Subject<'static> {
    Subject {
        name: "tanh",
        case: "",
        eager: &|x| x[0].float().tanh(),
        call: &|x| plain::call(x[0].float()),
        vjp: &|x, us| {
            let (y, pullback) = plain::vjp(x[0].float())?;
            Ok((y, us.iter().map(|u| Ok(vec![pullback.clone().pull(*u)?.x])).collect::<Result<_>>()?))
        },
        jvp: &|x, d| plain::jvp(x[0].float(), &d[0]),
        value_and_grad: &|x, w| {
            let (value, g) = weighted::value_and_grad(x[0].float(), w)?;
            Ok((value.item()?, vec![g.x]))
        },
        hvp: &|x, w, d| {
            let (g, h) = weighted::hvp(x[0].float(), w, &d[0])?;
            Ok((vec![g.x], vec![h.x]))
        },
    }
}

fn verdict(subject: &Subject<'_>) -> std::result::Result<(), String> {
    let x = Tensor::from_vec(vec![0.3, -0.7, 1.1, 0.2, -0.4, 0.9], [2, 3]).unwrap();
    subject.check(vec![Input::Float(x)])
}

#[track_caller]
fn caught(subject: &Subject<'_>, word: &str) {
    let why = verdict(subject).expect_err("a wrong derivative passed");
    assert!(why.contains(word), "{why}");
}

#[test]
fn what_is_right_passes() {
    assert_eq!(verdict(&right()), Ok(()));
}

#[test]
fn another_value() {
    caught(&Subject { call: &|x| off::call(x[0].float()), ..right() }, "the value");
}

#[test]
fn a_wrong_tangent() {
    let jvp = |x: &[Input], d: &[Tensor<f64>]| {
        let (y, _) = plain::jvp(x[0].float(), &d[0])?;
        Ok((y, off::jvp(x[0].float(), &d[0])?.1))
    };
    caught(&Subject { jvp: &jvp, ..right() }, "⟨u, Jv⟩");
}

#[test]
fn a_wrong_pullback() {
    let vjp = |x: &[Input], us: &[&Tensor<f64>]| {
        let (y, _) = plain::vjp(x[0].float())?;
        let (_, pullback) = off::vjp(x[0].float())?;
        Ok((y, us.iter().map(|u| Ok(vec![pullback.clone().pull(*u)?.x])).collect::<Result<_>>()?))
    };
    caught(&Subject { vjp: &vjp, ..right() }, "value_and_grad and pull");
}

#[test]
fn a_pullback_that_is_not_linear() {
    let vjp = |x: &[Input], us: &[&Tensor<f64>]| {
        let (y, pullback) = plain::vjp(x[0].float())?;
        Ok((y, us.iter().map(|u| Ok(vec![pullback.clone().pull(&u.tanh()?)?.x])).collect::<Result<_>>()?))
    };
    caught(&Subject { vjp: &vjp, ..right() }, "pull(2 u)");
}

#[test]
fn a_cotangent_of_another_shape() {
    let vjp = |x: &[Input], us: &[&Tensor<f64>]| {
        let (y, pullback) = plain::vjp(x[0].float())?;
        let flat = |u: &&Tensor<f64>| Ok(vec![pullback.clone().pull(*u)?.x.reshape([-1])?]);
        Ok((y, us.iter().map(flat).collect::<Result<_>>()?))
    };
    caught(&Subject { vjp: &vjp, ..right() }, "shape");
}

/// Wrong in every first derivative alike, so that only differences can tell.
#[test]
fn one_wrong_rule() {
    let vjp = |x: &[Input], us: &[&Tensor<f64>]| {
        let (y, _) = plain::vjp(x[0].float())?;
        let (_, pullback) = off::vjp(x[0].float())?;
        Ok((y, us.iter().map(|u| Ok(vec![pullback.clone().pull(*u)?.x])).collect::<Result<_>>()?))
    };
    let jvp = |x: &[Input], d: &[Tensor<f64>]| Ok((plain(x[0].float()), off::jvp(x[0].float(), &d[0])?.1));
    let value_and_grad = |x: &[Input], w: &Tensor<f64>| {
        let (_, g) = weighted_off::value_and_grad(x[0].float(), w)?;
        Ok((weighted(x[0].float(), w).item()?, vec![g.x]))
    };
    caught(
        &Subject { vjp: &vjp, jvp: &jvp, value_and_grad: &value_and_grad, ..right() },
        "difference quotient",
    );
}

#[test]
fn a_second_derivative_through_a_constant() {
    let hvp = |x: &[Input], w: &Tensor<f64>, d: &[Tensor<f64>]| {
        let (g, h) = cut::hvp(x[0].float(), w, &d[0])?;
        Ok((vec![g.x], vec![h.x]))
    };
    caught(&Subject { hvp: &hvp, ..right() }, "second derivative");
}
