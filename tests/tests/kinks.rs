//! Exact values at kinks, ties and singular points through emitted code, in f32 and f64. The conventions are the notes
//! of the rule table.

use cotangent::prelude::*;
use cotangent_tests as _;

fn vector<T: Float>(x: &[f64]) -> Tensor<T> {
    Tensor::from_vec(x.iter().map(|x| T::from_f64(*x)).collect(), [x.len()]).unwrap()
}

fn numbers<T: Float>(x: &Tensor<T>) -> Vec<f64> {
    x.to_vec().unwrap().into_iter().map(T::to_f64).collect()
}

/// Zeros, infinities and what is not a number exactly; other numbers to the accuracy of the element type's functions,
/// which are within 2 ulp and meet once or twice in a rule.
#[track_caller]
fn exactly<T: Float>(have: &[f64], want: &[f64]) {
    let ulp = if T::DTYPE == cotangent::DType::F64 { f64::EPSILON } else { f64::from(f32::EPSILON) };
    let same = |(a, b): (&f64, &f64)| {
        a == b || (a.is_nan() && b.is_nan()) || (a.is_finite() && (a - b).abs() <= 4.0 * ulp * b.abs())
    };
    assert!(have.len() == want.len() && have.iter().zip(want).all(same), "{have:?} instead of {want:?}");
}

/// `name: |x| x.abs(); [points] => [expected]`: the gradient of the sum at a vector of points.
macro_rules! gradient {
    ($($name:ident: |$x:ident| $f:expr; $([$($at:expr),*] => [$($want:expr),*];)+)+) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn f<T: Float>($x: &Tensor<T>) -> Scalar<T> {
                ($f).sum()
            }
            $(
                let (at, want): (&[f64], &[f64]) = (&[$($at),*], &[$($want),*]);
                let at_32 = f::<f32>::grad(&vector(at)).unwrap().x;
                exactly::<f32>(&numbers(&at_32), want);
                let at_64 = f::<f64>::grad(&vector(at)).unwrap().x;
                exactly::<f64>(&numbers(&at_64), want);
            )+
        }
    )+};
}

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

