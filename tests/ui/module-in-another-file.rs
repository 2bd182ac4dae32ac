use cotangent::prelude::*;

#[differentiable]
mod elsewhere;

fn main() {}
