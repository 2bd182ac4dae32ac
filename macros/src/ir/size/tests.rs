//! Values, texts, substitution and shifting of sizes.

use super::{Check, Does, Fact, Infix, Size};
use crate::dims::Dim;
use crate::ir::{Known, Runs};

/// Argument `n`, the shape of these dims.
fn shape(n: usize, dims: &[&str]) -> Size {
    let known = Known::List(dims.iter().map(|name| Known::Int(Dim::name(name))).collect());
    Size::Arg(n, Fact { known: Some(known), ty: Some("Shape") })
}

fn open(n: usize) -> Size {
    Size::arg(n, "Shape")
}

fn dim(name: &str) -> Known {
    Known::Int(Dim::name(name))
}

fn axis(of: Size, n: i64) -> Size {
    of.axis(Size::int(n))
}

#[test]
fn values_follow_from_what_is_known_of_arguments() {
    let x = || shape(0, &["B", "D"]);
    assert_eq!(axis(x(), -1).known(), Some(dim("D")));
    assert_eq!(axis(open(0), 1).known(), None);
    assert_eq!(axis(x(), 2).known(), None, "there is no such axis");
    assert_eq!(Size::of(Does::Rank, [x()]).known(), Some(Known::Int(Dim::int(2))));
    let twice = axis(x(), 0).infix(Infix::Mul, Size::int(2));
    assert_eq!(twice.known(), Some(Known::Int(&Dim::name("B") * &Dim::int(2))));
    assert_eq!(twice.ty(), Some("usize"));
    let guarded = axis(x(), 0)
        .infix(Infix::Mul, axis(x(), 1))
        .infix(Infix::Div, Size::of(Does::Method("max"), [axis(x(), 1), Size::int(1)]));
    assert_eq!(guarded.known(), Some(dim("B")));
    let third = Size::float(1.0, None).infix(Infix::Div, Size::float(4.0, None));
    assert_eq!(third.known(), Some(Known::Float(0.25)));
    let variable = Size::Arg(0, Fact { known: Some(Known::Float(0.5)), ty: Some("f64") });
    assert_eq!(variable.clone().infix(Infix::Mul, Size::float(2.0, None)).known(), None, "it may be of f32");
    assert_eq!(Size::of(Does::Neg, [variable]).known(), Some(Known::Float(-0.5)));
    assert_eq!(Size::int(3).to("isize"), Size::Int(Dim::int(3), Some("isize")));
    assert_eq!(Size::int(3).to("f64").known(), Some(Known::Float(3.0)));
}

#[test]
fn texts_have_the_parentheses_that_rust_needs() {
    let n = || Size::arg(0, "usize");
    let sum = n().infix(Infix::Add, Size::int(1));
    let cases = [
        (sum.clone().infix(Infix::Mul, sum.clone()), "(h0 + 1) * (h0 + 1)"),
        (n().infix(Infix::Sub, sum.clone()), "h0 - (h0 + 1)"),
        (Size::of(Does::Cast("f64"), [sum.clone()]), "(h0 + 1) as f64"),
        (Size::of(Does::Cast("isize"), [n()]).infix(Infix::Lt, Size::int(0)), "(h0 as isize) < 0"),
        (Size::of(Does::Method("max"), [Size::int(-1), n()]), "(- 1).max(h0)"),
        (axis(shape(0, &["B", "D"]), -1), "h0 [1]"),
        (axis(open(0), -1), "placed(dim(& h0, - 1), site)?"),
        (open(0).axis(n()), "placed(dim(& h0, (h0) as isize), site)?"),
        (Size::of(Does::Count, [open(0), Size::All]), "h0.count(& Axes::ALL)"),
        (Size::of(Does::Shape, [Size::dim("B"), Size::int(1)]), "sized([B, 1usize], site)?"),
    ];
    for (size, text) in cases {
        assert_eq!(size.text(), text);
    }
}

#[test]
fn checks_run_in_order_until_they_ran() {
    let parts = [open(0), Size::int(1), Size::arg(1, "usize")];
    let by = Size::of(Does::Checked(Check::By, "x".to_owned()), parts);
    assert_eq!(by.runs(), Runs::InOrder);
    assert!(by.asks_last());
    assert_eq!(by.ran().text(), "placed(dim(& h0, 1), site)? / h1");
    assert_eq!(by.ran().runs(), Runs::Freely);
    let told = Size::of(Does::Told, [Size::arg(0, "usize").infix(Infix::Sub, Size::int(1))]);
    assert_eq!((told.runs(), told.ran().runs()), (Runs::InOrder, Runs::Freely));
    assert!(!told.asks());
}

#[test]
fn axes_and_shapes_move_behind_the_batch() {
    let axes = Size::of(Does::List, [Size::int(0), Size::int(-1)]);
    let text = |size: &Size| size.as_axes(None).map(|size| size.text());
    assert_eq!(text(&axes).as_deref(), Some("[1, - 1]"));
    assert_eq!(text(&axes.to("Axes")).as_deref(), Some("Axes::from([1, - 1])"));
    assert_eq!(text(&Size::Int(Dim::int(2), Some("isize"))).as_deref(), Some("3isize"));
    assert_eq!(text(&Size::arg(0, "isize")).as_deref(), Some("h0 + (h0 >= 0) as isize"));
    assert_eq!(text(&Size::All), None);
    assert_eq!(Size::All.as_axes(Some(1)).map(|size| size.text()).as_deref(), Some("Axes::from([1])"));

    let of_dims = Size::of(Does::Shape, [Size::dim("B")]);
    let with = |size: &Size| size.behind(&Size::dim("N")).map(|size| size.text());
    assert_eq!(with(&of_dims).as_deref(), Some("sized([N, B], site)?"));
    let list = Size::of(Does::List, [Size::arg(0, "usize").to("isize")]);
    assert_eq!(
        with(&list.to("Shape")).as_deref(),
        Some("placed(Sizes::from([size(N), size(h0)]).shape(), site)?")
    );
    assert_eq!(with(&open(0)), None);
}
