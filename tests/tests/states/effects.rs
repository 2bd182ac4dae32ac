//! Statements that are called for what they do: methods that change a struct, and checks whose value nobody reads. As plain
//! Rust over numbers has it.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers, orders};

fn pair() -> Tensor<f64> {
    tensor![0.3, -0.8]
}

fn sums(of: impl Fn(f64) -> f64) -> [f64; 1] {
    [[0.3, -0.8].map(of).iter().sum()]
}

#[derive(Clone, Debug, Default)]
struct Log {
    lines: Vec<String>,
}

impl Log {
    fn note(&mut self, k: usize) {
        self.lines.push(k.to_string());
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Inner {
    v: Tensor<f64>,
    k: usize,
}

impl Inner {
    fn bump(&mut self) {
        self.k += 1;
    }
    fn doubled(&mut self) {
        self.v = &self.v + &self.v;
    }
    fn checked(&self, most: usize) -> Result<()> {
        if self.k > most { Err(Error::msg(format!("{} is more than {most}", self.k))) } else { Ok(()) }
    }
}

#[derive(Clone, Debug, Differentiable)]
struct State {
    h: Tensor<f64>,
    hs: Vec<Tensor<f64>>,
    last: Option<Tensor<f64>>,
    ids: Vec<usize>,
    name: String,
    inner: Inner,
    inners: Vec<Inner>,
    #[constant]
    log: Log,
}

fn state(x: &Tensor<f64>) -> Result<State> {
    let inner = Inner { v: x.cos()?, k: 1 };
    Ok(State {
        h: x.sin()?,
        hs: vec![x.exp()?],
        last: Some(x.clone()),
        ids: vec![4],
        name: "a".into(),
        inners: vec![inner.clone()],
        inner,
        log: Log::default(),
    })
}

/// Numbers and texts are changed by plain Rust, in loops, arms and at ends; what stands beside them keeps its gradient.
#[differentiable(order = 2)]
fn counted(s: &State, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut s = s.clone();
    for k in 0..n {
        s.ids.push(k);
        s.h = s.h.sin() * x;
        match k % 3 {
            0 => s.inner.bump(),
            1 => s.inners[0].bump(),
            _ => {
                s.name.push_str("bc");
                s.log.note(k)
            }
        }
        if k == 3 {
            s.ids.clear()
        }
    }
    let _ = s.ids.pop();
    let t = s.ids.len() + 10 * s.inner.k + 100 * s.name.len() + 1000 * s.log.lines.len();
    (&s.h * &s.inner.v * t as f64 + &s.inners[0].v * s.inners[0].k as f64).sum()
}

#[test]
fn what_has_no_tangent_is_changed() -> Result<()> {
    let x = pair();
    for n in [0, 1, 3, 5] {
        let (mut ids, mut inner, mut first, mut name, mut lines) = (1, 1, 1, 1, 0);
        for k in 0..n {
            ids += 1;
            match k % 3 {
                0 => inner += 1,
                1 => first += 1,
                _ => (name, lines) = (name + 2, lines + 1),
            }
            if k == 3 {
                ids = 0;
            }
        }
        ids = if ids > 0 { ids - 1 } else { 0 };
        let t = f64::from(ids + 10 * inner + 100 * name + 1000 * lines);
        let by_hand = |x: f64| {
            let h = (0..n).fold(x.sin(), |h, _| h.sin() * x);
            h * x.cos() * t + x.cos() * f64::from(first)
        };
        let s = state(&x)?;
        near("counted", &numbers(&counted::call(&s, &x, n)?)?, &sums(by_hand), 1e-12);
        orders::<counted>((&s, &x, n))?;
    }
    Ok(())
}

/// Lists and options in fields, lists of lists.
#[differentiable(order = 2)]
fn listed(s: &State, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut s = s.clone();
    let mut all = vec![s.hs.clone(), s.hs.clone()];
    for k in 0..n {
        s.hs.push(&s.hs[k] * x);
        s.inners.push(Inner { v: x * k, k });
        all[k % 2].push(s.hs[k + 1].sin());
        match k {
            0 => s.hs[0] = x.cos(),
            2 => {
                s.last.take();
            }
            _ => s.inner.v *= x,
        }
    }
    let mut total = s.inner.v.sum();
    for h in &s.hs {
        total += (h * h).sum();
    }
    for i in &s.inners {
        total += i.v.sum();
    }
    for hs in &all {
        for h in hs {
            total += h.cos().sum();
        }
    }
    if let Some(last) = &s.last {
        total += last.exp().sum();
    }
    s.hs.clear();
    for h in &s.hs {
        total += h.sum();
    }
    total
}

#[test]
fn lists_in_fields_grow_and_empty() -> Result<()> {
    let x = pair();
    for n in [0, 1, 2, 4] {
        let by_hand = |x: f64| {
            let (mut hs, mut inners, mut v, mut last) = (vec![x.exp()], vec![x.cos()], x.cos(), Some(x));
            let mut all = [hs.clone(), hs.clone()];
            for k in 0..n {
                hs.push(hs[k] * x);
                inners.push(x * k as f64);
                all[k % 2].push(hs[k + 1].sin());
                match k {
                    0 => hs[0] = x.cos(),
                    2 => last = None,
                    _ => v *= x,
                }
            }
            let squares: f64 = hs.iter().map(|h| h * h).sum();
            let cosines: f64 = all.iter().flatten().map(|h| h.cos()).sum();
            v + squares + inners.iter().sum::<f64>() + cosines + last.map_or(0.0, f64::exp)
        };
        let s = state(&x)?;
        near("listed", &numbers(&listed::call(&s, &x, n)?)?, &sums(by_hand), 1e-12);
        orders::<listed>((&s, &x, n))?;
    }
    Ok(())
}

#[differentiable]
fn doubled(s: &State, x: &Tensor<f64>) -> Scalar<f64> {
    let mut s = s.clone();
    s.inner.doubled();
    (&s.inner.v * x).sum()
}

#[test]
fn plain_rust_changes_no_tensor() -> Result<()> {
    let x = pair();
    let error = doubled::grad(&state(&x)?, &x).unwrap_err().to_string();
    assert!(error.contains("doubled") && error.contains("changed the tensors of `s`"), "{error}");
    Ok(())
}

#[differentiable]
fn positive(x: &Tensor<f64>) -> Result<Scalar<f64>> {
    let least = x.min();
    if least.item()? < 0.0 {
        return Err(Error::msg("negative"));
    }
    Ok(least)
}

/// Nobody reads what these give, but that they fail.
#[differentiable]
fn checked(s: &State, x: &Tensor<f64>, how: usize) -> Result<Scalar<f64>> {
    match how {
        0 => {
            positive(x)?;
        }
        1 => {
            let _ = positive(x)?;
        }
        2 => {
            let _least = positive(x)?;
        }
        3 => s.inner.checked(0)?,
        4 => {
            let mut s = s.clone();
            s.inner.bump();
            s.inner.checked(1)?;
        }
        _ => s.inners[0].checked(1)?,
    }
    Ok((x * &s.h).sum())
}

#[test]
fn checks_that_fail_are_errors() -> Result<()> {
    let x = pair();
    let (s, y) = (state(&x)?, x.square()?);
    let along = checked::grad(&s, &y, 5)?;
    let why = ["negative", "negative", "negative", "1 is more than 0", "2 is more than 1"];
    for (how, why) in why.into_iter().enumerate() {
        for error in [
            checked::call(&s, &x, how).unwrap_err(),
            checked::grad(&s, &x, how).unwrap_err(),
            checked::jvp(&s, &x, how, &along.s, &along.x).unwrap_err(),
        ] {
            assert!(error.to_string().contains(why), "{how}: {error}");
        }
    }
    for how in [0, 1, 2, 5] {
        cotangent::check::gradients::<checked>((&s, &y, how))?;
    }
    Ok(())
}

/// What is asked among the arguments of a method stands behind what they do.
#[differentiable]
fn in_turn(s: &State, x: &Tensor<f64>) -> Result<Scalar<f64>> {
    let mut k = 0.0;
    s.inner.checked(
        {
            k += 1.0;
            0
        } + (x * k).abs().sum().item()? as usize,
    )?;
    Ok((x * &s.h).sum() * k)
}

#[test]
fn arguments_of_checks_run_in_order() -> Result<()> {
    let x = pair();
    cotangent::check::gradients::<in_turn>((&state(&x)?, &x))?;
    Ok(())
}
