//! Structs as parameters, their methods and their fields, against the same programs over tensors.

#![deny(warnings)]
#![forbid(unsafe_code)]

mod boxes;
mod builders;
mod changes;
mod effects;
mod exits;
mod fields;
mod getters;
mod lent;
mod lists;
mod matched;
mod matrices;
mod methods;
mod models;
mod numbers;
mod patterns;
mod pushed;
mod results;
mod rounds;
mod said;
mod slices;
mod stopped;
mod transformer;
mod tuples;
