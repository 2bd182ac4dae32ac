//! Fields that are assigned another form than they had, numbers in structs, and matches with guards: as plain Rust over
//! numbers has it.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers, orders};

/// Of two elements: each once.
fn sums(of: impl Fn(f64) -> f64) -> [f64; 1] {
    [[0.3, -0.8].map(of).iter().sum()]
}

fn pair() -> Tensor<f64> {
    tensor![0.3, -0.8]
}

#[derive(Clone, Debug, Default, Differentiable)]
enum Act {
    #[default]
    Id,
    Scale(Tensor<f64>),
    Bent {
        a: Tensor<f64>,
        k: f64,
    },
}

#[derive(Clone, Debug, Differentiable)]
struct State {
    h: Tensor<f64>,
    last: Option<Tensor<f64>>,
    act: Act,
    all: Vec<Tensor<f64>>,
    t: f64,
    steps: usize,
}

fn begun(x: &Tensor<f64>) -> State {
    State { h: x.clone(), last: None, act: Act::Id, all: vec![], t: 0.0, steps: 0 }
}

/// What was in a field before is read too, so that both forms have a cotangent.
#[differentiable(order = 2)]
fn forms(x: &Tensor<f64>, s: &State) -> Scalar<f64> {
    let mut s = s.clone();
    let before = match &s.last {
        Some(last) => last * 2.0,
        None => x.exp(),
    };
    s.h = s.h.cos() + before;
    s.last = Some(x.sin());
    s.act = Act::Scale(&s.h * x);
    let mut all = Vec::new();
    for k in 0..2 {
        all.push(&s.h * k);
    }
    s.all = all;
    let mut y = match (&s.last, s.steps) {
        (Some(last), 0) => last * &s.h,
        _ => s.h.clone(),
    };
    if let Act::Scale(a) = &s.act {
        y = y + a;
    }
    for e in &s.all {
        y = y * e.cos();
    }
    y.sum()
}

#[differentiable(order = 2)]
fn options(x: &Tensor<f64>) -> Scalar<f64> {
    let mut s = State { h: x.clone(), last: None, act: Act::Id, all: vec![], t: 0.0, steps: 0 };
    s.h = s.h.cos();
    s.last = Some(x.sin());
    match s.last {
        Some(last) => (last * s.h).sum(),
        None => s.h.sum(),
    }
}

#[differentiable(order = 2)]
fn variants(x: &Tensor<f64>) -> Scalar<f64> {
    let mut s = State { h: x.clone(), last: None, act: Act::Id, all: vec![], t: 0.0, steps: 0 };
    s.act = Act::Scale(x.exp());
    s.h = s.h.cos();
    match &s.act {
        Act::Scale(a) => (a * s.h).sum(),
        _ => s.h.sum(),
    }
}

#[differentiable(order = 2)]
fn lists(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut all = Vec::new();
    let mut s = State { h: x.clone(), last: None, act: Act::Id, all: vec![], t: 0.0, steps: 0 };
    for _ in 0..n {
        s.h = s.h.sin();
        all.push(s.h.clone());
    }
    s.all = all;
    let mut y = s.h.clone();
    for e in &s.all {
        y = y * e;
    }
    y.sum()
}

/// The part that is replaced was read before, and had another form: its cotangent has that one.
#[differentiable(order = 2)]
fn replaced(x: &Tensor<f64>, last: &Option<Tensor<f64>>) -> Scalar<f64> {
    let mut s = State { h: x.clone(), last: last.clone(), act: Act::Id, all: vec![], t: 0.0, steps: 0 };
    let before = match &s.last {
        Some(last) => (last * x).sum(),
        None => x.exp().sum(),
    };
    s.last = if s.steps == 0 { None } else { Some(x.sin()) };
    before + s.h.sin().sum()
}

#[test]
fn another_form_in_a_field() -> Result<()> {
    let x = pair();
    near("options", &numbers(&options::call(&x)?)?, &sums(|x| x.sin() * x.cos()), 1e-13);
    orders::<options>((&x,))?;
    near("variants", &numbers(&variants::call(&x)?)?, &sums(|x| x.exp() * x.cos()), 1e-13);
    orders::<variants>((&x,))?;
    let twice = |x: f64| x.sin() * x.sin().sin() * x.sin().sin();
    near("lists", &numbers(&lists::call(&x, 2)?)?, &sums(twice), 1e-13);
    for n in [0, 2, 3] {
        orders::<lists>((&x, n))?;
    }
    orders::<replaced>((&x, &None))?;
    orders::<replaced>((&x, &Some(x.exp()?)))?;
    for s in [begun(&x), State { last: Some(x.exp()?), act: Act::Scale(x.cos()?), ..begun(&x) }] {
        orders::<forms>((&x, &s))?;
    }
    Ok(())
}

