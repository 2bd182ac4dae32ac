//! What users see when they write what cannot be differentiated: one file a mistake.

#[test]
fn ui() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
