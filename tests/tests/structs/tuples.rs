//! Tuples that are matched: fields and options beside numbers, with guards over what a pattern binds by value and by reference.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers, orders};

use crate::models::normal;

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Tensor<f64>,
    b: Option<Tensor<f64>>,
    kind: usize,
}

#[differentiable(order = 2)]
impl Layer {
    fn forward(&self, x: &Tensor<f64, B, I>) -> Tensor<f64> {
        let y = x.matmul(&self.w);
        match (&self.b, self.kind) {
            (Some(b), 0) => y + b,
            (Some(b), k) if k > 1 => (y + b).tanh(),
            (None, 0) => y,
            _ => y.sin(),
        }
    }
}

#[differentiable(order = 2)]
fn stacked(layers: &[Layer], x: &Tensor<f64, B, I>) -> Scalar<f64> {
    let mut h = x.clone();
    let mut last: Option<Tensor<f64>> = None;
    for (i, layer) in layers.iter().enumerate() {
        let y = layer.forward(&h)?;
        h = match &last {
            Some(p) if i % 2 == 0 => &y + p,
            _ => y.clone(),
        };
        last = Some(y)
    }
    h.square().mean()
}

#[differentiable]
fn written_out(
    first: &Tensor<f64>,
    b: &Tensor<f64>,
    second: &Layer,
    third: &Layer,
    x: &Tensor<f64>,
) -> Scalar<f64> {
    let a = (x.matmul(first) + b).tanh();
    let b = a.matmul(&second.w).sin();
    let c = third.forward(&b)?;
    (c + b).square().mean()
}

#[test]
fn fields_beside_numbers() -> Result<()> {
    let x = normal(20, [2, 3]);
    let layer = |seed, kind, with: bool| {
        let b = with.then(|| normal(seed + 5, [3]));
        Layer { w: normal(seed, [3, 3]), b, kind }
    };
    for kinds in [[2, 1, 0], [0, 0, 0], [2, 1, 2]] {
        let layers = [layer(1, kinds[0], true), layer(2, kinds[1], false), layer(3, kinds[2], kinds[2] > 1)];
        orders::<stacked>((&layers, &x))?;
        if kinds[..2] == [2, 1] {
            let [a, b, c] = &layers;
            let bias = a.b.as_ref().expect("it has one");
            let (have, want) = (stacked::call(&layers, &x)?, written_out::call(&a.w, bias, b, c, &x)?);
            near("the value", &numbers(&have)?, &numbers(&want)?, 1e-13);
        }
    }
    Ok(())
}

#[differentiable(order = 2)]
fn nested(x: &Tensor<f64>, o: &Option<(Tensor<f64>, f64)>, n: usize) -> Scalar<f64> {
    let y = if let Some((t, k)) = o
        && n > 1
    {
        t * *k
    } else if let Some((t, _)) = o {
        t * 1.0
    } else {
        x.exp()
    };
    let z = match o {
        Some((t, k)) if *k > n as f64 => t + &y,
        Some(_) => y.clone(),
        None if n == 0 => y.sin(),
        None => y,
    };
    (z * x).sum()
}

#[test]
fn options_of_tuples() -> Result<()> {
    let x = tensor![0.3, -0.8];
    for n in 0..3 {
        for k in [None, Some(1.5)] {
            let o = k.map(|k| Ok::<_, Error>((x.exp()?, k))).transpose()?;
            let by_hand = |x: f64| {
                let t = x.exp();
                x * match k {
                    Some(k) => {
                        let y = if n > 1 { t * k } else { t };
                        if k > f64::from(n) { t + y } else { y }
                    }
                    None if n == 0 => t.sin(),
                    None => t,
                }
            };
            let wanted: f64 = [0.3, -0.8].map(by_hand).iter().sum();
            near("the value", &numbers(&nested::call(&x, &o, n as usize)?)?, &[wanted], 1e-13);
            orders::<nested>((&x, &o, n as usize))?;
        }
    }
    Ok(())
}