/// Numbers beside tensors, changed by what the host has.
#[differentiable(order = 2)]
fn counted(x: &Tensor<f64>, n: usize, dt: f64) -> Scalar<f64> {
    let mut s = State { h: x.clone(), last: None, act: Act::Id, all: vec![], t: 0.5, steps: 0 };
    s.steps += n;
    for k in 0..n {
        s.h = s.h.sin() * s.t;
        s.t += dt;
        s.steps += k;
    }
    let t = s.t * 2.0;
    (s.h * s.steps as f64 + t).sum() + s.t
}

/// Numbers of a struct that comes from outside, beside tensors that are changed by the same text: rustc knows which is which.
#[differentiable(order = 2)]
fn stepped(s: &State, x: &Tensor<f64>, dt: f64) -> Scalar<f64> {
    let mut s = s.clone();
    for _ in 0..s.steps {
        s.t += dt;
        s.h += 0.5;
        s.h = s.h.sin() * s.t * x;
        s.t = s.t * 0.5 + 0.25;
    }
    let s = State { t: s.t - dt, h: s.h * 2.0, ..s };
    (&s.h * s.t).sum()
}

#[test]
fn numbers_of_structs_from_outside() -> Result<()> {
    let x = pair();
    for steps in [0, 1, 3] {
        let by_hand = |x: f64| {
            let (mut h, mut t) = (x.cos(), 0.75);
            for _ in 0..steps {
                t += 0.125;
                h = (h + 0.5).sin() * t * x;
                t = t * 0.5 + 0.25;
            }
            h * 2.0 * (t - 0.125)
        };
        let s = State { h: x.cos()?, t: 0.75, steps, ..begun(&x) };
        near("stepped", &numbers(&stepped::call(&s, &x, 0.125)?)?, &sums(by_hand), 1e-13);
        orders::<stepped>((&s, &x, 0.125))?;
    }
    Ok(())
}

#[derive(Clone, Debug, Differentiable)]
struct Pairs {
    pair: (Tensor<f64>, f64),
    deep: ((f64, Tensor<f64>), usize),
}

#[differentiable(order = 2)]
fn of_pairs(p: &Pairs, x: &Tensor<f64>) -> Scalar<f64> {
    let (q, k) = &p.pair;
    (x * &p.pair.0 * p.pair.1 + q * *k).sum() + (&p.deep.0.1 * p.deep.0.0 * x).sum()
}

#[test]
fn numbers_of_structs() -> Result<()> {
    let x = pair();
    let by_hand = |x: f64| {
        let (mut h, mut t, mut steps) = (x, 0.5, 3);
        for k in 0..3 {
            h = h.sin() * t;
            t += 0.25;
            steps += k;
        }
        h * f64::from(steps) + 2.0 * t + t / 2.0
    };
    near("counted", &numbers(&counted::call(&x, 3, 0.25)?)?, &sums(by_hand), 1e-13);
    for n in [0, 1, 3] {
        orders::<counted>((&x, n, 0.25))?;
    }
    let p = Pairs { pair: (x.exp()?, 0.5), deep: ((3.0, x.cos()?), 1) };
    let by_hand = |x: f64| x * x.exp() * 0.5 + x.exp() * 0.5 + x.cos() * 3.0 * x;
    near("pairs", &numbers(&of_pairs::call(&p, &x)?)?, &sums(by_hand), 1e-13);
    orders::<of_pairs>((&p, &x))
}

/// Guards that read variables of the function, beside guards that read names of their pattern.
#[differentiable(order = 2)]
fn guarded(act: &Act, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let y = match act {
        Act::Scale(a) if n > 1 => x * a,
        Act::Bent { a, k } if *k > 2.0 && n > 1 => x * a * *k,
        Act::Bent { k, .. } if n == 1 => x + *k,
        Act::Scale(a) => x + a,
        Act::Bent { a, k } => a - k,
        Act::Id => x.clone(),
    };
    y.square().sum()
}

#[differentiable(order = 2)]
impl Act {
    fn apply(&self, x: &Tensor<f64>, most: f64) -> Tensor<f64> {
        match self {
            Self::Bent { a, k } if *k > most => x * a,
            Self::Scale(a) if most > 1.0 => a * 3.0,
            _ => x.sin(),
        }
    }
}

#[differentiable(order = 2)]
fn chosen(m: &State, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let y = match &m.last {
        Some(last) => last,
        None if n > 2 => x,
        None => &m.h,
    };
    (y * x).sum()
}

