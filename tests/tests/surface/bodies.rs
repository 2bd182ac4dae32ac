//! What bodies may hold.

use cotangent::{check, prelude::*};

use crate::{all, shaped, vector};

#[differentiable]
fn statements(x: &Tensor<B, D>, w: &Tensor<D>, k: i32) -> Scalar {
    let (a, mut b) = (x + w, &x.exp() * 2.0);
    let a: Tensor<B, D> = -a;
    b -= &a;
    b *= 0.5;
    b /= 3.0_f64;
    let c = {
        let t = &a * &b;
        t.clone() + (k as f32)
    };
    debug_assert!(k > 0, "k is {k}");
    let shape = x.shape();
    let n = x.numel() / shape[0];
    let c = c.reshape([B * n]).reshape([B, -1]);
    let c = Tensor::tanh(&c) + Tensor::maximum(&a, &b) + exp(w) + 1 - 2.0 / (x.abs() + 1.0);
    (c % 0.75).mean() * 2 - 1.0
}

#[test]
fn every_kind_of_statement() {
    let x = Tensor::from_vec(vec![0.11f32, 0.52, -0.33, 0.24, -0.45, 0.76], [2, 3]).unwrap();
    let w = vector(&[0.3, 0.1, -0.2]);
    check::gradients::<statements>((&x, &w, 2)).unwrap();
}

#[differentiable]
fn spelled_as_methods(x: &Tensor<N, N>) -> Scalar {
    let a = x.add(1.0).mul(x).sub(x.div(2.0)).neg();
    a.t().matmul(x).sum_axis([0]).sum_keep(0).squeeze(0).sum()
}

#[differentiable]
fn spelled_as_operators(x: &Tensor<N, N>) -> Scalar {
    let a = -((x + 1.0) * x - x / 2.0);
    sum(matmul(t(&a), x))
}

#[test]
fn methods_functions_and_operators_are_one() {
    let x = shaped(&[0.5, -1.0, 2.0, 0.25], [2, 2]);
    let (value, g) = spelled_as_methods::value_and_grad(&x).unwrap();
    let (same, h) = spelled_as_operators::value_and_grad(&x).unwrap();
    assert!((value.item().unwrap() - same.item().unwrap()).abs() < 1e-6);
    for (a, b) in all(&g.x).iter().zip(all(&h.x)) {
        assert!((a - b).abs() < 1e-6, "{g:?} {h:?}");
    }
}

#[differentiable]
fn masked(x: &Tensor<N>) -> Scalar {
    let small = x.lt(0.0).or(x.gt(2.0)).and(x.ne(-3.0)).not();
    let y = small.select(x.sqrt(), 0.0) + x.le(0.0).select(0.0, x.ln());
    y.sum()
}

#[test]
fn branches_not_taken_do_not_count() {
    let (value, g) = masked::value_and_grad(&vector(&[-1.0, 0.0, 1.0, 4.0])).unwrap();
    assert!((value.item().unwrap() - (1.0 + 4f32.ln())).abs() < 1e-6);
    assert_eq!(all(&g.x)[0], 0.0);
    assert_eq!(all(&g.x)[2..], [1.5, 0.25]);
}

#[differentiable]
fn joined(x: &Tensor<2, N>, y: &Tensor<3, N>) -> Scalar {
    let both = concat(&[x, y, &(x * 2.0)], 0);
    let [top, rest] = both.split([3, 4], 0);
    let [a, b] = rest.chunk(2, 0);
    let pile = stack(&[&a, &b], 1);
    (top.exp().sum() + pile.square().sum()) * 0.5
}

#[test]
fn lists_of_tensors() {
    let x = shaped(&[0.1, 0.2, 0.3, 0.4], [2, 2]);
    let y = shaped(&[-0.1, -0.2, 0.5, 0.6, 0.7, -0.4], [3, 2]);
    check::gradients::<joined>((&x, &y)).unwrap();
}

#[differentiable]
fn mixed_types(x: &Tensor<f64, N>, w: &Tensor<f32, N>, n: &Tensor<i32, N>) -> Scalar<f64> {
    let h = x.cast::<f32>() * w + n.cast::<f32>();
    let m = (n * 2 + 1).gt(2);
    (h.cast::<f64>() * x).sum() + m.cast::<f64>().sum()
}

#[test]
fn casts_have_derivatives() {
    let x = Tensor::<f64>::from_vec(vec![1.0, 2.0], [2]).unwrap();
    let n = Tensor::from_vec(vec![0, 3], [2]).unwrap();
    let (value, g) = mixed_types::value_and_grad(&x, &vector(&[3.0, 5.0]), &n).unwrap();
    assert_eq!(value.item().unwrap(), 3.0 + (10.0 + 3.0) * 2.0 + 1.0);
    assert_eq!(g.x.to_vec().unwrap(), [6.0, 23.0]);
    assert_eq!(all(&g.w), [1.0, 4.0]);
}

