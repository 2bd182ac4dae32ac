//! Whole functions: values and gradients against a second way to get them.

use cotangent::prelude::*;

#[differentiable]
fn loss(x: &Tensor<B, I>, y: &Tensor<B, 1>, w1: &Tensor<I, H>, b1: &Tensor<H>, w2: &Tensor<H, 1>) -> Scalar {
    let h = (x.matmul(w1) + b1).tanh();
    let e = h.matmul(w2) - y;
    (&e * &e).mean()
}

#[test]
fn perceptron() {
    let x: Tensor = Tensor::from_vec(vec![0.1, -0.2, 0.3, 0.4, 0.5, -0.6], [3, 2]).unwrap();
    let y: Tensor = Tensor::from_vec(vec![0.5, -0.5, 1.0], [3, 1]).unwrap();
    let w1: Tensor = Tensor::from_vec(vec![0.3, -0.1, 0.2, 0.7, 0.4, -0.5, 0.6, 0.1], [2, 4]).unwrap();
    let b1: Tensor = Tensor::from_vec(vec![0.1, 0.2, -0.3, 0.4], [4]).unwrap();
    let w2: Tensor = Tensor::from_vec(vec![0.5, -0.4, 0.3, 0.2], [4, 1]).unwrap();
    let value = loss(&x, &y, &w1, &b1, &w2).item().unwrap();
    let (same, g) = loss::value_and_grad(&x, &y, &w1, &b1, &w2).unwrap();
    assert!((value - same.item().unwrap()).abs() < 1e-6);
    let h = 1e-2;
    let mut moved = b1.to_vec().unwrap();
    moved[1] += h;
    let up = loss(&x, &y, &w1, &Tensor::from_vec(moved.clone(), [4]).unwrap(), &w2).item().unwrap();
    moved[1] -= 2.0 * h;
    let down = loss(&x, &y, &w1, &Tensor::from_vec(moved, [4]).unwrap(), &w2).item().unwrap();
    let numeric = (up - down) / (2.0 * h);
    assert!((numeric - g.b1.to_vec().unwrap()[1]).abs() < 1e-3, "{numeric} {:?}", g.b1);
}

#[differentiable(order = 2)]
fn rosenbrock(x: &Tensor<f64, 2>) -> Scalar<f64> {
    let a = 1.0 - x[0];
    let b = x[1] - x[0].square();
    a.square() + 100.0 * b.square()
}

#[differentiable]
fn turned(angle: &Scalar<f64>, x: &Tensor<f64, 2>) -> Tensor<f64, 2> {
    let (c, s) = (angle.cos(), angle.sin());
    tensor![[c.clone(), -&s], [s, c]].matmul(x) + tensor![0.5, -0.5]
}

#[differentiable]
fn picked(x: &Tensor, i: usize, j: usize) -> Scalar {
    x[[i, j]] * x[[j, 0]]
}

/// `100 (y - x²)² + (1 - x)²` at (1.5, 2): the gradient and Hessian by hand.
#[test]
fn elements_of_a_vector() {
    let x = tensor![1.5, 2.0];
    let (value, g) = rosenbrock::value_and_grad(&x).unwrap();
    assert_eq!((value.item().unwrap(), g.x), (6.5, tensor![151.0, -50.0]));
    let h = hessian::<rosenbrock>((&x,)).unwrap();
    assert_eq!(h.row("x").unwrap().x, tensor![[1902.0, -600.0], [-600.0, 200.0]]);
    cotangent::check::gradients::<rosenbrock>((&x,)).unwrap();
    cotangent::check::gradients::<turned>((&Tensor::scalar(0.3), &x)).unwrap();
    let y = turned(&Tensor::scalar(std::f64::consts::FRAC_PI_2), &x);
    assert!(cotangent::tree::norm(&(y - tensor![-1.5, 1.0])).unwrap() < 1e-15);
}

#[test]
fn elements_of_a_matrix() {
    let x: Tensor = tensor![[1.0, 2.0], [3.0, 4.0]];
    let (value, g) = picked::value_and_grad(&x, 0, 1).unwrap();
    assert_eq!((value.item().unwrap(), g.x), (6.0, tensor![[0.0, 3.0], [2.0, 0.0]]));
    let message = |x: &Tensor, j| picked::grad(x, 0, j).unwrap_err().to_string();
    assert!(message(&x, 2).starts_with("element at tests/tests/first.rs:"), "{}", message(&x, 2));
    assert!(message(&x, 2).ends_with("in `picked`: index [0, 2] is outside of shape [2, 2]"));
    assert!(message(&tensor![[[1.0]]], 0).ends_with("index [0, 0] is outside of shape [1, 1, 1]"));
}
