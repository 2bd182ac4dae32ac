use cotangent::prelude::*;

#[derive(Clone, Copy, Differentiable)]
union Either {
    a: f32,
    b: u32,
}

fn main() {}
