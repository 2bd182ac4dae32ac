//! Methods of one name and different numbers of arguments in one body: of marked blocks, of a trait, beside each other.

use cotangent::prelude::*;

use crate::close;

#[derive(Clone, Differentiable)]
struct Scale {
    by: Tensor<f64>,
}

#[differentiable(order = 2)]
impl Scale {
    fn forward(&self, x: &Tensor<f64>) -> Tensor<f64> {
        x * &self.by
    }
}

#[derive(Clone, Differentiable)]
struct Power {
    of: Tensor<f64>,
}

#[differentiable(order = 2)]
impl Power {
    fn forward(&self, x: &Tensor<f64>, n: i32) -> Tensor<f64> {
        (x * &self.of).powi(n)
    }
}

#[differentiable(order = 2)]
trait Mixing {
    fn forward(&self, parts: (&Tensor<f64>, &Tensor<f64>), by: f64) -> Tensor<f64>;
}

#[derive(Clone, Differentiable)]
struct Mix {
    at: Tensor<f64>,
}

#[differentiable(order = 2)]
impl Mixing for Mix {
    fn forward(&self, parts: (&Tensor<f64>, &Tensor<f64>), by: f64) -> Tensor<f64> {
        parts.0 * by + parts.1 * &self.at
    }
}

#[derive(Clone, Differentiable)]
struct Net {
    scale: Scale,
    power: Power,
    mix: Mix,
}

/// One argument, two, and two of which one is put together at the call.
#[differentiable(order = 2)]
fn free(net: &Net, x: &Tensor<f64, N>) -> Scalar<f64> {
    let h = net.scale.forward(x)?;
    let k = net.power.forward(&h, 3)?;
    net.mix.forward((&h, &k), 0.5)?.sum()
}

#[differentiable(order = 2)]
impl Net {
    fn forward(&self, x: &Tensor<f64, N>, n: i32, by: f64) -> Scalar<f64> {
        let h = self.scale.forward(x)?;
        let k = self.power.forward(&h, n)?;
        self.mix.forward((&h, &k), by)?.sum()
    }

    fn loss(&self, x: &Tensor<f64, N>) -> Scalar<f64> {
        self.forward(x, 3, 0.5)
    }
}

#[differentiable(order = 2)]
fn by_hand(s: &Tensor<f64>, p: &Tensor<f64>, m: &Tensor<f64>, x: &Tensor<f64, N>) -> Scalar<f64> {
    let h = x * s;
    let k = (&h * p).powi(3);
    (h * 0.5 + k * m).sum()
}

#[test]
fn arguments_tell_methods_of_one_name_apart() -> Result<()> {
    let [s, p, m, x] = Key::new(3).split().map(|key| key.normal([4]));
    let (s, p, m, x) = (s?, p?, m?, x?);
    let net =
        Net { scale: Scale { by: s.clone() }, power: Power { of: p.clone() }, mix: Mix { at: m.clone() } };
    let (value, g) = by_hand::value_and_grad(&s, &p, &m, &x)?;
    let (of_free, g_free) = free::value_and_grad(&net, &x)?;
    let (of_method, g_method) = net.loss_value_and_grad(&x)?;
    assert_eq!((of_free, of_method), (value.clone(), value));
    for (found, x_bar) in [(g_free.net, g_free.x), (g_method.this, g_method.x)] {
        close(&found.scale.by, &g.s, 1e-12)?;
        close(&found.power.of, &g.p, 1e-12)?;
        close(&found.mix.at, &g.m, 1e-12)?;
        close(&x_bar, &g.x, 1e-12)?;
    }
    // The second order, and tangents.
    let (_, hv) = by_hand::hvp(&s, &p, &m, &x, &s, &p, &m, &x)?;
    let along = NetTangent {
        scale: ScaleTangent { by: s },
        power: PowerTangent { of: p },
        mix: MixTangent { at: m },
    };
    let (_, hv_free) = free::hvp(&net, &x, &along, &x)?;
    close(&hv_free.x, &hv.x, 1e-11)?;
    Ok(())
}
