//! A physics-informed network solves the heat equation `u_t = u_xx / 10` for `0 < x < 1`. It is told the equation, the start
//! `sin(πx)` and the cold ends, and has no values of the solution, `exp(-π²t / 10) sin(πx)`.
//!
//!     cargo run --release --example pinn

use std::f64::consts::PI;

use cotangent::ops::concat;
use cotangent::optim::{Lbfgs, LbfgsOptions};
use cotangent::prelude::*;
use cotangent::train::{Curve, Progress};

#[differentiable]
mod heat {
    use cotangent::prelude::*;

    #[derive(Clone, Differentiable)]
    pub struct Net {
        pub w1: Tensor<f64>,
        pub b1: Tensor<f64>,
        pub w2: Tensor<f64>,
        pub b2: Tensor<f64>,
        pub w3: Tensor<f64>,
    }

    #[differentiable]
    pub fn u(net: &Net, x: &Tensor<f64, N, 1>, t: &Tensor<f64, N, 1>) -> Tensor<f64, N, 1> {
        let h = concat(&[x, t], 1).matmul(&net.w1) + &net.b1;
        let h = h.tanh().matmul(&net.w2) + &net.b2;
        h.tanh().matmul(&net.w3)
    }

    /// Rows do not depend on each other, so the gradient of the sum has the derivative of each.
    #[differentiable]
    fn total(net: &Net, x: &Tensor<f64, N, 1>, t: &Tensor<f64, N, 1>) -> Scalar<f64> {
        u(net, x, t).sum()
    }

    #[differentiable]
    fn total_slope(net: &Net, x: &Tensor<f64, N, 1>, t: &Tensor<f64, N, 1>) -> Scalar<f64> {
        total::grad(net, x, t)?.x.sum()
    }

    /// The equation at points inside, and the values at points of the edge.
    #[differentiable]
    pub fn loss(
        net: &Net,
        #[constant] inside: &[Tensor<f64>; 2],
        #[constant] edge: &[Tensor<f64>; 3],
    ) -> Scalar<f64> {
        let [x, t] = inside;
        let residual = total::grad(net, x, t)?.t - 0.1 * total_slope::grad(net, x, t)?.x;
        let off = u(net, &edge[0], &edge[1]) - &edge[2];
        residual.square().mean() + off.square().mean()
    }
}

fn main() -> Result<()> {
    let keys: [Key; 5] = Key::new(3).split();
    let draw = |key: Key, i: usize, o: usize| Ok::<_, Error>(key.normal([i, o])? * (i as f64).sqrt().recip());
    let mut net = heat::Net {
        w1: draw(keys[0], 2, 16)?,
        b1: Tensor::zeros([16])?,
        w2: draw(keys[1], 16, 16)?,
        b2: Tensor::zeros([16])?,
        w3: draw(keys[2], 16, 1)?,
    };
    let inside = [keys[3].uniform([300, 1])?, keys[4].uniform([300, 1])?];
    let line: Tensor<f64> = Tensor::linspace(0.0, 1.0, 30)?.unsqueeze(1)?;
    let (zeros, ones) = (Tensor::zeros([30, 1])?, Tensor::ones([30, 1])?);
    let edge = [
        concat(&[&line, &zeros, &ones], 0)?,
        concat(&[&zeros, &line, &line], 0)?,
        concat(&[&(&line * PI).sin()?, &zeros, &zeros], 0)?,
    ];

    let steps = 100;
    let mut lbfgs = Lbfgs::new(LbfgsOptions { iterations: 20, ..LbfgsOptions::default() });
    let (mut progress, mut curve) = (Progress::new("training", 0, steps), Curve::new("loss", []));
    for step in 0..steps {
        let report = lbfgs.step(&mut net, |net| {
            let (loss, g) = heat::loss::value_and_grad(net, &inside, &edge)?;
            Ok((loss.item()?, g.net))
        })?;
        progress.done(step, report.value);
        curve.push(lbfgs.steps(), report.value);
    }
    println!("loss over iterations (logarithmic)\n{}", curve.chart(60, 10));

    let mut greatest = 0.0f64;
    for t in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let truth = (&line * PI).sin()? * (-PI * PI * t / 10.0).exp();
        let off = (heat::u(&net, &line, &Tensor::full([30, 1], t)?) - truth).abs()?.max()?.item()?;
        println!("t = {t:4}   greatest error {off:.1e}");
        greatest = greatest.max(off);
    }
    println!("greatest error {greatest:.1e} of a solution between 0 and 1");
    if greatest > 0.01 { Err(Error::msg("it does not solve the equation")) } else { Ok(()) }
}
