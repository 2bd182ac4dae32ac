//! Host code in a body: loops over host values, assertions, `item`, all of it without derivative. It runs in the order in
//! which it is written, once, in every transform.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cotangent::prelude::*;

#[differentiable]
fn weighted(x: &Tensor<B, D>, weights: &[f32], k: usize) -> Result<Scalar> {
    assert_eq!(x.dim(0), B, "the entry check binds `B`");
    let mut total = 0.0;
    for w in weights {
        total += *w;
    }
    let top = x.max().item()?;
    let scale = if k > 1 { total } else { 1.0 };
    Ok((x * scale).sum() * top + D as f32)
}

#[test]
fn host_values_scale_the_gradient() -> Result<()> {
    let x: Tensor = Tensor::from_vec(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3])?;
    let (value, g) = weighted::value_and_grad(&x, &[0.5, 1.5], 2)?;
    assert_eq!(value.item()?, 2.0 * 21.0 * 6.0 + 3.0);
    assert_eq!(g.x.to_vec()?, vec![12.0; 6]);
    Ok(())
}

/// Runs each transform and the pullback; what each of the five gave or panicked with.
macro_rules! all_ways {
    ($f:ident($x:expr $(, $host:expr)*)) => {{
        let x = $x;
        let runs: [&dyn Fn() -> Result<()>; 5] = [
            &|| $f::call(x $(, $host)*).map(drop),
            &|| $f::vjp(x $(, $host)*).map(drop),
            &|| {
                let (value, pullback) = $f::vjp(x $(, $host)*)?;
                pullback.pull(&value).map(drop)
            },
            &|| $f::value_and_grad(x $(, $host)*).map(drop),
            &|| $f::jvp(x $(, $host)*, x).map(drop),
        ];
        runs.map(|run| match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Ok(())) => String::from("ok"),
            Ok(Err(error)) => error.to_string(),
            Err(panic) => match panic.downcast::<String>() {
                Ok(text) => *text,
                Err(panic) => (*panic.downcast::<&str>().expect("a message")).to_owned(),
            },
        })
    }};
}

fn vector(n: usize) -> Tensor {
    Tensor::from_vec((1..=n).map(|i| i as f32).collect(), [n]).expect("a vector")
}

type Log = RefCell<Vec<&'static str>>;

fn note(log: &Log, what: &'static str) -> f32 {
    log.borrow_mut().push(what);
    2.0
}

fn parse(log: &Log, text: &str) -> std::result::Result<f32, Error> {
    note(log, "parse");
    text.parse().map_err(|_| Error::msg(format!("`{text}` is no number")))
}

#[differentiable]
fn guarded(x: &Tensor<N>, n: usize) -> Scalar {
    assert!(n > 0, "n must not be 0");
    let m = 10 / n;
    (x * m).sum()
}

#[differentiable]
fn guarded_dims(x: &Tensor<N>) -> Scalar {
    assert!(N > 2, "too short");
    let m = N - 2;
    x.narrow(0, 0, m).sum()
}

#[differentiable]
fn guarded_unused(x: &Tensor<N>, list: &[usize]) -> Scalar {
    assert!(!list.is_empty(), "an empty list");
    let _first = list[0];
    let _quotient = 10 / (N - 1);
    x.sum()
}

#[test]
fn an_assertion_guards_what_stands_behind_it() {
    for text in all_ways!(guarded(&vector(3), 0)) {
        assert_eq!(text, "n must not be 0");
    }
    assert_eq!(all_ways!(guarded(&vector(3), 5)), ["ok"; 5].map(String::from));
    for text in all_ways!(guarded_dims(&vector(1))) {
        assert_eq!(text, "too short");
    }
    assert_eq!(all_ways!(guarded_dims(&vector(3))), ["ok"; 5].map(String::from));
    for text in all_ways!(guarded_unused(&vector(1), &[])) {
        assert_eq!(text, "an empty list");
    }
    for text in all_ways!(guarded_unused(&vector(1), &[1])) {
        assert!(text.contains("divide by zero"), "{text}");
    }
}

#[differentiable]
fn guarded_ops(x: &Tensor, w: &Tensor, axis: isize) -> Result<Scalar> {
    let y = x.exp();
    assert!(w.dim(0) == x.dim(0), "lengths differ");
    let z = (y * w).sum();
    assert!(axis < 1, "no such axis");
    Ok(z + x.sum_axis(axis).sum())
}

#[differentiable]
fn guarded_later(x: &Tensor, w: &Tensor, n: usize) -> Scalar {
    let y = x + w;
    assert!(n > 0, "n must not be 0");
    y.sum()
}

