use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>, n: usize) -> Tensor {
    x.narrow(0, n + x, 1)
}

fn main() {
    let _ = f::vjp;
}
