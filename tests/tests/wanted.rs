//! Products for cotangents that nobody reads do not run: those of constant arguments of calls, and of what a loop began with. In a
//! process of its own: the check for NaN, which is how they are seen, is for all threads.

#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

use cotangent::{ErrorKind, debug, prelude::*};

#[derive(Clone, Differentiable)]
struct Dense {
    w: Tensor<f64>,
}

#[derive(Clone, Differentiable)]
struct Pair {
    a: Dense,
    b: Dense,
}

#[derive(Clone, Differentiable)]
struct Net {
    layers: Vec<Dense>,
}

#[differentiable(float = f64)]
impl Dense {
    fn forward(&self, x: &Tensor<f64, B, I>) -> Tensor<f64> {
        x.matmul(&self.w).tanh()
    }
}

#[differentiable(float = f64)]
impl Pair {
    fn forward(&self, x: &Tensor<f64, B, I>) -> Tensor<f64> {
        let h = self.a.forward(x)?;
        self.b.forward(&h)?
    }
}

#[differentiable(float = f64)]
impl Net {
    fn by_calls(&self, #[constant] x: &Tensor<f64, B, I>) -> Scalar<f64> {
        let mut h = x.clone();
        for layer in &self.layers {
            h = layer.forward(&h)?;
        }
        h.square().sum()
    }

    fn in_place(&self, #[constant] x: &Tensor<f64, B, I>) -> Scalar<f64> {
        let mut h = x.clone();
        for layer in &self.layers {
            h = h.matmul(&layer.w).tanh();
        }
        h.square().sum()
    }

    fn of_active(&self, x: &Tensor<f64, B, I>) -> Scalar<f64> {
        let mut h = x.clone();
        for layer in &self.layers {
            h = layer.forward(&h)?;
        }
        h.square().sum()
    }
}

#[differentiable]
fn straight(a: &Dense, b: &Dense, #[constant] x: &Tensor<f64, B, I>) -> Scalar<f64> {
    let h = a.forward(x)?;
    b.forward(&h)?.square().sum()
}

#[differentiable]
fn nested(pair: &Pair, #[constant] x: &Tensor<f64, B, I>) -> Scalar<f64> {
    pair.forward(x)?.square().sum()
}

#[differentiable]
fn nested_active(pair: &Pair, x: &Tensor<f64, B, I>) -> Scalar<f64> {
    pair.forward(x)?.square().sum()
}

fn numbers(layers: [&Dense; 2]) -> [Vec<f64>; 2] {
    layers.map(|layer| layer.w.to_vec().unwrap())
}

/// Of the tangents that the functions give.
macro_rules! gradients {
    ($w:expr, $v:expr) => {
        [$w.w.to_vec().unwrap(), $v.w.to_vec().unwrap()]
    };
}

/// `[gradient of both layers]`, by each function.
fn all(a: &Dense, b: &Dense, x: &Tensor<f64>) -> Vec<[Vec<f64>; 2]> {
    let net = Net { layers: vec![a.clone(), b.clone()] };
    let pair = Pair { a: a.clone(), b: b.clone() };
    let one = Tensor::scalar(1.0);
    let mut found = Vec::new();
    let (_, g) = net.by_calls_value_and_grad(x).unwrap();
    found.push(gradients!(g.this.layers[0], g.this.layers[1]));
    let (_, pullback) = net.by_calls_vjp(x).unwrap();
    let g = pullback.pull(&one).unwrap();
    found.push(gradients!(g.this.layers[0], g.this.layers[1]));
    let (_, g) = net.in_place_value_and_grad(x).unwrap();
    found.push(gradients!(g.this.layers[0], g.this.layers[1]));
    let (_, g) = straight::value_and_grad(a, b, x).unwrap();
    found.push(gradients!(g.a, g.b));
    let (_, g) = nested::value_and_grad(&pair, x).unwrap();
    found.push(gradients!(g.pair.a, g.pair.b));
    let (_, pullback) = nested::vjp(&pair, x).unwrap();
    let mut told = Vec::new();
    let g = pullback.pull_hooked(&one, |ready| {
        told.push(ready.name().to_owned());
        Ok(())
    });
    let g = g.unwrap();
    told.sort();
    assert_eq!(told, ["pair.a.w", "pair.b.w"]);
    found.push(gradients!(g.pair.a, g.pair.b));
    found
}

#[test]
fn nothing_of_them_runs() {
    let (b, x) = (Dense { w: tensor![[0.5, -0.25], [0.125, 1.0]] }, tensor![[1.0, 2.0], [0.5, -1.0]]);
    // They are what they are where all is read.
    let a = Dense { w: tensor![[0.25, 1.0], [-0.5, 0.75]] };
    let net = Net { layers: vec![a.clone(), b.clone()] };
    let (_, g) = net.of_active_value_and_grad(&x).unwrap();
    assert!(g.x.to_vec().unwrap().iter().all(|g| g.is_finite() && *g != 0.0));
    let want = gradients!(g.this.layers[0], g.this.layers[1]);
    let (_, g) = nested_active::value_and_grad(&Pair { a: a.clone(), b: b.clone() }, &x).unwrap();
    assert!(g.x.to_vec().unwrap().iter().all(|g| g.is_finite() && *g != 0.0));
    for found in all(&a, &b, &x) {
        for (found, want) in found.iter().zip(&want) {
            assert!(found.iter().zip(want).all(|(f, w)| (f - w).abs() <= 1e-15), "{found:?} {want:?}");
        }
    }
    assert_eq!(numbers([&net.layers[0], &net.layers[1]]), numbers([&a, &b]));

    // Where the first layer saturates, 0 times infinity is in the product for `x` alone.
    let a = Dense { w: tensor![[f64::INFINITY, 1.0], [f64::INFINITY, 1.0]] };
    let x = tensor![[1.0, 2.0], [0.5, 1.0]];
    debug::nan_check(true);
    for found in all(&a, &b, &x) {
        assert!(found.iter().flatten().all(|g| g.is_finite()), "{found:?}");
    }
    let net = Net { layers: vec![a.clone(), b.clone()] };
    let e = net.of_active_value_and_grad(&x).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Nan, "{e}");
    let e = nested_active::value_and_grad(&Pair { a, b }, &x).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Nan, "{e}");
    debug::nan_check(false);
}
