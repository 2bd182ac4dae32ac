//! Host effects and errors happen once, in Rust's order, in every transform: random programs that are full of them, against
//! the same text as plain Rust. `COTANGENT_ORACLE` says how many; `tests/oracle` runs thousands.

use cotangent_tests::oracle::{Case, Counts, Given, check};
use cotangent_tests::plain::host::noted;
use cotangent_tests::there;

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
    let programs = all.iter().map(|case| case.number).collect::<std::collections::BTreeSet<_>>().len();
    println!("\nCOTANGENT_SEED={SEED}: {programs} programs, {} differences, {counts:?}", failures.len());
    assert!(failures.is_empty(), "{} differences\n\n{}", failures.len(), failures.join("\n\n"));
    assert!(counts.wild * 5 < counts.runs.max(1), "too few were compared: {counts:?}");
}

/// What is wrong by little, runs twice or fails is found, whichever transform it is in.
#[test]
fn planted_faults_are_found() {
    fn first() -> Case {
        cases().swap_remove(0)
    }
    /// Ten thousand times what is tolerated.
    fn off() -> f64 {
        1e4 * there::within(1e-9)
    }
    fn bent(way: cotangent::Result<Given>) -> cotangent::Result<Given> {
        way.map(|(loss, number, mut derivatives)| {
            match derivatives.last_mut().and_then(|numbers| numbers.last_mut()) {
                Some(last) => *last += off(),
                None => return (loss + off(), number, derivatives),
            }
            (loss, number, derivatives)
        })
    }
    assert_eq!(check(&first(), &mut Counts::default()), Ok(()));
    let faulty = [
        Case { call: |x, v, h| bent((first().call)(x, v, h)), ..first() },
        Case { direct: |x, v, h| bent((first().direct)(x, v, h)), ..first() },
        Case { vjp: |x, v, h| bent((first().vjp)(x, v, h)), ..first() },
        Case { value_and_grad: |x, v, h| bent((first().value_and_grad)(x, v, h)), ..first() },
        Case { jvp: |x, v, h| bent((first().jvp)(x, v, h)), ..first() },
        Case { hvp: Some(|x, v, h| bent((first().hvp.unwrap())(x, v, h))), ..first() },
        Case { call: |x, v, h| (first().call)(x, v, h).map(|(y, k, d)| (y, k + off(), d)), ..first() },
        Case { call: |x, v, h| (first().call)(x, v, h).inspect(|_| noted(0.0)), ..first() },
        Case { jvp: |x, v, h| (first().jvp)(x, v, h).inspect(|_| noted(0.0)), ..first() },
        Case { vjp: |_, _, _| Err(cotangent::Error::msg(String::from("none"))), ..first() },
    ];
    for (i, case) in faulty.iter().enumerate() {
        assert!(check(case, &mut Counts::default()).is_err(), "fault {i} was not found");
    }
}
