//! Each rule text against central differences: the vjp, the jvp, and the vjp of the vjp.

#![allow(clippy::needless_raw_string_hashes)] // as `expect_test` writes them

use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use expect_test::expect;

use super::array::Array;
use super::copied::Unknown;
use super::sample::{Random, as_tensor};
use super::*;
use crate::rules::Param;
use crate::rules::variants::VARIANTS;

/// An op as the checks see it: a row or a composite with its parameters.
struct Subject {
    name: &'static str,
    tensors: Vec<bool>,
    sample: Vec<(syn::Ident, proc_macro2::TokenStream)>,
}

fn rows(machine: &Machine) -> Vec<Subject> {
    let tensor = |p: &Param| matches!(p.kind, ParamKind::Tensor { .. });
    let subject = |t: RowText| {
        let row = &machine.rows[t.name].1;
        Subject { name: t.name, tensors: row.params.iter().map(tensor).collect(), sample: row.sample.clone() }
    };
    texts().map(subject).collect()
}

fn composites(machine: &Machine) -> Vec<Subject> {
    let subject = |c: &'static Composite| {
        let inputs = machine.composites[c.name].sig.inputs.iter();
        let tensors = inputs.map(|p| quote::quote!(#p).to_string().contains("Tensor")).collect();
        Subject { name: c.name, tensors, sample: c.samples().expect("samples parse") }
    };
    COMPOSITES.iter().filter(|c| is_real(c)).map(subject).collect()
}

/// The call of a subject on given float tensors; the others are as first drawn.
struct Trial<'m> {
    table: &'m Machine,
    name: &'static str,
    args: Vec<Value>,
    arrays: Vec<Array>,
    /// The places of the float ones among `arrays`.
    floats: Vec<usize>,
}

/// A machine that has run the call, with its first result.
struct Ran {
    machine: Machine,
    y: usize,
    results: Vec<usize>,
}

impl<'m> Trial<'m> {
    fn draw(table: &'m Machine, subject: &Subject, random: &mut Random) -> Self {
        let mut machine = table.fresh();
        let mut args = machine.sample(&subject.sample, random);
        assert_eq!(args.len(), subject.tensors.len(), "`{}`: a sample for each parameter", subject.name);
        for (arg, _) in args.iter_mut().zip(&subject.tensors).filter(|(_, tensor)| **tensor) {
            if let Some(array) = as_tensor(arg, random) {
                *arg = Value::Tensor(machine.tensor(array));
            }
        }
        let floats = (0..machine.arrays.len()).filter(|i| machine.arrays[*i].kind == Kind::Float).collect();
        Self { table, name: subject.name, args, arrays: machine.arrays, floats }
    }

    fn run(&self, arrays: &[Array]) -> Ran {
        let mut machine = self.table.fresh();
        machine.arrays = arrays.to_vec();
        let results = match machine.call(self.name, self.args.clone()) {
            Value::Tensor(y) => vec![y],
            Value::Many(ys) => ys.iter().map(Value::tensor).collect(),
            Value::Host(_) => panic!("`{}` gives a host value", self.name),
        };
        // A sign and a permutation come first here, and have no derivative.
        let y = match self.name {
            "slogdet" | "lu" => results[1],
            name if machine.gives_list(name) => {
                machine.flat(&results.iter().map(|y| Value::Tensor(*y)).collect::<Vec<_>>())
            }
            _ => results[0],
        };
        Ran { machine, y, results }
    }

    fn value(&self, arrays: &[Array]) -> Array {
        let ran = self.run(arrays);
        ran.machine.arrays[ran.y].clone()
    }

    fn moved(&self, directions: &[Array], t: f64) -> Vec<Array> {
        let mut arrays = self.arrays.clone();
        for (i, d) in self.floats.iter().zip(directions) {
            arrays[*i] = arrays[*i].step(t, d);
        }
        arrays
    }

    fn directions(&self, random: &mut Random) -> Vec<Array> {
        self.floats.iter().map(|i| random.array(&self.arrays[*i].shape, -1.0, 1.0)).collect()
    }
}

const STEP: f64 = 1e-5;

fn close(what: &str, name: &str, exact: f64, numeric: f64, scale: f64) -> Result<(), String> {
    let error = (exact - numeric).abs() / (1.0 + numeric.abs() + scale);
    // Central differences: h² from the series, 1e-16 / h from rounding.
    if error < 1e-7 {
        Ok(())
    } else {
        Err(format!("`{name}`: {what} by the rule {exact:.9}, numeric {numeric:.9}"))
    }
}

