//! Entries of lists that blocks and the statements around them read: one value each, as without the checkpoint.

use cotangent::prelude::*;
use cotangent_tests::flow::{everything, normal, orders};

#[derive(Clone, Debug, Differentiable)]
pub struct Stack {
    ws: Vec<Tensor<f64>>,
    gains: Vec<f64>,
}

#[differentiable(order = 2)]
pub fn mixed(p: &Tensor<f64>, q: &Tensor<f64>) -> Tensor<f64> {
    (p * q).sin() + q.cos()
}

/// The same programs with their checkpoints and without.
macro_rules! programs {
    ($module:ident $(#[$attr:ident])?) => {
        mod $module {
            use super::*;

            /// Read before, inside and behind, under numbers and under an index.
            #[differentiable(order = 2)]
            pub fn around(xs: &[Tensor<f64>], y: &Tensor<f64>, i: usize) -> Scalar<f64> {
                let before = &xs[0] * y + &xs[i].sin();
                let a = $(#[$attr])? {
                    let t = (&xs[0] * &before).tanh() * &xs[i];
                    mixed(&t, &xs[0]) * &xs[0] * &xs[i] * y
                };
                (a * &xs[0] * &xs[i] + before.cos() * &xs[0] + y * &xs[i]).sum()
            }

            /// Read first inside.
            #[differentiable(order = 2)]
            pub fn first(xs: &[Tensor<f64>], y: &Tensor<f64>, i: usize) -> Scalar<f64> {
                let a = $(#[$attr])? {
                    let t = (&xs[1] * y).tanh() * &xs[i];
                    t.exp() * &xs[1] * &xs[i] + &xs[1]
                };
                (a * &xs[1] * &xs[i] + (y - &xs[1]).sin() + &xs[i].square()).sum()
            }

            /// One entry under two indices, with the whole list beside it, and what is counted inside.
            #[differentiable(order = 2)]
            pub fn whole(xs: &[Tensor<f64>], y: &Tensor<f64>, i: usize) -> Scalar<f64> {
                let before = stack(xs, 0).mean_axis(0) * &xs[i];
                let a = $(#[$attr])? {
                    let k = (i + 1) % xs.len();
                    let t = (&xs[1] * y).tanh() * &xs[i] * &xs[k] * &xs[xs.len() - 1];
                    let all = stack(xs, 1).sin().sum_axis(1);
                    t.exp() * &xs[1] * &xs[i] * all + &xs[k] * &xs[xs.len() - 1]
                };
                let behind = stack(xs, -1).cos().sum_axis(-1) * &xs[0];
                (a * &xs[1] * &xs[i] * before * behind + (y - &xs[1]).sin() + &xs[2].square()).sum()
            }

            /// In loops, branches and other blocks.
            #[differentiable(order = 2)]
            pub fn deep(xs: &[Tensor<f64>], y: &Tensor<f64>, i: usize) -> Scalar<f64> {
                let mut h = y.clone();
                for k in 0..xs.len() {
                    h = $(#[$attr])? {
                        let t = (&h * &xs[k]).sin() * &xs[i] + &xs[k];
                        $(#[$attr])?
                        let u = {
                            let v = (&t * &xs[i]).tanh() * &xs[k] * &xs[0];
                            v * &xs[i] * &xs[k] * &xs[0]
                        };
                        if k > 0 { u * &xs[k] + &xs[i] } else { t * &xs[0] * &xs[k] }
                    };
                    h = (&h * &xs[k] * &xs[i]).tanh() + (&xs[0] + y).cos();
                }
                $(#[$attr])?
                {
                    h = h * &xs[0] + &xs[i] * &xs[0];
                }
                (h * &xs[0] * &xs[i]).sum()
            }

            /// Of a list that the body makes, and of one in a struct.
            #[differentiable(order = 2)]
            pub fn made(s: &Stack, y: &Tensor<f64>, i: usize) -> Scalar<f64> {
                let mut hs = Vec::new();
                for w in &s.ws {
                    hs.push((w * y).tanh());
                }
                hs.push(y.clone());
                let a = $(#[$attr])? {
                    let t = (&hs[0] * &s.ws[i]).sin() * &hs[i];
                    t * &hs[0] * &hs[i] * &s.ws[i] * &s.ws[0] + mixed(&s.ws[0], &hs[0])
                };
                $(#[$attr])?
                {
                    let t = &hs[0] * &hs[i];
                    hs.push(t * &hs[0] * &s.ws[0]);
                }
                let l = &s.ws[2];
                let b = $(#[$attr])? {
                    l * &hs[0] + l * &hs[hs.len() - 1] + l.sin()
                };
                (a * b * &hs[0] * &hs[i] * &s.ws[i] * l + stack(&hs, 0).sum_axis(0) * l * s.gains[0]).sum()
            }
        }
    };
}
programs!(kept);
programs!(again #[checkpoint]);

/// One test a program: the bits are those without the checkpoint, and the derivatives those of the program.
macro_rules! same_bits {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() -> Result<()> {
            let y = &normal(30, [7]);
            for seed in 0..8 {
                let xs: Vec<Tensor<f64>> = (0..3).map(|k| normal(40 + 10 * seed + k, [7])).collect();
                for i in 0..3 {
                    let (again, kept) = (everything::<again::$name>((&xs, y, i))?, everything::<kept::$name>((&xs, y, i))?);
                    assert_eq!(again, kept, "{seed} {i}");
                }
            }
            let xs: Vec<Tensor<f64>> = (0..3).map(|k| normal(k, [7])).collect();
            orders::<again::$name>((&xs, y, 1))
        }
    )*};
}
same_bits! { around first whole deep }

#[test]
fn made() -> Result<()> {
    let y = &normal(30, [7]);
    for seed in 0..8 {
        let s = &Stack { ws: (0..3).map(|k| normal(40 + 10 * seed + k, [7])).collect(), gains: vec![0.5] };
        for i in 0..3 {
            let (again, kept) = (everything::<again::made>((s, y, i))?, everything::<kept::made>((s, y, i))?);
            assert_eq!(again, kept, "{seed} {i}");
        }
        orders::<again::made>((s, y, 1))?;
    }
    Ok(())
}

#[test]
fn an_index_out_of_range_is_the_error_that_it_is_without() {
    #[differentiable]
    fn checked(xs: &[Tensor<f64>], y: &Tensor<f64>, i: usize) -> Result<Tensor<f64>> {
        #[checkpoint]
        let a = {
            if y.dim(0) > 3 {
                return Err(Error::msg("too long"));
            }
            &xs[i] * y
        };
        Ok(a * &xs[i])
    }
    let (xs, y) = (&[normal(1, [7])], &normal(2, [7]));
    let error = checked(xs, y, 3).expect_err("it is refused");
    assert!(error.to_string().contains("too long"), "{error}");
}
