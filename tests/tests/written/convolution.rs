//! A convolutional network that tells lying bars from standing ones, whose convolution is a function of its own.

use cotangent::optim::{AdamW, Optimizer};
use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Net {
    first: Tensor,
    bias: Tensor,
    second: Tensor,
    out: Tensor,
}

/// Patches of 3 x 3 by a kernel, channels last, without padding.
#[differentiable]
fn convolved(x: &Tensor<B, H, W, C>, kernel: &Tensor<3, 3, C, F>) -> Tensor<B, { H - 2 }, { W - 2 }, F> {
    let mut patches = Vec::new();
    for i in 0..3 {
        for j in 0..3 {
            patches.push(x.narrow(1, i, H - 2).narrow(2, j, W - 2));
        }
    }
    concat(&patches, -1).matmul(kernel.reshape([9 * C, F]))
}

/// The largest of each 2 x 2.
#[differentiable]
fn pooled(x: &Tensor<B, H, W, C>) -> Tensor<B, { H / 2 }, { W / 2 }, C> {
    x.reshape([B, H / 2, 2, W / 2, 2, C]).max_axis([2, 4])
}

#[differentiable]
fn logits(net: &Net, x: &Tensor<B, H, W, C>) -> Tensor<B, _> {
    let h = pooled(&(convolved(x, &net.first) + &net.bias).relu());
    let h = convolved(&h, &net.second).relu();
    h.mean_axis([1, 2]).matmul(&net.out)
}

#[differentiable]
fn loss(net: &Net, x: &Tensor<B, H, W, C>, #[constant] labels: &Tensor<i32, B>) -> Scalar {
    logits(net, x).cross_entropy(labels)
}

/// Noise with a bright row (0) or column (1).
fn images(count: usize, key: Key) -> Result<(Tensor, Tensor<i32>)> {
    const SIDE: usize = 12;
    let mut pixels = (key.normal::<f32>([count, SIDE, SIDE, 1])? * 0.3).to_vec()?;
    let (at, labels) = (key.fold(1).randint(0, SIDE as i32, [count])?, key.fold(2).randint(0, 2, [count])?);
    for (image, (at, label)) in at.iter()?.zip(labels.iter()?).enumerate() {
        for k in 0..SIDE {
            let at = usize::try_from(at).expect("a place in the image");
            let (row, column) = if label == 0 { (at, k) } else { (k, at) };
            pixels[(image * SIDE + row) * SIDE + column] += 1.5;
        }
    }
    Ok((Tensor::from_vec(pixels, [count, SIDE, SIDE, 1])?, labels))
}

#[test]
fn bars_are_told_apart() -> Result<()> {
    let w = |seed, shape: [usize; 4]| Ok::<Tensor, Error>(Key::new(seed).normal(shape)? * 0.3);
    let mut net = Net {
        first: w(1, [3, 3, 1, 8])?,
        bias: Tensor::zeros([8])?,
        second: w(2, [3, 3, 8, 8])?,
        out: Key::new(3).normal([8, 2])?,
    };
    let mut adam = Optimizer::new(AdamW { lr: 1e-2, ..AdamW::default() });
    for step in 0..60 {
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
