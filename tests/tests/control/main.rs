//! Branches, loops and early returns: that a program with control flow says what the program written out says, at both
//! orders.

/// What a program says for one path, written out.
macro_rules! inline {
    ($($name:ident($x:ident, $w:ident) = $value:expr;)*) => {$(
        #[differentiable(order = 2)]
        fn $name($x: &Tensor<f64>, $w: &Tensor<f64>) -> Scalar<f64> {
            $value
        }
    )*};
}

mod arrays;
mod asked;
mod branches;
mod drawn;
mod ends;
mod guards;
mod jumps;
mod known;
mod loops;
mod nesting;
mod order;
mod over;
mod pushes;
mod returns;
mod tables;
mod values;

use cotangent::prelude::*;

/// A tensor by number.
fn normal<const N: usize>(seed: u64, shape: [usize; N]) -> Tensor<f64> {
    Key::new(seed).normal(shape).expect("a tensor")
}
