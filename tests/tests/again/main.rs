//! How often rounds run again, in blocks and nested loops too, what an integration keeps by it, and what rounds carry: states
//! and parts of structs.

mod blocks;
mod counts;
mod nesting;
mod ode;
mod parts;
mod states;
