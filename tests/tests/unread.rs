//! What nobody reads. A call of a differentiable function is a Rust call: it runs once, in its place among other calls and host
//! code, in every transform, whether its value is read or not. What is known to do nothing but compute is left out.

use std::cell::{Cell, RefCell};

use cotangent::prelude::*;
use cotangent_tests as _;

thread_local! {
    static EVENTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    static DRAWS: Cell<usize> = const { Cell::new(0) };
}

fn say(what: impl std::fmt::Display) {
    EVENTS.with_borrow_mut(|events| events.push(what.to_string()));
}

/// A number that no other draw gives.
fn draw(name: &str) -> f64 {
    let k = DRAWS.get();
    DRAWS.set(k + 1);
    say(format_args!("{name}{k}"));
    1.0 + (k as f64) / 4.0
}

#[differentiable(order = 2)]
fn drawn(x: &Tensor<f64>, name: &str) -> Tensor<f64> {
    let k = draw(name);
    x.sin() * k
}

fn checked(n: usize) -> Result<f64> {
    say(format_args!("checked {n}"));
    if n == 3 { Err(Error::msg("three is refused")) } else { Ok(n as f64) }
}

#[differentiable(order = 2)]
fn refusing(x: &Tensor<f64>, n: usize) -> Result<Tensor<f64>> {
    let k = checked(n)?;
    Ok(x.square() * k)
}

#[derive(Clone, Debug, Differentiable)]
struct Net {
    w: Tensor<f64>,
    width: usize,
}

#[differentiable(order = 2)]
impl Net {
    fn step(&self, x: &Tensor<f64>) -> Tensor<f64> {
        let k = draw("step");
        x * &self.w * k
    }
    fn width(&self) -> usize {
        say("width");
        self.width
    }
}

#[differentiable(order = 2, vjp = plain_rule, jvp = plain_along)]
fn plain(x: &Tensor<f64>) -> Result<Tensor<f64>> {
    say("plain");
    x.mul(3.0)
}

#[differentiable(order = 2)]
fn plain_rule(#[constant] _x: &Tensor<f64>, #[constant] _y: &Tensor<f64>, g: &Tensor<f64>) -> Tensor<f64> {
    g * 3.0
}

#[differentiable(order = 2)]
fn plain_along(#[constant] _x: &Tensor<f64>, #[constant] _y: &Tensor<f64>, d: &Tensor<f64>) -> Tensor<f64> {
    d * 3.0
}

/// What a run has given, and what has happened in it.
type Ran = (std::result::Result<Vec<f64>, String>, Vec<String>);

fn ran(run: impl FnOnce() -> Result<Vec<f64>>) -> Ran {
    DRAWS.set(0);
    EVENTS.take();
    let result = run().map_err(|e| e.to_string());
    (result, EVENTS.take())
}

fn numbers(all: &[&Tensor<f64>]) -> Result<Vec<f64>> {
    Ok(all.iter().map(|t| t.to_vec()).collect::<Result<Vec<_>>>()?.concat())
}

