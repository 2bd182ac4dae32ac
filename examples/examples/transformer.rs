//! Teaches a causal transformer to sort: it reads digits and a `>`, and writes the digits in order, one after the other. Blocks of
//! attention and perceptron in a `Vec`, the rate warmed up and on a cosine, no decay of biases and norms.
//!
//!     cargo run --release --features full --example transformer [folder] [--device wgpu]
//!
//! The folder gets the plot of the losses and the file of the parameters, and until then a checkpoint: a run that was stopped
//! goes on where it was when it is started again, and ends with the bits of one that was not.

use std::path::Path;

use cotangent::Snapshot;
use cotangent::ops::concat;
use cotangent::optim::{self, AdamW, Cosine, Optimizer, Schedule, Warmup};
use cotangent::prelude::*;
use cotangent::train::{Curve, Progress, plot};
use cotangent_examples::{device, folder};

const DIGITS: usize = 8;
/// What is read at once: all digits, `>`, and all but the last of the answer.
const LENGTH: usize = 2 * DIGITS;
/// The token `>` comes after the ten digits.
const END: i32 = 10;
const TOKENS: usize = 11;
/// Where nothing is asked.
const IGNORE: i32 = -1;

const STEPS: u64 = 400;
/// How often it is saved.
const EVERY: u64 = 100;

#[derive(Clone, Copy)]
struct Size {
    width: usize,
    heads: usize,
    blocks: usize,
    batch: usize,
}

const SIZE: Size = Size { width: 64, heads: 4, blocks: 2, batch: 64 };

/// A linear map, with a bias or without.
#[derive(Clone, Differentiable)]
struct Dense {
    w: Tensor,
    b: Option<Tensor>,
}

#[differentiable]
impl Dense {
    fn new(key: Key, inputs: usize, outputs: usize, bias: bool) -> Result<Self> {
        let w: Tensor = key.normal([inputs, outputs])?;
        let b = bias.then(|| Tensor::zeros([outputs])).transpose()?;
        Ok(Self { w: w * (inputs as f32).sqrt().recip(), b })
    }

    fn forward(&self, x: &Tensor<B, L, I>) -> Tensor {
        let y = x.matmul(&self.w);
        if let Some(b) = &self.b { y + b } else { y }
    }
}

#[derive(Clone, Differentiable)]
struct Norm {
    gain: Tensor,
    shift: Tensor,
}

#[differentiable]
impl Norm {
    fn new(width: usize) -> Result<Self> {
        Ok(Self { gain: Tensor::ones([width])?, shift: Tensor::zeros([width])? })
    }

    fn forward(&self, x: &Tensor<B, L, D>) -> Tensor {
        x.layer_norm(&self.gain, &self.shift)
    }
}

#[derive(Clone, Differentiable)]
struct Attention {
    qkv: Dense,
    out: Dense,
    heads: usize,
}

#[differentiable]
impl Attention {
    fn forward(&self, x: &Tensor<B, L, D>) -> Tensor {
        let heads: usize = self.heads;
        let all = self.qkv.forward(x)?.reshape([B, L, 3, heads, D / heads]).permute([2, 0, 3, 1, 4]);
        let [q, k, v] = all.chunk(3, 0);
        let mixed = q.causal_attention(k, v).squeeze(0).swap_axes(1, 2);
        self.out.forward(&mixed.reshape([B, L, D]))?
    }
}

#[derive(Clone, Differentiable)]
struct Block {
    before: Norm,
    attention: Attention,
    between: Norm,
    up: Dense,
    down: Dense,
}

#[differentiable]
impl Block {
    fn new(key: Key, width: usize, heads: usize) -> Result<Self> {
        let [qkv, out, up, down] = key.split();
        let attention = Attention {
            qkv: Dense::new(qkv, width, 3 * width, false)?,
            out: Dense::new(out, width, width, true)?,
            heads,
        };
        let (up, down) = (Dense::new(up, width, 4 * width, true)?, Dense::new(down, 4 * width, width, true)?);
        Ok(Self { before: Norm::new(width)?, attention, between: Norm::new(width)?, up, down })
    }

    fn forward(&self, x: &Tensor<B, L, D>) -> Tensor {
        let x = x + self.attention.forward(&self.before.forward(x)?)?;
        let h = self.up.forward(&self.between.forward(&x)?)?.gelu();
        x + self.down.forward(&h)?
    }
}

#[derive(Clone, Differentiable)]
struct Transformer {
    tokens: Tensor,
    places: Tensor,
    blocks: Vec<Block>,
    last: Norm,
}

