//! `#[derive(Differentiable)]`: tangents of structs and enums, their laws, and what emitted code uses of them.

#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

#[path = "derive/accessors.rs"]
mod accessors;
#[path = "derive/forms.rs"]
mod forms;
#[path = "derive/laws.rs"]
mod laws;
#[allow(dead_code)] // Constants that nobody reads.
#[path = "derive/models.rs"]
mod models;
#[path = "derive/params.rs"]
mod params;