gradient! {
    abs_at_zero: |x| x.abs(); [-2.0, 0.0, -0.0, 3.0] => [-1.0, 0.0, 0.0, 1.0];
    steps_are_flat: |x| x * x.sign() * x.ceil() * x.trunc();
        [2.0, 1.0] => [4.0, 1.0];
    frac_has_slope_one: |x| x.frac(); [1.0, 1.5, -0.5] => [1.0, 1.0, 1.0];
    relu_at_zero: |x| x.relu(); [-1.0, 0.0, -0.0, 1.0] => [0.0, 0.0, 0.0, 1.0];
    relu_of_nan: |x| (x + x).relu(); [NAN, -1.0] => [2.0, 0.0];
    relu_behind_a_root: |x| x.sqrt().relu(); [0.0, 4.0] => [0.0, 0.25];
    relu_behind_an_overflow: |x| (1.0 - x.exp()).relu(); [1000.0, 0.0] => [0.0, 0.0];
    relu_of_a_number: |x| x.sqrt().sum().relu(); [0.0, 0.0] => [0.0, 0.0];
    leaky_relu_at_zero: |x| x.leaky_relu(0.25); [-1.0, 0.0, 1.0] => [0.25, 0.25, 1.0];
    elu_at_zero: |x| x.elu(2.0); [0.0, 1e30] => [2.0, 1.0];
    celu_at_zero: |x| x.celu(2.0); [0.0, 1e30] => [1.0, 1.0];
    clamp_on_its_bounds: |x| x.clamp(-1.0, 1.0);
        [-1.5, -1.0, 0.0, 1.0, 1.5] => [0.0, 1.0, 1.0, 1.0, 0.0];
    clamp_min_on_its_bound: |x| x.clamp_min(0.0); [-1.0, 0.0, 1.0] => [0.0, 1.0, 1.0];
    clamp_max_on_its_bound: |x| x.clamp_max(0.0); [-1.0, 0.0, 1.0] => [1.0, 1.0, 0.0];
    hardtanh_on_its_bounds: |x| x.hardtanh(); [-1.0, 0.0, 1.0] => [0.0, 1.0, 0.0];
    relu6_on_its_bounds: |x| x.relu6(); [0.0, 3.0, 6.0] => [0.0, 1.0, 0.0];
    hardsigmoid_on_its_bounds: |x| x.hardsigmoid(); [-3.0, 3.0] => [0.0, 0.0];
    hardswish_on_its_bounds: |x| x.hardswish(); [-3.0, 3.0, 1e30] => [0.0, 1.0, 1.0];
    hardshrink_on_its_bounds: |x| x.hardshrink(0.5); [-0.5, 0.5, 0.75] => [0.0, 0.0, 1.0];
    softshrink_on_its_bounds: |x| x.softshrink(0.5); [-0.5, 0.0, 0.5, 0.75] => [0.0, 0.0, 0.0, 1.0];
    softsign_at_zero: |x| x.softsign(); [0.0] => [1.0];
    nan_to_num_where_not_finite: |x| x.nan_to_num(); [NAN, INF, -INF, 1.0] => [0.0, 0.0, 0.0, 1.0];
    constants: |x| x.stop_gradient() * x + x.detach() * x; [3.0] => [6.0];
    sqrt_at_zero: |x| x.sqrt(); [0.0, 4.0, -1.0] => [INF, 0.25, NAN];
    rsqrt_at_zero: |x| x.rsqrt(); [0.0, 4.0] => [-INF, -0.0625];
    cbrt_at_zero: |x| x.cbrt(); [0.0] => [INF];
    ln_at_zero: |x| x.ln(); [0.0, 0.5] => [INF, 2.0];
    log1p_at_its_pole: |x| x.log1p(); [-1.0, 0.0] => [INF, 1.0];
    safe_sqrt_at_and_below_zero: |x| x.safe_sqrt(); [-1.0, 0.0, 0.25] => [0.0, 0.0, 1.0];
    sinc_at_zero: |x| x.sinc(); [0.0, -0.0] => [0.0, 0.0];
    asin_at_its_ends: |x| x.asin(); [-1.0, 0.0, 1.0] => [INF, 1.0, INF];
    acosh_at_one: |x| x.acosh(); [1.0] => [INF];
    power_zero: |x| x.powi(0); [0.0, 2.0] => [0.0, 0.0];
    power_one: |x| x.powi(1); [0.0, 2.0] => [1.0, 1.0];
    power_two: |x| x.powi(2); [0.0, -2.0] => [0.0, -4.0];
    pow_two_at_zero_and_below: |x| x.pow(2.0); [0.0, -3.0, 2.0] => [0.0, -6.0, 4.0];
    pow_zero: |x| x.pow(0.0); [0.0, -3.0, 2.0] => [0.0, 0.0, 0.0];
    pow_one: |x| x.pow(1.0); [0.0, -3.0] => [1.0, 1.0];
    pow_half_at_zero: |x| x.pow(0.5); [0.0, 4.0] => [INF, 0.25];
    maximum_of_one_and_the_same: |x| x.maximum(x); [1.0, -2.0] => [1.0, 1.0];
    max_ties: |x| x.max(); [1.0, 3.0, 3.0] => [0.0, 0.5, 0.5]; [2.0, 2.0, 2.0, 2.0] => [0.25, 0.25, 0.25, 0.25];
    min_ties: |x| x.min(); [1.0, 1.0, 3.0] => [0.5, 0.5, 0.0];
    max_of_infinity: |x| x.max(); [INF, 1.0] => [1.0, 0.0];
    prod_with_zeros: |x| x.prod(); [2.0, 0.0, 3.0] => [0.0, 6.0, 0.0]; [0.0, 0.0, 3.0] => [0.0, 0.0, 0.0];
    cumprod_with_zeros: |x| x.cumprod(0); [2.0, 0.0, 3.0] => [1.0, 8.0, 0.0];
    std_of_equal_elements: |x| x.std(); [2.0, 2.0, 2.0] => [0.0, 0.0, 0.0];
    norm_at_zero: |x| x.norm(); [0.0, 0.0] => [0.0, 0.0];
    norm_p_at_zero: |x| norm_p(x, 1.0, 0, false); [-2.0, 0.0, 3.0] => [-1.0, 0.0, 1.0];
    norm_half_at_zero: |x| norm_p(x, 0.5, 0, false); [0.0, 0.0] => [0.0, 0.0];
    hypot_at_the_origin: |x| x.hypot(0.0); [0.0, 2.0] => [0.0, 1.0];
    atan2_at_the_origin: |x| x.atan2(0.0); [0.0] => [0.0];
    copysign_at_zero: |x| x.copysign(-1.0); [0.0, 2.0] => [0.0, -1.0];
    xlog1py_at_zero: |x| xlog1py(x, x); [0.0] => [0.0];
    lgamma_at_its_poles: |x| x.lgamma(); [0.0, -1.0, -0.0] => [-INF, NAN, INF];
    digamma_at_its_poles: |x| x.digamma(); [0.0, -1.0] => [INF, INF];
    trigamma_at_zero: |x| x.polygamma(1); [0.0, -1.0] => [-INF, NAN];
    zeta_at_its_poles: |x| x.zeta(2.0); [0.0, -1.0] => [-INF, NAN];
    erfinv_at_its_ends: |x| x.erfinv(); [-1.0, 1.0, 1.5] => [INF, INF, NAN];
    log_ndtr_far_below: |x| x.log_ndtr(); [-1e9, 1e9] => [1e9, 0.0];
    entr_at_zero_and_below: |x| x.entr(); [0.0, 1.0, -1.0] => [INF, -1.0, NAN];
    logit_at_its_ends: |x| x.logit(); [0.0, 0.5, 1.0] => [INF, 4.0, INF];
    logaddexp_of_equals: |x| logaddexp(x, x.stop_gradient()); [-INF, 1.0, INF] => [0.5, 0.5, 0.5];
    bessel_at_zero: |x| x.i0() + x.i1() + x.i0e() + x.i1e(); [0.0, -0.0] => [1.0, 1.0];
    gammainc_at_zero: |x| x.stop_gradient().exp().gammainc(x); [0.0] => [1.0];
    gammainc_by_a_at_zero: |x| x.gammainc(0.0); [0.5, 2.0] => [0.0, 0.0];
    betaln_at_zero: |x| x.betaln(1.0); [0.0] => [-INF];
    threshold_at_its_bound: |x| x.threshold(0.5, 3.0); [0.5, 1.0] => [0.0, 1.0];
    rrelu_mean_at_zero: |x| x.rrelu_mean(0.25, 0.75); [0.0, 1.0] => [0.5, 1.0];
    snake_at_alpha_zero: |x| snake(2.0, x); [0.0] => [4.0];
    prelu_at_zero: |x| x.prelu(0.25); [0.0, 1.0] => [0.25, 1.0];
    xlogy_at_zero: |x| xlogy(x, x); [0.0, 1.0] => [0.0, 1.0];
    logsumexp_of_huge: |x| x.logsumexp(); [1000.0, 0.0, -1000.0] => [1.0, 0.0, 0.0]; [-INF, 2.0] => [0.0, 1.0];
    softmax_of_huge: |x| x.softmax(0) * x.softmax(0); [1000.0, 0.0, -1000.0] => [0.0, 0.0, 0.0];
    softmax_with_an_infinite_mask: |x| x.softmax(0) * x.softmax(0); [-INF, 2.0] => [0.0, 0.0];
    cummax_ties: |x| { let (values, _) = x.cummax(0); values }; [1.0, 3.0, 3.0, 2.0] => [1.0, 1.0, 2.0, 0.0];
    double_where_sqrt: |x| select(x.gt(0.0), x.sqrt(), 0.0); [-1.0, 0.0, 4.0] => [0.0, 0.0, 0.25];
    double_where_ln: |x| select(x.gt(0.0), x.ln(), x); [-1.0, 0.0, 2.0] => [1.0, 1.0, 0.5];
    double_where_div: |x| select(x.eq(0.0), 0.0, 1.0 / x); [0.0, 2.0] => [0.0, -0.25];
    double_where_in_the_other_branch: |x| select(x.le(0.0), 0.0, x.ln() * x.sqrt()); [0.0, 1.0] => [0.0, 1.0];
    double_where_behind_a_view: |x| { let v = x.broadcast_to([2, x.dim(0)]); select(v.lt(0.2), 0.5, v.sqrt()).sum_axis(0) }; [-1.0, 4.0] => [0.0, 0.5];
    double_where_by_its_own_value: |x| { let s = x.sqrt(); select(s.gt(1.0), s, 0.0) }; [0.0, 4.0] => [0.0, 0.25];
    double_where_twice: |x| { let s = x.ln(); select(x.gt(0.0), s, 0.0) + select(x.gt(0.0), 2.0 * s, 1.0) }; [0.0, 2.0] => [0.0, 1.5];
    double_where_through_maps: |x| select(x.gt(1.0), (x - 1.0).sqrt().ln(), 2.0 * x); [1.0, 0.0, 2.0] => [2.0, 2.0, 0.5];
    rem_keeps_its_slope: |x| x.rem(1.0); [2.0, 0.5] => [1.0, 1.0];
}

