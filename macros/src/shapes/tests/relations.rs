use super::*;
use crate::ir::{Atom, KeptAxes};

fn both(a: &str, b: &str) -> String {
    match broadcast(&shape_text(a), &shape_text(b)) {
        Ok(s) => s.to_string(),
        Err(c) => format!("`{}` and `{}` at -{}", c.left, c.right, c.from_end),
    }
}

#[test]
fn broadcasting_is_by_a_missing_axis_or_a_literal_one() {
    restart();
    for (a, b, want) in [
        ("[B, H]", "[H]", "[B, H]"),
        ("[H]", "[B, H]", "[B, H]"),
        ("[B, 1]", "[1, H]", "[B, H]"),
        ("[B, H]", "[]", "[B, H]"),
        ("[]", "[]", "[]"),
        ("[2 * K]", "[K + K]", "[2*K]"),
        ("[B]", "[H]", "`B` and `H` at -1"),
        ("[B, H]", "[H, B]", "`B` and `H` at -2"),
        ("[B, 3]", "[4]", "`3` and `4` at -1"),
        ("[4]", "[B, 3]", "`4` and `3` at -1"),
        ("[B, H]", "[B]", "`H` and `B` at -1"),
        ("[0]", "[1]", "[0]"),
        ("[_]", "[3]", "[3]"),
        ("[B, 1]", "[B, _]", "[B, _]"),
        ("[D / 2 + D / 2]", "[D]", "[(2*(D / 2))|D]"),
    ] {
        assert_eq!(both(a, b), want, "{a} with {b}");
    }
}

#[test]
fn what_an_anonymous_dim_broadcasts_to_is_open() {
    restart();
    let (p, h) = (Dim::unknown(), Dim::name("H"));
    let joined = broadcast(&Shape::Dims(vec![p.clone()]), &Shape::Dims(vec![h.clone()])).expect("no clash");
    assert_eq!(joined, Shape::Dims(vec![p.join(&h)]));
    // Equal sets are equal shapes, whatever the order.
    let again = broadcast(&joined, &Shape::Dims(vec![p.clone()])).expect("no clash");
    assert_eq!(joined, again);
    assert_eq!(relation(&joined, &Shape::Dims(vec![h])), Relation::Unknown);
    assert_eq!(relation(&joined, &again), Relation::Same);
    assert_eq!(
        relation(&joined, &Shape::Dims(vec![Dim::int(1)])),
        Relation::Reduce { leading: 0, ones: vec![0] }
    );
}

#[test]
fn unknown_ranks_are_sets() {
    restart();
    let (u, v) = (Shape::unknown(fresh()), Shape::unknown(fresh()));
    let join = |a: &Shape, b: &Shape| broadcast(a, b).expect("no clash");
    assert_eq!(join(&u, &v), join(&v, &u));
    assert_eq!(join(&join(&u, &v), &u), join(&u, &v));
    assert_eq!(join(&u, &Shape::scalar()), u);
    let known = join(&join(&u, &shape_text("[H]")), &shape_text("[B, 1]"));
    let Shape::Open(atoms) = &known else { panic!("rank is unknown") };
    assert!(atoms.contains(&Atom::Dims(vec![Dim::name("B"), Dim::name("H")])), "{known}");
    assert!(broadcast(&known, &shape_text("[3]")).is_err(), "H against 3");
    assert_eq!(relation(&join(&u, &v), &u), Relation::Unknown);
    assert_eq!(relation(&u, &Shape::scalar()), Relation::Unknown);
}

#[test]
fn kept_axes_leave_no_trace() {
    restart();
    let (u, v) = (Shape::unknown(fresh()), Shape::unknown(fresh()));
    let join = |a: &Shape, b: &Shape| broadcast(a, b).expect("no clash");
    let kept = |of: &Shape, axes: &[i64]| {
        let Shape::Open(of) = of.clone() else { panic!("rank is known") };
        Shape::Open([Atom::Kept { of, axes: KeptAxes::These(axes.to_vec()) }].into())
    };
    let one = kept(&u, &[-1]);
    assert_eq!(join(&u, &one), u);
    assert_eq!(join(&kept(&one, &[0]), &u), u, "kept twice");
    assert_eq!(join(&kept(&u, &[-1]), &one), one, "equal axes of one shape");
    assert_ne!(join(&kept(&u, &[0]), &one), one);
    let both = join(&u, &v);
    assert_eq!(join(&kept(&both, &[-1]), &both), both);
    // Less than what was reduced is not enough.
    assert_ne!(join(&kept(&both, &[-1]), &u), u);
    assert_ne!(join(&one, &v), v);
    assert_eq!(relation(&u, &one), Relation::Unknown, "a sum is left to do");
    assert_eq!((one.to_string(), kept(&both, &[0, -1]).to_string()), ("?0|-1".into(), "(?0*?1)|0,-1".into()));
}

