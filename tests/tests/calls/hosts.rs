//! Host values as arguments: what rustc derefs.

use cotangent::prelude::*;
use cotangent_tests::flow::orders;

#[derive(Clone, Debug)]
enum Step {
    Scale(f64),
    Repeat(usize, Box<Step>),
    Named(String),
    Groups(Vec<Vec<f64>>, [f64; 2]),
    All(Vec<Step>),
}

#[differentiable(order = 2)]
fn scaled(x: &Tensor<f64>, #[constant] by: &[f64]) -> Tensor<f64> {
    let mut y = x.clone();
    for &k in by {
        y = y * k;
    }
    y
}

#[differentiable(order = 2)]
fn named(x: &Tensor<f64>, name: &str) -> Tensor<f64> {
    if name == "sin" { x.sin() } else { x.tanh() }
}

#[differentiable(order = 2)]
fn run(#[constant] step: &Step, x: &Tensor<f64>) -> Result<Tensor<f64>> {
    Ok(match step {
        Step::Scale(k) => x * *k,
        Step::Repeat(n, inner) => {
            let mut y = x.clone();
            for _ in 0..*n {
                y = run(inner, &y)?;
            }
            run(inner.as_ref(), &run(&**inner, &y)?)?
        }
        Step::Named(name) => named(x, name)? + named(x, name.as_str())?,
        Step::Groups(groups, two) => {
            let mut y = scaled(x, two)?;
            for group in groups {
                y = scaled(&y, group);
            }
            for (i, group) in groups.iter().enumerate().filter(|(_, group)| group.len() > 1) {
                y = scaled(&y, group)? * (i + 1);
            }
            y
        }
        Step::All(steps) => {
            let mut y = x.clone();
            let few: Vec<&Step> = steps.iter().take(1).collect();
            for step in &few {
                y = run(step, &y)?;
            }
            for step in steps {
                y = run(step, &y)?;
            }
            y
        }
    })
}

#[differentiable(order = 2)]
fn all(#[constant] step: &Step, x: &Tensor<f64>) -> Result<Scalar<f64>> {
    Ok(run(step, x)?.sum())
}

#[test]
fn arguments_are_dereferenced_as_rustc_does() -> Result<()> {
    let x = Tensor::from_vec(vec![0.5, -0.25], [2])?;
    let groups = Step::Groups(vec![vec![1.5], vec![0.5, 2.0]], [0.5, 3.0]);
    let repeat = Step::Repeat(2, Box::new(Step::Named("sin".to_owned())));
    orders::<all>((&Step::All(vec![Step::Scale(1.5), repeat, groups, Step::Named("tanh".to_owned())]), &x))
}
