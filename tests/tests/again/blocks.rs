//! Blocks that run again.

use cotangent::check;
use cotangent::prelude::*;
use cotangent_tests::flow::{everything, normal};

/// Ops with several results, of which some are read.
macro_rules! several {
    ($name:ident $(#[$attr:ident])?) => {
        #[differentiable(order = 2)]
        fn $name(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
            let h = x.sin();
            let a = $(#[$attr])? {
                let (a, at) = h.sort(0);
                a.sin() * x.gather(0, &at)
            };
            let mut b = h.clone();
            for _ in 0..n {
                $(#[$attr])?
                let c = {
                    let (sorted, _) = (&b * x).sort(0);
                    sorted.cos()
                };
                b = c * &h;
            }
            (a * b).sum()
        }
    };
}
several!(several_kept);
several!(several_again #[checkpoint]);

#[test]
fn ops_with_several_results_run_again() -> Result<()> {
    let x = normal(1, [5]);
    for n in [0, 3] {
        assert_eq!(everything::<several_again>((&x, n))?, everything::<several_kept>((&x, n))?);
        check::gradients::<several_again>((&x, n))?;
    }
    Ok(())
}

/// Pieces of what a block is given, and of what it gives, whose cotangents have zeros of both signs.
macro_rules! pieces {
    ($name:ident $(#[$attr:ident])?) => {
        #[differentiable(order = 2)]
        fn $name(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
            let s = $(#[$attr])? {
                let [a, b] = x.chunk(2, 0);
                (a * -2.0).relu() * b.sin()
            };
            let g = $(#[$attr])? { (x * w).sin() };
            let [c, d] = g.split([3, 3], 0);
            (s * (c * -3.0).relu() * d).sum()
        }
    };
}
pieces!(pieces_kept);
pieces!(pieces_again #[checkpoint]);

#[test]
fn pieces_on_both_sides_of_a_block_have_their_bits() -> Result<()> {
    for seed in 1..5 {
        let (x, w) = (normal(seed, [6]), normal(seed + 10, [6]));
        assert_eq!(everything::<pieces_again>((&x, &w))?, everything::<pieces_kept>((&x, &w))?);
        check::gradients::<pieces_again>((&x, &w))?;
    }
    Ok(())
}

/// What a body ends with.
macro_rules! tails {
    ($module:ident $(#[$attr:ident])?) => {
        mod $module {
            use super::*;

            #[differentiable(order = 2)]
            fn cell(h: &Tensor<f64>, w: &Tensor<f64>) -> Tensor<f64> {
                (h * w).tanh()
            }

            #[differentiable(order = 2)]
            pub fn value(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
                let a = x.sin();
                $(#[$attr])? {
                    let y = cell(&a, w);
                    (y * x).sum()
                }
            }

            #[differentiable(order = 2)]
            pub fn result(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Result<Scalar<f64>> {
                let a = x.sin();
                $(#[$attr])? {
                    if n == 7 {
                        return Ok(a.sum());
                    }
                    let y = cell(&a, w)?;
                    Ok((cell(&y, w)? * x).sum())
                }
            }

            #[differentiable(order = 2)]
            pub fn arms(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Result<Scalar<f64>> {
                let a = x.sin();
                $(#[$attr])?
                if n > 1 {
                    let y = cell(&a, w)?;
                    Ok((cell(&y, w)? * &y).sum())
                } else {
                    Ok((&a * x).sum())
                }
            }
        }
    };
}
tails!(kept);
tails!(again #[checkpoint]);

#[test]
fn bodies_end_in_blocks() -> Result<()> {
    let (x, w) = (normal(1, [5]), normal(2, [5]));
    assert_eq!(everything::<again::value>((&x, &w))?, everything::<kept::value>((&x, &w))?);
    for n in [0, 2, 7] {
        assert_eq!(everything::<again::result>((&x, &w, n))?, everything::<kept::result>((&x, &w, n))?);
        assert_eq!(everything::<again::arms>((&x, &w, n))?, everything::<kept::arms>((&x, &w, n))?);
    }
    // As everywhere, less is kept.
    let bytes = |kept: bool| -> Result<usize> {
        Ok(if kept {
            kept::arms::vjp(&x, &w, 2)?.1.residual_bytes()
        } else {
            again::arms::vjp(&x, &w, 2)?.1.residual_bytes()
        })
    };
    assert!(bytes(false)? < bytes(true)?);
    Ok(())
}
