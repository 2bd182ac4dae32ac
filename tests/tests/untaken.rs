//! Branches of `select` that are not taken have no influence on derivatives, whatever their values are.

#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

use cotangent::prelude::*;

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;
/// What an untaken branch may hold.
const ODD: [f64; 6] = [INF, -INF, NAN, f64::MAX, 0.0, -0.0];

fn numbers(x: &Tensor<f64>) -> Vec<f64> {
    x.to_vec().unwrap()
}

/// Element 0 takes the logarithm, element 1 the product.
#[differentiable(order = 2)]
fn product(x: &Tensor<f64, N>, w: &Tensor<f64, N>) -> Scalar<f64> {
    select(x.gt(0.0), x.ln(), x * w).sum()
}

#[test]
fn a_factor() {
    for odd in ODD {
        let (x, w) = (tensor![2.0, -1.0], tensor![odd, 3.0]);
        let (_, g) = product::value_and_grad(&x, &w).unwrap();
        assert_eq!((numbers(&g.x), numbers(&g.w)), (vec![0.5, 3.0], vec![0.0, -1.0]), "{odd}");
        let (_, pullback) = product::vjp(&x, &w).unwrap();
        let g = pullback.pull(&Tensor::scalar(2.0)).unwrap();
        assert_eq!((numbers(&g.x), numbers(&g.w)), (vec![1.0, 6.0], vec![0.0, -2.0]), "{odd}");
        let (g, h) = product::hvp(&x, &w, &tensor![1.0, 1.0], &tensor![1.0, 1.0]).unwrap();
        assert_eq!((numbers(&g.x), numbers(&g.w)), (vec![0.5, 3.0], vec![0.0, -1.0]), "{odd}");
        assert_eq!((numbers(&h.x), numbers(&h.w)), (vec![-0.25, 1.0], vec![0.0, 1.0]), "{odd}");
        let (_, dot) = product::jvp(&x, &w, &tensor![1.0, 1.0], &tensor![1.0, 1.0]).unwrap();
        assert_eq!(dot.item().unwrap(), 0.5 + 3.0 - 1.0, "{odd}");
    }
}

/// Whatever is infinite where it is taken is so in the gradient.
#[test]
fn a_factor_that_is_taken() {
    let g = product::grad(&tensor![2.0, -1.0], &tensor![1.0, INF]).unwrap();
    assert_eq!((numbers(&g.x), numbers(&g.w)), (vec![0.5, INF], vec![0.0, -1.0]));
}

/// `name: |x, k| branch`: what is not taken where `x` is not finite, over elements and numbers of the host.
macro_rules! branches {
    ($($name:ident: |$x:ident, $k:ident| $branch:expr;)+) => {$(
        #[test]
        fn $name() {
            #[differentiable(order = 2)]
            fn known($x: &Tensor<f64, N>, $k: f64) -> Scalar<f64> {
                select($x.is_finite(), $branch, 1.5).sum()
            }

            #[differentiable(order = 2)]
            fn other_way_round($x: &Tensor<f64>, $k: f64) -> Scalar<f64> {
                let odd = $x.ne($x);
                select(odd.or($x.abs().gt(1e300)), 2.0, $branch).sum()
            }

            /// What it is where it is taken.
            #[differentiable(order = 2)]
            fn alone($x: &Tensor<f64>, $k: f64) -> Scalar<f64> {
                ($branch).sum()
            }

            for odd in [INF, -INF, NAN] {
                let (x, v) = (tensor![0.5, odd, 1.25], tensor![1.0, 1.0, 1.0]);
                let (want, second) = alone::hvp(&tensor![0.5, 1.25], 3.0, &tensor![1.0, 1.0]).unwrap();
                let (want, second) = (numbers(&want.x), numbers(&second.x));
                let (want, second) = ([want[0], 0.0, want[1]], [second[0], 0.0, second[1]]);
                let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-14 * b.abs());
                for (what, (g, h)) in [
                    ("known", known::hvp(&x, 3.0, &v).map(|(g, h)| (g.x, h.x)).unwrap()),
                    ("other way round", other_way_round::hvp(&x, 3.0, &v).map(|(g, h)| (g.x, h.x)).unwrap()),
                ] {
                    let (g, h) = (numbers(&g), numbers(&h));
                    assert!(close(&g, &want) && close(&h, &second), "{what} at {odd}: {g:?} {h:?}");
                }
            }
        }
    )+};
}

branches! {
    powers: |x, k| x * x * x * k;
    quotients: |x, k| k / (x + 2.0) * x;
    exponentials: |x, k| (x * k).exp() * x.sin();
    a_chain: |x, k| ((x * k).tanh() * x).square().cos();
    both_operands: |x, k| x.pow(x) * k;
    composites: |x, k| x.gelu() * k + x.silu();
    with_a_select_inside: |x, k| select(x.gt(1.0), x * x, x.exp() * k);
}

