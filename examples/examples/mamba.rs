//! Teaches two blocks of Mamba to copy selectively: they read a line of letters and blanks, and say its letters in order.
//!
//!     cargo run --release --example mamba [--device wgpu]

use cotangent::optim::{AdamW, Optimizer};
use cotangent::prelude::*;
use cotangent::train::Progress;
use cotangent_examples::device;

const LETTERS: usize = 3; // of a line
const PLACES: usize = 12; // that they are among
const NAMES: [char; 6] = ['.', '?', 'a', 'b', 'c', 'd']; // of tokens: the blank, the question, the letters

#[derive(Clone, Differentiable)]
struct Block {
    norm: Tensor,
    input: Tensor,
    conv: Tensor,
    choose: Tensor,
    decay: Tensor,
    skip: Tensor,
    output: Tensor,
}

#[differentiable]
impl Block {
    fn new(key: Key, width: usize, inner: usize, states: usize) -> Result<Self> {
        let w = |i, a: usize, b| Ok::<_, Error>(key.fold(i).normal([a, b])? * (a as f32).sqrt().recip());
        Ok(Self {
            norm: Tensor::ones([width])?,
            input: w(0, width, 2 * inner)?,
            conv: key.fold(1).uniform_in(-0.5, 0.5, [inner, 1, 4])?,
            choose: w(2, inner, inner + 2 * states)?,
            decay: Tensor::from_fn([inner, states], |at| (1.0 + at[1] as f32).ln())?,
            skip: Tensor::ones([inner])?,
            output: w(3, inner, width)?,
        })
    }

    fn forward(&self, x: &Tensor<B, L, D>) -> Tensor<B, L, D> {
        let [u, gate] = x.rms_norm(&self.norm).matmul(&self.input).chunk(2, -1);
        // Zeros in front: no place reads a later one.
        let u = u.swap_axes(1, 2).pad([(0, 0), (0, 0), (3, 0)], 0.0);
        let u = u.conv1d_grouped(&self.conv, 1, 0, 1, self.conv.dim(0)).swap_axes(1, 2).silu();
        let (inner, states) = (self.decay.dim(0), self.decay.dim(1));
        let [step, write, read] = u.matmul(&self.choose).split([inner, states, states], -1);
        let y = u.selective_scan((step - 2.0).softplus(), -self.decay.exp(), write, read, &self.skip);
        x + (y * gate.silu()).matmul(&self.output)
    }
}

#[derive(Clone, Differentiable)]
struct Mamba {
    tokens: Tensor,
    blocks: [Block; 2],
    head: Tensor,
}

/// The loss, and what may be said at each question.
#[differentiable]
fn loss(m: &Mamba, ids: &Tensor<i32, B, L>, letters: &Tensor<i32, B, K>) -> (Scalar, Tensor) {
    let mut h = m.tokens.embedding(ids);
    for block in &m.blocks {
        h = block.forward(&h)?;
    }
    let logits = h.narrow(1, L - K, K).matmul(&m.head);
    (logits.cross_entropy(letters), logits)
}

/// Lines with their questions, and the letters in them.
fn lines(key: Key, count: usize, device: Device) -> Result<(Tensor<i32>, Tensor<i32>)> {
    let [letters, places] = key.split();
    let letters = letters.randint(2, NAMES.len() as i32, [count, LETTERS])?;
    let (_, places) = places.uniform::<f32>([count, PLACES])?.topk(LETTERS, 1)?;
    let line = Tensor::zeros([count, PLACES])?.scatter(1, &places.sort(1)?.0, &letters)?;
    let ids = cotangent::ops::concat(&[&line, &Tensor::full([count, LETTERS], 1)?], 1)?;
    Ok((ids.to(device)?, letters.to(device)?))
}

fn main() -> Result<()> {
    let (steps, [tokens, one, two, head, batches, fresh]) = (400, Key::new(2).split());
    let blocks = [Block::new(one, 32, 64, 8)?, Block::new(two, 32, 64, 8)?];
    let device = device()?;
    let model = Mamba { tokens: tokens.normal([6, 32])?, blocks, head: head.normal([32, 6])? * 0.1 };
    let mut model = model.params_to(device)?;
    let mut optimizer = Optimizer::new(AdamW { lr: 3e-3, ..AdamW::default() });
    let mut progress = Progress::new("training", 0, steps);
    for step in 0..steps {
        let (ids, letters) = lines(batches.fold(step), 32, device)?;
        let ((loss, _), g) = loss::value_and_grad(&model, &ids, &letters)?;
        optimizer.step(&mut model, &g.m)?;
        progress.done(step, loss.item()?);
    }
    let (ids, letters) = lines(fresh, 500, device)?;
    let said = loss(&model, &ids, &letters).1.argmax_axis(-1)?;
    let text = |ids: &[i32]| ids.iter().map(|&id| NAMES[id as usize]).collect::<String>();
    for (line, said) in ids.to_vec()?.chunks(PLACES + LETTERS).zip(said.to_vec()?.chunks(LETTERS)).take(5) {
        println!("  {} -> {}", text(line), text(said));
    }
    let accuracy = said.eq(&letters)?.cast::<f32>()?.mean()?.item()?;
    println!("{:.1}% of the letters of 500 other lines are right", 100.0 * accuracy);
    if accuracy < 0.9 { Err(Error::msg("it did not learn to copy")) } else { Ok(()) }
}