#[test]
fn ops_fail_in_their_turn() -> Result<()> {
    let (two, three) = (&vector(2), &vector(3));
    let way = |run: &dyn Fn() -> Result<()>| match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result.map_or_else(|e| e.to_string(), |()| String::from("ok")),
        Err(panic) => (*panic.downcast::<&str>().expect("a message")).to_owned(),
    };
    type Ways<'a> = [&'a dyn Fn() -> Result<()>; 3];
    let ops = |w, axis| -> [String; 3] {
        let ways: Ways<'_> = [
            &|| guarded_ops::call(two, w, axis).map(drop),
            &|| guarded_ops::value_and_grad(two, w, axis).map(drop),
            &|| guarded_ops::vjp(two, w, axis).map(drop),
        ];
        ways.map(way)
    };
    assert_eq!(ops(three, 1), ["lengths differ"; 3]);
    assert_eq!(ops(two, 1), ["no such axis"; 3]);
    assert_eq!(ops(two, 0), ["ok"; 3]);
    let later: Ways<'_> = [
        &|| guarded_later::call(two, three, 1).map(drop),
        &|| guarded_later::value_and_grad(two, three, 1).map(drop),
        &|| guarded_later::vjp(two, three, 1).map(drop),
    ];
    for text in later.map(way) {
        assert!(text.contains("add"), "{text}");
    }
    Ok(())
}

#[differentiable]
fn noted(x: &Tensor<N>, #[constant] log: &Log, text: &str) -> Result<Scalar> {
    let a = note(log, "a");
    let y = x * a;
    note(log, "statement");
    let top = y.max().item()?;
    assert!(top < 100.0, "{top} at the top");
    let _unused = note(log, "unused");
    let scale = parse(log, text)?;
    let z = (&y * scale).sum();
    println!("{}", note(log, "print"));
    Ok(z + note(log, "b") * note(log, "c"))
}

#[test]
fn host_code_runs_in_order_and_once() {
    let log = &Log::default();
    let order = ["a", "statement", "unused", "parse", "print", "b", "c"];
    for text in all_ways!(noted(&vector(3), log, "1.5")) {
        assert_eq!(text, "ok");
    }
    assert_eq!(log.take(), order.repeat(5));
    for text in all_ways!(noted(&vector(3), log, "x")) {
        assert!(text.contains("`x` is no number"), "{text}");
    }
    assert_eq!(log.take(), order[..4].repeat(5));
    for text in all_ways!(noted(&vector(60), log, "1.5")) {
        assert_eq!(text, "120 at the top");
    }
    assert_eq!(log.take(), order[..2].repeat(5));
}

#[test]
fn the_pullback_runs_nothing_again() -> Result<()> {
    let log = &Log::default();
    let (value, pullback) = noted::vjp(&vector(3), log, "1.5")?;
    let ran = log.take().len();
    assert_eq!(ran, 7);
    for _ in 0..2 {
        let g = pullback.clone().pull(&value)?;
        assert_eq!(g.x.to_vec()?, [3.0 * value.item()?; 3]);
    }
    assert!(log.take().is_empty());
    Ok(())
}

fn two() -> f32 {
    2.0
}

/// Assertions on host values are no walls: the ops around them are one kernel.
#[differentiable]
fn fused_around(x: &Tensor<N>, n: usize) -> Scalar {
    let y = x.sin();
    assert!(n > 0, "n must not be 0");
    let k = 7 / n;
    let z = y * k;
    debug_assert!(N > 0);
    (z * two()).exp().mean()
}

#[test]
fn assertions_break_no_kernel() {
    let kernels = |program: &str| {
        let text = fused_around::explain();
        let part = text.split("\n\n").find(|p| p.starts_with(&format!("{program}\n"))).expect(program);
        part.matches("kernel ").count()
    };
    for program in ["value", "value_and_grad", "forward", "pullback", "jvp"] {
        assert_eq!(kernels(program), 1, "{}", fused_around::explain());
    }
}

/// A value that an assertion reads, and a factor made behind it, of one space with what the value is made of.
#[differentiable]
fn walled(x: &Tensor<N>) -> Result<Scalar> {
    let s = x.sum();
    assert!(s.item()? > 0.0, "the sum is not positive");
    let k = two();
    Ok(x.exp().sum() * k + (x * k).sum() * s)
}

#[test]
fn an_assertion_on_a_value() {
    assert_eq!(all_ways!(walled(&vector(3))), ["ok"; 5].map(String::from));
    let negative = &Tensor::from_vec(vec![-1.0, 0.5], [2]).expect("a vector");
    for text in all_ways!(walled(negative)) {
        assert_eq!(text, "the sum is not positive");
    }
}
