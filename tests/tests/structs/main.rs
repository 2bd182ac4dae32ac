//! Structs as parameters, their methods and their fields, against the same programs over tensors.

#![deny(warnings)]
#![forbid(unsafe_code)]

mod deep;
mod exits;
mod fields;
mod getters;
mod lists;
mod matched;
mod matrices;
mod methods;
mod models;
mod patterns;
mod slices;
mod stopped;
mod transformer;
mod tuples;
