use cotangent::prelude::*;

fn plain(x: f64) -> f64 {
    x * 2.0
}

#[differentiable]
fn calls(x: f64) -> f64 {
    plain(x) + 1.0
}

fn main() {
    calls::grad(1.0);
}
