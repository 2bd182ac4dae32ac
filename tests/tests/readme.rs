//! The README's snippets, as `tests/build.rs` finds them.
#![allow(unused)]

include!(concat!(env!("OUT_DIR"), "/readme.rs"));
