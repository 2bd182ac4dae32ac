//! Functions whose inputs live on another device than the first, and on two.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cotangent::prelude::*;
use cotangent::{ErrorKind, check, tree};

use crate::{all, shaped, vector};

const FILE: &str = file!();
const THERE: Device = Device::cpu(1);

fn there<T: Element>(x: &Tensor<T>) -> Tensor<T> {
    x.to(THERE).unwrap()
}

/// Asserts where all tensors of a tree live.
fn live<A: tree::TensorTree>(tree: &A) {
    struct On;
    impl tree::Visit for On {
        fn leaf<T: Float>(&mut self, path: &tree::Path, x: &Tensor<T>) -> Result<()> {
            assert_eq!(x.device(), THERE, "`{path}`");
            Ok(())
        }
    }
    tree::visit(tree, &mut On).unwrap();
}

#[differentiable]
fn layer(x: &Tensor, w: &Tensor, b: &Tensor) -> Tensor {
    let h = x.matmul(w);
    let y = h.exp() * 2.0;
    let z = y.tanh() + b;
    z.sin()
}
const LAYER: u32 = line!() - 6;

#[test]
fn operands_apart_are_named_with_their_op_function_and_line() {
    let (x, w, b) = (shaped(&[0.5; 6], [2, 3]), shaped(&[0.25; 6], [3, 2]), vector(&[1.0, -1.0]));
    let apart =
        |a: u16, b: u16| format!("operands on different devices, cpu:{a} and cpu:{b}; move one with `to`");
    let cases = [
        ("matmul", 1, (&x, &there(&w), &b), apart(0, 1)),
        ("matmul", 1, (&there(&x), &w, &b), apart(1, 0)),
        // One of several ops of a kernel.
        ("add", 3, (&x, &w, &there(&b)), apart(0, 1)),
        ("add", 3, (&there(&x), &there(&w), &b), apart(1, 0)),
    ];
    for (op, line, (x, w, b), sentence) in cases {
        let expected = format!("{op} at {FILE}:{} in `layer`: {sentence}", LAYER + line);
        let errors = [
            layer::call(x, w, b).unwrap_err(),
            layer::vjp(x, w, b).err().unwrap(),
            layer::jvp(x, w, b, x, w, b).unwrap_err(),
        ];
        for e in errors {
            assert_eq!((e.to_string(), e.kind(), e.op()), (expected.clone(), ErrorKind::Device, Some(op)));
        }
        let panic = catch_unwind(AssertUnwindSafe(|| layer(x, w, b))).unwrap_err();
        assert_eq!(*panic.downcast_ref::<String>().unwrap(), expected);
    }
}

#[differentiable(order = 2)]
fn loss(x: &Tensor<f64, N>, y: &Tensor<f64, N>, w: &Tensor<f64, N, N>) -> Scalar<f64> {
    let e = w.matmul(x) - y;
    (&e * &e * &e).sum()
}
const LOSS: u32 = line!() - 3;

#[test]
fn fused_programs_name_the_same() {
    let (x, w): (Tensor<f64>, Tensor<f64>) = (tensor![0.5, -1.0], tensor![[1.0, 2.0], [3.0, 4.0]]);
    let y = there(&x);
    let expected = format!(
        "sub at {FILE}:{LOSS} in `loss`: operands on different devices, cpu:0 and cpu:1; move one with `to`"
    );
    let said = [
        loss::value_and_grad(&x, &y, &w).err(),
        loss::grad(&x, &y, &w).err(),
        loss::hvp(&x, &y, &w, &x, &y, &w).err(),
        jacobian::<loss>((&x, &y, &w)).err(),
        hessian::<loss>((&x, &y, &w)).err(),
    ];
    for e in said {
        assert_eq!(e.unwrap().to_string(), expected);
    }
}

#[test]
fn everything_on_one_device_stays_there() {
    let (x, w): (Tensor<f64>, Tensor<f64>) = (tensor![0.5, -1.0], tensor![[1.0, 2.0], [3.0, 4.0]]);
    let (xs, ws) = (there(&x), there(&w));
    check::gradients::<loss>((&xs, &xs, &ws)).unwrap();
    let (value, g) = loss::value_and_grad(&xs, &xs, &ws).unwrap();
    live(&(value, g.clone()));
    let (grads, hv) = loss::hvp(&xs, &xs, &ws, &xs, &xs, &ws).unwrap();
    live(&(grads, hv));
    live(&jacobian::<loss>((&xs, &xs, &ws)).unwrap());
    let h = hessian::<loss>((&xs, &xs, &ws)).unwrap();
    h.rows().for_each(|(_, row)| live(row));
    live(&h.matrix().unwrap());
    assert_eq!(
        g.w.to_vec().unwrap(),
        loss::grad(&x, &x, &w).unwrap().w.to_vec().unwrap(),
        "the same numbers as on the first"
    );
}

