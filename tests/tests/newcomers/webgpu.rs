//! A training loop on a GPU through WebGPU: what the first program on the processor needs beside is `params_to` and `to`.

use cotangent::optim::{Adam, Optimizer};
use cotangent::prelude::*;

use super::close;

#[derive(Clone, Differentiable)]
struct Net {
    hidden: Tensor,
    bias: Tensor,
    out: Tensor,
}

#[differentiable]
fn loss(net: &Net, x: &Tensor<N, 2>, labels: &Tensor<i32, N>) -> Scalar {
    let h = (x.matmul(&net.hidden) + &net.bias).relu();
    h.matmul(&net.out).cross_entropy(labels)
}

fn trained(device: Device) -> Result<(Net, Vec<f32>)> {
    let [a, b, data] = Key::new(2).split();
    let net = Net { hidden: a.normal([2, 32])?, bias: Tensor::zeros([32])?, out: b.normal([32, 2])? * 0.2 };
    let mut net = net.params_to(device)?;
    let x: Tensor = data.normal([256, 2])?;
    // Which of the points are far from the middle.
    let labels = x.square()?.sum_axis(1)?.gt(1.5)?.cast::<i32>()?.to(device)?;
    let x = x.to(device)?;
    let mut adam = Optimizer::new(Adam { lr: 2e-2, ..Adam::default() });
    let mut losses = Vec::new();
    for _ in 0..60 {
        let (loss, g) = loss::value_and_grad(&net, &x, &labels)?;
        adam.step(&mut net, &g.net)?;
        losses.push(loss);
    }
    assert_eq!(net.hidden.device(), device);
    // One wait at the end, not one a step.
    Ok((net, losses.iter().map(Tensor::item).collect::<Result<_>>()?))
}

#[test]
fn a_classifier_learns_on_webgpu() -> Result<()> {
    let Some(device) = cotangent_tests::wgpu() else { return Ok(()) };
    let ((net, losses), (same, _)) = (trained(device)?, trained(Device::CPU)?);
    assert!(losses[59] < 0.5 * losses[0], "{losses:?}");
    close(&net.hidden.to(Device::CPU)?, &same.hidden, 1e-3)
}
