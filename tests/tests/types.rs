//! Every op with a derivative in f32, f16 and bf16 against f64, through emitted code: one test per op, printed from the
//! table.

use cotangent::{bf16, f16};

cotangent::__private::for_each_op!(types);