/// A number of the host counts as any other.
#[test]
fn a_number_of_the_host() {
    #[differentiable]
    fn f(x: &Tensor<f64, N>, k: f64) -> Scalar<f64> {
        select(x.gt(0.0), x, x * k).sum()
    }
    for k in ODD {
        assert_eq!(numbers(&f::grad(&tensor![1.0, 2.0], k).unwrap().x), [1.0, 1.0], "{k}");
    }
    assert_eq!(numbers(&f::grad(&tensor![1.0, -2.0], 0.25).unwrap().x), [1.0, 0.25]);
}

/// The condition is larger than what it guards: of known shapes, of unknown ones, and where a dim of an unknown one is 1.
#[test]
fn a_larger_condition() {
    #[differentiable]
    fn known(x: &Tensor<f64, N>, w: &Tensor<f64, N>, mask: &Tensor<bool, B, N>) -> Scalar<f64> {
        select(mask, x * w, 0.0).sum()
    }

    #[differentiable]
    fn unknown(x: &Tensor<f64>, w: &Tensor<f64>, mask: &Tensor<bool>) -> Scalar<f64> {
        select(mask, x * w, 0.0).sum()
    }
    let mask = tensor![[true, false, true], [true, false, false]];
    for odd in ODD {
        let (x, w) = (tensor![2.0, 3.0, 5.0], tensor![7.0, odd, 11.0]);
        let g = known::grad(&x, &w, &mask).unwrap();
        assert_eq!((numbers(&g.x), numbers(&g.w)), (vec![14.0, 0.0, 11.0], vec![4.0, 0.0, 5.0]), "{odd}");
        let g = unknown::grad(&x, &w, &mask).unwrap();
        assert_eq!((numbers(&g.x), numbers(&g.w)), (vec![14.0, 0.0, 11.0], vec![4.0, 0.0, 5.0]), "{odd}");
        let g = unknown::grad(&x, &w, &tensor![[true, false, true]]).unwrap();
        assert_eq!((numbers(&g.x), numbers(&g.w)), (vec![7.0, 0.0, 11.0], vec![2.0, 0.0, 5.0]), "{odd}");
    }
}

/// A condition that is one number guards what is reduced and multiplied as well.
#[test]
fn a_condition_of_one_number() {
    #[differentiable]
    fn f(x: &Tensor<f64, N>, w: &Tensor<f64, N, N>, k: &Scalar<f64>) -> Scalar<f64> {
        select(k.gt(0.0), (w.matmul(x) * x).sum().square(), k * k)
    }
    for odd in [INF, -INF, NAN, f64::MAX] {
        let (x, w) = (tensor![odd, 1.0], tensor![[odd, 2.0], [3.0, odd]]);
        let g = f::grad(&x, &w, &Tensor::scalar(-3.0)).unwrap();
        assert_eq!((numbers(&g.x), numbers(&g.w)), (vec![0.0; 2], vec![0.0; 4]), "{odd}");
        assert_eq!(g.k.item().unwrap(), -6.0);
    }
    let g = f::grad(&tensor![1.0, 2.0], &tensor![[1.0, 0.0], [0.0, 1.0]], &Tensor::scalar(3.0)).unwrap();
    assert_eq!((numbers(&g.x), g.k.item().unwrap()), (vec![20.0, 40.0], 0.0));
}

/// What is read in the branch and elsewhere keeps what comes from elsewhere.
#[test]
fn read_outside_too() {
    #[differentiable(order = 2)]
    fn f(x: &Tensor<f64, N>, w: &Tensor<f64, N>) -> Scalar<f64> {
        let y = x * 2.0;
        (select(w.is_finite(), &y * w * &y, &y * 5.0) + y.square()).sum()
    }
    for odd in [INF, NAN] {
        let (g, h) =
            f::hvp(&tensor![1.0, 3.0], &tensor![odd, 0.5], &tensor![1.0, 1.0], &tensor![0.0, 0.0]).unwrap();
        assert_eq!((numbers(&g.x), numbers(&g.w)), (vec![18.0, 36.0], vec![0.0, 36.0]), "{odd}");
        assert_eq!((numbers(&h.x), numbers(&h.w)), (vec![8.0, 12.0], vec![0.0, 24.0]), "{odd}");
    }
}

/// No kernel has an operation more that needs none: sums, and factors that are known to be finite.
#[test]
fn nothing_is_added_for_nothing() {
    #[differentiable]
    fn leaky(x: &Tensor<f64, N>, y: &Tensor<f64, N>) -> Scalar<f64> {
        select(x.gt(0.0), x - y, 0.25 * (x + y)).sum()
    }
    let text = leaky::explain();
    let pullback = text.split("\npullback").nth(1).unwrap().lines().find(|l| l.contains("kernel 0")).unwrap();
    let selects = pullback.split_whitespace().filter(|word| *word == "select").count();
    assert_eq!(selects, 2, "{text}");
    let g = leaky::grad(&tensor![1.0, -1.0], &tensor![2.0, 2.0]).unwrap();
    assert_eq!((numbers(&g.x), numbers(&g.y)), (vec![1.0, 0.25], vec![-1.0, 0.25]));
}
