//! A GPT of characters in one file: dropout, and a head that is the table of tokens.

use cotangent::optim::{self, AdamW, Cosine, Optimizer, Schedule, Warmup};
use cotangent::prelude::*;

const TEXT: &str = "\
the quick brown fox jumps over the lazy dog
a journey of a thousand miles begins with a single step
all that glitters is not gold
the early bird catches the worm
actions speak louder than words
the pen is mightier than the sword
when in rome do as the romans do
the grass is always greener on the other side
";

#[derive(Clone, Copy)]
struct Config {
    vocab: usize,
    context: usize,
    width: usize,
    heads: usize,
    layers: usize,
    dropout: f32,
}

// ---- layers ----

#[derive(Clone, Differentiable)]
struct Linear {
    w: Tensor,
    b: Tensor,
}

#[differentiable]
impl Linear {
    fn new(key: Key, inputs: usize, outputs: usize, scale: f32) -> Result<Self> {
        let w: Tensor = key.normal([inputs, outputs])?;
        Ok(Self { w: w * (scale / (inputs as f32).sqrt()), b: Tensor::zeros([outputs])? })
    }

    fn forward(&self, x: &Tensor<B, L, I>) -> Tensor {
        x.matmul(&self.w) + &self.b
    }
}

#[derive(Clone, Differentiable)]
struct LayerNorm {
    gain: Tensor,
    shift: Tensor,
}

#[differentiable]
impl LayerNorm {
    fn new(width: usize) -> Result<Self> {
        Ok(Self { gain: Tensor::ones([width])?, shift: Tensor::zeros([width])? })
    }

    fn forward(&self, x: &Tensor<B, L, D>) -> Tensor {
        x.layer_norm(&self.gain, &self.shift)
    }
}

#[derive(Clone, Differentiable)]
struct Dropout {
    p: f32,
}

#[differentiable]
impl Dropout {
    fn forward(&self, x: &Tensor, key: Option<Key>) -> Tensor {
        match key {
            Some(key) => x.dropout(self.p, key),
            None => x.clone(),
        }
    }
}

#[derive(Clone, Differentiable)]
struct Attention {
    qkv: Linear,
    out: Linear,
    drop: Dropout,
    heads: usize,
}

#[differentiable]
impl Attention {
    fn new(key: Key, config: Config) -> Result<Self> {
        let [qkv, out] = key.split();
        let width = config.width;
        Ok(Self {
            qkv: Linear::new(qkv, width, 3 * width, 1.0)?,
            out: Linear::new(out, width, width, (2.0 * config.layers as f32).sqrt().recip())?,
            drop: Dropout { p: config.dropout },
            heads: config.heads,
        })
    }

    fn forward(&self, x: &Tensor<B, L, D>, key: Option<Key>) -> Tensor {
        let heads: usize = self.heads;
        let all = self.qkv.forward(x)?.reshape([B, L, 3, heads, D / heads]).permute([2, 0, 3, 1, 4]);
        let [q, k, v] = all.chunk(3, 0);
        let mixed = q.causal_attention(k, v).squeeze(0).swap_axes(1, 2);
        let y = self.out.forward(&mixed.reshape([B, L, D]))?;
        self.drop.forward(&y, key)?
    }
}

#[derive(Clone, Differentiable)]
struct Mlp {
    up: Linear,
    down: Linear,
    drop: Dropout,
}

#[differentiable]
impl Mlp {
    fn new(key: Key, config: Config) -> Result<Self> {
        let [up, down] = key.split();
        let width = config.width;
        Ok(Self {
            up: Linear::new(up, width, 4 * width, 1.0)?,
            down: Linear::new(down, 4 * width, width, (2.0 * config.layers as f32).sqrt().recip())?,
            drop: Dropout { p: config.dropout },
        })
    }

    fn forward(&self, x: &Tensor<B, L, D>, key: Option<Key>) -> Tensor {
        let h = self.up.forward(x)?.gelu();
        let y = self.down.forward(&h)?;
        self.drop.forward(&y, key)?
    }
}

#[derive(Clone, Differentiable)]
struct Block {
    before: LayerNorm,
    attention: Attention,
    between: LayerNorm,
    mlp: Mlp,
}

#[differentiable]
impl Block {
    fn new(key: Key, config: Config) -> Result<Self> {
        let [attention, mlp] = key.split();
        Ok(Self {
            before: LayerNorm::new(config.width)?,
            attention: Attention::new(attention, config)?,
            between: LayerNorm::new(config.width)?,
            mlp: Mlp::new(mlp, config)?,
        })
    }

