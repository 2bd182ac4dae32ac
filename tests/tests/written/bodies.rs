//! Bodies that attract each other: velocities that bring them to a target, found through the integrator.

use cotangent::prelude::*;

#[differentiable]
mod physics {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn potential(x: &Tensor<f64, N, 2>, #[constant] m: &Tensor<f64, N>) -> Scalar<f64> {
        let d = x.unsqueeze(0) - x.unsqueeze(1);
        let r = (d.square().sum_axis(-1) + 0.01).sqrt();
        let pairs = m.unsqueeze(0) * m.unsqueeze(1) / r;
        pairs.triu(1).sum() * -1.0
    }

    #[differentiable]
    pub fn miss(
        x: &Tensor<f64, N, 2>,
        v: &Tensor<f64, N, 2>,
        #[constant] m: &Tensor<f64, N>,
        #[constant] target: &Tensor<f64, N, 2>,
        steps: usize,
    ) -> Scalar<f64> {
        let (mut x, mut v) = (x.clone(), v.clone());
        #[checkpoint(sqrt)]
        for _ in 0..steps {
            v = &v - potential::grad(&x, m)?.x / m.unsqueeze(1) * 0.005;
            x = &x + &v * 0.01;
            v = &v - potential::grad(&x, m)?.x / m.unsqueeze(1) * 0.005;
        }
        (x - target).square().sum()
    }
}

#[test]
fn velocities_that_meet_a_target() -> Result<()> {
    let x = tensor![[0.0, 0.0], [1.0, 0.0], [0.0, 1.5]];
    let m = tensor![1.0, 0.1, 0.2];
    let mut v = tensor![[0.0, 0.0], [0.0, 1.0], [0.8, 0.0]];
    let target = tensor![[0.0, 0.0], [0.2, 0.8], [1.0, 1.0]];
    cotangent::check::gradients::<physics::miss>((&x, &v, &m, &target, 5))?;
    let before = physics::miss(&x, &v, &m, &target, 50).item()?;
    for _ in 0..20 {
        v -= physics::miss::grad(&x, &v, &m, &target, 50)?.v * 0.5;
    }
    assert!(physics::miss(&x, &v, &m, &target, 50).item()? < 1e-3 * before);
    Ok(())
}
