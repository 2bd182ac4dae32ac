//! The transforms and the library functions over them.

use cotangent::prelude::*;
use cotangent::{check, tree};

use crate::{all, shaped, vector};

/// Two layers, so that every transform has something to do.
#[differentiable]
pub(crate) fn model(x: &Tensor<B, I>, w: &Tensor<I, O>, b: &Tensor<O>) -> Tensor<B, O> {
    (x.matmul(w) + b).tanh() * x.mean()
}

fn model_args() -> (Tensor, Tensor, Tensor) {
    let x = shaped(&[0.1, -0.4, 0.7, 0.9, -0.3, 0.2], [2, 3]);
    let w = shaped(&[0.5, -0.2, 0.1, 0.4, -0.6, 0.3], [3, 2]);
    (x, w, vector(&[0.05, -0.1]))
}

#[test]
fn pullbacks_are_cloned_and_used_again() {
    let (x, w, b) = model_args();
    let (y, pullback) = model::vjp(&x, &w, &b).unwrap();
    let (g, twice) = (y.ones_like().unwrap(), &y.ones_like().unwrap() * 2.0);
    let first = pullback.clone().pull(&g).unwrap();
    let again = pullback.clone().pull(&g).unwrap();
    assert_eq!(all(&first.w), all(&again.w));
    let double = pullback.pull(&twice).unwrap();
    for (one, two) in [(&first.x, &double.x), (&first.w, &double.w), (&first.b, &double.b)] {
        assert_eq!(all(one).iter().map(|v| v * 2.0).collect::<Vec<_>>(), all(two));
    }
    // Inputs are as they were.
    let (x0, w0, b0) = model_args();
    assert_eq!((all(&x), all(&w), all(&b)), (all(&x0), all(&w0), all(&b0)));
}

#[test]
fn tangents_and_cotangents_meet() {
    let (x, w, b) = model_args();
    let (dx, dw, db) = (&x * 0.3, &w * -0.7, &b + 1.0);
    let (y, dot) = model::jvp(&x, &w, &b, &dx, &dw, &db).unwrap();
    let (same, pullback) = model::vjp(&x, &w, &b).unwrap();
    assert_eq!((all(&y), all(&model(&x, &w, &b))), (all(&same), all(&same)));
    let u = shaped(&[0.3, -1.0, 2.0, 0.5], [2, 2]);
    let g = pullback.pull(&u).unwrap();
    let inner = |a: &Tensor, b: &Tensor| (a * b).sum().unwrap().item().unwrap();
    let (left, right) = (inner(&u, &dot), inner(&g.x, &dx) + inner(&g.w, &dw) + inner(&g.b, &db));
    assert!((left - right).abs() < 1e-5, "{left} {right}");
}

#[test]
fn gradients_are_checked_by_the_library() {
    let (x, w, b) = model_args();
    let report = check::gradients::<model>((&x, &w, &b)).unwrap();
    assert!(report.passed() && report.rows.len() == 6, "{report}");
    assert_eq!(report.function, "model");
}

#[test]
fn functions_are_types() {
    fn norm_of_gradient<F: Objective>(args: F::Args<'_>) -> f64 {
        struct Squares(f64);
        impl tree::Visit for Squares {
            fn leaf<T: Float>(&mut self, _: &tree::Path, x: &Tensor<T>) -> Result<()> {
                self.0 += x.to_vec()?.iter().map(|v| v.to_f64().powi(2)).sum::<f64>();
                Ok(())
            }
        }
        let mut squares = Squares(0.0);
        tree::visit(&F::value_and_grad(args).unwrap().1, &mut squares).unwrap();
        squares.0
    }
    let x = vector(&[1.0, 2.0]);
    assert_eq!(norm_of_gradient::<quartic>((&x,)), 20.0f64.powi(2) * 5.0);
    let names: Vec<String> =
        tree::leaves(&model::grads_of_ones()).unwrap().into_iter().map(|l| l.0).collect();
    assert_eq!(names, ["x", "w", "b"]);
}

