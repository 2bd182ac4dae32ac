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

mod asked;
mod branches;
mod copies;
mod drawn;
mod ends;
mod folds;
mod guards;
mod jumps;
mod order;
mod returns;
mod values;

use cotangent_tests::flow::normal;
