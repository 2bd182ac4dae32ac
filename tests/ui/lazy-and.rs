use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    select(x.gt(0.0) && x.lt(1.0), x, 0.0)
}

fn main() {
    let _ = f::vjp;
}
