use cotangent::prelude::*;

#[differentiable]
fn f(p: (&Tensor, usize)) -> Tensor {
    p.0.exp()
}

fn main() {}
