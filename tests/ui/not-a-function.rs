use cotangent::prelude::*;

#[differentiable]
struct Model {
    n: usize,
}

fn main() {
    let _ = Model { n: 1 }.n;
}
