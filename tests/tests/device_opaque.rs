//! Opaque ops on a device of WebGPU against the processor: what the table's samples do not reach. That is sizes beyond a workgroup, ties,
//! NaN, and elements that an op refuses.
#![cfg(feature = "wgpu")]
#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

use cotangent_tests as _;

#[path = "device_opaque/attention.rs"]
mod attention;
#[path = "device_opaque/draws.rs"]
mod draws;
#[path = "device_opaque/factors.rs"]
mod factors;
#[path = "device_opaque/linalg.rs"]
mod linalg;
#[path = "device_opaque/long.rs"]
mod long;
#[path = "device_opaque/order.rs"]
mod order;
#[path = "device_opaque/scans.rs"]
mod scans;
#[path = "device_opaque/support.rs"]
mod support;
