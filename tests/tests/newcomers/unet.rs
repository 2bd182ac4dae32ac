//! A U-Net that takes noise out of pictures of discs.

use cotangent::optim::{Adam, Optimizer};
use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Conv {
    w: Tensor,
    b: Tensor,
}

impl Conv {
    fn new(key: Key, from: usize, to: usize, size: usize) -> Result<Self> {
        let w: Tensor = key.normal([to, from, size, size])?;
        let scale = (1.0 / (from * size * size) as f32).sqrt();
        Ok(Self { w: w * scale, b: Tensor::zeros([to, 1, 1])? })
    }
}

#[derive(Clone, Differentiable)]
struct Block {
    one: Conv,
    two: Conv,
}

impl Block {
    fn new(key: Key, from: usize, to: usize) -> Result<Self> {
        let [a, b] = key.split();
        Ok(Self { one: Conv::new(a, from, to, 3)?, two: Conv::new(b, to, to, 3)? })
    }
}

#[derive(Clone, Differentiable)]
struct UNet {
    down: Vec<Block>,
    bottom: Block,
    up: Vec<Block>,
    last: Conv,
}

#[differentiable]
impl Conv {
    fn forward(&self, x: &Tensor<N, C, H, W>) -> Tensor<_, _, _, _> {
        x.conv2d(&self.w, 1, Padding::SAME, 1) + &self.b
    }
}

#[differentiable]
impl Block {
    fn forward(&self, x: &Tensor<N, C, H, W>) -> Tensor<_, _, _, _> {
        self.two.forward(&self.one.forward(x).relu()).relu()
    }
}

#[differentiable]
impl UNet {
    fn forward(&self, x: &Tensor<N, 1, H, W>) -> Tensor<_, _, _, _> {
        let mut h: Tensor = x.clone();
        let mut kept = vec![];
        for block in &self.down {
            h = block.forward(&h);
            kept.push(h.clone());
            h = h.max_pool2d(2, 2, 0);
        }
        h = self.bottom.forward(&h);
        for (i, block) in self.up.iter().enumerate() {
            let wide = h.resize_nearest(2, h.dim(2) * 2).resize_nearest(3, h.dim(3) * 2);
            h = block.forward(&concat([&wide, &kept[self.up.len() - 1 - i]], 1));
        }
        self.last.forward(&h)
    }

    fn loss(&self, noisy: &Tensor<N, 1, H, W>, clean: &Tensor<N, 1, H, W>) -> Scalar {
        (self.forward(noisy) - clean).square().mean()
    }
}

fn discs(key: Key, n: usize) -> Result<(Tensor, Tensor)> {
    const SIDE: usize = 16;
    let [rows, columns, noise] = key.split();
    let at = |key: Key| key.uniform_in(4.0, 12.0, [n, 1, 1]);
    let line = Tensor::arange(0.0, SIDE as f32, 1.0)?;
    let (y, x) = (line.reshape([1, SIDE, 1])?, line.reshape([1, 1, SIDE])?);
    let far = (y - at(rows)?).square()? + (x - at(columns)?).square()?;
    let clean = far.lt(9.0)?.cast::<f32>()?.unsqueeze(1)?;
    let noisy = &clean + noise.normal(clean.shape())? * 0.5;
    Ok((noisy, clean))
}

#[test]
fn a_unet_takes_noise_away() -> Result<()> {
    let [a, b, c, d, e, f, data] = Key::new(8).split();
    let mut net = UNet {
        down: vec![Block::new(a, 1, 8)?, Block::new(b, 8, 16)?],
        bottom: Block::new(c, 16, 16)?,
        up: vec![Block::new(d, 32, 8)?, Block::new(e, 16, 8)?],
        last: Conv::new(f, 8, 1, 1)?,
    };
    let mut adam = Optimizer::new(Adam { lr: 4e-3, ..Adam::default() });
    let mut losses = Vec::new();
    for step in 0..60 {
        let (noisy, clean) = discs(data.fold(step), 8)?;
        let (loss, g) = net.loss_value_and_grad(&noisy, &clean)?;
        adam.step(&mut net, &g.this)?;
        losses.push(loss.item()?);
    }
    let mean = |losses: &[f32]| losses.iter().sum::<f32>() / losses.len() as f32;
    assert!(mean(&losses[50..]) < 0.5 * mean(&losses[..5]), "{losses:?}");
    Ok(())
}
