//! What is accepted: one case a form. rustc checks them all; LANGUAGE.md shows them, by the doc comment in front of each.

// Nobody calls them: that they compile is what they are for.
#![allow(dead_code)]

mod attributes;
mod branches;
mod calls;
mod expressions;
mod host;
mod lists;
mod loops;
mod methods;
mod numbers;
mod parameters;
mod results;
mod structs;