#[test]
fn guards() -> Result<()> {
    let x = pair();
    let acts =
        [Act::Id, Act::Scale(x.exp()?), Act::Bent { a: x.cos()?, k: 1.5 }, Act::Bent { a: x.cos()?, k: 2.5 }];
    for n in 0..3 {
        let by_hand = |act: &Act| match act {
            Act::Scale(_) if n > 1 => sums(|x| (x * x.exp()).powi(2)),
            Act::Bent { k, .. } if *k > 2.0 && n > 1 => sums(|x| (x * x.cos() * k).powi(2)),
            Act::Bent { k, .. } if n == 1 => sums(|x| (x + k).powi(2)),
            Act::Scale(_) => sums(|x| (x + x.exp()).powi(2)),
            Act::Bent { k, .. } => sums(|x| (x.cos() - k).powi(2)),
            Act::Id => sums(|x| x * x),
        };
        for act in &acts {
            near("guarded", &numbers(&guarded::call(act, &x, n)?)?, &by_hand(act), 1e-13);
            orders::<guarded>((act, &x, n))?;
        }
    }
    for act in &acts {
        cotangent::check::gradients::<__ActApply>((act, &x, 2.0))?;
    }
    near("a guard", &numbers(&acts[3].apply(&x, 2.0))?, &numbers(&(&x * x.cos()?))?, 0.0);
    near("no guard", &numbers(&acts[2].apply(&x, 2.0))?, &numbers(&x.sin()?)?, 0.0);
    near("a guard alone", &numbers(&acts[1].apply(&x, 2.0))?, &numbers(&(x.exp()? * 3.0))?, 0.0);
    for n in [1, 3] {
        orders::<chosen>((&begun(&x.exp()?), &x, n))?;
        orders::<chosen>((&State { last: Some(x.cos()?), ..begun(&x) }, &x, n))?;
    }
    Ok(())
}

#[differentiable(order = 2)]
fn maybe(x: &Tensor<f64>, n: usize) -> Option<Tensor<f64>> {
    if n % 2 == 0 { Some(x.exp()) } else { None }
}

/// What is matched is what a call gives.
#[differentiable(order = 2)]
fn of_call(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let y = match maybe(x, n) {
        Some(y) => y,
        None => x.sin(),
    };
    if let Some(z) = maybe(&y, n + 1) { z.sum() } else { (y * 2.0).sum() }
}

/// A local without a tensor at first.
#[differentiable(order = 2)]
fn previous(x: &Tensor<f64, N>, n: usize) -> Scalar<f64> {
    let mut last: Option<Tensor<f64, N>> = None;
    let mut h = x.clone();
    for _ in 0..n {
        h = h.sin();
        if let Some(p) = &last {
            h = h * p;
        }
        last = Some(h.clone());
    }
    h.sum()
}

fn half(n: usize) -> Result<usize> {
    if n % 2 == 0 { Ok(n / 2) } else { Err(Error::msg("odd")) }
}

#[differentiable(order = 2)]
fn of_result(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    match half(n) {
        Ok(k) => (x.sin() * k).sum(),
        Err(_) => x.exp().sum(),
    }
}

/// Arithmetic over what two functions give, handed on.
#[differentiable(order = 2)]
fn handed(x: &Tensor<f64>) -> Scalar<f64> {
    let (a, b) = (half_of(x), half_of(&x.exp()));
    let c = half_of(x);
    let d = half_of(&(&c * 3.0));
    let sum: Tensor<f64> = a + b;
    half_of(&(c - d)).sum() + half_of(&sum).sum()
}

/// The same over fields, and over entries of what a function gives.
#[differentiable(order = 2)]
fn handed_parts(s: &State, x: &Tensor<f64>) -> Scalar<f64> {
    let (a, b) = both_of(x, &s.h);
    half_of(&(&s.h + &s.all[0])).sum() + half_of(&(a - b)).sum()
}

#[differentiable(order = 2)]
fn both_of(x: &Tensor<f64>, y: &Tensor<f64>) -> (Tensor<f64>, Tensor<f64>) {
    (x * y, x.cos() + y)
}

#[differentiable(order = 2)]
fn half_of(x: &Tensor<f64>) -> Tensor<f64> {
    x.sin() * 0.5
}

#[test]
fn calls_and_locals() -> Result<()> {
    let x = pair();
    for n in 0..4 {
        orders::<of_call>((&x, n))?;
        orders::<previous>((&x, n))?;
        orders::<of_result>((&x, n))?;
    }
    near("of_call", &numbers(&of_call::call(&x, 0)?)?, &sums(|x| 2.0 * x.exp()), 1e-13);
    near("of_call", &numbers(&of_call::call(&x, 1)?)?, &sums(|x| x.sin().exp()), 1e-13);
    let thrice = |x: f64| {
        let a = x.sin();
        let b = a.sin() * a;
        b.sin() * b
    };
    near("previous", &numbers(&previous::call(&x, 3)?)?, &sums(thrice), 1e-13);
    let by_hand = |x: f64| {
        let half = |x: f64| x.sin() * 0.5;
        half(half(x) - half(half(x) * 3.0)) + half(half(x) + half(x.exp()))
    };
    near("handed", &numbers(&handed::call(&x)?)?, &sums(by_hand), 1e-13);
    orders::<handed>((&x,))?;
    let s = State { all: vec![x.exp()?], ..begun(&x.sin()?) };
    let by_hand = |x: f64| {
        let half = |x: f64| x.sin() * 0.5;
        half(x.sin() + x.exp()) + half(x * x.sin() - (x.cos() + x.sin()))
    };
    near("parts", &numbers(&handed_parts::call(&s, &x)?)?, &sums(by_hand), 1e-13);
    orders::<handed_parts>((&s, &x))
}
