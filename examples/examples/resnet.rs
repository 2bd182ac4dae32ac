//! Trains a small residual network to tell discs, squares and crosses apart, which the program draws itself. Batches are normalised
//! by their own statistics, images that it did not see by running ones.
//!
//!     cargo run --release --example resnet [--device wgpu]

use cotangent::optim::{AdamW, Cosine, Optimizer, Schedule};
use cotangent::prelude::*;
use cotangent::train::Progress;
use cotangent_examples::device;

/// A convolution, the normalisation behind it, and the running mean and variance of what it gives.
#[derive(Clone, Differentiable)]
struct Conv {
    w: Tensor,
    gain: Tensor,
    shift: Tensor,
    #[constant]
    seen: [Tensor; 2],
}

/// The result, and the mean and the variance that it is normalised by: the running ones where nothing is trained.
#[differentiable]
fn layer(c: &Conv, x: &Tensor<B, C, H, W>, train: bool) -> (Tensor, Tensor, Tensor) {
    let y = x.conv2d(&c.w, 1, 1, 1);
    if train {
        y.batch_norm(&c.gain, &c.shift, 1e-5)
    } else {
        let (mean, var) = (&c.seen[0], &c.seen[1]);
        (y.batch_norm_inference(mean, var, &c.gain, &c.shift, 1e-5), mean.clone(), var.clone())
    }
}

#[derive(Clone, Differentiable)]
struct Net {
    stem: Tensor,
    blocks: [[Conv; 2]; 2],
    head: Tensor,
}

/// The loss, the scores of each shape, and means and variances in the order of the convolutions.
#[differentiable]
fn loss(net: &Net, #[constant] x: &Tensor, y: &Tensor<i32>, train: bool) -> (Scalar, Tensor, Vec<Tensor>) {
    let (mut h, mut seen) = (x.conv2d(&net.stem, 1, 1, 1), Vec::new());
    for block in &net.blocks {
        let skip = h.clone();
        for conv in block {
            let (y, mean, var) = layer(conv, &h.relu(), train);
            seen.push(mean);
            seen.push(var);
            h = y;
        }
        h = (h + skip).max_pool2d(2, 2, 0);
    }
    let logits = h.relu().mean_axis([2, 3]).matmul(&net.head);
    (logits.cross_entropy(y), logits, seen)
}

/// Shapes of any size anywhere, in noise.
fn images(key: Key, count: usize, device: Device) -> Result<(Tensor, Tensor<i32>)> {
    let [shapes, places, noise] = key.split();
    let (labels, places) = (shapes.randint(0, 3, [count])?, places.uniform::<f32>([count, 3])?.to_vec()?);
    let kinds = labels.to_vec()?;
    let drawn = Tensor::from_fn([count, 1, 16, 16], |at| {
        let [x, y] = [0, 1].map(|k| (at[2 + k] as f32 - 5.0 - 5.0 * places[3 * at[0] + k]).abs());
        let r = 3.0 + 2.0 * places[3 * at[0] + 2];
        let inside = [x.hypot(y) < r, x.max(y) < 0.9 * r, x.min(y) < 0.3 * r && x.max(y) < r];
        f32::from(u8::from(inside[kinds[at[0]] as usize]))
    })?;
    let noisy = drawn + noise.normal([count, 1, 16, 16])? * 0.3;
    Ok((noisy.to(device)?, labels.to(device)?))
}

fn main() -> Result<()> {
    let (steps, [keys, head, batches, fresh]) = (250, Key::new(5).split());
    let (zeros, ones) = (Tensor::zeros([8])?, Tensor::ones([8])?);
    let plain = Conv { w: zeros.clone(), gain: ones.clone(), shift: zeros.clone(), seen: [zeros, ones] };
    let conv = |i| Ok::<_, Error>(Conv { w: keys.fold(i).normal([8, 8, 3, 3])? * 0.17, ..plain.clone() });
    let (stem, blocks) =
        (keys.fold(0).normal([8, 1, 3, 3])? * 0.5, [[conv(1)?, conv(2)?], [conv(3)?, conv(4)?]]);
    let device = device()?;
    let mut net = Net { stem, blocks, head: head.normal([8, 3])? * 0.1 }.params_to(device)?;
    let mut optimizer = Optimizer::new(AdamW::default());
    let mut progress = Progress::new("training", 0, steps);
    for step in 0..steps {
        let (x, labels) = images(batches.fold(step), 32, device)?;
        let ((loss, _, seen), g) = loss::value_and_grad(&net, &x, &labels, true)?;
        optimizer.rule.lr = Cosine { lr: 1e-2, end: 1e-4, steps }.at(step);
        optimizer.step(&mut net, &g.net)?;
        for (running, new) in net.blocks.iter_mut().flatten().flat_map(|conv| &mut conv.seen).zip(&seen) {
            *running = &*running * 0.9 + new * 0.1;
        }
        progress.done(step, loss.item()?);
    }
    let (x, labels) = images(fresh, 600, device)?;
    let right = loss(&net, &x, &labels, false).1.argmax_axis(-1)?.eq(&labels)?;
    let accuracy = right.cast::<f32>()?.mean()?.item()?;
    println!("{:.1}% of 600 images that it did not see are named rightly", 100.0 * accuracy);
    if accuracy < 0.95 { Err(Error::msg("it did not learn the shapes")) } else { Ok(()) }
}