/// Gradients of two operands at a pair of numbers.
macro_rules! pair {
    ($($name:ident: |$a:ident, $b:ident| $f:expr; $(($x:expr, $y:expr) => ($da:expr, $db:expr);)+)+) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn f<T: Float>($a: &Tensor<T>, $b: &Tensor<T>) -> Scalar<T> {
                ($f).sum()
            }
            $(
                let g = f::<f32>::grad(&vector(&[$x]), &vector(&[$y])).unwrap();
                exactly::<f32>(&[numbers(&g.$a), numbers(&g.$b)].concat(), &[$da, $db]);
                let g = f::<f64>::grad(&vector(&[$x]), &vector(&[$y])).unwrap();
                exactly::<f64>(&[numbers(&g.$a), numbers(&g.$b)].concat(), &[$da, $db]);
            )+
        }
    )+};
}

pair! {
    maximum_ties: |a, b| a.maximum(b); (1.0, 1.0) => (0.5, 0.5); (1.0, 2.0) => (0.0, 1.0); (NAN, 1.0) => (0.0, 0.0);
    minimum_ties: |a, b| a.minimum(b); (1.0, 1.0) => (0.5, 0.5); (1.0, 2.0) => (1.0, 0.0);
    pow_of_two: |a, b| pow(a, b);
        (0.0, 2.0) => (0.0, 0.0);
        (0.0, 1.0) => (1.0, 0.0);
        (0.0, 0.0) => (0.0, 0.0);
        (0.0, 0.5) => (INF, 0.0);
        (-2.0, 3.0) => (12.0, NAN);
        (1.0, 0.0) => (0.0, 0.0);
}

