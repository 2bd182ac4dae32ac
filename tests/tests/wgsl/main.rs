//! How elementwise ops are spelled in WGSL, as far as it can be checked without a device: naga reads and validates each row of the
//! table, with every type that it may have, as a function.
#![cfg(feature = "wgpu")]

use cotangent::__private::spelled::{ALL, in_wgsl};

mod valid;

use valid::validate;

/// A function for each kernel, under the name of its row.
fn functions() -> String {
    let name = |at: usize| format!("{}_{at}", ALL[at].statements[0].op.name);
    (0..ALL.len()).map(|at| in_wgsl(&name(at), &ALL[at])).collect()
}

#[test]
fn every_row_is_valid() {
    let none = validate("").expect("the prelude is valid");
    assert!(ALL.len() > 100, "rows are missing: {}", ALL.len());
    match validate(&functions()) {
        Ok(all) => assert_eq!(all, none + ALL.len()),
        Err(e) => panic!("{e}"),
    }
}

/// The validator has teeth: a type error inside a function is found, and a result of another type.
#[test]
fn an_invalid_text_is_refused() {
    let all = functions();
    for (from, to) in [("let t0: f32 = x0 * x1;", "let t0: f32 = x0 * 1u;"), ("-> f32 {", "-> i32 {")] {
        let broken = all.replacen(from, to, 1);
        assert_ne!(all, broken, "a function holds `{from}`");
        assert!(validate(&broken).is_err(), "`{to}` is refused");
    }
}
