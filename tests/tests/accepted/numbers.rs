//! Functions of numbers

use cotangent::prelude::*;

/// Numbers of one type in and out, beside constants. The body is plain Rust.
#[differentiable(order = 2)]
fn energy(x: f64, v: f64, #[constant] k: f64, n: usize) -> f64 {
    0.5 * v * v + 0.5 * k * x.powi(2) + x.sin() * n as f64
}

/// Branches, loops and calls of each other, with a `Result` too.
#[differentiable]
fn descended(x: f32, steps: usize) -> Result<f32> {
    let mut y = x;
    for i in 0..steps {
        if y.abs() < 1e-3 {
            return Ok(y);
        }
        y -= 0.1 * squared(y) / (i as f32 + 1.0);
    }
    Ok(y)
}

#[differentiable]
fn squared(x: f32) -> f32 {
    x * x
}