/// Gradient of the sum, and the Hessian times ones.
macro_rules! second {
    ($($name:ident: |$x:ident| $f:expr; $([$($at:expr),*] => [$($want:expr),*], [$($twice:expr),*];)+)+) => {$(
        #[test]
        fn $name() {
            #[differentiable(order = 2)]
            fn f<T: Float>($x: &Tensor<T>) -> Scalar<T> {
                ($f).sum()
            }
            $(
                let at: &[f64] = &[$($at),*];
                let (g, h) = f::<f32>::hvp(&vector(at), &vector(&vec![1.0; at.len()])).unwrap();
                exactly::<f32>(&numbers(&g.x), &[$($want),*]);
                exactly::<f32>(&numbers(&h.x), &[$($twice),*]);
                let (g, h) = f::<f64>::hvp(&vector(at), &vector(&vec![1.0; at.len()])).unwrap();
                exactly::<f64>(&numbers(&g.x), &[$($want),*]);
                exactly::<f64>(&numbers(&h.x), &[$($twice),*]);
            )+
        }
    )+};
}

second! {
    exp_keeps_its_second_term: |x| x.exp(); [0.0] => [1.0], [1.0];
    square_of_a_sum_of_squares: |x| (x * x).sum().square(); [1.0, 2.0] => [20.0, 40.0], [44.0, 68.0];
    second_of_prod_with_zeros: |x| x.prod(); [2.0, 0.0, 3.0] => [0.0, 6.0, 0.0], [3.0, 5.0, 2.0];
        [0.0, 0.0, 3.0] => [0.0, 0.0, 0.0], [3.0, 3.0, 0.0];
    second_of_cumprod_with_zeros: |x| x.cumprod(0); [2.0, 0.0, 3.0] => [1.0, 8.0, 0.0], [4.0, 6.0, 2.0];
    second_of_norm_at_zero: |x| x.norm(); [0.0, 0.0] => [0.0, 0.0], [0.0, 0.0];
    second_of_std_at_zero: |x| x.std(); [1.0, 1.0] => [0.0, 0.0], [0.0, 0.0];
    second_of_sinc_at_zero: |x| x.sinc(); [0.0] => [0.0], [-3.289868133696453];
    second_of_pow_at_zero: |x| x.pow(2.0); [0.0, -3.0] => [0.0, -6.0], [2.0, 2.0];
    second_of_an_untaken_branch: |x| select(x.gt(0.0), x.ln(), 0.0); [0.0, -1.0, 2.0] => [0.0, 0.0, 0.5], [0.0, 0.0, -0.25];
    second_of_relu_at_zero: |x| x.relu() * x.relu(); [-1.0, 0.0, 1.0] => [0.0, 0.0, 2.0], [0.0, 0.0, 2.0];
    second_of_abs_at_zero: |x| x.abs() * x; [0.0, 2.0] => [0.0, 4.0], [0.0, 2.0];
}

