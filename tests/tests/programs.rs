//! Random programs through the compiler: emitted code against the same program by eager methods, one op at a time, and
//! against central differences of it. `COTANGENT_SEED` draws others; the macro crate's tests shrink what fails.

use cotangent_tests::programs::{Along, Case, Counts, Gradient, Tensors, check};

include!(concat!(env!("OUT_DIR"), "/programs.rs"));

#[test]
fn emitted_programs_agree_with_eager_ones() {
    println!("COTANGENT_SEED={SEED}");
    let mut counts = Counts::default();
    let cases = cases();
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let message = check(case, &mut counts).err()?;
            Some(format!("program {} of COTANGENT_SEED={SEED}: {message}\n{}", case.number, case.text))
        })
        .collect();
    println!("{} programs: {counts:?}", cases.len());
    assert!(failures.is_empty(), "{} failures\n\n{}", failures.len(), failures.join("\n\n"));
    assert!(counts.skipped * 10 < counts.compared, "kinks hide too much: {counts:?}");
}

/// A small error in one tensor of emitted code is found, whichever function has the error. With a device, the error is on the device
/// alone.
#[test]
fn planted_faults_are_found() {
    fn bent(mut tensors: Tensors) -> Tensors {
        let last = tensors.pop().expect("a tensor");
        if last.device() != cotangent::Device::default() {
            tensors.push(last);
            return tensors;
        }
        tensors.push(last.mul(1.01).and_then(|t| t.add(1e-3)).expect("elementwise"));
        tensors
    }
    const PLAIN: fn() -> Case = program_0::case;
    let with_loss = cases().into_iter().find(|c| c.hvp.is_some()).expect("a program with a loss");
    assert_eq!(check(&PLAIN(), &mut Counts::default()), Ok(()));
    let plain = PLAIN();
    let faulty = [
        Case { call: |x, s| (PLAIN().call)(x, s).map(bent), ..plain.clone() },
        Case { vjp: |x, s, u| (PLAIN().vjp)(x, s, u).map(|(y, g)| (y, bent(g))), ..plain.clone() },
        Case { vjp: |x, s, u| (PLAIN().vjp)(x, s, u).map(|(y, g)| (bent(y), g)), ..plain.clone() },
        Case { jvp: |x, s, v| (PLAIN().jvp)(x, s, v).map(|(y, t)| (y, bent(t))), ..plain },
        Case {
            value_and_grad: with_loss.value_and_grad.map(|_| -> Gradient {
                |x, s| {
                    let case = cases().into_iter().find(|c| c.hvp.is_some()).expect("as above");
                    case.value_and_grad.expect("a loss")(x, s).map(|(y, g)| (y, bent(g)))
                }
            }),
            ..with_loss.clone()
        },
        Case {
            hvp: with_loss.hvp.map(|_| -> Along {
                |x, s, v| {
                    let case = cases().into_iter().find(|c| c.hvp.is_some()).expect("as above");
                    case.hvp.expect("a loss")(x, s, v).map(|(g, h)| (g, bent(h)))
                }
            }),
            ..with_loss
        },
    ];
    for (i, case) in faulty.iter().enumerate() {
        assert!(check(case, &mut Counts::default()).is_err(), "fault {i} was not found");
    }
}
