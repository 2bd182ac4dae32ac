//! Device sources that go before emitted kernels.

/// Helper functions and the walk over an iteration space, in CUDA C++.
pub const PRELUDE_CUDA: &str =
    concat!(include_str!("prelude.cu"), include_str!("special.cu"), include_str!("incomplete.cu"));
/// The prelude of kernels in WGSL. It is valid only with the kernel that follows it, which declares `ct_steps`.
pub const PRELUDE_WGSL: &str = concat!(
    include_str!("prelude.wgsl"),
    include_str!("elementary.wgsl"),
    include_str!("special.wgsl"),
    include_str!("incomplete.wgsl")
);
