//! L-BFGS on functions with known minima.

use cotangent::optim::{Lbfgs, LbfgsOptions};
use cotangent::prelude::*;
use cotangent::tree;

use super::models::*;

/// The chain of Rosenbrock's function in `n` variables: one minimum nearby, all ones, at the end of a bent valley.
fn rosenbrock(x: &[f64]) -> (f64, Vec<f64>) {
    let (mut value, mut g) = (0.0, vec![0.0; x.len()]);
    for i in 0..x.len() - 1 {
        let (a, b) = (1.0 - x[i], x[i + 1] - x[i] * x[i]);
        value += a * a + 100.0 * b * b;
        g[i] += -2.0 * a - 400.0 * x[i] * b;
        g[i + 1] += 200.0 * b;
    }
    (value, g)
}

#[test]
fn rosenbrock_in_two_and_in_many_dimensions() {
    for (n, evaluations) in [(2, 60), (10, 150), (100, 800)] {
        let start: Vec<f64> = (0..n).map(|i| if i % 2 == 0 { -1.2 } else { 1.0 }).collect();
        let mut x = Tensor::<f64>::from_slice(&start, n).unwrap();
        let options = LbfgsOptions { iterations: 1000, change_tolerance: 0.0, ..LbfgsOptions::default() };
        let mut optimizer = Lbfgs::new(options);
        let report = optimizer
            .step(&mut x, |x| {
                let (value, g) = rosenbrock(&x.to_vec()?);
                Ok((value, Tensor::from_vec(g, n)?))
            })
            .unwrap();
        assert!(report.converged && report.gradient <= 1e-7, "{n}: {report:?}");
        assert!(report.value < 1e-8 && report.evaluations <= evaluations, "{n}: {report:?}");
        // From some starts the chain has a second minimum, with x[0] near -1.
        assert!(x.to_vec().unwrap().iter().all(|v| (v - 1.0).abs() < 1e-6), "{n}: {x:?}");
        assert_eq!(optimizer.steps(), report.iterations as u64);
    }
}

/// With a history as long as the space and an exact enough line search, a quadratic of n dimensions takes about n steps.
#[test]
fn a_quadratic_over_a_struct() {
    let mut model = model::<f64>(5);
    let n = elements(&model).len();
    let target = gradient::<f64>(2, 1, n);
    let curvature: Vec<f64> = (0..n).map(|i| 10f64.powf(2.0 * i as f64 / n as f64)).collect();
    let zero = model.zero_tangent().unwrap();
    let options = LbfgsOptions {
        history: n,
        iterations: 3 * n,
        curvature: 0.1,
        gradient_tolerance: 1e-9,
        change_tolerance: 0.0,
        ..LbfgsOptions::default()
    };
    let mut optimizer = Lbfgs::new(options);
    let report = optimizer
        .step(&mut model, |model| {
            let off: Vec<f64> = elements(model).iter().zip(&target).map(|(x, t)| x - t).collect();
            let value = off.iter().zip(&curvature).map(|(d, c)| 0.5 * c * d * d).sum();
            let g: Vec<f64> = off.iter().zip(&curvature).map(|(d, c)| c * d).collect();
            Ok((value, filled(&zero, &g)))
        })
        .unwrap();
    assert!(report.converged && report.iterations < 2 * n, "{n}: {report:?}");
    let off = elements(&model).iter().zip(&target).map(|(x, t)| (x - t).abs()).fold(0.0, f64::max);
    assert!(off < 1e-8, "{off}");
    assert_eq!(model.ids.to_vec().unwrap(), [1, 2]);
}

/// Calls go on where the last one ended: twenty of one iteration are as good as one of twenty.
#[test]
fn history_is_kept_between_calls() {
    let run = |iterations, calls| {
        let mut x = tensor![-1.2f64, 1.0];
        let mut optimizer = Lbfgs::new(LbfgsOptions { iterations, ..LbfgsOptions::default() });
        for _ in 0..calls {
            optimizer
                .step(&mut x, |x| {
                    let (value, g) = rosenbrock(&x.to_vec()?);
                    Ok((value, Tensor::from_vec(g, 2)?))
                })
                .unwrap();
        }
        x.to_vec().unwrap()
    };
    assert_eq!(run(1, 20), run(20, 1));
}

/// The fit of a line in f32 stops where f32 cannot tell better from worse.
#[test]
fn in_single_precision() {
    let key = Key::new(3);
    let x: Tensor = key.normal([50, 3]).unwrap();
    let w = tensor![[1.0f32], [-2.0], [0.5]];
    let y = x.matmul(&w).unwrap();
    let mut at = Tensor::<f32>::zeros([3, 1]).unwrap();
    let mut optimizer = Lbfgs::new(LbfgsOptions::default());
    let report = optimizer
        .step(&mut at, |at| {
            let error = &x.matmul(at)? - &y;
            let value = f64::from((&error * &error).sum()?.item()?);
            Ok((value, x.t()?.matmul(&error)? * 2.0))
        })
        .unwrap();
    assert!(report.converged && report.value < 1e-9, "{report:?}");
    let off = tree::norm(&(&at - &w)).unwrap();
    assert!(off < 1e-5, "{off}");
}

#[test]
fn refused() {
    let mut x = tensor![1.0f64, 2.0];
    let step = |options, x: &mut Tensor<f64>, value: f64, g: Tensor<f64>| {
        Lbfgs::new(options).step(x, |_| Ok((value, g.clone()))).unwrap_err().to_string()
    };
    let fine = LbfgsOptions::default();
    let bad = [
        (LbfgsOptions { lr: f64::NAN, ..fine }, "lbfgs: `lr` is NaN; it has to be finite and above 0"),
        (
            LbfgsOptions { curvature: 1e-5, ..fine },
            "lbfgs: 0 < `decrease` < `curvature` < 1 and `evaluations` above 0 are needed, not 0.0001, 0.00001 and 25",
        ),
        (
            LbfgsOptions { gradient_tolerance: -1.0, ..fine },
            "lbfgs: `gradient_tolerance` is -1; it has to be finite and not negative",
        ),
    ];
    for (options, text) in bad {
        assert_eq!(step(options, &mut x, 1.0, tensor![1.0, 1.0]), text);
    }
    let e = step(fine, &mut x, f64::NAN, tensor![1.0, 1.0]);
    assert_eq!(e, "lbfgs: the value to start from is NaN");
    let e = step(fine, &mut x, 1.0, tensor![1.0]);
    assert_eq!(e, "lbfgs: two trees differ at the root: shapes [2] and [1]");
    let e = step(fine, &mut x, 1.0, tensor![1.0, f64::NAN]);
    assert_eq!(e, "lbfgs: the gradient to start from is not finite");
    let e = Lbfgs::new(fine).step(&mut x, |_| Err(Error::msg("no data"))).unwrap_err();
    assert_eq!(e.to_string(), "no data");
    assert_eq!(x.to_vec().unwrap(), [1.0, 2.0]);
}
