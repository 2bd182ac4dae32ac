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
