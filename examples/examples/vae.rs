//! A variational autoencoder of drawn images: rings of any size anywhere become four numbers each, and numbers that nobody encoded
//! become rings.
//!
//!     cargo run --release --example vae [--device wgpu]

use cotangent::optim::{Adam, Optimizer};
use cotangent::prelude::*;
use cotangent::train::Progress;
use cotangent_examples::device;

const SIDE: usize = 14;

#[derive(Clone, Differentiable)]
struct Dense {
    w: Tensor,
    b: Tensor,
}

#[differentiable]
impl Dense {
    fn new(key: Key, i: usize, o: usize) -> Result<Self> {
        Ok(Self { w: key.normal([i, o])? * (i as f32).sqrt().recip(), b: Tensor::zeros([o])? })
    }

    fn forward(&self, x: &Tensor<B, I>) -> Tensor {
        x.matmul(&self.w) + &self.b
    }
}

#[derive(Clone, Differentiable)]
struct Vae {
    encoder: [Dense; 2],
    decoder: [Dense; 2],
}

#[differentiable]
impl Vae {
    /// Means of the code and logarithms of its variances.
    fn encode(&self, x: &Tensor<B, P>) -> (Tensor, Tensor) {
        let [mean, log_variance] = self.encoder[1].forward(&self.encoder[0].forward(x)?.relu())?.chunk(2, 1);
        (mean, log_variance)
    }

    fn decode(&self, z: &Tensor<B, Z>) -> Tensor {
        self.decoder[1].forward(&self.decoder[0].forward(z)?.relu())?
    }

    /// What an image costs: the negative of the lower bound of its log likelihood.
    fn loss(&self, #[constant] x: &Tensor<B, P>, key: Key) -> Scalar {
        let (mean, log_variance) = self.encode(x)?;
        let z = &mean + (0.5 * &log_variance).exp() * key.normal_like(&mean);
        let prior = 0.5 * (mean.square() + log_variance.exp() - log_variance - 1.0).sum() / B as f32;
        self.decode(&z)?.bce_with_logits(x) * P as f32 + prior
    }
}

fn rings(key: Key, count: usize, device: Device) -> Result<Tensor> {
    let drawn = key.uniform::<f32>([count, 3])?.to_vec()?;
    Tensor::from_fn([count, SIDE * SIDE], |at| {
        let [x, y, radius] = [0, 1, 2].map(|k| drawn[3 * at[0] + k]);
        let x = (at[1] % SIDE) as f32 - 4.5 - 4.0 * x;
        let y = (at[1] / SIDE) as f32 - 4.5 - 4.0 * y;
        (1.5 - (x.hypot(y) - 2.0 - 2.5 * radius).abs()).clamp(0.0, 1.0)
    })?
    .to(device)
}

fn show(title: &str, images: &Tensor) -> Result<()> {
    println!("{title}");
    for row in 0..SIDE {
        for image in images.to_vec()?.chunks(SIDE * SIDE) {
            let pixels = image[row * SIDE..][..SIDE].iter();
            print!("  {}", pixels.map(|&p| [' ', '.', 'o', '#'][(p * 3.99) as usize]).collect::<String>());
        }
        println!();
    }
    Ok(())
}

fn main() -> Result<()> {
    let (steps, [a, b, c, d, batches, fresh, codes]) = (1000, Key::new(6).split());
    let encoder = [Dense::new(a, SIDE * SIDE, 128)?, Dense::new(b, 128, 8)?];
    let decoder = [Dense::new(c, 4, 128)?, Dense::new(d, 128, SIDE * SIDE)?];
    let device = device()?;
    let mut vae = Vae { encoder, decoder }.params_to(device)?;
    let mut adam = Optimizer::new(Adam { lr: 2e-3, ..Adam::default() });
    let mut progress = Progress::new("training", 0, steps);
    for step in 0..steps {
        let [drawn, noise] = batches.fold(step).split();
        let (loss, g) = vae.loss_value_and_grad(&rings(drawn, 64, device)?, noise)?;
        adam.step(&mut vae, &g.this)?;
        progress.done(step, loss.item()?);
    }
    let images = rings(fresh, 500, device)?;
    let again = vae.decode(&vae.encode(&images).0).sigmoid()?;
    show("rings that it did not see", &images.narrow(0, 0, 5)?)?;
    show("the same from their codes", &again.narrow(0, 0, 5)?)?;
    show("rings of codes that were drawn", &vae.decode(&codes.normal([5, 4])?.to(device)?).sigmoid()?)?;
    let off = again.mse(&images)?.sqrt()?.item()?;
    println!("pixels of 500 rings that it did not see are {off:.3} off, in the mean square");
    if off > 0.1 { Err(Error::msg("it did not learn the rings")) } else { Ok(()) }
}