    fn forward(&self, x: &Tensor<B, L, D>, key: Option<Key>) -> Tensor {
        let (a, b) = (key.map(|k| k.fold(0)), key.map(|k| k.fold(1)));
        let x = x + self.attention.forward(&self.before.forward(x)?, a)?;
        &x + self.mlp.forward(&self.between.forward(&x)?, b)?
    }
}

// ---- model ----

#[derive(Clone, Differentiable)]
struct Gpt {
    tokens: Tensor,
    places: Tensor,
    drop: Dropout,
    blocks: Vec<Block>,
    last: LayerNorm,
}

#[differentiable]
impl Gpt {
    fn new(key: Key, config: Config) -> Result<Self> {
        let [tokens, places, blocks] = key.split();
        let tokens: Tensor = tokens.normal([config.vocab, config.width])?;
        let places: Tensor = places.normal([config.context, config.width])?;
        let blocks = (0..config.layers).map(|i| Block::new(blocks.fold(i as u64), config));
        Ok(Self {
            tokens: tokens * 0.02,
            places: places * 0.02,
            drop: Dropout { p: config.dropout },
            blocks: blocks.collect::<Result<_>>()?,
            last: LayerNorm::new(config.width)?,
        })
    }

    fn logits(&self, ids: &Tensor<i32, B, L>, key: Option<Key>) -> Tensor {
        let h = self.tokens.embedding(ids) + self.places.narrow(0, 0, L);
        let mut h = self.drop.forward(&h, key)?;
        for (i, block) in self.blocks.iter().enumerate() {
            h = block.forward(&h, key.map(|k| k.fold(1 + i as u64)))?;
        }
        self.last.forward(&h)?.matmul(self.tokens.t())
    }

    fn loss(&self, ids: &Tensor<i32, B, L>, targets: &Tensor<i32, B, L>, key: Option<Key>) -> Scalar {
        self.logits(ids, key)?.cross_entropy(targets)
    }

    fn generate(&self, ids: &Tensor<i32>, count: usize, context: usize) -> Result<Tensor<i32>> {
        let mut ids = ids.clone();
        for _ in 0..count {
            let length = ids.shape()[1];
            let seen = length.min(context);
            let logits = self.logits(&ids.narrow(1, length - seen, seen)?, None);
            let next = logits.narrow(1, seen - 1, 1)?.argmax_axis(-1)?;
            ids = cotangent::ops::concat(&[&ids, &next], 1)?;
        }
        Ok(ids)
    }
}

// ---- data ----

fn alphabet() -> Vec<char> {
    let mut chars: Vec<char> = TEXT.chars().collect();
    chars.sort_unstable();
    chars.dedup();
    chars
}

fn batch(key: Key, data: &[i32], rows: usize, context: usize) -> Result<(Tensor<i32>, Tensor<i32>)> {
    let starts = key.randint(0, (data.len() - context - 1) as i32, [rows])?.to_vec()?;
    let part = |shift: usize| -> Result<Tensor<i32>> {
        let of = |s: &i32| data[*s as usize + shift..][..context].to_vec();
        Tensor::from_vec(starts.iter().flat_map(of).collect(), [rows, context])
    };
    Ok((part(0)?, part(1)?))
}

#[test]
fn a_gpt_of_one_file_learns() -> Result<()> {
    let chars = alphabet();
    let id = |c: char| chars.iter().position(|&known| known == c).unwrap_or(0) as i32;
    let data: Vec<i32> = TEXT.chars().map(id).collect();
    let config = Config { vocab: chars.len(), context: 16, width: 32, heads: 4, layers: 2, dropout: 0.1 };
    let [init, batches, drops] = Key::new(1337).split();
    let mut model = Gpt::new(init, config)?;

    let steps = 60;
    let mut optimizer = Optimizer::new(AdamW { weight_decay: 0.1, ..AdamW::default() });
    let rate = Warmup { steps: 10, from: 0.0, then: Cosine { lr: 3e-3, end: 3e-4, steps } };
    let mut losses = Vec::new();
    for t in 0..steps {
        let (ids, targets) = batch(batches.fold(t), &data, 16, config.context)?;
        let (loss, g) = model.loss_value_and_grad(&ids, &targets, Some(drops.fold(t)))?;
        let mut g = g.this;
        optim::clip_norm(&mut g, 1.0)?;
        optimizer.rule.lr = rate.at(t);
        optimizer.step(&mut model, &g)?;
        losses.push(loss.item()?);
    }
    assert!(losses[0] > 3.0 && losses[steps as usize - 1] < losses[0] - 0.3, "{losses:?}");

    let prompt = Tensor::from_vec("the ".chars().map(id).collect(), [1, 4])?;
    assert_eq!(model.generate(&prompt, 20, config.context)?.shape(), [1, 24]);
    Ok(())
}
