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
    assert_eq!(e.message(), "the cotangent has shape [2], but the result has [2, 2]");
    let site = e.site().expect("it has a place");
    assert_eq!(e.to_string(), format!("`layer` at {}:{}: {}", site.file, site.line, e.message()));
    assert!(site.line > 0 && site.file.ends_with(".rs"), "{e}");
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

/// One op a line, so that the line says which.
#[differentiable]
fn ops(x: &Tensor, y: &Tensor, n: usize, axis: isize) -> Tensor {
    let product = x.broadcast_to([n, 1]) * y.broadcast_to([1, n]);
    let folded = product.sum_axis(axis);
    let soft = folded.softmax(axis);
    soft.reshape([0, -1])
}
const OPS: u32 = line!() - 6;

#[differentiable]
fn wide(x: &Tensor, y: &Tensor, n: usize) -> Tensor {
    let (column, row) = (x.broadcast_to([n, 1]), y.broadcast_to([1, n]));
    column * row
}
const WIDE: u32 = line!() - 4;

#[test]
fn counts_of_elements_must_fit() {
    let one = Tensor::scalar(1.0);
    let at = |n| wide::call(&one, &one, n).unwrap_err();
    let count = 1 << 40;
    let many = at(count);
    assert_eq!(
        many.to_string(),
        format!(
            "mul at {FILE}:{} in `wide`: [{count}, {count}] has more elements than memory can hold",
            WIDE + 2
        )
    );
    assert_eq!(many.kind(), ErrorKind::Overflow);
    // The count fits a number, but no memory: the view is free, what is computed is not.
    let large = at(1 << 29);
    let bytes = 4usize << 58;
    assert_eq!(
        large.to_string(),
        format!(
            "mul at {FILE}:{} in `wide`: out of memory: cannot allocate {bytes} bytes for a tensor of shape {:?}",
            WIDE + 2,
            [1 << 29; 2]
        )
    );
    assert_eq!(large.kind(), ErrorKind::Memory);
    let beyond = at(isize::MAX as usize);
    assert_eq!((beyond.kind(), beyond.op()), (ErrorKind::Overflow, Some("broadcast_to")));
    // From every transform, and from the library's own functions, which have no place.
    assert_eq!(wide::vjp(&one, &one, count).err().unwrap().to_string(), many.to_string());
    assert_eq!(wide::jvp(&one, &one, count, &one, &one).unwrap_err().to_string(), many.to_string());
    let column = one.broadcast_to([count, 1]).unwrap();
    let e = column.mul(&column.t().unwrap()).unwrap_err();
    assert_eq!((e.to_string(), e.site()), (format!("mul: {}", many.message()), None));
    let e = Tensor::<f32>::zeros([count, count]).unwrap_err();
    assert_eq!(e.message(), many.message());
}

#[test]
fn reductions_composites_and_shapes_have_a_place() {
    let one = Tensor::scalar(1.0);
    let at = |n, axis| ops::call(&one, &one, n, axis).unwrap_err();
    assert_eq!(
        at(2, 2).to_string(),
        format!("sum_axis at {FILE}:{} in `ops`: axis 2 is out of range for rank 2", OPS + 2)
    );
    // What is composed is called as it was.
    assert_eq!(
        at(2, -2).to_string(),
        format!("softmax at {FILE}:{} in `ops`: axis -2 is out of range for rank 1", OPS + 3)
    );
    assert_eq!(
        Tensor::from(1.0f32).softmax(1).unwrap_err().to_string(),
        "softmax: axis 1 is out of range for rank 0"
    );
    let e = ops::call(&one, &one, 0, 0).unwrap_err();
    assert_eq!(
        e.to_string(),
        format!(
            "reshape at {FILE}:{} in `ops`: 0 elements do not fill [0, -1]: no size in place of -1 fits",
            OPS + 4
        )
    );
}

#[differentiable]
fn host_reads(x: &Tensor, axis: isize) -> Result<Tensor> {
    let rows = x.dim(axis);
    let first = x.item()?;
    let [a, b] = x.split([2, 2], axis);
    Ok(Tensor::full([rows], first) * a * b.norm_p(0.0))
}
const HOST_READS: u32 = line!() - 6;

#[test]
fn host_reads_have_a_place() {
    let at = |x: &Tensor, axis| host_reads::call(x, axis).unwrap_err().to_string();
    let place = |op: &str, line| format!("{op} at {FILE}:{} in `host_reads`: ", HOST_READS + line);
    let (one, two) = (vector(&[1.0]), vector(&[1.0, 2.0]));
    assert_eq!(at(&one, 1), format!("{}axis 1 is out of range for rank 1", place("dim", 1)));
    let e = at(&two, 0);
    assert!(e.starts_with(&place("item", 2)), "{e}");
    let e = at(&one, 0);
    assert_eq!(e, format!("{}sizes [2, 2] do not cover axis 0, which has 1 elements", place("split", 3)));
}

#[differentiable]
fn norms(x: &Tensor, p: f64) -> Scalar {
    x.norm_p(p)
}

#[test]
fn a_norm_needs_an_exponent() {
    let x = vector(&[3.0, -4.0]);
    for p in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let sentence =
            format!("a p-norm has a finite p above 0, not {p}; that for p = inf is `x.abs().max()`");
        let e = norms::value_and_grad(&x, p).unwrap_err();
        assert_eq!((e.message(), e.kind(), e.op()), (&*sentence, ErrorKind::Value, Some("norm_p")));
        assert_eq!(x.norm_p(p).unwrap_err().to_string(), format!("norm_p: {sentence}"));
    }
    assert!((norms(&x, 2.0).item().unwrap() - 5.0).abs() < 1e-6);
    assert!((x.abs().unwrap().max().unwrap().item().unwrap() - 4.0).abs() < 1e-6);
}