/// Fails with a sentence where a rule text disagrees with differences of the primal.
fn check(table: &Machine, subject: &Subject, random: &mut Random) -> Result<bool, String> {
    let trial = Trial::draw(table, subject, random);
    let Ran { mut machine, y, results } = trial.run(&trial.arrays);
    if machine.arrays[y].kind != Kind::Float || trial.floats.is_empty() {
        return Ok(false);
    }
    let g = random.array(&machine.arrays[y].shape.clone(), -1.0, 1.0);
    let g_at = machine.tensor(g.clone());
    let bars = machine.pull(y, g_at, &trial.floats);
    let directions = trial.directions(random);
    let slope = |alone: Option<usize>| {
        let used: Vec<Array> = (directions.iter().enumerate())
            .map(|(i, d)| if alone.is_none_or(|a| a == i) { d.clone() } else { d.step(-1.0, d) })
            .collect();
        let (up, down) = (trial.value(&trial.moved(&used, STEP)), trial.value(&trial.moved(&used, -STEP)));
        up.step(-1.0, &down).dot(&g) / (2.0 * STEP)
    };
    let mut moves = false;
    for (i, bar) in bars.iter().enumerate() {
        let exact = machine.arrays[*bar].dot(&directions[i]);
        moves |= exact != 0.0;
        close(&format!("cotangent of tensor {i}"), subject.name, exact, slope(Some(i)), 0.0)?;
    }
    second(&trial, &g, random)?;
    let is_row = |name| table.rows.get(name).is_some_and(|(class, _)| *class != Class::Map);
    if is_row(subject.name) {
        let mut tangents = HashMap::default();
        for (x, d) in trial.floats.iter().zip(&directions) {
            tangents.insert(*x, machine.tensor(d.clone()));
        }
        let y_dot = machine.push(subject.name, &trial.args, &results, &tangents);
        let exact = machine.arrays[y_dot].dot(&g);
        close("the jvp", subject.name, exact, slope(None), 0.0)?;
    }
    Ok(moves)
}

/// `⟨u, x̄⟩` is differentiated again, `g` being a variable too.
fn second(trial: &Trial<'_>, g: &Array, random: &mut Random) -> Result<(), String> {
    let us = trial.directions(random);
    let vs = trial.directions(random);
    let g_dot = random.array(&g.shape, -1.0, 1.0);
    let first = |t: f64| {
        let Ran { mut machine, y, .. } = trial.run(&trial.moved(&vs, t));
        let g_at = machine.tensor(g.step(t, &g_dot));
        let bars = machine.pull(y, g_at, &trial.floats);
        (machine, g_at, bars)
    };
    let inner = |(machine, _, bars): (Machine, usize, Vec<usize>)| -> f64 {
        bars.iter().zip(&us).map(|(b, u)| machine.arrays[*b].dot(u)).sum()
    };
    let numeric = (inner(first(STEP)) - inner(first(-STEP))) / (2.0 * STEP);
    let (mut machine, g_at, bars) = first(0.0);
    let wrt: Vec<usize> = trial.floats.iter().copied().chain([g_at]).collect();
    let (mut exact, mut scale) = (0.0, 0.0);
    for (bar, u) in bars.iter().zip(&us) {
        let u_at = machine.tensor(u.clone());
        let seconds = machine.pull(*bar, u_at, &wrt);
        for (s, v) in seconds.iter().zip(vs.iter().chain([&g_dot])) {
            let term = machine.arrays[*s].dot(v);
            exact += term;
            scale += term.abs();
        }
    }
    close("the second derivative", trial.name, exact, numeric, scale)
}

/// Rows whose derivative is 0 by definition, or that of a single point, `x = 0` of `gamma_limit`.
const NOT_ITS_DERIVATIVE: &[&str] = &["stop_gradient", "detach", "ctc_states", "gamma_limit"];

/// The outcome of a check that did not fail.
#[derive(Debug, PartialEq)]
enum Verdict {
    Agrees,
    /// Nothing of the sample has a derivative, or all of it is zero.
    Still,
    /// The interpreter has no definition of something in the text.
    Undefined,
}

