//! Programs against the same text as plain Rust: values, gradients, tangents, Hessian-vector products, and the calls of
//! host functions with what they were given.

use cotangent::Tensor;

use crate::plain;
use crate::plain::host::{Called, record};
use crate::there;

/// The sizes of the parameters with derivatives of most programs: `x`, `w`, three in `xs`, `st.h`, `st.b`.
pub const SHAPES: [&[usize]; 7] = [&[3], &[3, 3], &[3], &[3], &[3], &[3], &[]];
/// What `n` and `s` are in those.
pub const HOSTS: [(usize, f64); 3] = [(1, 0.6), (2, -0.4), (3, 0.9)];

/// Numbers of all parameters, one after the other.
pub type Numbers = Vec<f64>;
/// The loss, the host number beside it, and derivatives.
pub type Given = (f64, f64, Vec<Numbers>);
/// A transform on the parameters, a direction and host values.
pub type Way = fn(&[Tensor<f64>], &[Tensor<f64>], (usize, f64)) -> cotangent::Result<Given>;
type Outcome = (Result<Given, String>, Vec<Called>);

pub struct Case {
    pub number: usize,
    pub text: &'static str,
    pub shapes: &'static [&'static [usize]],
    pub hosts: &'static [(usize, f64)],
    pub call: Way,
    pub direct: Way,
    pub vjp: Way,
    pub value_and_grad: Way,
    pub jvp: Way,
    /// Gives no loss. Of a third of the programs.
    pub hvp: Option<Way>,
    pub plain: fn(&[plain::Tensor], (usize, f64)) -> cotangent::Result<(plain::Tensor, f64)>,
}

/// What was compared.
#[derive(Debug, Default)]
pub struct Counts {
    pub runs: usize,
    pub numbers: usize,
    pub calls: usize,
    /// Runs that end in an error, on both sides.
    pub errors: usize,
    /// Runs whose numbers grow beyond what can be compared.
    pub wild: usize,
}

