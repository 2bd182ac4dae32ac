use cotangent::prelude::*;

#[allow(unused_macros)]
macro_rules! my_macro {
    ($x:expr) => {
        $x
    };
}

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    my_macro!(x)
}

fn main() {
    let _ = f::vjp;
}
