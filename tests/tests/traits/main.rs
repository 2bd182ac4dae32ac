//! Methods of traits against the same programs written with functions: required and provided ones, generic callers,
//! associated functions, constants and types, at both orders.

#![deny(warnings)]
#![forbid(unsafe_code)]

mod callers;
mod declared;
mod foreign;
mod generic;
mod states;