#[differentiable]
impl Transformer {
    fn new(key: Key, size: Size) -> Result<Self> {
        let [tokens, places, blocks] = key.split();
        let table = |key: Key, rows| -> Result<Tensor> { Ok(key.normal::<f32>([rows, size.width])? * 0.1) };
        let blocks = (0..size.blocks).map(|i| Block::new(blocks.fold(i as u64), size.width, size.heads));
        Ok(Self {
            tokens: table(tokens, TOKENS)?,
            places: table(places, LENGTH)?,
            blocks: blocks.collect::<Result<_>>()?,
            last: Norm::new(size.width)?,
        })
    }

    /// What may follow each token. The table of the tokens is the head too.
    fn logits(&self, ids: &Tensor<i32, B, L>) -> Tensor {
        let mut h = self.tokens.embedding(ids) + self.places.narrow(0, 0, L);
        for block in &self.blocks {
            h = block.forward(&h)?;
        }
        self.last.forward(&h)?.matmul(self.tokens.t())
    }

    fn loss(&self, ids: &Tensor<i32, B, L>, targets: &Tensor<i32, B, L>) -> Scalar {
        self.logits(ids)?.cross_entropy_with(targets, IGNORE, 0.0)
    }

    /// Writes answers, always the likeliest token. Every token reads everything again: there is no cache of keys here.
    fn answer(&self, digits: &Tensor<i32>) -> Result<Tensor<i32>> {
        let end = Tensor::full([digits.shape()[0], 1], END)?.to(digits.device())?;
        let mut ids = concat(&[digits, &end], 1)?;
        for _ in 0..DIGITS {
            let next = self.logits(&ids).slice(1, -1, ids.shape()[1] as isize, 1)?.argmax_axis(-1)?;
            ids = concat(&[&ids, &next], 1)?;
        }
        ids.narrow(1, DIGITS + 1, DIGITS)
    }
}

/// Random digits, and the same in order.
fn problems(key: Key, count: usize) -> Result<(Tensor<i32>, Tensor<i32>)> {
    let digits = key.randint(0, 10, [count, DIGITS])?;
    let (sorted, _) = digits.sort(1)?;
    Ok((digits, sorted))
}

/// What the model reads, and what it should say next.
fn batch(key: Key, count: usize) -> Result<(Tensor<i32>, Tensor<i32>)> {
    let (digits, sorted) = problems(key, count)?;
    let ids = concat(&[&digits, &Tensor::full([count, 1], END)?, &sorted.narrow(1, 0, DIGITS - 1)?], 1)?;
    let targets = concat(&[&Tensor::full([count, DIGITS], IGNORE)?, &sorted], 1)?;
    Ok((ids, targets))
}

/// Shows some answers; the part of all that is right in every digit.
fn examine(model: &Transformer, key: Key, count: usize, show: usize) -> Result<f32> {
    let (digits, sorted) = problems(key, count)?;
    let (digits, sorted, answers) =
        (digits.to_vec()?, sorted.to_vec()?, model.answer(&digits.to(model.tokens.device())?)?.to_vec()?);
    let rows = || digits.chunks(DIGITS).zip(answers.chunks(DIGITS)).zip(sorted.chunks(DIGITS));
    let text = |row: &[i32]| {
        row.iter().map(|&id| if id == END { ">".into() } else { id.to_string() }).collect::<String>()
    };
    for ((digits, answer), sorted) in rows().take(show) {
        let verdict = if answer == sorted { "" } else { "   wrong" };
        println!("  {} > {}{verdict}", text(digits), text(answer));
    }
    Ok(rows().filter(|((_, answer), sorted)| answer == sorted).count() as f32 / count as f32)
}

/// What changes in training: all that a run needs to go on.
struct Run {
    model: Transformer,
    optimizer: Optimizer<AdamW>,
    /// Where the batches come from: each is a function of key and step alone.
    batches: Key,
    batch: usize,
    /// One for each step so far.
    losses: Vec<f32>,
    device: Device,
}

impl Run {
    fn new(key: Key, size: Size, device: Device) -> Result<Self> {
        let [parameters, batches] = key.split();
        let model = Transformer::new(parameters, size)?.params_to(device)?;
        let optimizer = Optimizer::new(AdamW { weight_decay: 0.01, ..AdamW::default() });
        Ok(Self { model, optimizer, batches, batch: size.batch, losses: Vec::new(), device })
    }

    /// The step that comes next.
    fn next(&self) -> u64 {
        self.losses.len() as u64
    }