/// First and second derivatives by `x` at `x = 0`, of one `a` after another.
#[test]
fn incomplete_gamma_by_x_at_zero() {
    #[differentiable(order = 2)]
    fn f<T: Float>(#[constant] a: &Tensor<T>, x: &Tensor<T>) -> Scalar<T> {
        a.gammainc(x).sum()
    }
    #[differentiable(order = 2)]
    fn upper<T: Float>(#[constant] a: &Tensor<T>, x: &Tensor<T>) -> Scalar<T> {
        a.gammaincc(x).sum()
    }
    fn check<T: Float>() {
        let a = vector::<T>(&[0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 40.0]);
        let [zero, one] = [vector::<T>(&[0.0; 8]), vector::<T>(&[1.0; 8])];
        let (first, second) =
            ([INF, INF, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-INF, -INF, -1.0, INF, 1.0, 0.0, 0.0, 0.0]);
        let (g, h) = f::<T>::hvp(&a, &zero, &one).unwrap();
        exactly::<T>(&numbers(&g.x), &first);
        exactly::<T>(&numbers(&h.x), &second);
        let (g, h) = upper::<T>::hvp(&a, &zero, &one).unwrap();
        exactly::<T>(&numbers(&g.x), &first.map(|x: f64| -x));
        exactly::<T>(&numbers(&h.x), &second.map(|x: f64| -x));
    }
    check::<f32>();
    check::<f64>();
}

#[differentiable]
mod density {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn gamma(#[constant] a: &Tensor<f64>, x: &Tensor<f64>) -> Scalar<f64> {
        a.gammainc(x).sum()
    }

    #[differentiable(order = 2)]
    pub fn slope(#[constant] a: &Tensor<f64>, x: &Tensor<f64>) -> Scalar<f64> {
        gamma::grad(a, x)?.x.sum()
    }
}

#[test]
fn third_derivatives_of_the_incomplete_gamma_function_at_zero() {
    let a = vector(&[0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0]);
    let [zero, one] = [vector(&[0.0; 7]), vector(&[1.0; 7])];
    let (_, h) = density::slope::hvp(&a, &zero, &one).unwrap();
    exactly::<f64>(&numbers(&h.x), &[INF, 1.0, -INF, -2.0, INF, 1.0, 0.0]);
}

/// The likeliest expert of each row alone: its share is 1 whatever the logits are.
#[test]
fn one_expert_has_the_whole_share() {
    #[differentiable(order = 2)]
    fn f(logits: &Tensor<f64>) -> Scalar<f64> {
        let (shares, _experts) = logits.route(1);
        (shares * logits.sum()).sum()
    }
    let x = tensor![[0.5, 2.0, -1.0], [0.25, 0.125, 0.0]];
    let (shares, experts) = x.route(1).unwrap();
    assert_eq!((shares.shape(), numbers(&shares)), (&[2, 1][..], vec![1.0, 1.0]));
    assert_eq!(experts.to_vec().unwrap(), [1, 0]);
    let (value, g) = f::value_and_grad(&x).unwrap();
    assert_eq!((value.item().unwrap(), numbers(&g.logits)), (3.75, vec![2.0; 6]));
    // As it is, the share has the derivative `p (1 - p)` by its own logit.
    #[differentiable]
    fn plain(logits: &Tensor<f64>) -> Scalar<f64> {
        let (shares, _experts) = logits.route_plain(1);
        shares.sum()
    }
    let x = tensor![[0.0, 3.0_f64.ln()]];
    let (value, g) = plain::value_and_grad(&x).unwrap();
    exactly::<f64>(&numbers(&value), &[0.75]);
    exactly::<f64>(&numbers(&g.logits), &[-0.1875, 0.1875]);
}