/// Checks that each transform of `f` over `x` does what `f::call` does, and gives the events and the gradient, both also by
/// differences of `f::call`.
macro_rules! agree {
    ($f:ident($x:expr $(, $more:expr)*)) => {{
        let x: &Tensor<f64> = $x;
        let (value, events) = ran(|| numbers(&[&$f::call(x $(, $more)*)?]));
        let (primal, seen) = ran(|| numbers(&[&$f::vjp(x $(, $more)*)?.0]));
        assert_eq!((&primal, &seen), (&value, &events), "vjp");
        let (pulled, seen) = ran(|| {
            let (value, pullback) = $f::vjp(x $(, $more)*)?;
            numbers(&[&pullback.pull(&value.ones_like()?)?.x])
        });
        assert_eq!(seen, events, "pull");
        let (grad, seen) = ran(|| {
            let (value, g) = $f::value_and_grad(x $(, $more)*)?;
            numbers(&[&value, &g.x])
        });
        assert_eq!(seen, events, "value_and_grad");
        let d: Tensor<f64> = tensor![0.5, -0.25];
        let (along, seen) = ran(|| {
            let (value, dot) = $f::jvp(x $(, $more)*, &d)?;
            numbers(&[&value, &dot])
        });
        assert_eq!(seen, events, "jvp");
        let (hv, seen) = ran(|| {
            let (g, hv) = $f::hvp(x $(, $more)*, &d)?;
            numbers(&[&g.x, &hv.x])
        });
        assert_eq!(seen, events, "hvp");
        match value {
            Ok(value) => {
                let (grad, along, hv, pulled) = (grad.unwrap(), along.unwrap(), hv.unwrap(), pulled.unwrap());
                let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6 * (1.0 + b.abs()), "{a} and {b}");
                let at = |t: f64| ran(|| numbers(&[&$f::call(&x.add(&d.mul(t)?)? $(, $more)*)?])).0.unwrap()[0];
                let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
                near(grad[0], value[0]);
                near(along[0], value[0]);
                near(along[1], slope);
                near(grad[1] * 0.5 - grad[2] * 0.25, slope);
                assert_eq!(&grad[1..], &pulled[..]);
                assert_eq!(&hv[..2], &pulled[..]);
                let grad_at = |t: f64| ran(|| numbers(&[&$f::value_and_grad(&x.add(&d.mul(t)?)? $(, $more)*)?.1.x])).0.unwrap();
                let (after, before) = (grad_at(1e-5), grad_at(-1e-5));
                for i in 0..2 {
                    near(hv[2 + i], (after[i] - before[i]) / 2e-5);
                }
                Ok((events, pulled))
            }
            Err(said) => {
                for other in [primal, pulled, grad, along, hv] {
                    assert_eq!(other.as_ref().err(), Some(&said));
                }
                Err((events, said))
            }
        }
    }};
}

fn x() -> Tensor<f64> {
    tensor![0.3, -0.8]
}

fn events<G>(ran: std::result::Result<(Vec<String>, G), (Vec<String>, String)>) -> Vec<String> {
    ran.map(|(events, _)| events).unwrap_or_else(|(_, said)| panic!("{said}"))
}

#[differentiable(order = 2)]
fn unused(x: &Tensor<f64>) -> Scalar<f64> {
    let y = x.exp();
    let _z = drawn(&y, "z");
    let w = drawn(&y, "w");
    w.sum()
}

#[differentiable(order = 2)]
fn overwritten(x: &Tensor<f64>) -> Scalar<f64> {
    let mut h = drawn(x, "a");
    say("between");
    h = drawn(x, "b");
    _ = drawn(&h, "c");
    let _ = drawn(&h, "d");
    drawn(&h, "e");
    h.sum()
}

#[differentiable(order = 2)]
fn of_methods(x: &Tensor<f64>) -> Scalar<f64> {
    let net = Net { w: x.cos(), width: 7 };
    let _z = net.step(x);
    let y = net.step(x);
    let _n = net.width();
    let _p = plain(x);
    (y * plain(x)).sum()
}

#[test]
fn a_call_runs_whoever_reads_its_value() {
    assert_eq!(events(agree!(unused(&x()))), ["z0", "w1"]);
    assert_eq!(events(agree!(overwritten(&x()))), ["a0", "between", "b1", "c2", "d3", "e4"]);
    assert_eq!(events(agree!(of_methods(&x()))), ["step0", "step1", "width", "plain", "plain"]);
}

#[differentiable(order = 2)]
fn twice(x: &Tensor<f64>) -> Scalar<f64> {
    let (a, b) = (drawn(x, "f"), drawn(x, "f"));
    (a * b.exp() + drawn(x, "f")).sum()
}

/// Two calls are two, whatever their arguments.
#[test]
fn equal_calls_are_not_merged() {
    assert_eq!(events(agree!(twice(&x()))), ["f0", "f1", "f2"]);
}

#[differentiable(order = 2)]
fn crossed(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let h = drawn(x, "h");
    // The sine is of one kernel with the cosine of what is called later.
    let a = drawn(&h.sin(), "a");
    say("between");
    let b = drawn(x, "b").cos();
    assert!(n < 10, "too many");
    let c = drawn(&(&h + &b), "c");
    (a + b + c).sum()
}

/// Of what is computed for one call and behind another.
#[test]
fn calls_keep_their_order() {
    assert_eq!(events(agree!(crossed(&x(), 2))), ["h0", "a1", "between", "b2", "c3"]);
}

