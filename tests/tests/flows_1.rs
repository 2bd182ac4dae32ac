//! Random programs with control flow, part 1 of those that the build script draws.

include!("flows/cases.rs");
