//! Every op of the table as a method of [`Tensor`], generated from the rows.

// An op has as many arguments as it has parameters.
#![allow(clippy::too_many_arguments)]

use crate::__private as __rt;
use crate::__private::Operand;
use crate::error::Result;
use crate::ops;
use crate::tensor::Tensor;

cotangent_macros::eager_methods!();
