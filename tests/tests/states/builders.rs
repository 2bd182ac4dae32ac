//! Methods that take what they change by value and give it back.

use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Net {
    layers: Vec<Tensor<f64>>,
    bias: Option<Tensor<f64>>,
    scale: f64,
}

#[differentiable(float = f64)]
impl Net {
    fn scaled(mut self, by: f64) -> Net {
        self.scale *= by;
        self
    }

    fn pushed(mut self, w: &Tensor<f64>) -> Net {
        self.layers.push(w.clone());
        self.scale *= 2.0;
        self
    }

    fn with(self, bias: &Tensor<f64>) -> Net {
        Net { bias: Some(bias.clone()), ..self }
    }

    fn apply(&self, x: &Tensor<f64>) -> Tensor<f64> {
        let y = x * stack(&self.layers, 0).sum_axis(0) * self.scale;
        match &self.bias {
            Some(bias) => y + bias,
            None => y,
        }
    }
}

#[differentiable]
fn grown(net: &Net, x: &Tensor<f64>) -> Scalar<f64> {
    let mut net = net.clone();
    net = net.pushed(&x.sin());
    net.pushed(x).scaled(0.5).with(&x.cos()).apply(x).sum()
}

/// What is changed began as plain Rust.
#[differentiable]
fn begun(x: &Tensor<f64>) -> Scalar<f64> {
    let net: Net = Net { layers: Vec::new(), bias: None, scale: 2.0 };
    net.pushed(x).with(&x.sin()).apply(x).sum()
}

#[test]
fn a_receiver_is_changed_and_given_back() -> Result<()> {
    let net = Net { layers: vec![tensor![1.0, 2.0]], bias: None, scale: 0.3 };
    let x = tensor![0.3, 0.7];
    let each = |w: f64, x: f64| x * (w + x.sin() + x) * 0.6 + x.cos();
    let value = grown(&net, &x).item()?;
    assert!((value - each(1.0, 0.3) - each(2.0, 0.7)).abs() < 1e-14, "{value}");
    cotangent::check::gradients::<grown>((&net, &x))?;
    assert_eq!((net.layers.len(), net.scale), (1, 0.3));
    let value = begun(&x).item()?;
    let each = |x: f64| 4.0 * x * x + x.sin();
    assert!((value - each(0.3) - each(0.7)).abs() < 1e-14, "{value}");
    cotangent::check::gradients::<begun>((&x,))?;
    Ok(())
}
