use cotangent::prelude::*;

#[differentiable]
fn casts(x: f64) -> f64 {
    (x as f32) as f64 * x
}

#[differentiable]
fn widths(x: f64, scale: f32) -> f64 {
    x * f64::from(scale)
}

#[differentiable]
fn guards(x: f64, n: usize) -> f64 {
    match n {
        0 if x > 1.0 => x,
        _ => x * 2.0,
    }
}

#[differentiable]
fn unknown(x: f64) -> f64 {
    x.sine() + x
}

#[differentiable]
fn moved(x: f64) -> f64 {
    let unread = x * 2.0;
    x.sin()
}

#[differentiable]
fn constant(n: usize) -> f64 {
    n as f64
}

#[differentiable]
fn mixed(x: &Tensor, k: f64) -> f64 {
    k
}

fn main() {
    widths::grad(1.0, 2.0);
}