/// Finite value, gradient and second derivative wherever the function saturates.
macro_rules! saturates {
    ($($name:ident: $op:ident;)+) => {$(
        #[test]
        fn $name() {
            #[differentiable(order = 2)]
            fn f<T: Float>(x: &Tensor<T>) -> Scalar<T> {
                x.$op().sum()
            }
            for at in [0.0, 100.0, -100.0, 1e30, -1e30, 1e-40] {
                let (g, h) = f::<f32>::hvp(&vector(&[at]), &vector(&[1.0])).unwrap();
                let all = [numbers(&f::<f32>(&vector(&[at]))), numbers(&g.x), numbers(&h.x)].concat();
                assert!(all.iter().all(|x| x.is_finite()), "f32 at {at}: {all:?}");
                let (g, h) = f::<f64>::hvp(&vector(&[at]), &vector(&[1.0])).unwrap();
                let all = [numbers(&f::<f64>(&vector(&[at]))), numbers(&g.x), numbers(&h.x)].concat();
                assert!(all.iter().all(|x| x.is_finite()), "f64 at {at}: {all:?}");
            }
        }
    )+};
}

saturates! {
    tanh_saturates: tanh;
    sigmoid_saturates: sigmoid;
    softplus_saturates: softplus;
    log_sigmoid_saturates: log_sigmoid;
    gelu_saturates: gelu;
    gelu_tanh_saturates: gelu_tanh;
    silu_saturates: silu;
    mish_saturates: mish;
    erf_saturates: erf;
    erfc_saturates: erfc;
    atan_saturates: atan;
    asinh_saturates: asinh;
    selu_saturates: selu;
}

#[differentiable(order = 2)]
fn determinant(a: &Tensor<f64>) -> Scalar<f64> {
    a.det()
}

#[test]
fn determinant_of_a_singular_matrix() {
    let a = tensor![[1.0, 2.0], [2.0, 4.0]];
    let (value, g) = determinant::value_and_grad(&a).unwrap();
    assert_eq!((value.item().unwrap(), numbers(&g.a)), (0.0, vec![4.0, -2.0, -2.0, 1.0]));
    // a d - b c: the Hessian is the same at every matrix.
    let (_, h) = determinant::hvp(&Tensor::zeros([2, 2]).unwrap(), &tensor![[1.0, 1.0], [1.0, 1.0]]).unwrap();
    assert_eq!(numbers(&h.a), [1.0, -1.0, -1.0, 1.0]);
    let (_, h) = determinant::hvp(&a, &tensor![[1.0, 1.0], [1.0, 1.0]]).unwrap();
    assert_eq!(numbers(&h.a), [1.0, -1.0, -1.0, 1.0]);
}

#[differentiable]
fn inverted(a: &Tensor<f64>) -> Scalar<f64> {
    a.inverse().sum()
}

#[differentiable]
fn factored(a: &Tensor<f64>) -> Scalar<f64> {
    a.cholesky().sum()
}

#[test]
fn what_has_no_inverse_is_an_error() {
    let e = inverted::value_and_grad(&tensor![[1.0, 2.0], [2.0, 4.0]]).err().unwrap().to_string();
    assert!(e.contains("singular") && e.contains("inverted"), "{e}");
    let e = factored::value_and_grad(&tensor![[1.0, 2.0], [2.0, 1.0]]).err().unwrap().to_string();
    assert!(e.contains("positive definite") && e.contains("factored"), "{e}");
}

/// Value and gradient shape of a reduction over nothing.
macro_rules! empty {
    ($($name:ident: $op:ident => $value:expr;)+) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn f<T: Float>(x: &Tensor<T>) -> Scalar<T> {
                x.$op()
            }
            let (y, g) = f::<f32>::value_and_grad(&vector(&[])).unwrap();
            exactly::<f32>(&numbers(&y), &[$value]);
            assert_eq!(g.x.shape(), [0]);
            let (y, g) = f::<f64>::value_and_grad(&Tensor::zeros([2, 0, 3]).unwrap()).unwrap();
            exactly::<f64>(&numbers(&y), &[$value]);
            assert_eq!(g.x.shape(), [2, 0, 3]);
        }
    )+};
}

