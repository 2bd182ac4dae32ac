//! What users see when they write what cannot be differentiated: one file a mistake.

use std::process::Command;

/// As trybuild sets them for a case. For dependencies it leaves out the last, and cargo would build all of them twice.
const FLAGS: &str = "--cfg\x1ftrybuild\x1f--verbose\x1f-A\x1fdead_code\x1f--diagnostic-width=140";

#[test]
fn ui() {
    let this = std::env::current_exe().expect("the path of this test");
    let mut cases = Command::new(this);
    cases.args(["--exact", "cases", "--ignored", "--nocapture"]).env("CARGO_ENCODED_RUSTFLAGS", FLAGS);
    assert!(cases.status().expect("it runs again").success(), "see above");
}

#[test]
#[ignore = "run by `ui`, with flags for all that is built"]
fn cases() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
