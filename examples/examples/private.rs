//! Training that says little of any one sample: the gradient of each is cut to a norm, and noise goes over their sum (DP-SGD).
//! Beside it eight networks that learn in the open, all at once, and what they disagree about.
//!
//!     cargo run --release --example private

use cotangent::prelude::*;

const SAMPLES: usize = 512;
const BATCH: usize = 128;
const MEMBERS: usize = 8;
/// The norm of the gradient of a sample, at most.
const MOST: f32 = 1.0;

#[differentiable]
mod network {
    use cotangent::prelude::*;

    #[derive(Clone, Differentiable)]
    pub struct Network {
        pub w: Tensor,
        pub b: Tensor,
        pub v: Tensor,
    }

    #[differentiable(vmap(net))]
    pub fn logits(net: &Network, #[constant] xs: &Tensor<B, 2>) -> Tensor<B> {
        (xs.matmul(&net.w) + &net.b).tanh().matmul(&net.v)
    }

    /// Of one sample, whose label is 0 or 1.
    #[differentiable(vmap(x, y))]
    pub fn loss(net: &Network, #[constant] x: &Tensor<2>, #[constant] y: &Scalar) -> Scalar {
        let z = (x.matmul(&net.w) + &net.b).tanh().matmul(&net.v);
        z.softplus() - z * y
    }

    /// Of many samples and each network: the mean over the samples.
    #[differentiable(vmap(net))]
    pub fn mean(net: &Network, #[constant] xs: &Tensor<B, 2>, #[constant] ys: &Tensor<B>) -> Scalar {
        loss::vmap(net, xs, ys)?.mean()
    }
}

use network::{Network, NetworkTangent, logits, loss, mean};

/// Two moons, one in the other.
fn moons(key: Key) -> Result<(Tensor, Tensor)> {
    let [turn, side, noise] = key.split();
    let t: Tensor = turn.uniform_in(0.0, std::f32::consts::PI, [SAMPLES])?;
    let y: Tensor = side.bernoulli(0.5, [SAMPLES])?.cast()?;
    let sign = &y * -2.0 + 1.0;
    let x = Tensor::stack(&[t.cos()? * &sign + &y, t.sin()? * &sign + &y * 0.5 - 0.25], 1)?;
    Ok((x + noise.normal([SAMPLES, 2])? * 0.25, y))
}

fn drawn(key: Key, lead: &[usize]) -> Result<Network> {
    let [w, b, v] = key.split();
    let normal = |key: Key, shape: &[usize]| key.normal([lead, shape].concat());
    Ok(Network { w: normal(w, &[2, 16])?, b: normal(b, &[16])?, v: normal(v, &[16])? * 0.5 })
}

/// The share of samples on the right side.
fn accuracy(z: &Tensor, y: &Tensor) -> Result<f32> {
    let right = z.gt(0.0)?.cast::<f32>()?.eq(y)?;
    right.cast::<f32>()?.mean()?.item()
}

fn main() -> Result<()> {
    let [train, test, first, noises] = Key::new(3).split();
    let ((xs, ys), (seen, labels)) = (moons(train)?, moons(test)?);

    // Noise hides what one sample did.
    let mut net = drawn(first, &[])?;
    for step in 0..300 {
        let from = step * BATCH % SAMPLES;
        let (x, y) = (xs.narrow(0, from, BATCH)?, ys.narrow(0, from, BATCH)?);
        let NetworkTangent { w, b, v } = loss::vmap_grad(&net, &x, &y)?.net;
        let squares = w.square()?.sum_axis([1, 2])? + b.square()?.sum_axis(1)? + v.square()?.sum_axis(1)?;
        let scale = (squares.sqrt()? / MOST).maximum(1.0)?.recip()?;
        let [kw, kb, kv] = noises.fold(step as u64).split();
        let private = |each: &Tensor, key: Key| -> Result<Tensor> {
            let sum =
                scale.matmul(each.reshape([BATCH, each.numel() / BATCH])?)?.reshape(&each.shape()[1..])?;
            Ok((&sum + key.normal(sum.shape())? * MOST) / BATCH as f32)
        };
        net.w = &net.w - private(&w, kw)? * 1.0;
        net.b = &net.b - private(&b, kb)? * 1.0;
        net.v = &net.v - private(&v, kv)? * 1.0;
    }
    let private = accuracy(&logits(&net, &seen), &labels)?;
    println!("in private: {:.1} % of new samples on the right side", 100.0 * private);

    let mut nets = drawn(first, &[MEMBERS])?;
    for step in 0..=300 {
        let (losses, g) = mean::vmap_value_and_grad(&nets, &xs, &ys)?;
        if step % 100 == 0 {
            let losses: Vec<String> = losses.iter()?.map(|loss| format!("{loss:.3}")).collect();
            println!("step {step:3}   losses {}", losses.join(" "));
        }
        nets.w = &nets.w - g.net.w * 1.0;
        nets.b = &nets.b - g.net.b * 1.0;
        nets.v = &nets.v - g.net.v * 1.0;
    }
    let z = logits::vmap(&nets, &seen)?;
    let open = accuracy(&z.mean_axis(0)?, &labels)?;
    let votes = z.gt(0.0)?.cast::<f32>()?.mean_axis(0)?;
    let split = votes.iter()?.filter(|v| *v != 0.0 && *v != 1.0).count();
    println!("{MEMBERS} in the open: {:.1} %; they disagree about {split} of {SAMPLES}", 100.0 * open);
    if private > 0.88 && open > 0.92 { Ok(()) } else { Err(Error::msg("the moons are not told apart")) }
}