empty! {
    empty_sum: sum => 0.0;
    empty_prod: prod => 1.0;
    empty_max: max => -INF;
    empty_min: min => INF;
    empty_mean: mean => NAN;
    empty_var: var => NAN;
    empty_norm: norm => 0.0;
    empty_logsumexp: logsumexp => -INF;
}

#[differentiable]
fn rows(table: &Tensor<f64>, ids: &Tensor<i32>) -> Scalar<f64> {
    (table.embedding(ids) + table.index_select(0, ids) + table.gather(0, ids.unsqueeze(-1))).sum()
}

#[test]
fn repeated_indices_add_up() {
    let table = tensor![[1.0], [2.0], [3.0]];
    let g = rows::grad(&table, &tensor![1, 1, 1]).unwrap().table;
    assert_eq!(numbers(&g), [0.0, 9.0, 0.0]);
    let e = rows::value_and_grad(&table, &tensor![0, 3, 1]).err().unwrap().to_string();
    assert!(e.contains('3') && e.contains("rows"), "{e}");
}

#[differentiable]
fn masked(x: &Tensor<f64>, mask: &Tensor<bool>) -> Scalar<f64> {
    (x.masked_softmax(mask) * x).sum()
}

#[test]
fn a_row_that_is_masked_altogether_is_silent() {
    let x = tensor![[1.0, 2.0], [0.5, 0.5]];
    let (value, g) = masked::value_and_grad(&x, &tensor![[false, false], [true, true]]).unwrap();
    assert_eq!((value.item().unwrap(), numbers(&g.x)), (0.5, vec![0.0, 0.0, 0.5, 0.5]));
}

#[differentiable]
fn ignoring(x: &Tensor<f64>, t: &Tensor<i32>) -> Scalar<f64> {
    x.cross_entropy_with(t, -100, 0.1)
}

#[test]
fn targets_that_are_ignored_are_silent() {
    let (value, g) = ignoring::value_and_grad(&tensor![[1.0, 2.0]], &tensor![-100]).unwrap();
    assert_eq!((value.item().unwrap(), numbers(&g.x)), (0.0, vec![0.0, 0.0]));
}

/// Without smoothing a class that cannot be is silent, as in `cross_entropy`.
#[test]
fn impossible_classes_are_silent() {
    #[differentiable(order = 2)]
    fn sharp(x: &Tensor<f64>, t: &Tensor<i32>) -> Scalar<f64> {
        x.cross_entropy_with(t, -100, 0.0)
    }
    #[differentiable]
    fn smooth(x: &Tensor<f64>, t: &Tensor<i32>) -> Scalar<f64> {
        x.cross_entropy_with(t, -100, 0.5)
    }
    let (x, t) = (tensor![[1.0, -INF, 1.0]], tensor![0]);
    let (value, g) = sharp::value_and_grad(&x, &t).unwrap();
    exactly::<f64>(&numbers(&value), &[2.0_f64.ln()]);
    assert_eq!(numbers(&g.x), [-0.5, 0.0, 0.5]);
    let (_, h) = sharp::hvp(&x, &t, &tensor![[1.0, 1.0, 0.0]]).unwrap();
    exactly::<f64>(&numbers(&h.x), &[0.25, 0.0, -0.25]);
    // The class itself has an infinite loss, and so has any part of it.
    assert_eq!(sharp(&x, &tensor![1]).item().unwrap(), INF);
    assert_eq!(smooth(&x, &t).item().unwrap(), INF);
}

#[differentiable]
fn certain(p: &Tensor<f64>, target: &Tensor<f64>) -> Scalar<f64> {
    p.bce(target)
}

#[test]
fn certain_probabilities_are_finite() {
    let (value, g) = certain::value_and_grad(&tensor![0.0, 1.0], &tensor![0.0, 1.0]).unwrap();
    assert_eq!(value.item().unwrap(), 0.0);
    assert!([numbers(&g.p), numbers(&g.target)].concat().iter().all(|g| g.is_finite()));
}

#[differentiable]
fn through_f32(x: &Tensor<f64>) -> Scalar<f64> {
    (x.cast::<f32>() * 3.0).cast::<f64>().sum()
}

#[test]
fn casts_keep_the_type_of_the_input() {
    assert_eq!(numbers(&through_f32::grad(&tensor![1.0, 2.0]).unwrap().x), [3.0, 3.0]);
}