#[test]
fn cotangents_and_tangents_live_with_their_results_and_arguments() {
    let (x, w, b) = (shaped(&[0.0; 6], [2, 3]), shaped(&[0.0; 6], [3, 2]), vector(&[0.0, 0.0]));
    let (y, pullback) = layer::vjp(&x, &w, &b).unwrap();
    let e = pullback.clone().pull(&there(&y)).unwrap_err();
    assert_eq!(e.message(), "the cotangent is on device cpu:1, but the result is on cpu:0");
    assert_eq!(e.kind(), ErrorKind::Device);
    pullback.pull(&y).unwrap();
    let e = layer::jvp(&x, &w, &b, &x, &there(&w), &b).unwrap_err();
    assert_eq!(e.to_string(), "`layer`: the tangent of `w` is on device cpu:1, but `w` is on cpu:0");
    assert_eq!(e.kind(), ErrorKind::Device);
    let (_, pullback) = layer::vjp(&there(&x), &there(&w), &there(&b)).unwrap();
    let e = pullback.pull(&y).unwrap_err();
    assert_eq!(e.message(), "the cotangent is on device cpu:0, but the result is on cpu:1");
}

/// Nothing but views of the cotangent would hide where that lives.
#[differentiable]
fn total(x: &Tensor) -> Scalar {
    x.sum()
}

#[differentiable]
fn pair(x: &Tensor<N>, y: &Tensor<N>) -> (Tensor<N>, Scalar) {
    (x.exp(), (x * y).sum())
}

#[test]
fn what_is_constant_is_made_where_the_inputs_live() {
    let x = there(&vector(&[1.0, 2.0]));
    let (value, pullback) = total::vjp(&x).unwrap();
    let e = pullback.pull(&Tensor::scalar(1.0)).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Device);
    let g = total::grad(&x).unwrap();
    assert_eq!(all(&g.x), [1.0, 1.0]);
    live(&(value, g));
    // Absent cotangents are zeros.
    let ((y, _), pullback) = pair::vjp(&x, &x).unwrap();
    live(&pullback.clone().pull((&y, None)).unwrap());
    live(&pullback.pull((None, None)).unwrap());
}

/// Constants of each kind, some of which reach a result as they are.
#[differentiable]
fn constants(
    x: &Tensor<N, N>,
    #[constant] ids: &Tensor<i32>,
    s: f32,
) -> (Tensor, Tensor, Tensor, Tensor, Tensor) {
    let n = x.dim(0);
    let eye: Tensor<N, N> = Tensor::eye(n);
    let ramp: Tensor = iota(n).cast::<f32>();
    let a = x.matmul(&eye) + Tensor::full([N, 1], s).matmul(&Tensor::ones([1, N])) + ramp;
    let b = a.tril(0).matmul(&one_hot::<f32>(ids, N)) + Tensor::scalar(s).exp();
    (b, Tensor::zeros([N, 2]), Tensor::full([2], s), Tensor::scalar(2.0).exp(), ids.cast::<f32>())
}

#[test]
fn constants_of_a_body_are_made_there() {
    let (x, ids) = (shaped(&[1.0, 2.0, 3.0, 4.0], [2, 2]), tensor![1, 0]);
    let here = constants::call(&x, &ids, 0.5).unwrap();
    let (y, pullback) = constants::vjp(&there(&x), &there(&ids), 0.5).unwrap();
    assert_eq!((all(&y.0), all(&y.3)), (all(&here.0), all(&here.3)));
    let g = pullback.pull((&y.0, None, None, None, None)).unwrap();
    let (value, dot) = constants::jvp(&there(&x), &there(&ids), 0.5, &there(&x)).unwrap();
    live(&((y, g), (value, dot)));
}

#[differentiable(order = 2)]
fn cell(x: &Tensor<f64>, w: &Tensor<f64>) -> Tensor<f64> {
    x.matmul(w).tanh()
}

/// Branches that do not run, rounds that do not run, lists that are read in part: zeros are made of shapes alone.
#[differentiable(order = 2)]
fn flow(xs: &[Tensor<f64>], w: &Tensor<f64>, v: &Tensor<f64>, rounds: usize) -> Scalar<f64> {
    let mut h = xs[0] * 1.0;
    for i in 0..rounds {
        #[checkpoint]
        let next = cell(&h, w);
        h = if i % 2 == 0 { next + v } else { next };
    }
    h.sum()
}

