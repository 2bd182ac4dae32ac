//! The guide, a page for each subject. Every example in it is a test.
//!
//! | page | what it answers |
//! |---|---|
//! | [`first_hour`] | from an empty folder to a trained model |
//! | [`shapes`] | how dims are named, and who compares them |
//! | [`layers`] | convolutions, images, norms, attention, recurrent cells, mixtures of experts |
//! | [`control_flow`] | calls, branches, loops, lists, and in which order host code runs |
//! | [`checkpoints`] | memory against time in long loops |
//! | [`numbers`] | functions of `f64` or `f32` alone, in plain Rust |
//! | [`structs`] | models as structs with methods, traits, results of several parts |
//! | [`own_rules`] | functions whose derivative you know better |
//! | [`training`] | optimisers, schedules, files, gradients while the pass still runs |
//! | [`randomness`] | keys in place of a global generator |
//! | [`debugging`] | wrong shapes, NaN, wrong gradients, cotangents inside of a function |
//! | [`performance`] | what `explain()` says, what costs memory, how to build |
//! | [`complex`] | complex tensors, Fourier transforms, spectra |
//! | [`vmap`] | a batch at once, and the gradient of each item of it |
//! | [`attributes`] | every attribute and every argument of it |
//! | [`limits`] | what does not work, and what to write instead |

#[doc = include_str!("guide/attributes.md")]
pub mod attributes {}
#[doc = include_str!("guide/checkpoints.md")]
pub mod checkpoints {}
#[doc = include_str!("guide/complex.md")]
pub mod complex {}
#[doc = include_str!("guide/control_flow.md")]
pub mod control_flow {}
#[doc = include_str!("guide/debugging.md")]
pub mod debugging {}
#[doc = include_str!("guide/first_hour.md")]
pub mod first_hour {}
#[doc = include_str!("guide/layers.md")]
pub mod layers {}
#[doc = include_str!("guide/limits.md")]
pub mod limits {}
#[doc = include_str!("guide/numbers.md")]
pub mod numbers {}
#[doc = include_str!("guide/own_rules.md")]
pub mod own_rules {}
#[doc = include_str!("guide/performance.md")]
pub mod performance {}
#[doc = include_str!("guide/randomness.md")]
pub mod randomness {}
#[doc = include_str!("guide/shapes.md")]
pub mod shapes {}
#[doc = include_str!("guide/structs.md")]
pub mod structs {}
#[doc = include_str!("guide/training.md")]
pub mod training {}
#[doc = include_str!("guide/vmap.md")]
pub mod vmap {}
