use cotangent::prelude::*;

#[derive(Differentiable)]
struct Layer {
    w: Tensor,
}

fn main() {}
