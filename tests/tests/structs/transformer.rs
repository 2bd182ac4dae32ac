//! A transformer as its users write it, against the same computation over the tensors of two blocks.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers, orders_with};

use crate::models::{Linear, linear, normal};

const WIDTH: usize = 4;
const VOCABULARY: usize = 5;

#[differentiable(order = 2)]
impl Linear {
    fn forward(&self, x: &Tensor<f64, B, L, I>) -> Tensor<f64> {
        x.matmul(&self.w) + &self.b
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Attention {
    qkv: Linear,
    out: Linear,
    heads: usize,
}

#[differentiable(order = 2)]
impl Attention {
    fn forward(&self, x: &Tensor<f64, B, L, D>) -> Tensor<f64> {
        let heads: usize = self.heads;
        let all = self.qkv.forward(x)?.reshape([B, L, 3, heads, D / heads]).permute([2, 0, 3, 1, 4]);
        let [q, k, v] = all.chunk(3, 0);
        let mixed = q.causal_attention(k, v).squeeze(0).swap_axes(1, 2);
        self.out.forward(&mixed.reshape([B, L, D]))?
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Block {
    before: Linear,
    attention: Attention,
    between: Option<Linear>,
    up: Linear,
    down: Linear,
}

#[differentiable(order = 2)]
impl Block {
    fn forward(&self, x: &Tensor<f64, B, L, D>) -> Tensor<f64> {
        let h = x.layer_norm(self.before.w.narrow(0, 0, 1), &self.before.b);
        let x = x + self.attention.forward(&h)?;
        let h = match &self.between {
            Some(norm) => x.layer_norm(norm.w.narrow(0, 0, 1), &norm.b),
            None => x.clone(),
        };
        x + self.down.forward(&self.up.forward(&h)?.gelu())?
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Transformer {
    tokens: Tensor<f64>,
    places: Tensor<f64>,
    blocks: Vec<Block>,
}

#[differentiable(order = 2)]
impl Transformer {
    #[differentiable(name = TransformerLoss)]
    fn loss(&self, ids: &Tensor<i32, B, L>, targets: &Tensor<i32, B, L>) -> Scalar<f64> {
        let mut h = self.tokens.embedding(ids) + self.places.narrow(0, 0, L);
        for block in &self.blocks {
            h = block.forward(&h)?;
        }
        h.matmul(self.tokens.t()).cross_entropy_with(targets, -1, 0.0)
    }
}

/// The two blocks of [`transformer`], their tensors in the order of their fields. Attention is one head's softmax after another.
#[differentiable]
fn unrolled(
    tokens: &Tensor<f64>,
    places: &Tensor<f64>,
    first: &[Tensor<f64>],
    second: &[Tensor<f64>],
    ids: &Tensor<i32, B, L>,
    targets: &Tensor<i32, B, L>,
) -> Scalar<f64> {
    let mut x = tokens.embedding(ids) + places.narrow(0, 0, L);
    let h = x.layer_norm(first[0].narrow(0, 0, 1), &first[1]);
    let [q, k, v] = (h.matmul(&first[2]) + &first[3]).chunk(3, 2);
    let [q0, q1] = q.chunk(2, 2);
    let [k0, k1] = k.chunk(2, 2);
    let [v0, v1] = v.chunk(2, 2);
    let mixed = concat([q0.causal_attention(k0, v0), q1.causal_attention(k1, v1)], 2);
    x = x + mixed.matmul(&first[4]) + &first[5];
    let h = x.layer_norm(first[6].narrow(0, 0, 1), &first[7]);
    x = x + (h.matmul(&first[8]) + &first[9]).gelu().matmul(&first[10]) + &first[11];

    let h = x.layer_norm(second[0].narrow(0, 0, 1), &second[1]);
    let [q, k, v] = (h.matmul(&second[2]) + &second[3]).chunk(3, 2);
    x = x + q.causal_attention(k, v).matmul(&second[4]) + &second[5];
    x = &x + (x.matmul(&second[6]) + &second[7]).gelu().matmul(&second[8]) + &second[9];
    x.matmul(tokens.t()).cross_entropy_with(targets, -1, 0.0)
}

fn block(seed: u64, heads: usize, between: bool) -> Block {
    let attention =
        Attention { qkv: linear(seed, WIDTH, 3 * WIDTH), out: linear(seed + 2, WIDTH, WIDTH), heads };
    Block {
        before: linear(seed + 4, 2, WIDTH),
        attention,
        between: between.then(|| linear(seed + 6, 2, WIDTH)),
        up: linear(seed + 8, WIDTH, 6),
        down: linear(seed + 10, 6, WIDTH),
    }
}

/// The first block has two heads and a second norm, the second one head and none.
fn transformer() -> Transformer {
    let blocks = vec![block(10, 2, true), block(30, 1, false)];
    Transformer { tokens: normal(1, [VOCABULARY, WIDTH]), places: normal(2, [4, WIDTH]), blocks }
}

fn tensors(block: &Block) -> Vec<Tensor<f64>> {
    let mut all = Vec::new();
    let keep = |_: &cotangent::tree::Path, x: &Tensor<f64>| {
        all.push(x.clone());
        Ok(())
    };
    block.each_param(keep).expect("they are of f64");
    all
}

#[test]
fn a_transformer_is_its_unrolled_program() -> Result<()> {
    let model = transformer();
    let (ids, targets) = (tensor![[0, 3, 1], [4, 4, 2]], tensor![[-1, 1, 2], [4, -1, 0]]);
    orders_with::<TransformerLoss>((&model, &ids, &targets))?;
    let (value, g) = model.loss_value_and_grad(&ids, &targets)?;
    let (first, second) = (tensors(&model.blocks[0]), tensors(&model.blocks[1]));
    let (want, h) = unrolled::value_and_grad(&model.tokens, &model.places, &first, &second, &ids, &targets)?;
    near("value", &[value.item()?], &[want.item()?], 1e-12);
    let want = numbers(&(h.tokens, h.places, (h.first, h.second)))?;
    near("gradient", &numbers(&g.this)?, &want, 1e-11);
    // No position after the third was read.
    assert!(g.this.places.narrow(0, 3, 1)?.to_vec()?.iter().all(|&g| g == 0.0));
    Ok(())
}
