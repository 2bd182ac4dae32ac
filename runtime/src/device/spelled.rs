//! How devices spell elementwise ops: the rows of the table, from which bodies of kernels are printed.

use cotangent_kernels::DType;
pub use cotangent_kernels::kernel::Spelling;
use cotangent_kernels::kernel::{Source, Statement, Term};

cotangent_macros::spelled!();
