//! Elementwise ops and composites, generated from the table: each a fused group of its own.
#![allow(clippy::all, clippy::pedantic, unused)]

use crate::__private as rt;
use crate::error::Result;
use crate::tensor::Tensor;

cotangent_macros::eager_functions!();
