//! Every op of the table as a method of [`Tensor`], generated from the rows.

// An op has as many arguments as it has parameters.
#![allow(clippy::too_many_arguments)]

use crate::error::Result;
use crate::ops;
use crate::ops::rt as __rt;
use crate::tensor::Tensor;
use crate::tensor::operators::Operand;

cotangent_macros::eager_methods!();
