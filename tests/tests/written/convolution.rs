//! A convolutional network that tells lying bars from standing ones.

use cotangent::optim::{AdamW, Optimizer};
use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Net {
    first: Tensor,
    bias: Tensor,
    second: Tensor,
    out: Tensor,
}

#[differentiable]
fn logits(net: &Net, x: &Tensor<B, 1, H, W>) -> Tensor<B, _> {
    let h = (x.conv2d(&net.first, 1, 0, 1) + net.bias.reshape([-1, 1, 1])).relu().max_pool2d(2, 2, 0);
    let h = h.conv2d(&net.second, 1, 0, 1).relu();
    h.mean_axis([2, 3]).matmul(&net.out)
}

#[differentiable]
fn loss(net: &Net, x: &Tensor<B, 1, H, W>, #[constant] labels: &Tensor<i32, B>) -> Scalar {
    logits(net, x).cross_entropy(labels)
}

/// Noise with a bright row (0) or column (1).
fn images(count: usize, key: Key) -> Result<(Tensor, Tensor<i32>)> {
    const SIDE: usize = 12;
    let mut pixels = (key.normal::<f32>([count, 1, SIDE, SIDE])? * 0.3).to_vec()?;
    let (at, labels) = (key.fold(1).randint(0, SIDE as i32, [count])?, key.fold(2).randint(0, 2, [count])?);
    for (image, (at, label)) in at.iter()?.zip(labels.iter()?).enumerate() {
        for k in 0..SIDE {
            let at = usize::try_from(at).expect("a place in the image");
            let (row, column) = if label == 0 { (at, k) } else { (k, at) };
            pixels[(image * SIDE + row) * SIDE + column] += 1.5;
        }
    }
    Ok((Tensor::from_vec(pixels, [count, 1, SIDE, SIDE])?, labels))
}

#[test]
fn bars_are_told_apart() -> Result<()> {
    let w = |seed, shape: [usize; 4]| Ok::<Tensor, Error>(Key::new(seed).normal(shape)? * 0.3);
    let mut net = Net {
        first: w(1, [8, 1, 3, 3])?,
        bias: Tensor::zeros([8])?,
        second: w(2, [8, 8, 3, 3])?,
        out: Key::new(3).normal([8, 2])?,
    };
    let mut adam = Optimizer::new(AdamW { lr: 1e-2, ..AdamW::default() });
    for step in 0..90 {
        let (x, labels) = images(32, Key::new(4).fold(step))?;
        let g = loss::grad(&net, &x, &labels)?;
        adam.step(&mut net, &g.net)?;
    }
    let (x, labels) = images(200, Key::new(5))?;
    let right = logits(&net, &x).argmax_axis(-1)?.eq(&labels)?;
    let right = right.iter()?.filter(|&right| right).count();
    assert!(right >= 190, "{right} of 200");
    Ok(())
}
