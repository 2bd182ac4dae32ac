use cotangent::prelude::*;

#[derive(Clone, Copy)]
enum Act {
    Tanh,
    Exp,
}

#[differentiable]
fn f(x: &Tensor, act: Act) -> Tensor {
    match act {
        Act::Tanh => x.tanh(),
        Act::Exp => x.exp(),
    }
}

fn main() {}
