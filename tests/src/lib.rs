//! Helpers shared by the tests.

#[cfg(feature = "wgpu")]
pub mod beside;
pub mod examples;
pub mod flow;
pub mod fuzz;
pub mod gradcheck;
pub mod instances;
pub mod known;
pub mod oracle;
pub mod peer;
pub mod plain;
pub mod programs;
pub mod there;
pub mod types;
pub mod walk;
pub mod workloads;

/// The first WebGPU adapter as a device, or the GPU that COTANGENT_DEVICE names. Where there is none the run says so aloud, or
/// fails if COTANGENT_REQUIRE names `wgpu`.
///
/// # Panics
/// If it is required and not there.
#[cfg(feature = "wgpu")]
pub fn wgpu() -> Option<cotangent::Device> {
    match there::named_gpu() {
        Some(gpu) => Some(gpu),
        None => found("wgpu", "WebGPU adapter", cotangent::Device::wgpu(0)),
    }
}

/// The GPU that COTANGENT_DEVICE names, or the first. Where there is none the run says so aloud, or fails if COTANGENT_REQUIRE
/// names `cuda`.
///
/// # Panics
/// If it is required and not there.
#[cfg(feature = "cuda")]
pub fn cuda() -> Option<cotangent::Device> {
    match there::named_gpu() {
        Some(gpu) => Some(gpu),
        None => found("cuda", "CUDA device", cotangent::Device::cuda(0)),
    }
}

#[cfg(any(feature = "wgpu", feature = "cuda"))]
fn found(name: &str, what: &str, device: cotangent::Result<cotangent::Device>) -> Option<cotangent::Device> {
    use std::io::Write as _;

    let missing = |why| {
        let required = std::env::var("COTANGENT_REQUIRE").unwrap_or_default();
        assert!(!required.split(',').any(|r| r == name), "COTANGENT_REQUIRE names {name}: {why}");
        // Not `println!`, which a test that passes keeps for itself.
        let _ = writeln!(std::io::stderr(), "skipped: no {what} ({why})");
    };
    device.map_err(missing).ok()
}
