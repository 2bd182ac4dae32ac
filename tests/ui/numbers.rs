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

struct Pair {
    a: f64,
    b: f64,
}

#[differentiable]
fn fields(x: f64) -> f64 {
    let pair = Pair { a: x, b: 1.0 };
    pair.a * pair.b + x
}

#[differentiable]
fn bound(x: f64) -> f64 {
    let y = match x {
        v if v > 0.0 => v * v,
        v => -v,
    };
    y + x
}

#[differentiable]
fn closures(x: f64) -> f64 {
    let sum: f64 = [1.0, 2.0].iter().map(|t| t * x).sum();
    sum + x
}

#[differentiable]
fn lists(x: f64) -> f64 {
    let list = vec![x, 1.0];
    list[0] * list[1] + x
}

fn main() {
    widths::grad(1.0, 2.0);
}
