//! A physics-informed network: `u'' = -u` with `u(0) = 0` and `u'(0) = 1`, which is the sine.

use cotangent::optim::Lbfgs;
use cotangent::prelude::*;

#[differentiable]
mod network {
    use cotangent::prelude::*;

    #[derive(Clone, Differentiable)]
    pub struct Net {
        pub w: Tensor<f64>,
        pub b: Tensor<f64>,
        pub v: Tensor<f64>,
    }

    #[differentiable]
    pub fn u(net: &Net, x: &Tensor<f64, N, 1>) -> Tensor<f64, N, 1> {
        (x.matmul(&net.w) + &net.b).tanh().matmul(&net.v)
    }

    #[differentiable]
    fn total(net: &Net, x: &Tensor<f64, N, 1>) -> Scalar<f64> {
        u(net, x).sum()
    }

    #[differentiable]
    fn total_slope(net: &Net, x: &Tensor<f64, N, 1>) -> Scalar<f64> {
        total::grad(net, x)?.x.sum()
    }

    #[differentiable]
    pub fn loss(
        net: &Net,
        #[constant] x: &Tensor<f64, N, 1>,
        #[constant] start: &Tensor<f64, 1, 1>,
    ) -> Scalar<f64> {
        let residual = total_slope::grad(net, x)?.x + u(net, x);
        let value = u(net, start).square().sum();
        let slope = (total::grad(net, start)?.x - 1.0).square().sum();
        residual.square().mean() + value + slope
    }
}

#[test]
fn finds_the_sine() -> Result<()> {
    let [a, b, c] = Key::new(1).split();
    let mut net = network::Net { w: a.normal([1, 8])?, b: b.normal([8])?, v: c.normal([8, 1])? * 0.3 };
    let (x, start) = (Tensor::linspace(0.0, 2.0, 16)?.unsqueeze(1)?, tensor![[0.0]]);
    cotangent::check::gradients::<network::loss>((&net, &x, &start))?;
    let mut lbfgs = Lbfgs::default();
    for _ in 0..10 {
        lbfgs.step(&mut net, |net| {
            let (v, g) = network::loss::value_and_grad(net, &x, &start)?;
            Ok((v.item()?, g.net))
        })?;
    }
    let far = (network::u(&net, &x) - x.sin()?).abs()?.max()?.item()?;
    assert!(far < 1e-2, "{far}");
    Ok(())
}
