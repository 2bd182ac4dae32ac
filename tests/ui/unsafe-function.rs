use cotangent::prelude::*;

#[differentiable]
unsafe fn f(x: &Tensor) -> Tensor {
    x.exp()
}

fn main() {}
