//! Bundle adjustment: cameras and points from where the points are seen.

use cotangent::optim::Lbfgs;
use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Scene {
    /// A rotation vector and a translation each.
    cameras: Vec<Camera>,
    points: Tensor<f64>,
}

#[derive(Clone, Differentiable)]
struct Camera {
    turn: Tensor<f64>,
    shift: Tensor<f64>,
}

#[differentiable]
impl Camera {
    /// Rodrigues' formula.
    fn rotation(&self, by: &Tensor<f64, 3>) -> Tensor<f64, 3, 3> {
        let r = &self.turn + by;
        let angle = (r.square().sum() + 1e-12).sqrt();
        let (x, y, z) = (r[0] / &angle, r[1] / &angle, r[2] / &angle);
        let k = tensor![[0.0, -&z, y], [z, 0.0, -&x], [-&y, x, 0.0]];
        Tensor::eye(3) + &k * angle.sin() + k.matmul(&k) * (1.0 - angle.cos())
    }

    fn project(&self, points: &Tensor<f64, N, 3>) -> Tensor<f64, N, 2> {
        let p = points.matmul(&self.rotation(&Tensor::zeros([3]))?.t()) + &self.shift;
        p.narrow(1, 0, 2) / p.narrow(1, 2, 1)
    }
}

#[differentiable]
fn loss(scene: &Scene, #[constant] seen: &[Tensor<f64, N, 2>]) -> Scalar<f64> {
    let mut sum = Tensor::scalar(0.0);
    for (camera, seen) in scene.cameras.iter().zip(seen) {
        sum += (camera.project(&scene.points)? - seen).square().sum();
    }
    sum
}

#[test]
fn cameras_and_points_are_found() -> Result<()> {
    let key = Key::new(1);
    let points: Tensor<f64> = key.normal([20, 3])?;
    let camera = |i: u64| {
        Ok::<_, Error>(Camera { turn: key.fold(i).normal([3])? * 0.3, shift: tensor![0.1, -0.2, 6.0] })
    };
    let truth = Scene { cameras: (0..4).map(camera).collect::<Result<_>>()?, points };
    let seen: Vec<_> = truth.cameras.iter().map(|c| c.project(&truth.points)).collect();
    let mut scene = truth.clone();
    scene.points += key.fold(9).normal([20, 3])? * 0.1;
    for (i, c) in scene.cameras.iter_mut().enumerate() {
        c.turn += key.fold(20 + i as u64).normal([3])? * 0.05;
    }
    cotangent::check::gradients::<loss>((&scene, &seen[..]))?;
    let before = loss(&scene, &seen).item()?;
    let report = Lbfgs::default().step(&mut scene, |s| {
        let (v, g) = loss::value_and_grad(s, &seen)?;
        Ok((v.item()?, g.scene))
    })?;
    assert!(report.value < 1e-2 * before, "{report:?}");
    Ok(())
}
