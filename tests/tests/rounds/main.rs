//! Loops: that a program with rounds, and lists that grow in them, says what the program written out says, at both orders.

mod arrays;
mod known;
mod loops;
mod nesting;
mod over;
mod pushes;
mod tables;

use cotangent_tests::flow::normal;
