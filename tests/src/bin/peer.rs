//! Our half of `tests/peers/run`: reads `name elements count` lines, prints seconds per call and the value.

use std::hint::black_box;

use cotangent::prelude::*;
use cotangent_kernels::gemm::matmul;
use cotangent_kernels::isa::Baseline;
use cotangent_kernels::math;
use cotangent_kernels::strided::View;
use cotangent_tests::peer::{number, serve, timed};

#[differentiable]
fn large(x: &Tensor) -> Scalar {
    (x.gelu_tanh() * x.sigmoid() + (-x.abs()).exp().log1p()).mean()
}

#[differentiable]
fn small(x: &Tensor, y: &Tensor) -> Scalar {
    ((x * y).tanh() + x.sin() * y.exp()).sum()
}

/// Sizes of the scan.
const STATE: usize = 64;
const DT: f64 = 0.01;

#[differentiable]
fn scan(#[constant] x0: &Tensor<64>, w: &Tensor<64, 64>, steps: usize) -> Scalar {
    let mut x = x0.clone();
    for _ in 0..steps {
        x = &x + w.matmul(&x).tanh() * DT;
    }
    x.sum()
}

/// What a gradient of the scan computes, on slices: the same products and elementwise functions, and nothing around
/// them. The value, with the gradient in `dw`.
struct Arithmetic {
    x0: Vec<f32>,
    w: Vec<f32>,
    /// States, and hyperbolic tangents, step by step.
    xs: Vec<f32>,
    ts: Vec<f32>,
    v: Vec<f32>,
    g: Vec<f32>,
    u: Vec<f32>,
    dw: Vec<f32>,
}

impl Arithmetic {
    fn new(x0: &Tensor, w: &Tensor, steps: usize) -> Result<Self> {
        let zeros = |n: usize| vec![0.0; n];
        Ok(Self {
            x0: x0.to_vec()?,
            w: w.to_vec()?,
            xs: zeros((steps + 1) * STATE),
            ts: zeros(steps * STATE),
            v: zeros(STATE),
            g: zeros(STATE),
            u: zeros(STATE),
            dw: zeros(STATE * STATE),
        })
    }

    fn run(&mut self) -> f32 {
        let dt = DT as f32;
        self.xs[..STATE].copy_from_slice(&self.x0);
        let steps = self.ts.len() / STATE;
        for k in 0..steps {
            let (before, next) = self.xs[k * STATE..].split_at_mut(STATE);
            product(&mut self.v, (&self.w, STATE, [64, 1]), (before, 1, [1, 1]));
            let t = &mut self.ts[k * STATE..][..STATE];
            for i in 0..STATE {
                t[i] = math::tanh(Baseline, self.v[i]);
                next[i] = before[i] + dt * t[i];
            }
        }
        self.g.fill(1.0);
        self.dw.fill(0.0);
        for k in (0..steps).rev() {
            let t = &self.ts[k * STATE..][..STATE];
            for i in 0..STATE {
                self.u[i] = self.g[i] * dt * (1.0 - t[i] * t[i]);
            }
            let x = &self.xs[k * STATE..][..STATE];
            for (row, u) in self.dw.chunks_exact_mut(STATE).zip(&self.u) {
                for (d, x) in row.iter_mut().zip(x) {
                    *d += u * x;
                }
            }
            product(&mut self.v, (&self.w, STATE, [1, 64]), (&self.u, 1, [1, 1]));
            for (g, v) in self.g.iter_mut().zip(&self.v) {
                *g += v;
            }
        }
        self.xs[steps * STATE..].iter().sum()
    }
}

/// A product of `rows` by 64 and 64 by columns, by strides.
fn product(out: &mut [f32], a: (&[f32], usize, [isize; 2]), b: (&[f32], usize, [isize; 2])) {
    let (shape_a, shape_b) = ([a.1, STATE], [STATE, b.1]);
    let (a, b) = (View::new(a.0, 0, &shape_a, &a.2), View::new(b.0, 0, &shape_b, &b.2));
    if let (Some(a), Some(b)) = (a, b) {
        matmul(out, a, b);
    }
}

/// The state and the matrix of the scan: the same in `compare.py`.
fn of_scan() -> Result<(Tensor, Tensor)> {
    let x0 = Tensor::linspace(-1.0, 1.0, STATE)?;
    let w = Tensor::linspace(-8.0, 8.0, STATE * STATE)?.sin()?.reshape([STATE, STATE])?.mul(0.2)?;
    Ok((x0, w))
}

fn main() -> Result<()> {
    serve(|words| {
        let &[name, n, count] = words else { return Err(Error::msg("name, elements and count")) };
        let (n, count) = (number(n)?, number(count)?);
        let x: Tensor = Tensor::linspace(-4.0, 4.0, n)?;
        let y: Tensor = Tensor::linspace(-1.0, 1.0, n)?;
        let number = |value: Tensor| Ok(f64::from(value.item()?));
        match name {
            "large" => timed(count, || number(large::value_and_grad(black_box(&x))?.0)),
            "small" => timed(count, || number(small::value_and_grad(black_box(&x), &y)?.0)),
            "scan" => {
                let (x0, w) = of_scan()?;
                timed(count, || number(scan::value_and_grad(black_box(&x0), &w, n)?.0))
            }
            "arithmetic" => {
                let (x0, w) = of_scan()?;
                let mut bare = Arithmetic::new(&x0, &w, n)?;
                timed(count, || Ok(f64::from(black_box(&mut bare).run())))
            }
            _ => Err(Error::msg("large, small, scan or arithmetic")),
        }
    })
}