/// Rounds that run again, with constants in them.
#[differentiable(order = 2)]
fn scheduled(x: &Tensor<f64>, w: &Tensor<f64>, rounds: usize) -> Scalar<f64> {
    let mut h = x * 1.0;
    #[checkpoint(every = 2)]
    for i in 0..rounds {
        let eye: Tensor<f64> = Tensor::eye(2);
        h = if i == 1 { eye.matmul(&h) } else { cell(&h, w).tril(0) };
    }
    h.sum()
}

#[differentiable]
fn joined(xs: &[Tensor]) -> Tensor {
    concat(xs, 0)
}
const JOINED: u32 = line!() - 2;

#[test]
fn lists_branches_and_rounds() {
    let m = |s: f64| Tensor::full([2, 2], s).unwrap();
    let (xs, w, v) = ([there(&m(0.5)), there(&m(0.25))], there(&m(0.1)), there(&m(0.2)));
    for rounds in 0..3 {
        check::gradients::<flow>((&xs[..], &w, &v, rounds)).unwrap();
        let (value, g) = flow::value_and_grad(&xs, &w, &v, rounds).unwrap();
        live(&(value, g.clone()));
        let (g2, hv) = flow::hvp(&xs, &w, &v, rounds, &xs, &w, &v).unwrap();
        live(&(g2, hv));
        let (y, pullback) = flow::vjp(&xs, &w, &v, rounds).unwrap();
        live(&pullback.pull(&y).unwrap());
        let mixed = [xs[0].clone(), m(0.25)];
        let e = flow::jvp(&xs, &w, &v, rounds, &mixed, &w, &v).unwrap_err();
        assert_eq!(
            e.to_string(),
            "`flow`: the tangent of `xs[1]` is on device cpu:0, but `xs[1]` is on cpu:1"
        );
    }
    for rounds in 0..6 {
        check::gradients::<scheduled>((&xs[0], &w, rounds)).unwrap();
        let (value, g) = scheduled::value_and_grad(&xs[0], &w, rounds).unwrap();
        let (g2, hv) = scheduled::hvp(&xs[0], &w, rounds, &xs[1], &w).unwrap();
        live(&((value, g), (g2, hv)));
    }
    let e = flow::value_and_grad(&xs, &m(0.1), &v, 1).unwrap_err();
    assert_eq!((e.kind(), e.op()), (ErrorKind::Device, Some("matmul")));
    let e = joined::call(&[vector(&[1.0]), there(&vector(&[2.0]))]).unwrap_err();
    let place =
        format!("concat at {FILE}:{JOINED} in `joined`: operands on different devices, cpu:0 and cpu:1;");
    assert!(e.to_string().starts_with(&place), "{e}");
    let xs = [there(&vector(&[1.0])), there(&vector(&[2.0]))];
    let (y, pullback) = joined::vjp(&xs).unwrap();
    live(&pullback.pull(&y).unwrap());
    let (y, pullback) = joined::vjp(&[xs[0].clone()]).unwrap();
    live(&(y, pullback.pull(None).unwrap()));
}

#[test]
fn operators_and_methods_take_numbers_anywhere() {
    let x = there(&vector(&[1.0, 2.0]));
    let mut y: Tensor = 1.0 - (&x * 2.0 + 3i32) / 2usize;
    y += 0.5;
    y -= 1usize;
    y *= &x;
    y = y.maximum(-10.0).unwrap().pow(2).unwrap();
    assert_eq!(all(&y), [4.0, 36.0]);
    let masked = x.gt(1.5).unwrap().select(0.25, &x).unwrap();
    assert_eq!(all(&masked), [1.0, 0.25]);
    let drawn = Key::new(1).normal_like(&x).unwrap();
    assert_eq!(all(&drawn), all(&Key::new(1).normal(2).unwrap()));
    let mask = Key::new(2).bernoulli_like(0.5, &x).unwrap();
    assert_eq!((mask.device(), mask.shape()), (THERE, x.shape()));
    live(&[y.clone(), masked, drawn, Key::new(3).uniform_like(&x).unwrap(), x.zeros_like().unwrap()]);
    // What fails changes nothing.
    let failed = catch_unwind(AssertUnwindSafe(|| y += vector(&[1.0, 1.0]))).unwrap_err();
    let text = failed.downcast_ref::<String>().unwrap();
    assert_eq!(text, "add: operands on different devices, cpu:1 and cpu:0; move one with `to`");
    assert_eq!(all(&y), [4.0, 36.0]);
}
