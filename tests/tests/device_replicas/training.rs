//! Gradients of parts of a batch, and replicas that are trained with them.

use cotangent::cuda;
use cotangent::optim::{Adam, Optimizer};
use cotangent::prelude::*;

use crate::{elements, normal, pair};

#[derive(Clone, Differentiable)]
struct Model {
    w: Tensor,
    b: Tensor,
    v: Tensor,
}

#[differentiable]
fn loss(model: &Model, #[constant] x: &Tensor<B, I>, #[constant] y: &Tensor<B>) -> Scalar {
    let h = (x.matmul(&model.w) + &model.b).tanh();
    let e = h.matmul(&model.v) - y;
    (&e * &e).mean()
}

fn model() -> Model {
    Model { w: normal(31, &[6, 8]), b: normal(32, &[8]), v: normal(33, &[8]) }
}

#[test]
fn gradients_of_halves_are_that_of_the_batch() {
    let Some((devices, _alone)) = pair() else { return };
    let (model, x, y) = (model(), normal::<f32>(34, &[32, 6]), normal::<f32>(35, &[32]));
    let (value, whole) = loss::value_and_grad(&model, &x, &y).unwrap();
    let half = |i: usize| -> Result<_> {
        let part = |x: &Tensor| x.narrow(0, 16 * i, 16)?.to(devices[i]);
        loss::value_and_grad(&model.to_device(&devices[i])?, &part(&x)?, &part(&y)?)
    };
    let mut all = [half(0).unwrap(), half(1).unwrap()];
    cuda::mean_over_gpus(&mut all).unwrap();
    for (there, g) in &all {
        assert!((there.item().unwrap() - value.item().unwrap()).abs() < 1e-5);
        for (a, b) in elements(g).iter().zip(elements(&whole)) {
            assert!((a - b).abs() < 1e-5, "{a} {b}");
        }
    }
}

#[test]
fn replicas_stay_the_same_in_training() {
    let Some((devices, _alone)) = pair() else { return };
    let mut here = model();
    let mut there = devices.map(|device| here.to_device(&device).unwrap());
    let mut rule = Optimizer::new(Adam { lr: 0.01, ..Adam::default() });
    let mut rules = [0, 1].map(|_| Optimizer::new(Adam { lr: 0.01, ..Adam::default() }));
    for step in 0..6 {
        let (x, y) = (normal::<f32>(100 + step, &[32, 6]), normal::<f32>(200 + step, &[32]));
        let (_, g) = loss::value_and_grad(&here, &x, &y).unwrap();
        rule.step(&mut here, &g.model).unwrap();
        let mut grads = Vec::new();
        for (i, replica) in there.iter().enumerate() {
            let part = |x: &Tensor| x.narrow(0, 16 * i, 16).unwrap().to(devices[i]).unwrap();
            grads.push(loss::grad(replica, &part(&x), &part(&y)).unwrap().model);
        }
        cuda::mean_over_gpus(&mut grads).unwrap();
        for ((replica, rule), g) in there.iter_mut().zip(&mut rules).zip(&grads) {
            rule.step(replica, g).unwrap();
        }
        let params = |model: &Model| elements(&(model.w.clone(), model.b.clone(), model.v.clone()));
        let [a, b] = [params(&there[0]), params(&there[1])];
        assert!(a.iter().zip(&b).all(|(a, b)| a.to_bits() == b.to_bits()), "step {step}");
        for (a, b) in a.iter().zip(params(&here)) {
            assert!((a - b).abs() < 1e-4, "step {step}: {a} {b}");
        }
    }
}
