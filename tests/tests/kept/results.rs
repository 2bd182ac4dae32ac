//! Results of blocks that the blocks read themselves.

use cotangent::prelude::*;
use cotangent_tests::flow::{everything, normal, orders};

#[derive(Clone, Debug, Differentiable)]
pub struct State {
    h: Tensor<f64>,
    c: Tensor<f64>,
}

#[differentiable(order = 2)]
impl State {
    pub fn step(&self, w: &Tensor<f64>) -> State {
        State { h: (&self.h * w + &self.c).tanh(), c: &self.c * w.sin() }
    }

    pub fn energy(&self, w: &Tensor<f64>) -> Tensor<f64> {
        &self.h * &self.c * w + self.h.cos()
    }
}

/// The same programs with their checkpoints and without.
macro_rules! programs {
    ($module:ident $(#[$attr:ident])?) => {
        mod $module {
            use super::*;

            /// A product, whose cotangents have shapes that expansion does not know.
            #[differentiable(order = 2)]
            pub fn tensors(x: &Tensor<f64>, m: &Tensor<f64>, y: &Tensor<f64>, n: usize) -> Scalar<f64> {
                let (mut r, mut q) = (x.clone(), y.clone());
                $(#[$attr])?
                {
                    r = m.matmul(&r);
                    q = (&r * &q).sin() + (&r * x).cos() * &r + (&r + y).tanh();
                }
                (&r * &q + (&r - y).exp() * x + (&r + x).square() + &q * x * y).sum() * n
            }

            #[differentiable(order = 2)]
            pub fn shapes(x: &Tensor<f64>, m: &Tensor<f64>, y: &Tensor<f64>, n: usize) -> Scalar<f64> {
                let (mut r, mut q) = (x.clone(), y.clone());
                $(#[$attr])?
                {
                    r = m.matmul(&r);
                    q = (&r * &q).sin() + (&r * m).cos().sum_axis(0) * &r + (&r + y).tanh();
                }
                ((&r - m).sin() + &r * &q + (&r - y).exp() * m + (&r + x).square() + &q * x * y).sum() * n
            }

            /// A state that a call gives.
            #[differentiable(order = 2)]
            pub fn called(x: &Tensor<f64>, m: &Tensor<f64>, y: &Tensor<f64>, n: usize) -> Scalar<f64> {
                let mut s = State { h: x.clone(), c: m.matmul(y) };
                let mut e = x.clone();
                $(#[$attr])?
                {
                    s = s.step(y);
                    e = s.energy(&e) * &s.h + (&s.h * x).sin() * &s.c + &s.h;
                }
                let f = (&s.h * y).tanh() * &s.h + s.energy(x) * e + &s.c * &s.h;
                (f * s.energy(y) * &s.h).sum() * n
            }

            /// A state that the block puts together.
            #[differentiable(order = 2)]
            pub fn made(x: &Tensor<f64>, m: &Tensor<f64>, y: &Tensor<f64>, n: usize) -> Scalar<f64> {
                let mut s = State { h: x.clone(), c: m.matmul(y) };
                let mut e = x.clone();
                $(#[$attr])?
                {
                    s = State { h: m.matmul(&s.h), c: s.energy(y) };
                    e = s.energy(&e) * &s.h + (&s.h * x).sin() * &s.c + &s.h;
                }
                let f = (&s.h * y).tanh() * &s.h + s.energy(x) * e + &s.c * &s.h;
                (f * s.energy(y) * &s.h).sum() * n
            }

            #[differentiable(order = 2)]
            pub fn rounds(x: &Tensor<f64>, m: &Tensor<f64>, y: &Tensor<f64>, n: usize) -> Scalar<f64> {
                let mut s = State { h: x.clone(), c: m.matmul(y) };
                let mut e = x.clone();
                let mut hs = Vec::new();
                for _ in 0..n {
                    $(#[$attr])?
                    {
                        s = s.step(y);
                        e = s.energy(&e) * &s.h + (&s.h * x).sin() * &s.c + &s.h;
                        hs.push(&s.h * &e);
                    }
                    e = (&s.h * y).tanh() * &s.h + s.energy(x) * e + &s.c * &s.h;
                }
                hs.push(x.clone());
                (e * s.energy(y) * &s.h + stack(&hs, 0).sum_axis(0)).sum() * n
            }
        }
    };
}
programs!(kept);
programs!(again #[checkpoint]);

/// One test a program: the bits are those without the checkpoint, and the derivatives those of the program.
macro_rules! same_bits {
    ($($name:ident $n:tt)*) => {$(
        #[test]
        fn $name() -> Result<()> {
            for seed in 0..8 {
                let (x, m, y) = (&normal(20 + seed, [7]), &normal(40 + seed, [7, 7]), &normal(60 + seed, [7]));
                for n in $n {
                    let (again, kept) =
                        (everything::<again::$name>((x, m, y, n))?, everything::<kept::$name>((x, m, y, n))?);
                    assert_eq!(again, kept, "{seed} {n}");
                }
            }
            orders::<again::$name>((&normal(20, [7]), &normal(40, [7, 7]), &normal(60, [7]), 1))
        }
    )*};
}
same_bits! { tensors [1] shapes [1] called [1] made [1] rounds [0, 1, 3] }
