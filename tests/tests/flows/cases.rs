// Random programs with branches, loops, early returns, functions, methods, recursion, structs, enums, lists and checkpoints
// through the compiler: against the same statements run one by one, without control flow, by eager methods and by difference
// quotients of these; with checkpoints against the same without, in bits; and against the program written out and
// differentiated.

use cotangent_tests::programs::{Case, Counts, alike, check};

include!(concat!(env!("OUT_DIR"), "/", env!("CARGO_CRATE_NAME"), ".rs"));

fn report(case: &Case, message: &str) -> String {
    format!("program {} of COTANGENT_SEED={SEED}: {message}\n{}", case.number, case.text)
}

fn assert_none(failures: &[String]) {
    assert!(failures.is_empty(), "{} failures\n\n{}", failures.len(), failures.join("\n\n"));
}

#[test]
fn control_flow_is_what_it_runs() {
    // Some programs are one long function, and unoptimised code gives each value a place on the stack.
    let test = std::thread::Builder::new().stack_size(64 << 20).spawn(control_flow);
    test.expect("a thread").join().expect("no failures");
}

fn control_flow() {
    println!("COTANGENT_SEED={SEED}");
    let mut counts = Counts::default();
    let all = cases();
    let failures = all.iter().filter_map(|c| Some(report(c, &check(c, &mut counts).err()?)));
    let failures: Vec<String> = failures.collect();
    println!("{} programs: {counts:?}", all.len());
    assert_none(&failures);
    assert!(counts.skipped * 10 < counts.compared, "kinks hide too much: {counts:?}");
}

#[test]
fn checkpoints_change_no_bit() {
    println!("COTANGENT_SEED={SEED}");
    let (all, mut counts) = (with_and_without(), Counts::default());
    let failures = all.iter().filter_map(|(a, b)| Some(report(a, &alike(a, b, 0.0, &mut counts).err()?)));
    assert_none(&failures.collect::<Vec<_>>());
    assert!(counts.values > 100, "{counts:?}");
}

#[test]
fn programs_are_what_they_are_written_out() {
    println!("COTANGENT_SEED={SEED}");
    let (all, mut counts) = (written_out(), Counts::default());
    let failures = all.iter().filter_map(|(a, b)| Some(report(a, &alike(a, b, 1e-9, &mut counts).err()?)));
    assert_none(&failures.collect::<Vec<_>>());
    assert!(counts.values > 100, "{counts:?}");
}