#[differentiable]
fn made_inside(x: &Tensor<f64, N>) -> Scalar<f64> {
    let eye: Tensor<f64, N, N> = Tensor::eye(N);
    let a = eye * 2.0 + Tensor::ones([N, N]) + Tensor::zeros([N, 1]) + Tensor::full([1, N], 0.5);
    a.matmul(x).matmul(x) + Tensor::scalar(3.0)
}

#[test]
fn constants_made_in_a_body() {
    let x = Tensor::<f64>::from_vec(vec![1.0, 2.0], [2]).unwrap();
    let (value, g) = made_inside::value_and_grad(&x).unwrap();
    assert_eq!(value.item().unwrap(), 2.0 * 5.0 + 1.5 * 9.0 + 3.0);
    assert_eq!(g.x.to_vec().unwrap(), [4.0 + 9.0, 8.0 + 9.0]);
}

#[differentiable]
fn by_names(x: &Tensor<B, N, D>, heads: usize) -> Tensor<B, D> {
    assert!(D % heads == 0, "{D} and {heads}");
    let scale = 1.0 / (D as f64 / heads as f64).sqrt();
    let y = x.reshape([B, N, heads, D / heads]).permute([0, 2, 1, 3]);
    let s = (y.matmul(y.mt()) * scale).softmax(-1).matmul(&y);
    s.permute([0, 2, 1, 3]).reshape([B, N, D]).mean_axis(1)
}

#[test]
fn dims_are_host_values() {
    let x = shaped(&[0.1, 0.5, -0.2, 0.3, 0.9, -0.7, 0.2, 0.4], [1, 2, 4]);
    check::gradients::<by_names>((&x, 2)).unwrap();
    assert_eq!(by_names(&x, 2).shape(), [1, 4]);
}

#[test]
#[should_panic(expected = "4 and 3")]
fn assertions_are_the_users_own() {
    let _ = by_names::vjp(&shaped(&[0.0; 8], [1, 2, 4]), 3);
}

/// Written as the textbook has it.
#[differentiable]
fn surprise(x: &Tensor<N>, t: &Tensor<N>) -> Scalar {
    -(t * x.softmax(0).ln()).sum()
}

#[test]
fn the_logarithm_of_a_softmax_does_not_underflow() {
    let (x, t) = (vector(&[0.0, -400.0]), vector(&[0.25, 0.75]));
    let (value, g) = surprise::value_and_grad(&x, &t).unwrap();
    assert_eq!((value.item().unwrap(), all(&g.x), all(&g.t)), (300.0, vec![0.75, -0.75], vec![0.0, 400.0]));
}

/// `first` is the value before the name got another.
#[differentiable]
fn decayed(x: &Tensor<N>, mut lr: f32) -> Scalar {
    let first = lr;
    lr *= 0.5;
    let lr = lr * 0.5;
    (x * (lr / first)).sum() + (x * (first - lr)).sum()
}

#[differentiable]
fn merged(x: &Tensor<N>) -> Result<Scalar> {
    let a = x.sin().cos();
    let k = a.item()? + x.exp().item()? + x.sin().item()?;
    Ok((x * k).sum())
}

#[test]
fn a_name_that_is_taken_again_leaves_the_old_value() {
    let (value, g) = decayed::value_and_grad(&vector(&[2.0, 1.0]), 8.0).unwrap();
    assert_eq!((value.item().unwrap(), all(&g.x)), (18.75, vec![6.25, 6.25]));
    let (value, x) = (merged::call(&vector(&[0.5])).unwrap().item().unwrap(), 0.5_f32);
    assert!((value - 0.5 * (x.sin().cos() + x.exp() + x.sin())).abs() < 1e-6, "{value}");
}

#[differentiable]
fn nested(x: ((&Tensor, &Tensor), &Tensor), x_0: (&Tensor, &Tensor)) -> Scalar {
    (x.0.0 * x_0.0 + x.0.1 * x_0.1 * x.1).sum()
}

#[test]
fn leaves_of_groups_are_not_mixed_up() {
    let [a, b, c, d, e] = [2.0, 3.0, 5.0, 7.0, 11.0].map(|v| vector(&[v]));
    let (value, g) = nested::value_and_grad(((&a, &b), &c), (&d, &e)).unwrap();
    assert_eq!(value.item().unwrap(), 2.0 * 7.0 + 3.0 * 11.0 * 5.0);
    assert_eq!((all(&g.x.0.0), all(&g.x_0.0), all(&g.x.1)), (vec![7.0], vec![2.0], vec![33.0]));
}