impl model {
    /// The type beside the function is the user's: it takes further functions.
    fn grads_of_ones() -> Grads<Self> {
        let (x, w, b) = model_args();
        let (y, pullback) = Self::vjp(&x, &w, &b).unwrap();
        pullback.pull(&y.ones_like().unwrap()).unwrap()
    }
}

#[differentiable(order = 2)]
fn quartic(x: &Tensor<N>) -> Scalar {
    let s = (x * x).sum();
    &s * &s
}

#[test]
fn hessian_vector_products_and_hessians() {
    let (x, v) = (vector(&[1.0, 2.0]), vector(&[1.0, -1.0]));
    let (g, hv) = quartic::hvp(&x, &v).unwrap();
    assert_eq!(all(&g.x), [20.0, 40.0]);
    // H = 4 s I + 8 x xᵀ
    assert_eq!(all(&hv.x), [20.0 + 8.0 - 16.0, 16.0 - 20.0 - 32.0]);
    let h = hessian::<quartic>((&x,)).unwrap();
    assert_eq!(all(&h.row("x").unwrap().x), [28.0, 16.0, 16.0, 52.0]);
    assert_eq!(h.matrix().unwrap().to_vec().unwrap(), [28.0, 16.0, 16.0, 52.0]);
}

#[differentiable]
fn cross(x: &Tensor<2>, y: &Tensor<1>) -> Tensor<3> {
    let [a, b] = x.split([1, 1], 0);
    concat(&[&a * &b, &a * y, y * y], 0)
}

#[test]
fn jacobians() {
    let j = jacobian::<cross>((&vector(&[2.0, 3.0]), &vector(&[5.0]))).unwrap();
    assert_eq!((j.x.shape(), all(&j.x)), (&[3, 2][..], vec![3.0, 2.0, 5.0, 0.0, 0.0, 0.0]));
    assert_eq!((j.y.shape(), all(&j.y)), (&[3, 1][..], vec![0.0, 2.0, 10.0]));
}

#[test]
fn explain_describes_the_function() {
    const TEXT: &str = model::explain();
    for word in ["model", "matmul", "tanh", "residuals"] {
        assert!(TEXT.contains(word), "{word} is missing from\n{TEXT}");
    }
    assert!(TEXT.contains('B') && TEXT.lines().count() > 10, "{TEXT}");
}

#[differentiable]
fn product(x: &Tensor, y: &Tensor) -> Scalar {
    (x * y).sum()
}

#[test]
fn one_tensor_twice() {
    let x = vector(&[1.0, 2.0]);
    let (value, g) = product::value_and_grad(&x, &x).unwrap();
    assert_eq!((value.item().unwrap(), all(&g.x), all(&g.y)), (5.0, vec![1.0, 2.0], vec![1.0, 2.0]));
    // Views of one storage, one of them strided.
    let m = shaped(&[1.0, 2.0, 3.0, 4.0], [2, 2]);
    let g = product::grad(&m, &m.t().unwrap()).unwrap();
    assert_eq!((all(&g.x), all(&g.y)), (vec![1.0, 3.0, 2.0, 4.0], vec![1.0, 2.0, 3.0, 4.0]));
    assert_eq!(all(&m), [1.0, 2.0, 3.0, 4.0]);
}

#[differentiable]
fn owned(x: Tensor, y: Tensor) -> (Scalar, Tensor) {
    let z = (&x * &y).exp();
    (z.sum(), z)
}

#[test]
fn owned_arguments_that_others_hold_stay_as_they_are() {
    let x = vector(&[0.0, 1.0]);
    let (kept, view) = (x.clone(), x.unsqueeze(0).unwrap());
    let ((_, z), g) = owned::value_and_grad(x.clone(), x).unwrap();
    let e = 1f32.exp();
    assert!((all(&z)[1] - e).abs() < 1e-6 && (all(&g.x)[1] - e).abs() < 1e-6);
    assert_eq!((all(&kept), all(&view)), (vec![0.0, 1.0], vec![0.0, 1.0]));
}

