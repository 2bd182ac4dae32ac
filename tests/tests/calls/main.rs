//! Calls of other differentiable functions: what goes in and out, and that a program with calls says what the program
//! written out says.

mod absent;
mod constants;
mod deep;
mod forms;
mod hosts;
mod lists;
mod places;
mod taps;

use cotangent_tests::flow::normal;
