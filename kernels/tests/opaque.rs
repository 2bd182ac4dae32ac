//! Gemm, indexing, order, scans, padding, pools, linear algebra and Fourier transforms against loops that say what they mean.

#[path = "opaque/attention.rs"]
mod attention;
#[path = "opaque/contract.rs"]
mod contract;
#[path = "opaque/factors.rs"]
mod factors;
#[path = "opaque/fourier.rs"]
mod fourier;
#[path = "opaque/gemm.rs"]
mod gemm;
#[path = "opaque/index.rs"]
mod index;
#[path = "opaque/linalg.rs"]
mod linalg;
#[path = "opaque/linalg_edges.rs"]
mod linalg_edges;
#[path = "opaque/linalg_range.rs"]
mod linalg_range;
#[path = "opaque/memory.rs"]
mod memory;
#[path = "opaque/order.rs"]
mod order;
#[path = "opaque/pad.rs"]
mod pad;
#[path = "opaque/pool.rs"]
mod pool;
#[path = "opaque/recurrence.rs"]
mod recurrence;
#[path = "opaque/scan.rs"]
mod scan;
#[path = "opaque/support.rs"]
mod support;
#[path = "opaque/wrapping.rs"]
mod wrapping;
