//! Teaches a causal transformer to sort: it reads digits and a `>`, and writes the digits in order, one after the other. Blocks of
//! attention and perceptron in a `Vec`, the rate warmed up and on a cosine, no decay of biases and norms.
//!
//!     cargo run --release --example transformer [folder]
//!
//! The folder gets the plot of the losses and the file of the parameters.

use cotangent::ops::concat;
use cotangent::optim::{self, AdamW, Cosine, Optimizer, Schedule, Warmup};
use cotangent::prelude::*;
use cotangent_examples::{Curve, Progress, folder, plot};

const DIGITS: usize = 8;
/// What is read at once: all digits, `>`, and all but the last of the answer.
const LENGTH: usize = 2 * DIGITS;
/// The token `>` comes after the ten digits.
const END: i32 = 10;
const TOKENS: usize = 11;
/// Where nothing is asked.
const IGNORE: i32 = -1;

const WIDTH: usize = 64;
const HEADS: usize = 4;
const BLOCKS: usize = 2;
const BATCH: usize = 64;
const STEPS: u64 = 400;

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
    fn new(key: Key) -> Result<Self> {
        let [tokens, places, blocks] = key.split();
        let table = |key: Key, rows| -> Result<Tensor> { Ok(key.normal::<f32>([rows, WIDTH])? * 0.1) };
        let blocks = (0..BLOCKS).map(|i| Block::new(blocks.fold(i as u64), WIDTH, HEADS));
        Ok(Self {
            tokens: table(tokens, TOKENS)?,
            places: table(places, LENGTH)?,
            blocks: blocks.collect::<Result<_>>()?,
            last: Norm::new(WIDTH)?,
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
        let count = digits.shape()[0];
        let mut ids = concat(&[digits, &Tensor::full([count, 1], END)?], 1)?;
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
fn batch(key: Key) -> Result<(Tensor<i32>, Tensor<i32>)> {
    let (digits, sorted) = problems(key, BATCH)?;
    let ids = concat(&[&digits, &Tensor::full([BATCH, 1], END)?, &sorted.narrow(1, 0, DIGITS - 1)?], 1)?;
    let targets = concat(&[&Tensor::full([BATCH, DIGITS], IGNORE)?, &sorted], 1)?;
    Ok((ids, targets))
}

/// Shows some answers; the part of all that is right in every digit.
fn examine(model: &Transformer, key: Key, count: usize, show: usize) -> Result<f32> {
    let (digits, sorted) = problems(key, count)?;
    let (digits, sorted, answers) = (digits.to_vec()?, sorted.to_vec()?, model.answer(&digits)?.to_vec()?);
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

fn main() -> Result<()> {
    let [parameters, batches, fresh] = Key::new(3).split();
    let mut model = Transformer::new(parameters)?;
    println!("{} parameters; before training", model.param_count()?);
    examine(&model, fresh, 3, 3)?;

    let mut optimizer = Optimizer::new(AdamW { weight_decay: 0.01, ..AdamW::default() });
    let rate = Warmup { steps: 50, from: 0.0, then: Cosine { lr: 3e-3, end: 1e-5, steps: STEPS - 50 } };
    let progress = Progress::new("training", 0, STEPS);
    let mut losses = Vec::new();
    for t in 0..STEPS {
        let (ids, targets) = batch(batches.fold(t))?;
        let (loss, g) = model.loss_value_and_grad(&ids, &targets)?;
        let mut gradient = g.this;
        optim::clip_norm(&mut gradient, 1.0)?;
        optimizer.rule.lr = rate.at(t);
        optimizer.step_by(&mut model, &gradient, |name, rule| {
            if name.rsplit('.').next() != Some("w") {
                rule.weight_decay = 0.0;
            }
            true
        })?;
        losses.push((t, loss.item()?));
        progress.done(t, loss.item()?);
    }

    println!("after {STEPS} steps of {BATCH}");
    let right = examine(&model, fresh, 500, 6)?;
    println!("{:.1}% of 500 others are right in every digit", 100.0 * right);
    let folder = folder();
    cotangent::save(folder.join("transformer.safetensors"), &model)?;
    let path = folder.join("transformer.svg");
    plot(&path, "Loss of the transformer over steps", &[Curve { name: "of the batch", points: losses }])?;
    println!("losses: {}", path.display());
    if right < 0.9 { Err(Error::msg("it did not learn to sort")) } else { Ok(()) }
}
