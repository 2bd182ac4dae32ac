//! Meta-learning: a start from which a network learns any sine in a few steps. The steps are differentiated.

use cotangent::optim::{Adam, Optimizer};
use cotangent::prelude::*;

#[differentiable]
mod maml {
    use cotangent::prelude::*;

    #[derive(Clone, Differentiable)]
    pub struct Linear {
        pub w: Tensor,
        pub b: Tensor,
    }

    #[derive(Clone, Differentiable)]
    pub struct Net {
        pub hidden: Linear,
        pub out: Linear,
    }

    #[differentiable(order = 2)]
    impl Net {
        pub fn forward(&self, x: &Tensor<N, 1>) -> Tensor<N, 1> {
            let h = (x.matmul(&self.hidden.w) + &self.hidden.b).tanh();
            h.matmul(&self.out.w) + &self.out.b
        }
    }

    #[differentiable(order = 2)]
    pub fn loss(net: &Net, x: &Tensor<N, 1>, y: &Tensor<N, 1>) -> Scalar {
        (net.forward(x) - y).square().mean()
    }

    /// The loss on new points after `steps` steps on those that are known.
    #[differentiable]
    pub fn after(
        net: &Net,
        known: (&Tensor<N, 1>, &Tensor<N, 1>),
        new: (&Tensor<M, 1>, &Tensor<M, 1>),
        steps: usize,
        lr: f32,
    ) -> Scalar {
        let mut net = net.clone();
        for _ in 0..steps {
            let g = loss::grad(&net, known.0, known.1)?.net;
            let hidden = Linear { w: net.hidden.w - g.hidden.w * lr, b: net.hidden.b - g.hidden.b * lr };
            let out = Linear { w: net.out.w - g.out.w * lr, b: net.out.b - g.out.b * lr };
            net = Net { hidden, out };
        }
        loss(&net, new.0, new.1)
    }
}

fn sine(key: Key, n: usize) -> Result<[Tensor; 4]> {
    let [phase, one, two] = key.split();
    let phase: Tensor = phase.uniform_in(0.0, std::f32::consts::PI, [1])?;
    let mut all = Vec::new();
    for key in [one, two] {
        let x = key.uniform_in(-3.0, 3.0, [n, 1])?;
        all.extend([x.clone(), (&x + &phase).sin()?]);
    }
    Ok(all.try_into().expect("two parts of two"))
}

#[test]
fn a_start_is_learnt_that_learns_quickly() -> Result<()> {
    let [a, b, data] = Key::new(3).split();
    let hidden = maml::Linear { w: a.normal([1, 24])?, b: Tensor::zeros([24])? };
    let out = maml::Linear { w: b.normal([24, 1])? * 0.2, b: Tensor::zeros([1])? };
    let mut net = maml::Net { hidden, out };
    let mut adam = Optimizer::new(Adam { lr: 1e-2, ..Adam::default() });
    let mut losses = Vec::new();
    for step in 0..150 {
        let [x, y, new_x, new_y] = sine(data.fold(step), 10)?;
        let (loss, g) = maml::after::value_and_grad(&net, (&x, &y), (&new_x, &new_y), 3, 0.05)?;
        adam.step(&mut net, &g.net)?;
        losses.push(loss.item()?);
    }
    let mean = |losses: &[f32]| losses.iter().sum::<f32>() / losses.len() as f32;
    assert!(mean(&losses[130..]) < 0.5 * mean(&losses[..20]), "{losses:?}");
    Ok(())
}
