//! Random programs through every pass, interpreted and compared with the source text and with central differences.

mod batched;
mod check;
mod execute;
mod generate;
mod host;
mod reference;

use std::collections::BTreeMap;

use self::check::{Counts, check};
use self::generate::{Flow, Ordered, Program, Random, seed};
use crate::fuse;
use crate::ir::Map;

/// How many programs a run draws: `COTANGENT_PROGRAMS`, or so many.
fn programs(otherwise: usize) -> usize {
    std::env::var("COTANGENT_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// A program of the run with this seed.
fn program(seed: u64, number: usize) -> Program {
    let mut random = Random::new(seed.wrapping_mul(0x1000_0001).wrapping_add(number as u64));
    let ops = 5 + random.below(36);
    Program::random(&mut random, ops)
}

/// The worst failure of a program, if any; panics of the passes are failures.
fn failure(program: &Program, counts: &mut Counts, mutate: &dyn Fn(&mut fuse::Program)) -> Option<String> {
    let run = std::panic::AssertUnwindSafe(|| check(program, counts, mutate));
    match std::panic::catch_unwind(run) {
        Ok(result) => result.err(),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            Some(text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default())
        }
    }
}

fn report(program: &Program, number: usize, seed: u64, message: &str) -> String {
    // What is refused must not shrink to something that is refused for another reason, nor to anything else.
    let kind = |m: &str| m.split([':', '%', '0']).next().unwrap_or_default().to_owned();
    let same = |m: Option<String>| m.is_some_and(|m| kind(&m) == kind(message));
    let small = program.clone().shrink(|p| same(failure(p, &mut Counts::default(), &|_| {})));
    let why = failure(&small, &mut Counts::default(), &|_| {}).unwrap_or_default();
    format!("program {number} of COTANGENT_SEED={seed}: {message}\nsmallest, {why}\n{}", small.text("f"))
}

#[test]
fn random_programs_agree_with_their_text() {
    let seed = seed();
    let programs = programs(40);
    println!("COTANGENT_SEED={seed}");
    let mut counts = Counts::default();
    let mut failures = Vec::new();
    for number in 0..programs {
        let program = program(seed, number);
        if let Some(message) = failure(&program, &mut counts, &|_| {}) {
            // One bug fails many programs: the smallest of the first few show it.
            failures.push(match failures.len() {
                0..3 => report(&program, number, seed, &message),
                _ => format!("program {number}: {message}"),
            });
        }
    }
    println!("{programs} programs: {counts:?}");
    assert!(failures.is_empty(), "{} failures\n\n{}", failures.len(), failures.join("\n\n"));
    assert!(counts.skipped * 10 < counts.compared, "kinks hide too much: {counts:?}");
}

/// Every pass takes programs with control flow; what they compute, the tests of emitted code compare.
#[test]
fn programs_with_control_flow_are_accepted() {
    let seed = seed();
    println!("COTANGENT_SEED={seed}");
    let programs = programs(12);
    let mut failures = Vec::new();
    for number in 100..100 + programs {
        let flow = Flow::numbered(seed, number);
        for text in flow.helper_texts().into_iter().chain([flow.text("f", true)]) {
            let failed = std::panic::catch_unwind(|| check::refused(&text))
                .unwrap_or_else(|_| vec!["a panic".to_owned()]);
            if !failed.is_empty() {
                failures.push(format!("program {number}: {}\n{text}", failed.join("; ")));
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n\n{}", failures.len(), failures.join("\n\n"));
}

/// Every pass takes programs that are full of host code, or says what it does not take; what they compute, `tests/oracle` compares.
#[test]
fn ordered_programs_end_without_a_panic() {
    let seed = seed();
    println!("COTANGENT_SEED={seed}");
    let programs = programs(40);
    let (mut failures, mut refused) = (Vec::new(), BTreeMap::<String, usize>::new());
    for number in 0..programs {
        let text = Ordered::numbered(seed, number).text();
        match std::panic::catch_unwind(|| check::refused(&text)) {
            Ok(messages) => {
                // Each form once, whatever the names in it.
                if let Some(message) = messages.first() {
                    let form: Vec<&str> = message.split('`').step_by(2).collect();
                    *refused.entry(form.join("_")).or_default() += 1;
                }
            }
            Err(_) => failures.push(format!("program {number} panics:\n{text}")),
        }
    }
    println!("{programs} programs, refused by form: {refused:#?}");
    assert!(failures.is_empty(), "{} failures\n\n{}", failures.len(), failures.join("\n\n"));
    assert!(refused.values().sum::<usize>() * 4 < programs, "too few are accepted: {refused:#?}");
}

/// Eight programs have every kind of function and every form, whatever they are drawn with.
#[test]
fn every_form_has_its_turn() {
    let seed = seed();
    println!("COTANGENT_SEED={seed}");
    let (mut all, mut hidden) = (String::new(), 0);
    for number in 0..8 {
        let flow = Flow::numbered(seed, number);
        let text = flow.text("f", true);
        for helper in 0..flow.helpers.len() {
            assert!(
                text.contains(&format!("{}(", flow.name_of(helper))),
                "helper {helper} is not called\n{text}"
            );
        }
        hidden += text.matches("_over_").count();
        all.extend(flow.helper_texts().into_iter().chain([text]));
    }
    assert_eq!(hidden, 0, "names that were to hide others do not\n{all}");
    let forms = [
        ("methods", &["impl Model", "impl Layer", "impl State"][..]),
        ("structs in and out", &["(st: &State", "-> State", "State { h: ", "l: &Layer"]),
        ("early returns", &["return "]),
        ("lists", &["hs0.push(", "for ", "hs0"]),
        ("enums", &["match &", "Act::Shift { by: "]),
        ("recursion", &["k - 1, s)", "self.helper"]),
        ("host numbers", &["let mut num", " as f64 * 0.1\n", ".t += "]),
        ("options", &["Option<Tensor<f64>> = None;", "if let Some(", "= Some("]),
        ("guards", &["Act::Scale(", ") if "]),
    ];
    for (what, parts) in forms {
        assert!(parts.iter().all(|part| all.contains(part)), "{what}: {parts:?} in none of\n{all}");
    }
}

type Fault = fn(&mut fuse::Program);

/// The faults that a fused program may have.
const FAULTS: [(&str, Fault); 5] = [
    ("an op of a group is another", |p| {
        let stmts = p.groups.iter_mut().flat_map(|g| &mut g.body);
        if let Some(stmt) = stmts.filter(|s| s.op == Map::Mul).last() {
            stmt.op = Map::Add;
        }
    }),
    ("operands of a difference are exchanged", |p| {
        let stmts = p.groups.iter_mut().flat_map(|g| &mut g.body);
        if let Some(stmt) = stmts.filter(|s| s.op == Map::Sub).last() {
            stmt.args.swap(0, 1);
        }
    }),
    ("a contribution to a sum is dropped", |p| {
        let stmts = p.groups.iter_mut().flat_map(|g| &mut g.body);
        if let Some(stmt) = stmts.filter(|s| s.op == Map::Add).last() {
            stmt.args[1] = fuse::Operand::Const(0.0);
        }
    }),
    ("the factor of a reduction is lost", |p| {
        for output in p.groups.iter_mut().flat_map(|g| &mut g.outputs) {
            if let fuse::OutKind::Axes { scale, .. } | fuse::OutKind::To { scale, .. } = &mut output.kind {
                scale.clear();
            }
        }
    }),
    ("an input of a group is another", |p| {
        if let Some(group) = p.groups.iter_mut().rev().find(|g| g.inputs.len() > 1) {
            let scalar = group.body.iter_mut().flat_map(|s| &mut s.args);
            for operand in scalar.filter(|o| **o == fuse::Operand::Input(0)) {
                *operand = fuse::Operand::Input(1);
            }
        }
    }),
];

/// The comparison has teeth: every kind of fault is found, though not every program offers a place for each.
#[test]
fn planted_faults_are_found() {
    let programs: Vec<Program> = (0..12).map(|number| program(2024, number)).collect();
    for (what, fault) in FAULTS {
        let found = programs.iter().filter(|p| failure(p, &mut Counts::default(), &fault).is_some()).count();
        println!("{what}: found in {found} of {}", programs.len());
        assert!(found * 3 > programs.len(), "{what}: found in {found} of {} programs only", programs.len());
    }
}