/// Numbers of this case alone, not large.
fn drawn(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

fn tensors(case: &Case, numbers: &[f64]) -> Vec<Tensor<f64>> {
    let mut rest = numbers;
    let made = case.shapes.iter().map(|shape| {
        let (own, others) = rest.split_at(shape.iter().product());
        rest = others;
        there::at(Tensor::from_vec(own.to_vec(), *shape).expect("as many as its shape says"))
    });
    made.collect()
}

/// The parameters as numbers that change along both directions.
fn moving(case: &Case, at: &[f64], along: [&[f64]; 2]) -> Vec<plain::Tensor> {
    let number = |i: usize| plain::Hyper { value: at[i], along: along.map(|v| v[i]), both: 0.0 };
    let mut first = 0;
    let made = case.shapes.iter().map(|shape| {
        let from = first;
        first += shape.iter().product::<usize>();
        plain::Tensor::new(*shape, (from..first).map(number).collect())
    });
    made.collect()
}

fn near(a: f64, b: f64, scale: f64) -> bool {
    a == b || (a - b).abs() <= there::within(1e-9) * (1.0 + scale)
}

fn compare(what: &str, have: &[f64], want: &[f64]) -> Result<(), String> {
    let scale = want.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    match have.iter().zip(want).position(|(a, b)| !near(*a, *b, scale)) {
        _ if have.len() != want.len() => Err(format!("{what}: {} numbers, not {}", have.len(), want.len())),
        Some(i) => Err(format!("{what}: number {i} is {}, not {}", have[i], want[i])),
        None => Ok(()),
    }
}

/// What rustc says of one run: the loss and the number, the gradient, its product with the Hessian, and the calls.
struct Reference {
    outcome: Result<(f64, f64), String>,
    gradient: Numbers,
    product: Numbers,
    tangent: f64,
    calls: Vec<Called>,
}

fn reference(case: &Case, at: &[f64], v: &[f64], host: (usize, f64)) -> Reference {
    let mut found = Reference {
        outcome: Ok((0.0, 0.0)),
        gradient: Vec::new(),
        product: Vec::new(),
        tangent: 0.0,
        calls: Vec::new(),
    };
    for k in 0..at.len() {
        let mut unit = vec![0.0; at.len()];
        unit[k] = 1.0;
        record();
        let run = plain::caught(|| (case.plain)(&moving(case, at, [&unit, v]), host));
        found.calls = record();
        match run {
            Ok((loss, number)) => {
                let loss = loss.numbers()[0];
                found.outcome = Ok((loss.value, number));
                found.gradient.push(loss.along[0]);
                found.product.push(loss.both);
                found.tangent = loss.along[1];
            }
            Err(text) => {
                found.outcome = Err(text);
                return found;
            }
        }
    }
    found
}

/// Every transform of a program, for all host values, against plain Rust.
///
/// # Errors
/// What differs.
pub fn check(case: &Case, counts: &mut Counts) -> Result<(), String> {
    let mut next = drawn(case.number as u64 + 1);
    let size = case.shapes.iter().map(|s| s.iter().product::<usize>()).sum();
    for &host in case.hosts {
        let at: Numbers = (0..size).map(|_| next()).collect();
        let v: Numbers = (0..size).map(|_| next()).collect();
        let want = reference(case, &at, &v, host);
        counts.runs += 1;
        counts.calls += want.calls.len();
        counts.errors += usize::from(want.outcome.is_err());
        let all = [&want.gradient[..], &want.product].concat();
        if !all.iter().all(|x| x.abs() < 1e5) {
            counts.wild += 1;
            continue;
        }
        let (x, along) = (tensors(case, &at), tensors(case, &v));
        let mut ways: Vec<(&str, Way, Vec<&Numbers>)> = vec![
            ("call", case.call, vec![]),
            ("the function itself", case.direct, vec![]),
            ("vjp", case.vjp, vec![&want.gradient]),
            ("value_and_grad", case.value_and_grad, vec![&want.gradient]),
            ("jvp", case.jvp, vec![]),
        ];
        ways.extend(case.hvp.map(|hvp| ("hvp", hvp, vec![&want.gradient, &want.product])));
        for (what, way, derivatives) in ways {
            record();
            let outcome = (plain::caught(|| way(&x, &along, host)), record());
            let tangent = vec![want.tangent];
            let derivatives = if what == "jvp" { vec![&tangent] } else { derivatives };
            agree(what, outcome, &want, &derivatives)
                .map_err(|e| format!("{e} (n = {}, s = {:?})", host.0, host.1))?;
            counts.numbers += 2 + derivatives.iter().map(|d| d.len()).sum::<usize>();
        }
    }
    Ok(())
}

fn agree(
    what: &str,
    (have, calls): Outcome,
    want: &Reference,
    derivatives: &[&Numbers],
) -> Result<(), String> {
    let same = |(a, b): (&Called, &Called)| a.0 == b.0 && near(a.1, b.1, b.1.abs());
    if calls.len() != want.calls.len() || !calls.iter().zip(&want.calls).all(same) {
        let first = calls.iter().zip(&want.calls).position(|pair| !same(pair));
        let first = first.unwrap_or(calls.len().min(want.calls.len()));
        return Err(format!(
            "{what}: {} host calls, not {}; call {first} is {:?}, not {:?}",
            calls.len(),
            want.calls.len(),
            calls.get(first),
            want.calls.get(first)
        ));
    }
    match (have, &want.outcome) {
        (Ok((loss, number, found)), Ok((value, host))) => {
            let values = if what == "hvp" { [*value, *host] } else { [loss, number] };
            compare(&format!("{what}: value"), &values, &[*value, *host])?;
            if found.len() != derivatives.len() {
                return Err(format!("{what}: {} derivatives", found.len()));
            }
            let named = ["derivative", "second derivative"].iter().zip(found.iter().zip(derivatives));
            for (name, (found, want)) in named {
                compare(&format!("{what}: {name}"), found, want)?;
            }
            Ok(())
        }
        (Err(have), Err(want)) if have.contains(want.as_str()) => Ok(()),
        (have, want) => Err(format!("{what}: {have:?}, not {want:?}")),
    }
}
