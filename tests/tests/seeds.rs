//! Bugs of earlier systems that must not recur, by their numbers in the survey of these systems. Each comment gives the
//! value that the earlier system computes.

use cotangent::prelude::*;
use cotangent::{Objective, TwiceDifferentiable, check};

fn v(data: &[f64]) -> Tensor<f64> {
    Tensor::from_vec(data.to_vec(), [data.len()]).unwrap()
}

fn m<const R: usize>(data: &[f64], shape: [usize; R]) -> Tensor<f64> {
    Tensor::from_vec(data.to_vec(), shape).unwrap()
}

fn all(x: &Tensor<f64>) -> Vec<f64> {
    x.to_vec().unwrap()
}

#[track_caller]
fn near(x: &Tensor<f64>, expected: &[f64]) {
    let x = all(x);
    let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-12 * (1.0 + b.abs());
    assert!(x.len() == expected.len() && x.iter().zip(expected).all(close), "{x:?} {expected:?}");
}

/// `name(x) => body` of one vector: the function `name` over f64, once or twice differentiable.
macro_rules! of_x {
    ($($name:ident($x:ident) => $body:expr;)*) => {$(
        #[differentiable(order = 2)]
        fn $name($x: &Tensor<f64>) -> Scalar<f64> {
            let y = $body;
            y.sum()
        }
    )*};
}

of_x! {
    prod(x) => x.prod();
    cumprod(x) => x.cumprod(0);
    abs(x) => x.abs();
    relu(x) => x.relu();
    max(x) => x.max();
    min(x) => x.min();
    clamp(x) => x.clamp(-1.0, 2.0);
    deviation(x) => x.std();
    norm(x) => x.norm();
    sign(x) => x.sign() + 2.0 * x;
    round(x) => x.round() * 3.0 + x;
    gelu(x) => x.gelu();
    gelu_tanh(x) => x.gelu_tanh();
    exp(x) => x.exp();
    reciprocal(x) => 1.0 / x;
    where_sqrt(x) => select(x.gt(0.0), x.sqrt(), 0.0);
    where_ln(x) => select(x.gt(0.0), x.ln() + x.recip(), x);
    cumsum(x) => x.cumsum(0) * x;
    tripled(x) => x.gather(0, Tensor::zeros([3]));
    nowhere(x) => x.floor() + x * 0.0;
}