/// The mask is a parameter of its own, of unknown shape; then one that is larger than what it guards.
#[test]
fn double_where_with_a_mask_of_its_own() {
    #[differentiable]
    fn f(x: &Tensor<f64>, mask: &Tensor<bool>) -> Scalar<f64> {
        select(mask, x.ln(), 0.0).sum()
    }
    let x = vector(&[0.0, 2.0]);
    let mask = Tensor::from_vec(vec![false, true], [2]).unwrap();
    assert_eq!(numbers(&f::grad(&x, &mask).unwrap().x), [0.0, 0.5]);
    let mask = Tensor::from_vec(vec![false, true, false, true], [2, 2]).unwrap();
    assert_eq!(numbers(&f::grad(&x, &mask).unwrap().x), [0.0, 1.0]);
}

/// Kinks lie within every step that f32 lets a difference take; `fault` times the gradient in both sweeps.
#[differentiable]
fn network(
    #[constant] x: &Tensor<B, I>,
    w1: &Tensor<I, H>,
    w2: &Tensor<H, H>,
    w3: &Tensor<H, O>,
    #[constant] fault: f64,
) -> Scalar {
    let y = x.matmul(w1).relu().matmul(w2).relu().matmul(w3).square().mean();
    let fixed = y.stop_gradient();
    &fixed + (y - &fixed) * fault
}

#[test]
fn kinks_of_a_network_are_no_fault_of_its_pullback() {
    use cotangent::check::{Options, Verdict, gradients_with};
    let verdicts = |seed: u64, fault: f64| {
        let normal = |i: u64, shape: [usize; 2]| {
            let x = cotangent::Key::new(seed).fold(i).normal::<f32>(shape).unwrap();
            x.mul(&Tensor::scalar((shape[0] as f32).sqrt().recip())).unwrap()
        };
        let (x, w1, w2, w3) =
            (normal(0, [8, 5]), normal(1, [5, 16]), normal(2, [16, 16]), normal(3, [16, 2]));
        let report = gradients_with::<network>((&x, &w1, &w2, &w3, fault), &Options::default()).unwrap();
        report.rows.iter().map(|row| row.verdict).collect::<Vec<_>>()
    };
    // Each of these was called wrong.
    for seed in [6, 11, 80] {
        let found = verdicts(seed, 1.0);
        assert!(found.iter().all(|v| matches!(v, Verdict::Agrees | Verdict::NotSmooth)), "{seed}: {found:?}");
        assert!(found.contains(&Verdict::Agrees), "{seed}: {found:?}");
        assert!(verdicts(seed, 1.05).contains(&Verdict::Reverse), "{seed}");
    }
}

/// Rows in which some element has a part in the gradient of the row's largest: all of them, also where what is compared is computed
/// again, in types that memory rounds.
macro_rules! rows_with_a_largest {
    ($($name:ident: $elem:ty;)+) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn scaled(x: &Tensor<$elem>) -> Scalar<$elem> {
                (x * 0.3).max_axis(1).sum()
            }
            #[differentiable]
            fn bent(x: &Tensor<$elem>) -> Scalar<$elem> {
                x.exp().max_axis(1).sum()
            }
            let x = Key::new(3).normal::<f64>([20, 64]).unwrap().cast::<$elem>().unwrap();
            let rows = |g: &Tensor<$elem>| {
                let g = g.to_vec().unwrap();
                g.chunks(64).filter(|row| row.iter().any(|x| x.to_f64() > 0.0)).count()
            };
            let one = Tensor::from(<$elem>::from_f64(1.0));
            assert_eq!(rows(&scaled::grad(&x).unwrap().x), 20);
            assert_eq!(rows(&scaled::vjp(&x).unwrap().1.pull(&one).unwrap().x), 20);
            assert_eq!(rows(&bent::grad(&x).unwrap().x), 20);
            assert_eq!(rows(&bent::vjp(&x).unwrap().1.pull(&one).unwrap().x), 20);
            let ones = Tensor::ones([20, 64]).unwrap();
            let (_, along) = scaled::jvp(&x, &ones).unwrap();
            assert!((along.item().unwrap().to_f64() - 6.0).abs() < 0.05, "{along}");
        }
    )+};
}

rows_with_a_largest! {
    largest_of_rows_in_f16: cotangent::f16;
    largest_of_rows_in_bf16: cotangent::bf16;
}