    fn step(&mut self) -> Result<f32> {
        let t = self.next();
        let (ids, targets) = batch(self.batches.fold(t), self.batch)?;
        let (ids, targets) = (ids.to(self.device)?, targets.to(self.device)?);
        let (loss, g) = self.model.loss_value_and_grad(&ids, &targets)?;
        let mut gradient = g.this;
        optim::clip_norm(&mut gradient, 1.0)?;
        let rate = Warmup { steps: 50, from: 0.0, then: Cosine { lr: 3e-3, end: 1e-5, steps: STEPS - 50 } };
        self.optimizer.rule.lr = rate.at(t);
        self.optimizer.step_by(&mut self.model, &gradient, |name, rule| {
            if name.rsplit('.').next() != Some("w") {
                rule.weight_decay = 0.0;
            }
            true
        })?;
        self.losses.push(loss.item()?);
        loss.item()
    }

    fn save(&self, path: &Path) -> Result<()> {
        let losses = Tensor::from_slice(&self.losses, [self.losses.len()])?;
        let snapshot = Snapshot::of(&self.model)?.with_optimizer(&self.optimizer)?;
        snapshot.with_key(self.batches).with_tensor("losses", &losses).save(path)
    }

    /// Becomes the run that was saved.
    fn take_up(&mut self, path: &Path) -> Result<()> {
        let snapshot = Snapshot::open(path)?;
        let losses = snapshot.tensor("losses")?.to_vec()?;
        let Some(batches) = snapshot.key() else { return Err(Error::msg("the file has no key")) };
        snapshot.restore_with(&mut self.model, &mut self.optimizer)?;
        (self.losses, self.batches) = (losses, batches);
        Ok(())
    }
}

fn main() -> Result<()> {
    let [key, fresh] = Key::new(3).split();
    let mut run = Run::new(key, SIZE, device()?)?;
    println!("{} parameters on {}; before training", run.model.param_count()?, run.device);
    examine(&run.model, fresh, 3, 3)?;

    let folder = folder();
    let checkpoint = folder.join("transformer-run.safetensors");
    if checkpoint.exists() {
        run.take_up(&checkpoint)?;
        println!("{} is taken up at step {}", checkpoint.display(), run.next());
    }
    let mut progress = Progress::new("training", run.next(), STEPS);
    while run.next() < STEPS {
        let t = run.next();
        progress.done(t, run.step()?);
        if run.next() % EVERY == 0 {
            run.save(&checkpoint)?;
        }
    }

    println!("after {STEPS} steps of {}", SIZE.batch);
    let right = examine(&run.model, fresh, 500, 6)?;
    println!("{:.1}% of 500 others are right in every digit", 100.0 * right);
    cotangent::save(folder.join("transformer.safetensors"), &run.model)?;
    // The next run begins anew.
    std::fs::remove_file(&checkpoint).map_err(|e| Error::msg(format!("`{}`: {e}", checkpoint.display())))?;
    let path = folder.join("transformer.svg");
    let losses = Curve::new("of the batch", (0..).zip(run.losses));
    plot(&path, "Loss of the transformer over steps", &[losses])?;
    println!("losses: {}", path.display());
    if right < 0.9 { Err(Error::msg("it did not learn to sort")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TINY: Size = Size { width: 8, heads: 2, blocks: 2, batch: 3 };

    #[test]
    fn a_run_that_was_stopped_ends_as_one_that_was_not() -> Result<()> {
        let path = std::env::temp_dir().join(format!("cotangent-transformer-{}", std::process::id()));
        // All that there is of a run: parameters, moments, counts, key and losses.
        let bytes = |run: &Run| -> Result<Vec<u8>> {
            run.save(&path)?;
            std::fs::read(&path).map_err(|e| Error::msg(e.to_string()))
        };
        let train = |run: &mut Run, steps: u64| {
            while run.next() < steps {
                run.step()?;
            }
            Ok(())
        };
        let (n, m) = (3, 8);
        let device = Device::from_env()?;
        let mut whole = Run::new(Key::new(1), TINY, device)?;
        train(&mut whole, n)?;
        let half = bytes(&whole)?;
        // Of another key: all that it goes on with is in the file.
        let mut resumed = Run::new(Key::new(2), TINY, device)?;
        resumed.take_up(&path)?;
        assert_eq!((resumed.next(), resumed.optimizer.steps()), (n, n));
        train(&mut whole, m)?;
        train(&mut resumed, m)?;
        let all = bytes(&whole)?;
        assert!(bytes(&resumed)? == all, "the run that was taken up is not the run that went on");
        assert!(half != all, "it did train");
        std::fs::remove_file(&path).map_err(|e| Error::msg(e.to_string()))
    }
}