fn gradient<F>(x: &[f64]) -> Vec<f64>
where
    F: for<'a> Function<Args<'a> = (&'a Tensor<f64>,)> + Objective,
    F::Actives: First,
{
    all(F::value_and_grad((&v(x),)).unwrap().1.first())
}

/// The one gradient of a function of one tensor.
trait First {
    fn first(&self) -> &Tensor<f64>;
}
macro_rules! first {
    ($($name:ty)*) => {$(
        impl First for cotangent::Grads<$name> {
            fn first(&self) -> &Tensor<f64> {
                &self.x
            }
        }
    )*};
}
first!(prod cumprod abs relu max min clamp deviation norm sign round gelu gelu_tanh exp reciprocal where_sqrt where_ln cumsum nowhere);

#[test]
fn w1_products_with_zeros() {
    // rlx: g * y / x = 0 / 0 = NaN at the zero. numr's cumprod: the same.
    assert_eq!(gradient::<prod>(&[2.0, 0.0, 3.0]), [0.0, 6.0, 0.0]);
    assert_eq!(gradient::<prod>(&[0.0, 0.0, 3.0]), [0.0; 3]);
    assert_eq!(gradient::<cumprod>(&[2.0, 0.0, 3.0]), [1.0, 8.0, 0.0]);
    // Of second order too: d²(xyz)/dx dz = y.
    let x = v(&[2.0, 0.0, 3.0]);
    near(&hessian::<prod>((&x,)).unwrap().matrix().unwrap(), &[0.0, 3.0, 0.0, 3.0, 0.0, 2.0, 0.0, 2.0, 0.0]);
}

#[test]
fn w2_absolute_value_at_zero() {
    // numr: a / |a| = NaN.
    assert_eq!(gradient::<abs>(&[-2.0, 0.0, 3.0]), [-1.0, 0.0, 1.0]);
}

#[differentiable(order = 2)]
fn power(a: &Tensor<f64>, b: &Tensor<f64>) -> Scalar<f64> {
    a.pow(b).sum()
}

#[test]
fn w3_powers_at_base_zero() {
    // numr and rlx: da = g * b * y / a = NaN, db = g * y * ln(a) = NaN; for negative a with an integer b, db = NaN too
    // where nobody asked for it, and da is right.
    let g = power::grad(&v(&[0.0, 0.0, 0.0, -2.0]), &v(&[2.0, 1.0, 0.0, 3.0])).unwrap();
    assert_eq!(all(&g.a), [0.0, 1.0, 0.0, 12.0]);
    assert_eq!(all(&g.b)[..3], [0.0; 3]);
    #[differentiable]
    fn fixed(a: &Tensor<f64>) -> Scalar<f64> {
        (a.powi(2) + a.powi(0) + a.powf(3.0)).sum()
    }
    assert_eq!(all(&fixed::grad(&v(&[0.0, -1.0])).unwrap().a), [0.0, 1.0]);
}

#[differentiable]
fn layer(x: &Tensor<f64>, w: &Tensor<f64>, b: &Tensor<f64>) -> Scalar<f64> {
    (x.matmul(w) + b).relu().sum()
}

#[test]
fn w4_fused_relu_at_zero() {
    // numr: the fused bias and activation has derivative 0.5 at 0, its relu alone 0.
    assert_eq!(gradient::<relu>(&[-1.0, 0.0, 1.0]), [0.0, 0.0, 1.0]);
    let g = layer::grad(&m(&[0.0, 0.0], [1, 2]), &m(&[1.0; 4], [2, 2]), &v(&[0.0, 1.0])).unwrap();
    assert_eq!(all(&g.b), [0.0, 1.0]);
    assert_eq!(all(&g.x), [1.0, 1.0]);
}

#[differentiable]
fn larger(a: &Tensor<f64>, b: &Tensor<f64>) -> Scalar<f64> {
    (a.maximum(b) + a.minimum(b) * 3.0).sum()
}

#[test]
fn w5_ties_of_maxima() {
    // rlx: every tied element gets all of it, [1, 1, 0]; elementwise the first operand gets all.
    assert_eq!(gradient::<max>(&[4.0, 4.0, 1.0]), [0.5, 0.5, 0.0]);
    assert_eq!(gradient::<min>(&[4.0, 1.0, 1.0, 1.0]), [0.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0]);
    let g = larger::grad(&v(&[1.0, 2.0, 3.0]), &v(&[1.0, 0.0, 5.0])).unwrap();
    assert_eq!((all(&g.a), all(&g.b)), (vec![2.0, 1.0, 3.0], vec![2.0, 3.0, 1.0]));
    // rlx, numr: NaN inputs equal nothing, the gradient is silently zero. Here NaN is the maximum, and seen.
    let (value, _) = max::value_and_grad(&v(&[1.0, f64::NAN])).unwrap();
    assert!(value.item().unwrap().is_nan());
}

#[test]
fn w6_clamp_on_its_bounds() {
    // numr and shrew: 0 on the bounds.
    assert_eq!(gradient::<clamp>(&[-2.0, -1.0, 0.0, 2.0, 3.0]), [0.0, 1.0, 1.0, 1.0, 0.0]);
}

#[test]
fn w7_deviation_and_norm_at_zero() {
    // numr: (x - mean) / (n * std) = NaN; JAX: the norm's is NaN.
    assert_eq!(gradient::<deviation>(&[3.0, 3.0, 3.0]), [0.0; 3]);
    assert_eq!(gradient::<norm>(&[0.0, 0.0]), [0.0; 2]);
    // numr: `n - correction` underflows.
    #[differentiable]
    fn corrected(x: &Tensor<f64>) -> Scalar<f64> {
        x.var_with(0, 2.0).sum()
    }
    assert!(corrected::value_and_grad(&v(&[1.0])).is_ok());
}

#[differentiable]
fn determinant(a: &Tensor<f64>) -> Scalar<f64> {
    a.det().sum()
}

#[differentiable]
fn traced(a: &Tensor<f64>) -> Scalar<f64> {
    a.trace().sum()
}

#[differentiable]
fn inverted(a: &Tensor<f64>) -> Tensor<f64> {
    a.inverse()
}

#[test]
fn w8_linear_algebra() {
    // numr: an error for a singular matrix; the gradient is the adjugate, transposed.
    let (value, g) = determinant::value_and_grad(&m(&[1.0, 2.0, 2.0, 4.0], [2, 2])).unwrap();
    assert_eq!(value.item().unwrap(), 0.0);
    near(&g.a, &[4.0, -2.0, -2.0, 1.0]);
    // Of rank n - 2 it is 0. numr has no batches.
    let batch = m(&[1.0, 2.0, 3.0, 4.0, 0.0, 0.0, 0.0, 0.0], [2, 2, 2]);
    near(&determinant::grad(&batch).unwrap().a, &[4.0, -3.0, -2.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    // numr: the trace of a matrix that is not square takes the dims of the first.
    assert_eq!(all(&traced::grad(&m(&[1.0; 6], [2, 3])).unwrap().a), [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    check::gradients::<inverted>((&m(&[2.0, 1.0, 0.5, 3.0, 1.0, 0.2, -0.3, 2.0], [2, 2, 2]),)).unwrap();
    let e = inverted::call(&m(&[1.0, 2.0, 2.0, 4.0], [2, 2])).unwrap_err().to_string();
    assert!(e.starts_with("inverse at ") && e.contains("singular"), "{e}");
}

fn hessian_of<F>(x: &[f64]) -> Vec<f64>
where
    F: for<'a> Function<Args<'a> = (&'a Tensor<f64>,)> + TwiceDifferentiable,
{
    all(&hessian::<F>((&v(x),)).unwrap().matrix().unwrap())
}

#[differentiable(order = 2)]
fn squared_sum(x: &Tensor<f64>) -> Scalar<f64> {
    let s = (x * x).sum();
    &s * &s
}

#[differentiable(order = 2)]
fn weighted_softmax(x: &Tensor<f64>, #[constant] c: &Tensor<f64>) -> Scalar<f64> {
    (x.softmax(-1) * c).sum()
}

#[test]
fn w9_w23_second_derivatives() {
    // numr, ferrotorch: the derivative of exp is a constant, H = 0.
    let h = hessian_of::<exp>(&[0.0, 1.0]);
    assert!((h[0] - 1.0).abs() < 1e-12 && (h[3] - 1f64.exp()).abs() < 1e-12 && h[1] == 0.0 && h[2] == 0.0);
    // numr: 4 s I = [20, 0, 0, 20] without 8 x xᵀ.
    assert_eq!(hessian_of::<squared_sum>(&[1.0, 2.0]), [28.0, 16.0, 16.0, 52.0]);
    // ferrotorch: the Hessian of a quotient is wrong.
    assert_eq!(hessian_of::<reciprocal>(&[2.0]), [0.25]);
    // numr: H = 0 for what passes through softmax. Here against differences of the gradient.
    let (x, c, d) = (v(&[0.3, -0.2, 0.9]), v(&[1.0, -2.0, 0.5]), v(&[0.7, 0.1, -0.4]));
    let (_, hv) = weighted_softmax::hvp(&x, &c, &d).unwrap();
    let h = 1e-5;
    let up = weighted_softmax::grad(&(&x + &d * h), &c).unwrap().x;
    let down = weighted_softmax::grad(&(&x - &d * h), &c).unwrap().x;
    for (exact, (up, down)) in all(&hv.x).iter().zip(all(&up).iter().zip(all(&down))) {
        assert!((exact - (up - down) / (2.0 * h)).abs() < 1e-9, "{hv:?}");
    }
}

#[differentiable(order = 2)]
fn solved(a: &Tensor<f64, 2, 2>, b: &Tensor<f64, 2>) -> Scalar<f64> {
    let x = a.solve(b);
    (&x * &x).sum() + a.slogdet().1.sum() + a.inverse().sum()
}

#[test]
fn w9_w42_second_derivatives_through_opaque_ops() {
    // numr: solve, det and inverse are constants to the second sweep. rlx: the mixed derivative by weights is missing.
    let (a, b) = (m(&[2.0, 0.3, -0.4, 1.5], [2, 2]), v(&[0.7, -1.1]));
    let (da, db) = (m(&[0.2, -0.5, 0.9, 0.4], [2, 2]), v(&[0.6, 0.8]));
    let (_, hv) = solved::hvp(&a, &b, &da, &db).unwrap();
    let h = 1e-5;
    let up = solved::grad(&(&a + &da * h), &(&b + &db * h)).unwrap();
    let down = solved::grad(&(&a - &da * h), &(&b - &db * h)).unwrap();
    for (exact, up, down) in [(&hv.a, &up.a, &down.a), (&hv.b, &up.b, &down.b)] {
        for (exact, (up, down)) in all(exact).iter().zip(all(up).iter().zip(all(down))) {
            assert!(
                (exact - (up - down) / (2.0 * h)).abs() < 1e-7 * (1.0 + exact.abs()),
                "{exact} {up} {down}"
            );
        }
    }
}

#[test]
fn w12_branches_that_are_not_taken() {
    // rlx: 0 * inf = NaN.
    assert_eq!(gradient::<where_sqrt>(&[-1.0, 0.0, 4.0]), [0.0, 0.0, 0.25]);
    assert_eq!(gradient::<where_ln>(&[-1.0, 0.0, 2.0]), [1.0, 1.0, 0.25]);
}

#[differentiable]
fn attention(
    q: &Tensor<f64, L, D>,
    k: &Tensor<f64, S, D>,
    v: &Tensor<f64, S, E>,
    bias: &Tensor<f64, L, S>,
) -> Tensor<f64, L, E> {
    scaled_dot_product_attention_with(q, k, v, 0.37) + biased_attention(q, k, v, bias)
}

#[test]
fn w14_attention() {
    // rlx: dQ and dK for the default scale whatever the scale, no gradient of the bias, the value's width must be D.
    let (q, k) = (m(&[0.1, -0.6, 0.4, 0.9], [2, 2]), m(&[0.2, 0.7, -0.5, 0.3, 0.8, -0.1], [3, 2]));
    let (v, bias) = (m(&[1.0, 0.5, -2.0], [3, 1]), m(&[0.1, -0.2, 0.3, 0.0, 0.5, -0.4], [2, 3]));
    check::gradients::<attention>((&q, &k, &v, &bias)).unwrap();
}

#[differentiable]
fn averages<T: Float>(x: &Tensor<T>) -> Scalar<T> {
    x.mean() * 0.1 + select(x.gt(0.0), x, 0.0).mean()
}

#[test]
fn w15_element_types() {
    // rlx: the constant 1/n of a mean is f32 whatever the type: 0.1 / 3 in f64 is off by 1e-9.
    let g = averages::grad(&v(&[-1.0, 2.0, 3.0])).unwrap();
    near(&g.x, &[0.1 / 3.0, 1.1 / 3.0, 1.1 / 3.0]);
    // numr, ferrotorch: halves are summed in halves: 4096 ones give 2048 in f16 and 256 in bf16.
    let ones = Tensor::<f16>::ones([4096]).unwrap();
    assert_eq!(ones.sum().unwrap().item().unwrap().to_f64(), 4096.0);
    let ones = Tensor::<bf16>::ones([4096]).unwrap();
    let (value, g) = averages::value_and_grad(&ones).unwrap();
    assert!((value.item().unwrap().to_f64() - 1.1).abs() < 0.01);
    assert!((g.x.to_vec().unwrap()[7].to_f64() * 4096.0 - 1.1).abs() < 0.01);
}

#[test]
fn w16_each_gelu_has_its_own_derivative() {
    // rlx: the exact one has the derivative of the tanh form, 1.08296 at 1, on some devices.
    let (x, pi) = (1.0f64, std::f64::consts::PI);
    let density = (-x * x / 2.0).exp() / (2.0 * pi).sqrt();
    assert!((gradient::<gelu>(&[x])[0] - (0.8413447460685429 + x * density)).abs() < 1e-12);
    let c = (2.0 / pi).sqrt();
    let t = (c * (x + 0.044715 * x * x * x)).tanh();
    let slope = 0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * c * (1.0 + 3.0 * 0.044715 * x * x);
    assert!((gradient::<gelu_tanh>(&[x])[0] - slope).abs() < 1e-12);
}

#[test]
fn w19_rounding_has_one_derivative() {
    // rlx: the kernel passes the cotangent on, the rule says 0.
    assert_eq!(gradient::<round>(&[0.4, 1.6]), [1.0, 1.0]);
    let (_, dot) = round::jvp(&v(&[0.4, 1.6]), &v(&[1.0, 2.0])).unwrap();
    assert_eq!(dot.item().unwrap(), 3.0);
    assert_eq!(gradient::<nowhere>(&[0.5]), [0.0]);
}

#[differentiable]
fn remainder(a: &Tensor<f64>, b: &Tensor<f64>) -> Tensor<f64> {
    a % b
}

#[test]
fn w20_remainders_by_the_divisor() {
    // rlx: nothing for b. Here -trunc(a / b).
    let (_, pullback) = remainder::vjp(&v(&[7.0, -7.0]), &v(&[2.0, 3.0])).unwrap();
    let g = pullback.pull(&v(&[1.0, 1.0])).unwrap();
    assert_eq!((all(&g.a), all(&g.b)), (vec![1.0, 1.0], vec![-3.0, 2.0]));
}

#[differentiable]
fn ordered(x: &Tensor<f64, N>, w: &Tensor<f64, N>) -> Scalar<f64> {
    let (sorted, _) = x.sort(0);
    let (top, _) = x.topk(2, 0);
    (sorted * w).sum() + top.sum() * 10.0
}

#[test]
fn w22_w33_sorted_values_have_derivatives() {
    // rlx, shrew: none; shrew's cumsum neither.
    let g = ordered::grad(&v(&[3.0, 1.0, 2.0]), &v(&[1.0, 2.0, 3.0])).unwrap();
    assert_eq!(all(&g.x), [13.0, 1.0, 12.0]);
    assert_eq!(all(&g.w), [1.0, 2.0, 3.0]);
    assert_eq!(gradient::<cumsum>(&[1.0, 2.0, 3.0]), [7.0, 8.0, 9.0]);
}

#[differentiable]
fn moved(x: &Tensor<f64>, w: &Tensor<f64>, y: &Tensor<f64>) -> Scalar<f64> {
    (x.permute([2, 0, 1]) * w).sum() + (y.broadcast_to([3, 2]) * y).sum()
}

#[test]
fn w30_w31_permuted_and_expanded() {
    // shrew: the gradient of a permutation is reshaped, [0, 1, 2, 3, 4, 5]; that of an expansion is lost.
    let w = m(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [3, 1, 2]);
    let g = moved::grad(&m(&[0.0; 6], [1, 2, 3]), &w, &v(&[1.0, 2.0])).unwrap();
    assert_eq!(all(&g.x), [0.0, 2.0, 4.0, 1.0, 3.0, 5.0]);
    assert_eq!(all(&g.y), [6.0, 12.0]);
}

#[differentiable]
fn product(a: &Tensor<f64>, b: &Tensor<f64>) -> Tensor<f64> {
    a.matmul(b)
}

#[test]
fn w32_products_of_broadcast_batches() {
    // shrew: the shared factor gets a gradient with the batch of the other; vectors are refused.
    let a = m(&(0..12).map(f64::from).collect::<Vec<_>>(), [3, 2, 2]);
    let b = m(&[1.0, 2.0, 3.0, 4.0], [2, 2]);
    let (y, pullback) = product::vjp(&a, &b).unwrap();
    let g = pullback.pull(&y.ones_like().unwrap()).unwrap();
    assert_eq!((g.a.shape(), g.b.shape()), (&[3, 2, 2][..], &[2, 2][..]));
    assert_eq!(all(&g.b), [30.0, 30.0, 36.0, 36.0]);
    check::gradients::<product>((&v(&[1.0, 2.0]), &v(&[3.0, 4.0]))).unwrap();
    check::gradients::<product>((&a, &v(&[3.0, 4.0]))).unwrap();
}

#[test]
fn w34_w35_products_of_negatives_and_signs() {
    // shrew: exp(sum(ln|x|)) = 6 for [-2, 3], and 1e12 as the derivative of sign at 0.
    let (value, g) = prod::value_and_grad(&v(&[-2.0, 3.0])).unwrap();
    assert_eq!((value.item().unwrap(), all(&g.x)), (-6.0, vec![3.0, -2.0]));
    assert_eq!(gradient::<sign>(&[-1.0, 0.0, 1e-13]), [2.0; 3]);
}

#[differentiable]
fn stacked(x: &Tensor<f64, N>, y: &Tensor<f64, N>) -> Scalar<f64> {
    let pile = stack(&[x, y, x], 0);
    pile.narrow(0, 1, 2).square().sum() + pile.index_select(0, Tensor::zeros([2])).sum()
}

#[test]
fn w38_stacks_and_selections_pass_gradients() {
    // ferrotorch: both are copies without gradient.
    let g = stacked::grad(&v(&[1.0, 2.0]), &v(&[3.0, 4.0])).unwrap();
    assert_eq!((all(&g.x), all(&g.y)), (vec![4.0, 6.0], vec![6.0, 8.0]));
}

#[differentiable]
fn many(a: &Tensor<f64>, b: &Tensor<f64>, c: &Tensor<f64>, d: &Tensor<f64>) -> Scalar<f64> {
    (mul_add(a, b, c) + concat(&[a, b, c, d], 0).sum() + d.clamp(a, b)).sum()
}

#[test]
fn w40_every_operand_gets_its_gradient() {
    // numr zips operands with gradients: those that a rule forgets are dropped silently.
    let [a, b, c, d] = [[1.0], [5.0], [2.0], [9.0]].map(|x| v(&x));
    let g = many::grad(&a, &b, &c, &d).unwrap();
    assert_eq!([all(&g.a), all(&g.b), all(&g.c), all(&g.d)], [[6.0], [3.0], [2.0], [1.0]]);
}

#[test]
fn w41_contributions_are_added() {
    // candle: one backward overwrites instead of adding.
    #[differentiable]
    fn used_twice(x: &Tensor<f64, N>) -> Scalar<f64> {
        x.repeat_interleave(2, 0).sum() + x.tile([2]).sum() + x.pad([(1, 1)], 0.0).sum()
    }
    assert_eq!(all(&used_twice::grad(&v(&[1.0, 2.0])).unwrap().x), [5.0, 5.0]);
}

#[differentiable]
fn looked_up(x: &Tensor<f64>, table: &Tensor<f64>, ids: &Tensor<i32>, rows: &Tensor<i32>) -> Scalar<f64> {
    x.gather(0, ids).sum()
        + x.index_select(0, ids).sum()
        + table.embedding(rows).sum()
        + x.take_along_axis(ids, 0).sum()
}

#[test]
fn w46_repeated_indices_add_up() {
    // numr 0.5: scatter without add, the gradient of an element taken three times is 1.
    assert_eq!(all(&tripled::grad(&v(&[7.0])).unwrap().x), [3.0]);
    let ids = Tensor::from_vec(vec![0, 0, 1], [3]).unwrap();
    let rows = Tensor::from_vec(vec![1, 1, 1, 0], [2, 2]).unwrap();
    let g = looked_up::grad(&v(&[1.0, 2.0]), &m(&[0.0; 4], [2, 2]), &ids, &rows).unwrap();
    assert_eq!(all(&g.x), [6.0, 3.0]);
    assert_eq!(all(&g.table), [1.0, 1.0, 3.0, 3.0]);
}
