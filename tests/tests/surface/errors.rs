//! What goes wrong at run time, word for word.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cotangent::ErrorKind;
use cotangent::prelude::*;

use crate::{shaped, vector};

const FILE: &str = file!();

#[differentiable]
fn layer(x: &Tensor, w: &Tensor, b: &Tensor) -> Tensor {
    let h = x.matmul(w);
    let y = h + b;
    y.tanh()
}
const LAYER: u32 = line!() - 5;

#[test]
fn an_error_names_the_op_the_function_and_the_line() {
    let (x, w, b) = (shaped(&[0.0; 6], [2, 3]), shaped(&[0.0; 8], [4, 2]), vector(&[0.0, 0.0]));
    let e = layer::vjp(&x, &w, &b).err().unwrap();
    assert_eq!(
        e.to_string(),
        format!(
            "matmul at {FILE}:{} in `layer`: inner dims differ, 3 and 4 (shapes [2, 3] and [4, 2])",
            LAYER + 1
        )
    );
    assert_eq!((e.kind(), e.op()), (ErrorKind::Shape, Some("matmul")));
    assert_eq!(e.site().map(|s| (s.function, s.line)), Some(("layer", LAYER + 1)));
    let (w, b) = (shaped(&[0.0; 6], [3, 2]), vector(&[0.0; 3]));
    let e = layer::call(&x, &w, &b).unwrap_err().to_string();
    let expected = format!(
        "add at {FILE}:{} in `layer`: shapes [2, 2] and [3] do not broadcast: 2 against 3",
        LAYER + 2
    );
    assert_eq!(e, expected);
    // The same sentence from every transform.
    let (dx, dw, db) = (x.zeros_like().unwrap(), w.zeros_like().unwrap(), b.zeros_like().unwrap());
    assert_eq!(layer::jvp(&x, &w, &b, &dx, &dw, &db).unwrap_err().to_string(), expected);
    assert_eq!(layer::vjp(&x, &w, &b).err().unwrap().to_string(), expected);
}

#[test]
fn a_plain_function_panics_with_the_sentence() {
    let (x, w, b) = (shaped(&[0.0; 6], [2, 3]), shaped(&[0.0; 8], [4, 2]), vector(&[0.0, 0.0]));
    let panic = catch_unwind(AssertUnwindSafe(|| layer(&x, &w, &b))).unwrap_err();
    let text = panic.downcast_ref::<String>().unwrap();
    assert_eq!(
        *text,
        format!(
            "matmul at {FILE}:{} in `layer`: inner dims differ, 3 and 4 (shapes [2, 3] and [4, 2])",
            LAYER + 1
        )
    );
}

#[differentiable]
fn loss(x: &Tensor<B, D>, y: &Tensor<B>, w: &Tensor<D>, pair: (&Tensor<3>, &Scalar)) -> Scalar {
    let e = x.matmul(w) - y;
    (&e * &e).mean() * pair.0.sum() * pair.1
}
const LOSS: u32 = line!() - 4;

#[test]
fn declared_dims_are_checked_at_entry() {
    let (x, y, w) = (shaped(&[0.0; 6], [2, 3]), vector(&[0.0; 2]), vector(&[0.0; 3]));
    let (three, one) = (vector(&[0.0; 3]), Tensor::scalar(1.0));
    let cases = [
        (&x, &y, &vector(&[0.0; 4]), (&three, &one), "`w` has shape [4], but its dim 0 is `D`, which is 3"),
        (&x, &w, &w, (&three, &one), "`y` has shape [3], but its dim 0 is `B`, which is 2"),
        (&y, &y, &w, (&three, &one), "`x` has shape [2], but is declared with rank 2"),
        (&x, &y, &w, (&y, &one), "`pair.0` has shape [2], but its dim 0 is `3`"),
        (&x, &y, &w, (&three, &y), "`pair.1` has shape [2], but is declared with rank 0"),
    ];
    for (x, y, w, pair, sentence) in cases {
        let expected = format!("`loss` at {FILE}:{LOSS}: {sentence}");
        assert_eq!(loss::value_and_grad(x, y, w, pair).unwrap_err().to_string(), expected);
        assert_eq!(loss::vjp(x, y, w, pair).err().unwrap().to_string(), expected);
        assert_eq!(loss::call(x, y, w, pair).unwrap_err().to_string(), expected);
        let panic = catch_unwind(AssertUnwindSafe(|| loss(x, y, w, pair))).unwrap_err();
        assert_eq!(*panic.downcast_ref::<String>().unwrap(), expected);
    }
}

#[test]
fn tangents_and_cotangents_must_fit() {
    let (x, w, b) = (shaped(&[0.0; 6], [2, 3]), shaped(&[0.0; 6], [3, 2]), vector(&[0.0, 0.0]));
    let (_, pullback) = layer::vjp(&x, &w, &b).unwrap();
    let e = pullback.pull(&b).unwrap_err();
    assert_eq!(e.to_string(), "`layer`: the cotangent has shape [2], but the result has [2, 2]");
    let e = layer::jvp(&x, &w, &b, &x, &x, &b).unwrap_err();
    assert_eq!(e.to_string(), "`layer`: the tangent of `w` has shape [2, 3], but `w` has [3, 2]");
}

#[differentiable]
fn declares(x: &Tensor<N>, n: usize) -> Tensor<_, N> {
    let y = x.reshape([n, -1]);
    y * 2.0
}
const DECLARES: u32 = line!() - 4;

#[differentiable]
fn asserts(x: &Tensor<N>, n: usize) -> Tensor {
    let y: Tensor<_, 2> = x.reshape([n, -1]);
    y * 2.0
}
const ASSERTS: u32 = line!() - 3;

#[test]
fn declared_dims_that_are_not_known_before_are_checked() {
    let x = vector(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let e = declares::call(&x, 3).unwrap_err().to_string();
    assert_eq!(
        e,
        format!(
            "`declares` at {FILE}:{DECLARES}: the result has shape [3, 2], but its dim 1 is `N`, which is 6"
        )
    );
    let e = asserts::call(&x, 2).unwrap_err().to_string();
    assert_eq!(e, format!("`asserts` at {FILE}:{ASSERTS}: `y` has shape [2, 3], but its dim 1 is `2`"));
}

#[differentiable]
fn picks(x: &Tensor, ids: &Tensor<i32>, axis: isize) -> Tensor {
    x.index_select(axis, ids)
}
const PICKS: u32 = line!() - 2;

#[test]
fn host_arguments_and_indices_are_checked() {
    let x = shaped(&[0.0; 6], [2, 3]);
    let ids = |v: &[i32]| Tensor::from_vec(v.to_vec(), [v.len()]).unwrap();
    let at = |e: Result<Tensor>| e.unwrap_err().to_string();
    let place = format!("index_select at {FILE}:{PICKS} in `picks`: ");
    assert_eq!(
        at(picks::call(&x, &ids(&[0, 7]), 0)),
        format!("{place}index 7 (number 1 of the indices) is out of range for axis 0 of size 2")
    );
    assert_eq!(at(picks::call(&x, &ids(&[0]), 2)), format!("{place}axis 2 is out of range for rank 2"));
}
