//! Structs that bodies make, change, carry, push and give back, against the same programs over tensors.

#![deny(warnings)]
#![forbid(unsafe_code)]

mod boxes;
mod builders;
mod changes;
mod effects;
mod lent;
mod numbers;
mod pushed;
mod results;
mod rounds;
mod said;

use cotangent_tests::flow::normal;
