//! Gaussian-process regression: the scale, the length and the noise of the kernel are those of the largest marginal likelihood,
//! which L-BFGS finds. What is then predicted between the points is compared with the curve that they are of.
//!
//!     cargo run --release --example gp

use cotangent::optim::{Lbfgs, LbfgsOptions};
use cotangent::prelude::*;

const NOISE: f64 = 0.15;

/// Logarithms, so that every step leaves them positive.
#[derive(Clone, Differentiable)]
struct Kernel {
    scale: Tensor<f64>,
    length: Tensor<f64>,
    noise: Tensor<f64>,
}

#[differentiable]
impl Kernel {
    fn between(&self, a: &Tensor<f64, N>, b: &Tensor<f64, M>) -> Tensor<f64, N, M> {
        let d = (a.unsqueeze(1) - b) / self.length.exp();
        (2.0 * &self.scale - 0.5 * d.square()).exp()
    }

    /// Cholesky's factor of the covariance of what is seen at `x`.
    fn factor(&self, x: &Tensor<f64, N>) -> Tensor<f64, N, N> {
        (self.between(x, x)? + (2.0 * &self.noise).exp() * eye(N)).cholesky()
    }

    /// The negative logarithm of the marginal likelihood.
    fn loss(&self, #[constant] x: &Tensor<f64, N>, #[constant] y: &Tensor<f64, N>) -> Scalar<f64> {
        let l = self.factor(x)?;
        let z = triangular_solve(&l, y.unsqueeze(1), true);
        0.5 * z.square().sum() + l.main_diagonal().ln().sum() + 0.5 * N as f64 * std::f64::consts::TAU.ln()
    }

    /// Means and standard deviations of the curve at `at`.
    fn predict(
        &self,
        x: &Tensor<f64, N>,
        y: &Tensor<f64, N>,
        at: &Tensor<f64, M>,
    ) -> (Tensor<f64, M>, Tensor<f64, M>) {
        let l = self.factor(x)?;
        let z = triangular_solve(&l, y.unsqueeze(1), true);
        let k = triangular_solve(&l, self.between(x, at)?, true);
        let var = (2.0 * &self.scale).exp() - k.square().sum_axis(0);
        (k.t().matmul(z).squeeze(1), var.sqrt())
    }
}

fn curve(x: &Tensor<f64>) -> Result<Tensor<f64>> {
    Ok(x.sin()? + (x * 2.3).cos()? * 0.5)
}

fn main() -> Result<()> {
    let [places, noise] = Key::new(11).split();
    let x: Tensor<f64> = places.uniform_in(0.0, 8.0, [50])?;
    let y = curve(&x)? + noise.normal([50])? * NOISE;
    let [scale, length, noise] = [0.0, 1.0, 0.0].map(Tensor::scalar);
    let mut kernel = Kernel { scale, length, noise };

    let mut lbfgs = Lbfgs::new(LbfgsOptions { iterations: 2, ..LbfgsOptions::default() });
    loop {
        let report = lbfgs.step(&mut kernel, |kernel| {
            let (loss, g) = kernel.loss_value_and_grad(&x, &y)?;
            Ok((loss.item()?, g.this))
        })?;
        println!("iteration {:2}   -ln p(y) = {:8.4}", lbfgs.steps(), report.value);
        if report.converged {
            break;
        }
    }
    let [scale, length, found] =
        [&kernel.scale, &kernel.length, &kernel.noise].map(|of| of.item().map(f64::exp));
    let found = found?;
    println!("scale {:.3}, length {:.3}, noise {found:.3}; the noise was {NOISE}\n", scale?, length?);

    let at = Tensor::linspace(0.0, 8.0, 33)?;
    let (mean, deviation) = kernel.predict(&x, &y, &at);
    let (mut inside, mut far) = (0, 0.0f64);
    for (((at, truth), mean), deviation) in
        at.iter()?.zip(curve(&at)?.iter()?).zip(mean.iter()?).zip(deviation.iter()?)
    {
        let column = |y: f64| (30.0 + 17.0 * y).round() as usize;
        let mut line = vec![' '; 62];
        line[column(mean - 2.0 * deviation)..=column(mean + 2.0 * deviation)].fill('-');
        line[column(truth)] = 'o';
        println!("{at:5.2} {}", line.into_iter().collect::<String>().trim_end());
        inside += usize::from((mean - truth).abs() < 2.0 * deviation);
        far = far.max((mean - truth).abs());
    }
    println!(
        "\nthe curve (o) is within two deviations (-) at {inside} of 33 places, and {far:.3} off at most"
    );
    if (found / NOISE - 1.0).abs() < 0.3 && inside > 28 { Ok(()) } else { Err(Error::msg("it does not fit")) }
}