/// As [`check`]. A row that the interpreter has no definition of is left, aloud, to the gradient check of the emitted
/// code, which is printed from the table and needs none.
fn judge(table: &Machine, subject: &Subject, random: &mut Random) -> Result<Verdict, String> {
    let stopped = match catch_unwind(AssertUnwindSafe(|| check(table, subject, random))) {
        Ok(result) => return result.map(|moves| if moves { Verdict::Agrees } else { Verdict::Still }),
        Err(payload) => payload,
    };
    match stopped.downcast_ref::<Unknown>() {
        Some(Unknown(row)) => {
            // Not `eprintln!`, which a passing test keeps to itself.
            let text = format!(
                "skipped: `{}` by its text: no definition of `{row}` in rules/interpret\n",
                subject.name
            );
            std::io::stderr().write_all(text.as_bytes()).expect("stderr is open");
            Ok(Verdict::Undefined)
        }
        None => Err(format!("`{}`: the interpreter stopped, see above", subject.name)),
    }
}

const SEED: u64 = 20;

fn check_all(table: &Machine, subjects: &[Subject], mut seed: impl FnMut(&Subject) -> u64) {
    let failed: Vec<String> = subjects
        .iter()
        .filter(|s| !NOT_ITS_DERIVATIVE.contains(&s.name))
        .filter_map(|s| judge(table, s, &mut Random(seed(s))).err())
        .collect();
    assert!(failed.is_empty(), "seed {SEED}:\n{}", failed.join("\n"));
}