#[test]
fn empty_and_single_elements() {
    let empty = vector(&[]);
    let (value, g) = product::value_and_grad(&empty, &empty).unwrap();
    assert_eq!((value.item().unwrap(), g.x.shape()), (0.0, &[0][..]));
    let (y, pullback) = model::vjp(&shaped(&[], [0, 3]), &model_args().1, &model_args().2).unwrap();
    assert_eq!(y.shape(), [0, 2]);
    let g = pullback.pull(&y).unwrap();
    assert_eq!(g.w.shape(), [3, 2]);
    assert_eq!(all(&g.b).len(), 2);
    let one = Tensor::scalar(3.0);
    assert_eq!(product::grad(&one, &one).unwrap().x.item().unwrap(), 3.0);
}

macro_rules! chain {
    ($name:ident: $($n:literal)*) => {
        #[differentiable]
        fn $name(x: &Tensor<f64, N>) -> Scalar<f64> {
            let mut y = x * 1.0;
            $(y = (&y + $n).sin() + &y * 0.5;)*
            y.sum()
        }
        /// The same on numbers: value and derivative.
        fn by_hand(x: f64) -> (f64, f64) {
            let (mut y, mut d) = (x, 1.0);
            $((y, d) = ((y + f64::from($n)).sin() + y * 0.5, d * ((y + f64::from($n)).cos() + 0.5));)*
            (y, d)
        }
    };
}
chain! { deep:
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
}

#[test]
fn several_hundred_ops_in_a_row() {
    let x = [0.3, -1.2, 2.5];
    let (value, g) = deep::value_and_grad(&Tensor::from_vec(x.to_vec(), [3]).unwrap()).unwrap();
    let expected: Vec<(f64, f64)> = x.iter().map(|&x| by_hand(x)).collect();
    let sum: f64 = expected.iter().map(|e| e.0).sum();
    assert!((value.item().unwrap() - sum).abs() < 1e-9, "{value} {sum}");
    for (g, (_, d)) in g.x.to_vec().unwrap().iter().zip(expected) {
        assert!((g - d).abs() <= 1e-9 * (1.0 + d.abs()), "{g} {d}");
    }
}

#[differentiable]
fn fan_out(x: &Tensor<N>) -> Scalar {
    let y = x.sin();
    let a = &y + &y + &y + &y + &y + &y + &y + &y;
    let b = &a + &y * &y + &a * &y + a.exp() + a.matmul(&y) + a.sum() * y.max();
    (b + x + x * x).sum()
}

#[test]
fn values_used_many_times() {
    let x = vector(&[0.2, -0.7, 0.4]);
    check::gradients::<fan_out>((&x,)).unwrap();
}

/// What the pullback of `model` keeps, if nothing more: the build fails above it.
#[differentiable(budget = "4*B*O")]
fn within(x: &Tensor<B, I>, w: &Tensor<I, O>) -> Tensor<B, O> {
    x.matmul(w).tanh()
}

#[test]
fn a_budget_is_what_is_kept() {
    let (x, w, _) = model_args();
    let (y, pullback) = within::vjp(&x, &w).unwrap();
    let arguments = 4 * (x.numel() + w.numel());
    assert_eq!(pullback.residual_bytes() - arguments, 4 * y.numel());
    assert!(pullback.pull(&y).is_ok());
}

#[differentiable]
fn each(x: &Tensor<N>) -> Tensor<N> {
    x.sin()
}

#[test]
fn a_jacobian_without_room_is_an_error() {
    let error = jacobian::<each>((&Tensor::zeros([3_000_000]).unwrap(),)).unwrap_err();
    assert_eq!(error.to_string(), "out of memory: 3000000 by 3000000 derivatives do not fit");
}