#[differentiable]
fn turned(x: &Tensor) -> Tensor {
    x.t()
}
const TURNED: u32 = line!() - 2;

#[test]
fn ranks_are_checked() {
    for (shape, hint) in
        [(&[2][..], "`unsqueeze` to add an axis"), (&[2, 1, 1], "`mt` for the last two axes")]
    {
        let x = Tensor::<f32>::zeros(shape).unwrap();
        let e = turned::vjp(&x).err().unwrap();
        assert_eq!(
            e.to_string(),
            format!(
                "t at {FILE}:{TURNED} in `turned`: a matrix is transposed, but the shape is {shape:?}; use {hint}"
            )
        );
        assert_eq!(e.kind(), ErrorKind::Shape);
    }
}

#[differentiable]
fn resized(x: &Tensor, n: usize, axis: usize) -> Scalar {
    x.reshape([n, 2]).sum_axis([axis]).sum() + x.narrow(axis, 0, 1).sum() + x.sum_axis([axis, 1]).sum()
}

/// As a signed number the largest is -1: what is left, the last axis.
#[test]
fn a_size_that_is_too_large_is_no_negative_one() {
    let x = shaped(&[1.0; 6], [3, 2]);
    assert!(resized::call(&x, 3, 0).is_ok());
    let e = resized::call(&x, usize::MAX, 0).unwrap_err();
    assert_eq!((e.kind(), e.op()), (ErrorKind::Overflow, Some("reshape")), "{e}");
    let e = resized::value_and_grad(&x, 3, usize::MAX).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Axis, "{e}");
    assert!(e.to_string().contains("out of range"), "{e}");
}

#[differentiable]
fn gated(features: &Tensor, kernel: &Tensor) -> Result<Scalar> {
    let h = features.conv2d(kernel, 1, 0, 1);
    Ok(h.glu(1).pixel_shuffle(2).sum())
}
const GATED: u32 = line!() - 4;

#[test]
fn what_fails_in_a_composite_names_its_argument_and_axis() {
    let of = |shape: &[usize]| Tensor::<f32>::zeros(shape).unwrap();
    let fails = |x: &[usize], w: &[usize], op: &str, line: u32, says: &str| {
        let e = gated::value_and_grad(&of(x), &of(w)).unwrap_err().to_string();
        assert_eq!(e, format!("{op} at {FILE}:{line} in `gated`: {says}"));
    };
    let kernel = [8, 3, 3, 3];
    fails(&[2, 5, 6, 6], &kernel, "conv2d", GATED + 1, "axis 1 of `kernel` has 3 elements, and must have 5");
    let says = "`features` must have 4 axes, but its shape is [2, 3, 6]";
    fails(&[2, 3, 6], &kernel, "conv2d", GATED + 1, says);
    let says = "axis 1 of `h` has 7 elements, which 2 does not divide";
    fails(&[2, 3, 6, 6], &[7, 3, 3, 3], "glu", GATED + 2, says);
    let says = "axis 1 of `h.glu(1)` has 6 elements, which 4 does not divide";
    fails(&[2, 3, 6, 6], &[12, 3, 3, 3], "pixel_shuffle", GATED + 2, says);
    gated::value_and_grad(&of(&[2, 3, 6, 6]), &of(&kernel)).unwrap();
}

#[test]
fn methods_outside_of_bodies_name_their_spelling_argument_and_shape() {
    let of = |shape: &[usize]| Tensor::<f32>::zeros(shape).unwrap();
    let far = 1_usize << 44;
    let all = [
        (of(&[2, 4]).cross(&of(&[2, 4]), 1), "cross: axis 1 of `a` has 4 elements, and must have 3"),
        (of(&[2, 5]).rfft(7).map(|y| y.re), "rfft: `x` has no axis 7: its shape is [2, 5]"),
        (of(&[2, 0]).rfft(1).map(|y| y.re), "rfft: axis 1 of `x` has no elements"),
        (
            of(&[0, 2]).pixel_shuffle(0),
            "pixel_shuffle: axis 1 of `x` has 2 elements, which 0 does not divide",
        ),
        (of(&[2, 2]).sum_axis(4), "sum_axis: axis 4 is out of range for rank 2"),
        (of(&[2, 2]).mean_keep(4), "mean_keep: axis 4 is out of range for rank 2"),
        (of(&[2, 8, 7]).fold(4, 4, 2, 1, 0, 1), "fold: axis 2 of `x` has 7 elements, and must have 9"),
        (
            of(&[2, 4, 9]).group_norm(2, &of(&[3]), &of(&[4]), 1e-5),
            "group_norm: axis 0 of `weight` has 3 elements, and must have 4",
        ),
        (
            of(&[2]).tile(far),
            "tile: out of memory: cannot allocate 140737488355328 bytes for a tensor of shape [35184372088832]",
        ),
        (
            of(&[2]).repeat_interleave(far, 0),
            "repeat_interleave: out of memory: cannot allocate 140737488355328 bytes for a tensor of shape [35184372088832]",
        ),
    ];
    for (result, says) in all {
        assert_eq!(result.unwrap_err().to_string(), says);
    }
}
