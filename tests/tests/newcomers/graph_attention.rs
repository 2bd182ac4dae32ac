//! Graph attention over a list of edges: scores are normalised among the edges that lead to a node.

use cotangent::optim::{Adam, Optimizer};
use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Gat {
    w: Tensor,
    to: Tensor,
    from: Tensor,
    out: Tensor,
}

#[differentiable]
impl Gat {
    fn scores(&self, x: &Tensor<N, I>, source: &Tensor<i32, E>, target: &Tensor<i32, E>) -> Tensor {
        let h = x.matmul(&self.w);
        let s = h.matmul(&self.from).index_select(0, source) + h.matmul(&self.to).index_select(0, target);
        // Scores are small: no maximum is subtracted.
        let e = s.leaky_relu(0.2).exp();
        let sums = Tensor::zeros([N]).index_add(0, target, &e);
        let weights = e / sums.index_select(0, target);
        let messages = h.index_select(0, source) * weights.unsqueeze(-1);
        let mixed = Tensor::zeros([N, h.dim(1)]).index_add(0, target, messages);
        mixed.tanh().matmul(&self.out)
    }

    fn loss(
        &self,
        x: &Tensor<N, I>,
        source: &Tensor<i32, E>,
        target: &Tensor<i32, E>,
        classes: &Tensor<i32, N>,
    ) -> Scalar {
        self.scores(x, source, target)?.cross_entropy(classes)
    }
}

#[test]
fn two_communities_are_told_apart() -> Result<()> {
    const N: usize = 12;
    // Nodes of one half know each other.
    let edges: Vec<(i32, i32)> = (0..N as i32)
        .flat_map(|a| (0..N as i32).map(move |b| (a, b)))
        .filter(|(a, b)| a % 2 == b % 2 && (a + 3 * b) % 5 < 3)
        .chain((0..N as i32).map(|a| (a, a)))
        .collect();
    let of =
        |which: fn(&(i32, i32)) -> i32| Tensor::from_vec(edges.iter().map(which).collect(), [edges.len()]);
    let (source, target) = (of(|e| e.0)?, of(|e| e.1)?);
    let classes = Tensor::from_vec((0..N as i32).map(|a| a % 2).collect(), [N])?;
    let [a, b, c, d, e] = Key::new(8).split();
    let x: Tensor = a.normal([N, 5])?;
    let (w, out): (Tensor, Tensor) = (b.normal([5, 8])?, e.normal([8, 2])?);
    let (to, from): (Tensor, Tensor) = (c.normal([8])?, d.normal([8])?);
    let mut gat = Gat { w: w * 0.4, to: to * 0.3, from: from * 0.3, out: out * 0.3 };
    let mut adam = Optimizer::new(Adam { lr: 0.03, ..Adam::default() });
    for _ in 0..120 {
        let (_, g) = gat.loss_value_and_grad(&x, &source, &target, &classes)?;
        adam.step(&mut gat, &g.this)?;
    }
    let found = gat.scores(&x, &source, &target).argmax_axis(-1)?;
    assert_eq!(found.to_vec()?, classes.to_vec()?);
    Ok(())
}
