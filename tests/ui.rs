//! What users see when they write what cannot be differentiated: one file a mistake.

use std::process::Command;

/// As trybuild sets them for a case. For dependencies it leaves out the last, and cargo would build all of them twice: the test runs
/// itself again, with these for all that is built.
const FLAGS: (&str, &str) = (
    "CARGO_ENCODED_RUSTFLAGS",
    "--cfg\x1ftrybuild\x1f--verbose\x1f-A\x1fdead_code\x1f--diagnostic-width=140",
);

#[test]
fn ui() {
    if std::env::var(FLAGS.0).is_ok_and(|flags| flags == FLAGS.1) {
        trybuild::TestCases::new().compile_fail("ui/*.rs");
        return;
    }
    let this = std::env::current_exe().expect("the path of this test");
    let mut again = Command::new(this);
    again.args(std::env::args_os().skip(1)).env(FLAGS.0, FLAGS.1);
    assert!(again.status().expect("it runs again").success(), "see above");
}