#[test]
fn relations() {
    let rel = |operand: &str, result: &str| relation(&shape_text(result), &shape_text(operand));
    let reduce = |leading, ones: &[usize]| Relation::Reduce { leading, ones: ones.to_vec() };
    assert_eq!(rel("[B, H]", "[B, H]"), Relation::Same);
    assert_eq!(rel("[H]", "[B, H]"), reduce(1, &[]));
    assert_eq!(rel("[1, H]", "[B, H]"), reduce(0, &[0]));
    assert_eq!(rel("[H, 1, 1]", "[B, H, 1, 3]"), reduce(1, &[2]));
    assert_eq!(rel("[]", "[B, H]"), reduce(2, &[]));
    assert_eq!(rel("[]", "[]"), Relation::Same);
    assert_eq!(rel("[_]", "[_]"), Relation::Unknown);
    assert_eq!(rel("[_]", "[B, H]"), Relation::Unknown);
    assert_eq!(rel("[1]", "[_]"), reduce(0, &[0]));
    assert_eq!(rel("[B, H]", "[H]"), Relation::Unknown);
}

#[test]
fn elementwise_errors_name_the_operands() {
    check(
        "add: x [B, H], b [H] => [B, H]
         add: x [B, H], b [3] => add: `x` is `[B, H]` but `b` is `[3]`: `H` and `3` differ in the last axis; only a literal `1` or a missing leading axis broadcasts
         mul: [B, H], y [H, H] => mul: `a` is `[B, H]` but `y` is `[H, H]`: `B` and `H` differ in axis -2; only a literal `1` or a missing leading axis broadcasts
         tanh: x [B, _] => [B, _]
         tanh: ? => ?0",
    );
}

#[test]
fn reductions() {
    check(
        "sum: x [B, H], = all, = false => []
         sum: x [B, H], = all, = true => [1, 1]
         sum: x [B, H], = 0, = false => [H]
         sum: x [B, H], = -1, = true => [B, 1]
         sum: x [B, H, N], = [0, -1], = false => [H]
         sum: x [B, H, N], = [2, 0], = true => [1, H, 1]
         sum: x [B, H], = [], = false => [B, H]
         sum: x ?, = all, = false => []
         sum: x ?, = 0, = false => ?1
         sum: x [B, H], = ?, = true => [_, _]
         sum: x [B, H], = n, = false => [_]
         sum: x [B, H], = ?, = false => ?0
         sum: x [B, H], = 0, = ? => ?0
         sum: x [B, H], = 2, = false => sum: axis 2 is out of range for rank 2; use 0 to 1, or -2 to -1 from the end
         sum: x [B], = -2, = false => sum: axis -2 is out of range for rank 1; use 0 or -1
         sum: x [], = 0, = false => sum: axis 0 of a scalar, which has no axes
         sum: x [B, H], = [1, -1], = false => sum: axis 1 is named twice",
    );
}

#[test]
fn declarations() {
    restart();
    let check = |declared: &str, inferred: &str| match check_declared(
        "`h`",
        &shape_text(declared),
        &shape_text(inferred),
    ) {
        Ok((shape, checked)) => format!("{shape}{}", if checked { " at run time" } else { "" }),
        Err(e) => e,
    };
    assert_eq!(check("[B, H]", "[B, H]"), "[B, H]");
    assert_eq!(check("[B, _]", "[B, H]"), "[B, H]");
    assert_eq!(check("?", "[B, H]"), "[B, H]");
    assert_eq!(check("[B, H]", "[B, _]"), "[B, H] at run time");
    assert_eq!(check("[D]", "[D / 2 + D / 2]"), "[D] at run time");
    assert_eq!(check("[B, _]", "[_, _]"), "[B, _] at run time");
    assert_eq!(check("[2]", "?"), "[2] at run time");
    assert_eq!(
        check("[B, H]", "[B, I]"),
        "`h` is declared `[B, H]` but the expression has shape `[B, I]`: axis 1 is `I`, not `H`; change the type or the \
         expression"
    );
    assert_eq!(
        check("[]", "[1]"),
        "`h` is declared `[]`, rank 0, but the expression has shape `[1]`, rank 1; change the type or the expression"
    );
}
