//! A model of structs in structs, whose methods become one function.

use cotangent::prelude::*;
use cotangent_tests::flow::both;

use crate::{inlined, normal, twice};

twice! { $ order
    #[derive(Clone, Differentiable)]
    pub struct Linear {
        pub w: Tensor<f64>,
        pub b: Tensor<f64>,
    }

    #[differentiable($($order)*)]
    impl Linear {
        fn forward(&self, x: &Tensor<f64, B, L, I>) -> Tensor<f64> {
            x.matmul(&self.w) + &self.b
        }
    }

    #[derive(Clone, Differentiable)]
    pub struct Attention {
        pub qkv: Linear,
        pub out: Linear,
        pub heads: usize,
    }

    #[differentiable($($order)*)]
    impl Attention {
        fn width(&self, d: usize) -> usize {
            d / self.heads
        }

        fn forward(&self, x: &Tensor<f64, B, L, D>) -> Result<Tensor<f64>> {
            let heads: usize = self.heads;
            let all = self.qkv.forward(x)?.reshape([B, L, 3, heads, self.width(D)]).permute([2, 0, 3, 1, 4]);
            let [q, k, v] = all.chunk(3, 0);
            let mixed = q.causal_attention(k, v).squeeze(0).swap_axes(1, 2);
            Ok(self.out.forward(&mixed.reshape([B, L, D]))?)
        }
    }

    #[derive(Clone, Differentiable)]
    pub struct Block {
        pub before: Linear,
        pub attention: Attention,
        pub between: Option<Linear>,
        pub up: Linear,
        pub down: Linear,
    }

    #[differentiable($($order)*)]
    impl Block {
        fn forward(&self, x: &Tensor<f64, B, L, D>) -> Tensor<f64> {
            let h = x.layer_norm(self.before.w.narrow(0, 0, 1), &self.before.b);
            let x = x + self.attention.forward(&h)?;
            let h = match &self.between {
                Some(norm) => x.layer_norm(norm.w.narrow(0, 0, 1), &norm.b),
                None => x.clone(),
            };
            let Self { up, down, .. } = self;
            x + down.forward(&up.forward(&h)?.gelu())?
        }
    }

    #[derive(Clone, Differentiable)]
    pub struct Transformer {
        pub tokens: Tensor<f64>,
        pub blocks: Vec<Block>,
    }

    #[differentiable($($order)*)]
    impl Transformer {
        fn hidden(&self, ids: &Tensor<i32, B, L>) -> Tensor<f64> {
            let mut h = self.tokens.embedding(ids);
            for i in 0..self.blocks.len() {
                #[checkpoint]
                let next = self.blocks[i].forward(&h)?;
                h = next;
            }
            h
        }
    }

    #[differentiable($($order)*)]
    pub fn loss(model: &Transformer, ids: &Tensor<i32, B, L>, targets: &Tensor<i32, B, L>) -> Scalar<f64> {
        let h = model.hidden(ids)?;
        h.matmul(model.tokens.t()).cross_entropy_with(targets, -1, 0.0)
    }
}

macro_rules! model {
    ($place:ident) => {{
        let linear = |seed, i, o| $place::Linear { w: normal(seed, [i, o]), b: normal(seed + 1, [o]) };
        let block = |seed, between: bool| $place::Block {
            before: linear(seed, 4, 4),
            attention: $place::Attention {
                qkv: linear(seed + 2, 4, 12),
                out: linear(seed + 4, 4, 4),
                heads: 2,
            },
            between: between.then(|| linear(seed + 6, 4, 4)),
            up: linear(seed + 8, 4, 6),
            down: linear(seed + 10, 6, 4),
        };
        $place::Transformer { tokens: normal(1, [5, 4]), blocks: vec![block(10, true), block(30, false)] }
    }};
}

#[test]
fn blocks_of_methods() -> Result<()> {
    let (ids, targets) = (tensor![[0, 3, 1], [4, 2, 2]], tensor![[3, 1, 0], [2, -1, 4]]);
    both::<joined::loss, apart::loss>((&model!(joined), &ids, &targets), (&model!(apart), &ids, &targets))?;
    let report = joined::loss::explain();
    let wanted = "`Attention::forward`, `Block::forward`, `Linear::forward` 4 times, `Transformer::hidden`";
    assert_eq!(inlined(report), wanted, "{report}");
    Ok(())
}
