//! The tile driver against a naive loop: every operand strided, broadcast, flipped or permuted at random, every way to
//! combine, every element type, every instruction set. Values are small integers, so that sums are exact and equality
//! is required bit for bit.
#![allow(unsafe_code)]

mod copies;
mod edges;
mod memory;
mod points;
mod random;
mod support;
