use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let [a] = x.split([3], 0) else { panic!() };
    a
}

fn main() {
    let _ = f::vjp;
}
