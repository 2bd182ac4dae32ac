//! Host effects and errors happen once, in Rust's order, in every transform: random programs that are full of them, against
//! the same text as plain Rust. `COTANGENT_ORACLE` says how many; `tests/oracle` runs thousands.

use cotangent_tests::oracle::{Case, Counts, check};

include!(concat!(env!("OUT_DIR"), "/oracle.rs"));

#[test]
fn programs_are_what_rustc_makes_of_them() {
    // Unoptimised code gives each value a place on the stack.
    let test = std::thread::Builder::new().stack_size(256 << 20).spawn(all_programs);
    test.expect("a thread").join().expect("no differences");
}

fn all_programs() {
    std::panic::set_hook(Box::new(|_| {}));
    let mut counts = Counts::default();
    let all = cases();
    let failures: Vec<String> = all
        .iter()
        .filter_map(|case| {
            let message = check(case, &mut counts).err()?;
            Some(format!(
                "DIFFERENCE program {} of COTANGENT_SEED={SEED}: {message}\n{}",
                case.number, case.text
            ))
        })
        .collect();
    let _ = std::panic::take_hook();
    println!("COTANGENT_SEED={SEED}: {} programs, {} differences, {counts:?}", all.len(), failures.len());
    assert!(failures.is_empty(), "{} differences\n\n{}", failures.len(), failures.join("\n\n"));
    assert!(counts.wild * 5 < counts.runs.max(1), "too few were compared: {counts:?}");
}
