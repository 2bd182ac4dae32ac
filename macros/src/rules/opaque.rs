//! One runtime call each; the fuser stops here. `vjp` hatches: `concat` and `stack`, which take lists.

mod attention;
mod factors;
mod fourier;
mod index;
mod layout;
mod linalg;
mod scan;

use attention::attention;
use factors::factors;
use fourier::fourier;
use index::index;
use layout::layout;
use linalg::linalg;
use scan::scan;

use super::rules;

layout! { index scan linalg factors attention fourier rules Opaque: }
