//! `cfg(unoptimised)`: this package is, and so most likely is what launches its kernels. `cfg(remote)`: there may be devices
//! whose memory is not the processor's.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(unoptimised, remote)");
    if ["WGPU", "CUDA"].iter().any(|name| std::env::var_os(format!("CARGO_FEATURE_{name}")).is_some()) {
        println!("cargo::rustc-cfg=remote");
    }
    if std::env::var_os("OPT_LEVEL").is_some_and(|level| level == "0") {
        println!("cargo::rustc-cfg=unoptimised");
    }
}
