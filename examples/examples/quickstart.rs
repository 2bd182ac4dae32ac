//! Fits a noisy sine with a two-layer perceptron, draws the loss, and prints what the macro made of the function.
//!
//!     cargo run --release --example quickstart
//!
//! `COTANGENT_DEVICE=wgpu` runs it on a GPU, with the feature `wgpu`.

use cotangent::prelude::*;
use cotangent::train::Curve;

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

    let w1: Tensor = first.normal([1, hidden])?;
    let b1: Tensor = bias.normal([hidden])?;
    let w2: Tensor = &second.normal([hidden, 1])? * 0.3;
    let b2: Tensor = Tensor::zeros([1])?;

    let device = Device::from_env()?;
    let (x, y) = (x.to(device)?, y.to(device)?);
    let (mut w1, mut b1, mut w2, mut b2) = (w1.to(device)?, b1.to(device)?, w2.to(device)?, b2.to(device)?);

    let mut curve = Curve::new("loss", []);
    let rate = 0.05;
    for step in 0..=steps {
        let (value, g) = loss::value_and_grad(&x, &y, &w1, &b1, &w2, &b2)?;
        curve.push(step, value.item()?);
        if step % 500 == 0 {
            println!("step {step:4}   loss {:.5}", value.item()?);
        }
        w1 = &w1 - &(&g.w1 * rate);
        b1 = &b1 - &(&g.b1 * rate);
        w2 = &w2 - &(&g.w2 * rate);
        b2 = &b2 - &(&g.b2 * rate);
    }
    println!("\nloss over steps (logarithmic)\n{}", curve.chart(60, 10));
    println!("what the macro made of `loss`:\n\n{}", loss::explain());
    Ok(())
}
