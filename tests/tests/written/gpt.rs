//! A small GPT with dropout, which learns a line by heart.

use cotangent::optim::{AdamW, Optimizer};
use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Block {
    qkv: Tensor,
    out: Tensor,
    up: Tensor,
    down: Tensor,
    norms: [Tensor; 2],
    heads: usize,
    drop: f64,
}

#[derive(Clone, Differentiable)]
struct Gpt {
    tokens: Tensor,
    places: Tensor,
    blocks: Vec<Block>,
    norm: Tensor,
    head: Tensor,
}

#[differentiable]
impl Block {
    fn forward(&self, x: &Tensor<B, T, D>, key: Option<Key>) -> Tensor<B, T, D> {
        let n = x.rms_norm(&self.norms[0]);
        let qkv = n.matmul(&self.qkv).reshape([B, T, 3 * self.heads, D / self.heads]).swap_axes(1, 2);
        let [q, k, v] = qkv.chunk(3, 1);
        let a = causal_attention(&q, &k, &v).swap_axes(1, 2).reshape([B, T, D]).matmul(&self.out);
        let a = match key {
            Some(key) => a.dropout(self.drop, key.fold(1)),
            None => a,
        };
        let x = x + a;
        let h = x.rms_norm(&self.norms[1]).matmul(&self.up).gelu().matmul(&self.down);
        match key {
            Some(key) => x + h.dropout(self.drop, key.fold(2)),
            None => x + h,
        }
    }
}

#[differentiable]
fn loss(m: &Gpt, text: &Tensor<i32, B, T>, next: &Tensor<i32, B, T>, key: Option<Key>) -> Scalar {
    let mut x = m.tokens.embedding(text) + &m.places;
    for (i, block) in m.blocks.iter().enumerate() {
        x = block.forward(&x, key.map(|k| k.fold(i as u64)))?;
    }
    let logits = x.rms_norm(&m.norm).matmul(&m.head);
    cross_entropy(&logits, next)
}

const WIDTH: usize = 32;

fn block(key: Key) -> Result<Block> {
    let [a, b, c, d] = key.split();
    let w = |key: Key, i, o| Ok::<Tensor, Error>(key.normal([i, o])? * 0.1);
    let (qkv, out) = (w(a, WIDTH, 3 * WIDTH)?, w(b, WIDTH, WIDTH)?);
    let (up, down) = (w(c, WIDTH, 4 * WIDTH)?, w(d, 4 * WIDTH, WIDTH)?);
    let norms = [Tensor::ones([WIDTH])?, Tensor::ones([WIDTH])?];
    Ok(Block { qkv, out, up, down, norms, heads: 4, drop: 0.1 })
}

#[test]
fn learns_a_line() -> Result<()> {
    let text = b"to be or not to be that is the question ";
    let length = text.len() - 1;
    let letters = |from: usize| Tensor::<i32>::from_numbers(&text[from..from + length], [1, length]);
    let (x, y) = (letters(0)?, letters(1)?);
    let [a, b, c, d] = Key::new(1).split();
    let mut gpt = Gpt {
        tokens: a.normal([128, WIDTH])? * 0.1,
        places: b.normal([length, WIDTH])? * 0.1,
        blocks: (0..2).map(|i| block(c.fold(i))).collect::<Result<_>>()?,
        norm: Tensor::ones([WIDTH])?,
        head: d.normal([WIDTH, 128])? * 0.1,
    };
    let mut adam = Optimizer::new(AdamW { lr: 3e-3, ..AdamW::default() });
    assert!(loss(&gpt, &x, &y, None).item()? > 4.0);
    for step in 0..50 {
        let g = loss::grad(&gpt, &x, &y, Some(Key::new(2).fold(step)))?;
        adam.step(&mut gpt, &g.m)?;
    }
    assert!(loss(&gpt, &x, &y, None).item()? < 1.0);
    Ok(())
}
