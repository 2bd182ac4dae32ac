//! Helpers shared by the tests.

#[cfg(feature = "wgpu")]
pub mod beside;
pub mod examples;
pub mod flow;
pub mod gradcheck;
pub mod instances;
pub mod oracle;
pub mod peer;
pub mod plain;
pub mod programs;
pub mod there;
pub mod types;
pub mod walk;

/// The first WebGPU adapter as a device. Where there is none the run says so aloud, or fails if COTANGENT_REQUIRE names `wgpu`.
///
/// # Panics
/// If it is required and not there.
#[cfg(feature = "wgpu")]
pub fn wgpu() -> Option<cotangent::Device> {
    use std::io::Write as _;

    match cotangent::Device::wgpu(0) {
        Ok(device) => Some(device),
        Err(why) => {
            let required = std::env::var("COTANGENT_REQUIRE").unwrap_or_default();
            assert!(!required.split(',').any(|r| r == "wgpu"), "COTANGENT_REQUIRE names wgpu: {why}");
            // Not `println!`, which a test that passes keeps for itself.
            let _ = writeln!(std::io::stderr(), "skipped: no WebGPU adapter ({why})");
            None
        }
    }
}
