//! Elementwise ops and composites, generated from the table: each a fused group of its own.
#![allow(clippy::all, clippy::pedantic, unused)]

use crate::error::Result;
use crate::ops::rt as __rt;
use crate::tensor::Tensor;

/// The functions of one launch again, over operands that the launch may overwrite.
pub(crate) enum Taking {}

cotangent_macros::eager_functions!();
