//! Fits a noisy sine with a two-layer perceptron, draws the loss, and prints what the macro made of the function.
//!
//!     cargo run --release --example quickstart

use std::fmt::Write;

use cotangent::prelude::*;

/// Mean squared error of a two-layer perceptron.
#[differentiable]
fn loss(
    #[constant] x: &Tensor<B, 1>,
    #[constant] y: &Tensor<B, 1>,
    w1: &Tensor<1, H>,
    b1: &Tensor<H>,
    w2: &Tensor<H, 1>,
    b2: &Tensor<1>,
) -> Scalar {
    let h = (x.matmul(w1) + b1).tanh();
    let e = h.matmul(w2) + b2 - y;
    (&e * &e).mean()
}

fn main() -> Result<()> {
    let (points, hidden, steps) = (256, 32, 3000);
    let [noise, first, bias, second] = Key::new(7).split();
    let x: Tensor = Tensor::linspace(-3.0, 3.0, points)?.reshape([points, 1])?;
    let y = &x.sin()? + &(&noise.normal([points, 1])? * 0.05);

    let mut w1: Tensor = first.normal([1, hidden])?;
    let mut b1: Tensor = bias.normal([hidden])?;
    let mut w2: Tensor = &second.normal([hidden, 1])? * 0.3;
    let mut b2: Tensor = Tensor::zeros([1])?;

    let mut curve = Vec::new();
    let rate = 0.05;
    for step in 0..=steps {
        let (value, g) = loss::value_and_grad(&x, &y, &w1, &b1, &w2, &b2)?;
        curve.push(value.item()?);
        if step % 500 == 0 {
            println!("step {step:4}   loss {:.5}", value.item()?);
        }
        w1 = &w1 - &(&g.w1 * rate);
        b1 = &b1 - &(&g.b1 * rate);
        w2 = &w2 - &(&g.w2 * rate);
        b2 = &b2 - &(&g.b2 * rate);
    }
    println!("\nloss over steps (logarithmic)\n{}", chart(&curve, 60, 10));
    println!("what the macro made of `loss`:\n\n{}", loss::explain());
    Ok(())
}

/// A line of stars, one column per slice of the curve.
fn chart(curve: &[f32], width: usize, height: usize) -> String {
    let columns: Vec<f32> = (0..width).map(|c| curve[c * (curve.len() - 1) / (width - 1)].ln()).collect();
    let (low, high) = columns.iter().fold((f32::MAX, f32::MIN), |(l, h), &v| (l.min(v), h.max(v)));
    let row_of = |v: f32| ((high - v) / (high - low).max(1e-9) * (height - 1) as f32).round() as usize;
    let mut text = String::new();
    for row in 0..height {
        let label = (high - (high - low) * row as f32 / (height - 1) as f32).exp();
        let line: String = columns.iter().map(|&v| if row_of(v) == row { '*' } else { ' ' }).collect();
        let _ = writeln!(text, "{label:9.5} |{}", line.trim_end());
    }
    text
}