#[differentiable(order = 2)]
fn in_places(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    for i in 0..n {
        if i % 2 == 0 {
            let _unread = drawn(&h, "even");
            h = h.sin();
        } else {
            let z = drawn(&h, "odd");
            say(format_args!("round {i}"));
            h = h.cos() + z;
        }
        let _unread = match i {
            1 => drawn(&h, "arm"),
            _ => h.exp(),
        };
    }
    let _unread = {
        let inner = drawn(&h, "block");
        inner.exp()
    };
    h.sum()
}

#[differentiable(order = 2)]
fn again(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    #[checkpoint]
    for i in 0..n {
        let _unread = drawn(&h, "unread");
        h = drawn(&h, "read");
        #[checkpoint]
        if i > 0 {
            let _unread = drawn(&h, "arm");
            h = h.cos() * drawn(&h, "of arm");
        }
    }
    #[checkpoint]
    let y = {
        let _unread = drawn(&h, "block");
        drawn(&h, "last").exp()
    };
    y.sum()
}

#[test]
fn calls_in_regions_run_once() {
    let said = ["even0", "odd1", "round 1", "arm2", "even3", "block4"];
    assert_eq!(events(agree!(in_places(&x(), 3))), said);
    let said = ["unread0", "read1", "unread2", "read3", "arm4", "of arm5", "block6", "last7"];
    assert_eq!(events(agree!(again(&x(), 2))), said);
}

#[differentiable(order = 2)]
fn refused(x: &Tensor<f64>, n: usize) -> Result<Scalar<f64>> {
    let mut h = drawn(x, "h");
    let _first = refusing(&h, n);
    let _second = refusing(&h, n + 1);
    say("behind");
    h = refusing(&h, n + 2);
    h = drawn(x, "last");
    Ok(h.sum())
}

/// The first error is the same in all transforms, and nothing happens behind it.
#[test]
fn what_an_unread_call_fails_with_is_an_error() {
    let all = ["h0", "checked 4", "checked 5", "behind", "checked 6", "last1"];
    assert_eq!(events(agree!(refused(&x(), 4))), all);
    for (n, behind) in [(3, 2), (2, 3), (1, 5)] {
        let Err((seen, said)) = agree!(refused(&x(), n)) else { panic!("three is refused") };
        assert!(said.contains("three is refused"), "{said}");
        assert_eq!(seen.len(), behind, "{seen:?}");
    }
}

#[differentiable(order = 2)]
fn misfit(x: &Tensor<f64>, #[constant] w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let y = x.exp();
    if n == 1 {
        let _unread = (&y + w).sin();
    }
    let mut h = y.narrow(0, 0, if n == 2 { 3 } else { 2 });
    h = match n {
        3 => y.matmul(w),
        _ => y.clone(),
    };
    for i in 0..n {
        let _unread = h.sum_axis(i);
    }
    say("behind");
    h = y.square();
    h.sum() + if n == 5 { (x + w).sum().stop_gradient() } else { x.sum() }
}

/// So is what an op fails with whose value nobody reads, or the value of the function alone.
#[test]
fn what_an_unread_op_fails_with_is_an_error() {
    let w = tensor![1.0, 2.0, 3.0];
    assert_eq!(events(agree!(misfit(&x(), &w, 0))), ["behind"]);
    for (n, op) in [(1, "add"), (2, "narrow"), (3, "matmul"), (4, "sum")] {
        let Err((seen, said)) = agree!(misfit(&x(), &w, n)) else { panic!("{op} fails") };
        assert!(said.contains(op), "{said}");
        assert_eq!(seen.len(), 0, "{seen:?}");
    }
}

#[differentiable(order = 2)]
fn valued(x: &Tensor<f64>, #[constant] w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let y = x.sin();
    say("before");
    let z = match n {
        0 => (x + w).sum(),
        1 => x.matmul(w),
        _ => x.sum(),
    };
    y.sum() + z.stop_gradient()
}

#[test]
fn a_value_that_no_derivative_needs_fails_in_all() {
    let w = tensor![1.0, 2.0, 3.0];
    for n in [0, 1] {
        let Err((seen, _)) = agree!(valued(&x(), &w, n)) else { panic!("shapes differ") };
        assert_eq!(seen, ["before"]);
    }
}
