//! Hamiltonian Monte Carlo of a density in two dimensions, and a flow that is fitted to its samples.

use cotangent::optim::{AdamW, Optimizer};
use cotangent::prelude::*;

/// Of a banana: x is normal, y is normal around x².
#[differentiable]
fn log_density(q: &Tensor<f64, 2>) -> Scalar<f64> {
    let bend = q[1] - q[0].square();
    (q[0].square() + bend.square() * 4.0) * -0.5
}

fn sample(key: Key, steps: usize) -> Result<Tensor<f64>> {
    let (mut q, mut all) = (tensor![0.0, 0.0], Vec::new());
    for step in 0..steps {
        let [a, b] = key.fold(step as u64).split();
        let p: Tensor<f64> = a.normal([2])?;
        let (mut x, mut v) = (q.clone(), p.clone());
        for _ in 0..10 {
            v += log_density::grad(&x)?.q * 0.1;
            x += &v * 0.2;
            v += log_density::grad(&x)?.q * 0.1;
        }
        let energy = |q: &Tensor<f64>, p: &Tensor<f64>| {
            Ok::<_, Error>(log_density(q).item()? - 0.5 * p.square()?.sum()?.item()?)
        };
        if b.uniform::<f64>(())?.item()?.ln() < energy(&x, &v)? - energy(&q, &p)? {
            q = x;
        }
        all.push(q.clone());
    }
    cotangent::ops::stack(&all.iter().collect::<Vec<_>>(), 0)
}

#[derive(Clone, Differentiable)]
struct Coupling {
    w: Tensor<f64>,
    b: Tensor<f64>,
    v: Tensor<f64>,
    swap: bool,
}

#[differentiable]
impl Coupling {
    /// To the base distribution, and the logarithm of the determinant.
    fn inverse(&self, x: &Tensor<f64, N, 2>) -> (Tensor<f64, N, 2>, Tensor<f64, N>) {
        let [a, b] = x.chunk(2, 1);
        let (a, b) = if self.swap { (b, a) } else { (a, b) };
        let [s, t] = (a.matmul(&self.w) + &self.b).tanh().matmul(&self.v).chunk(2, 1);
        let b = (b - t) * (-&s).exp();
        let both = if self.swap { [&b, &a] } else { [&a, &b] };
        (concat(both, 1), -s.squeeze(1))
    }
}

#[differentiable]
fn loss(flow: &Vec<Coupling>, #[constant] x: &Tensor<f64, N, 2>) -> Scalar<f64> {
    let mut z = x.clone();
    let mut log_det = Tensor::zeros([N]);
    for layer in flow {
        let (y, d) = layer.inverse(&z)?;
        z = y;
        log_det += d;
    }
    (z.square().sum_axis(1) * 0.5 - log_det).mean()
}

#[test]
fn a_flow_fits_the_samples() -> Result<()> {
    let x = sample(Key::new(1), 200)?;
    let layer = |i: u64| {
        let [a, b] = Key::new(2).fold(i).split();
        let (w, v) = (a.normal([1, 8])?, b.normal([8, 2])? * 0.1);
        Ok::<_, Error>(Coupling { w, b: Tensor::zeros([8])?, v, swap: i % 2 == 1 })
    };
    let mut flow = (0..4).map(layer).collect::<Result<Vec<_>>>()?;
    cotangent::check::gradients::<loss>((&flow, &x.narrow(0, 0, 5)?))?;
    let mut adam = Optimizer::new(AdamW { lr: 0.02, ..AdamW::default() });
    let before = loss(&flow, &x).item()?;
    for _ in 0..100 {
        let g = loss::grad(&flow, &x)?;
        adam.step(&mut flow, &g.flow)?;
    }
    assert!(loss(&flow, &x).item()? < before - 1.0);
    Ok(())
}
