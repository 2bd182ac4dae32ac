//! Traits that know nothing of derivatives: the transforms are methods of the type.

use cotangent::prelude::*;
use cotangent_tests::flow::both;

use crate::declared::normal;

trait Module {
    fn forward(&self, x: &Tensor<f64>) -> Tensor<f64>;
    fn name(&self) -> String;
}

#[derive(Clone, Debug, Differentiable)]
pub(crate) struct Bias {
    b: Tensor<f64>,
}

#[differentiable(order = 2, inherent)]
impl Module for Bias {
    pub(crate) fn forward(&self, x: &Tensor<f64>) -> Tensor<f64> {
        (x + &self.b).tanh()
    }

    fn name(&self) -> String {
        "bias".to_owned()
    }
}

#[differentiable(order = 2)]
fn loss(m: &Bias, x: &Tensor<f64>) -> Scalar<f64> {
    m.forward(x)?.square().sum()
}

#[differentiable(order = 2)]
fn by_hand(b: &Tensor<f64>, x: &Tensor<f64>) -> Scalar<f64> {
    (x + b).tanh().square().sum()
}

#[test]
fn transforms_of_a_foreign_trait() -> Result<()> {
    let (m, x) = (Bias { b: normal(1, [3]) }, normal(2, [4, 3]));
    both::<loss, by_hand>((&m, &x), (&m.b, &x))?;
    let (y, pullback) = m.forward_vjp(&x)?;
    assert_eq!(pullback.pull(&y)?.this.b.shape(), [3]);
    let dynamic: &dyn Module = &m;
    assert_eq!(dynamic.forward(&x).to_vec()?, y.to_vec()?);
    assert_eq!(dynamic.name(), "bias");
    Ok(())
}
