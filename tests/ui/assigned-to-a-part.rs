use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let mut p = (x.exp(), x.sin());
    p.0 = x.cos();
    p.0 + p.1
}

fn main() {
    let _ = f::vjp;
}