/// A seed of an op's own, so that the numbers of one do not depend on which others there are.
fn own_seed(subject: &Subject) -> u64 {
    subject.name.bytes().fold(SEED, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn rows_agree_with_central_differences() {
    let table = Machine::new();
    check_all(&table, &rows(&table), own_seed);
}

#[test]
fn composites_agree_with_central_differences() {
    let table = Machine::new();
    check_all(&table, &composites(&table), own_seed);
}

#[test]
fn variants_agree_with_central_differences() {
    let table = Machine::new();
    let all: Vec<Subject> = rows(&table).into_iter().chain(composites(&table)).collect();
    let variant = |(name, sample): &(&'static str, &str)| {
        let is_complex = COMPOSITES.iter().any(|c| c.name == *name && !is_real(c));
        let of = all.iter().find(|s| s.name == *name);
        assert!(of.is_some() || is_complex, "nothing is called `{name}`");
        let of = of?;
        let sample =
            syn::parse::Parser::parse_str(crate::rules::sample_fields, sample).expect("samples parse");
        Some(Subject { name: of.name, tensors: of.tensors.clone(), sample })
    };
    let mut random = Random(SEED);
    check_all(&table, &VARIANTS.iter().filter_map(variant).collect::<Vec<_>>(), |_| {
        (random.unit() * 1e9) as u64
    });
}

/// Something of a row that a wrong rule could have the wrong sign of.
enum Flip {
    Jvp,
    /// The cotangent of a parameter.
    Cotangent(usize),
    /// The cotangent of an item of the list that a hatch takes.
    Hatched(usize),
}

fn flips(class: Class, row: &Row, subject: &Subject) -> Vec<Flip> {
    let jvp = (row.jvp.is_some() && class != Class::Map).then_some(Flip::Jvp);
    let bars = match &row.vjp {
        Vjp::Text { cotangents, .. } => {
            let flips = |(param, cotangent): &(syn::Ident, Cotangent)| {
                matches!(cotangent, Cotangent::Expr(_))
                    && row.params.iter().any(|p| p.name == *param && is_float(p))
            };
            let at = (0..cotangents.len()).filter(|i| flips(&cotangents[*i]));
            at.map(Flip::Cotangent).collect::<Vec<_>>()
        }
        Vjp::Hatch(_) => {
            let (_, list) = &subject.sample[0];
            let list: syn::ExprCall = syn::parse2(list.clone()).expect("a hatch is of a list");
            (0..list.args.len()).map(Flip::Hatched).collect()
        }
    };
    jvp.into_iter().chain(bars).collect()
}

/// A table that has one sign wrong.
fn flipped(table: &Machine, name: &'static str, flip: &Flip) -> Machine {
    if let Flip::Hatched(item) = flip {
        return Machine { wrong_item: Some((name, *item)), ..table.fresh() };
    }
    let mut rows: HashMap<_, _> = table.rows.iter().map(|(n, r)| (*n, r.clone())).collect();
    let row = &mut rows.get_mut(name).expect("it is there").1;
    match (flip, &mut row.vjp, &mut row.jvp) {
        (Flip::Jvp, _, Some(jvp)) => {
            let Some(Stmt::Expr(tail, None)) = jvp.last_mut() else { panic!("an expression") };
            *tail = syn::parse_quote!(-(#tail));
        }
        (Flip::Cotangent(i), Vjp::Text { cotangents, .. }, _) => {
            let Cotangent::Expr(expr) = &mut cotangents[*i].1 else { panic!("an expression") };
            **expr = syn::parse_quote!(-(#expr));
        }
        _ => panic!("the row has what is flipped"),
    }
    Machine { rows: Rc::new(rows), ..table.fresh() }
}

/// A wrong row is caught: each cotangent of each row, and each jvp, with its sign flipped. A hatch is not text: what is
/// flipped is the interpreter's own copy of it, so this says that the samples of `concat` and `stack` would show it;
/// `differentiate/hatches.rs` itself is checked through emitted code, by `gradcheck_layout` of the tests.
#[test]
fn every_flipped_sign_is_caught() {
    let table = Machine::new();
    let mut left = BTreeMap::<&str, Vec<&str>>::new();
    for subject in rows(&table) {
        let name = subject.name;
        let (class, row) = &table.rows[name];
        let flips = flips(*class, row, &subject);
        if NOT_ITS_DERIVATIVE.contains(&name) {
            left.entry("its derivative is not one of differences").or_default().push(name);
            continue;
        }
        if flips.is_empty() {
            left.entry("its text has no derivative that could be flipped").or_default().push(name);
            continue;
        }
        // One draw may be all zeros, such as a mask.
        let mut verdicts = (1..9).map(|seed| judge(&table, &subject, &mut Random(seed)));
        match verdicts.find(|v| *v != Ok(Verdict::Still)) {
            Some(Ok(Verdict::Agrees)) => {}
            Some(Ok(Verdict::Undefined)) => {
                left.entry("the interpreter has no definition of it").or_default().push(name);
                continue;
            }
            Some(Err(message)) => panic!("row `{name}` is wrong to begin with: {message}"),
            _ => panic!("row `{name}`: every derivative at its sample is zero; give it another sample"),
        }
        for flip in flips {
            let wrong = flipped(&table, name, &flip);
            // A sample may miss a branch, such as one bound of a clamp.
            let caught = (1..9).any(|seed| check(&wrong, &subject, &mut Random(seed)).is_err());
            let what = match flip {
                Flip::Jvp => "the jvp".to_owned(),
                Flip::Cotangent(i) => format!("cotangent {i}"),
                Flip::Hatched(i) => format!("the cotangent of item {i}"),
            };
            assert!(caught, "row `{name}`: {what} with a flipped sign passes");
        }
    }
    let left: Vec<String> = left.iter().map(|(why, names)| format!("{why}: {}", names.join(" "))).collect();
    // A row joins or leaves this list by its own text; `UPDATE_EXPECT=1` writes it.
    expect![[r#"
        its derivative is not one of differences: stop_gradient gamma_limit ctc_states
        its text has no derivative that could be flipped: sign floor ceil round trunc eq ne lt le gt ge and or not is_nan is_finite any all iota place_before place_within rope_table mel_bank key_uniform key_normal key_bernoulli key_randint key_permutation tri_mask one_hot argmax argmin searchsorted histogram lu_order"#]]
    .assert_eq(&left.join("\n"));
}

/// The planted error of the design: a logarithm whose rule multiplies.
#[test]
fn a_wrong_text_is_caught() {
    let table = Machine::new();
    let mut rows: HashMap<_, _> = table.rows.iter().map(|(n, r)| (*n, r.clone())).collect();
    let (_, row) = rows.get_mut("ln").expect("it is there");
    row.vjp = Vjp::Text {
        lets: Vec::new(),
        cotangents: vec![(syn::parse_quote!(x), Cotangent::Expr(syn::parse_quote!(g * x)))],
    };
    let wrong = Machine { rows: Rc::new(rows), ..table.fresh() };
    let subject = self::rows(&table).into_iter().find(|s| s.name == "ln").expect("it is there");
    let message = check(&wrong, &subject, &mut Random(1)).expect_err("the rule is wrong");
    assert!(message.starts_with("`ln`: cotangent of tensor 0 by the rule"), "{message}");
}

fn is_float(param: &Param) -> bool {
    use crate::rules::ElemClass;
    match param.kind {
        ParamKind::Tensor { elem, .. } => !matches!(elem, ElemClass::Bool | ElemClass::I32),
        ParamKind::List => true,
        ParamKind::Host(_) => false,
    }
}
