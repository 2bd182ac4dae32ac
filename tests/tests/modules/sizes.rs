//! Host code, dims and control flow of a function that is inlined: its names are its own.

use cotangent::prelude::*;
use cotangent_tests::flow::{alike, both, same};

use crate::{inlined, normal, twice};

mod names {
    use super::*;

    twice! { $ order
        /// Of the name that a dim and a variable below have.
        const N: usize = 100;
        const SCALE: f64 = 0.5;

        pub fn half(n: usize) -> f64 {
            n as f64 / 2.0
        }

        #[differentiable]
        pub fn normed(x: &Tensor<f64, N, D>, n: usize) -> Tensor<f64, N, D> {
            let k = half(n) / (D as f64).sqrt();
            let m = n + N;
            assert!(D > 0 && m > N, "{D} columns of {N}");
            let ones: Tensor<f64, N, D> = Tensor::ones([N, D]);
            let h = (x * k + ones) * SCALE;
            h / m
        }

        /// Its dims are other ones by the same names, and so are its variables.
        #[differentiable]
        pub fn names(x: &Tensor<f64, D, N>, k: usize) -> Scalar<f64> {
            let n = k + 1;
            let m = 3.0;
            let h: Tensor<f64, N, D> = normed(&x.t(), n + D);
            let y: Tensor<f64, N, D> = normed(&(h * m), N);
            y.sum() * (n as f64)
        }

        pub fn offset(x: f64) -> f64 {
            x + 1.0
        }

        #[differentiable]
        pub fn moved(x: &Tensor<f64>, k: f64) -> Tensor<f64> {
            (x + offset(k)).sin()
        }

        /// A parameter that has the name of a function which the callee calls: it stays a call.
        #[differentiable]
        pub fn hidden(x: &Tensor<f64>, offset: f64) -> Scalar<f64> {
            moved(x, offset * 2.0).sum()
        }
    }

    #[test]
    fn host_code_and_dims() -> Result<()> {
        let x = normal(1, [3, 2]);
        alike::<joined::names, apart::names>((&x, 2), (&x, 2))?;
        assert_eq!(inlined(joined::names::explain()), "`normed` 2 times");
        Ok(())
    }

    #[test]
    fn names_that_are_hidden() -> Result<()> {
        let x = normal(1, [3]);
        alike::<joined::hidden, apart::hidden>((&x, 0.25), (&x, 0.25))?;
        assert_eq!(inlined(joined::hidden::explain()), "");
        assert!(joined::hidden::explain().contains("call `moved`"));
        Ok(())
    }
}

mod flow {
    use super::*;

    twice! { $ order
        #[differentiable($($order)*)]
        pub fn powers(x: &Tensor<f64>, n: usize) -> Tensor<f64> {
            if n == 0 {
                return x.sin() + x;
            }
            let mut y = x.clone();
            for i in 0..n {
                if i % 2 == 1 {
                    continue;
                }
                y = (&y * 0.5).sin() + x * 0.5 + i;
            }
            let mut i = 0;
            while i < n {
                i += 1;
                y = if i > 2 { y.cos() + x } else { &y * 0.75 };
            }
            y
        }

        #[differentiable($($order)*)]
        pub fn in_regions(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
            let mut y = powers(x, 0);
            for i in 0..n {
                y = powers(&y, i) * 0.5 + x;
                if i == 1 {
                    y = powers(&y.tanh(), 1);
                }
            }
            let z = #[checkpoint]
            powers(&y, 2);
            (z * y).sum()
        }

        #[differentiable]
        pub fn tapped(x: &Tensor<f64>) -> Tensor<f64> {
            #[tap]
            let h = x.exp();
            h.sin()
        }

        #[differentiable]
        pub fn of_tapped(x: &Tensor<f64>) -> Scalar<f64> {
            #[tap(mid)]
            let y = tapped(x);
            tapped(&y).sum()
        }

        #[differentiable]
        pub fn checked(x: &Tensor<f64>, n: &str) -> Result<Tensor<f64>> {
            let n: f64 = n.parse().map_err(|_| Error::msg("no number"))?;
            if n < 0.0 {
                return Err(Error::msg("negative"));
            }
            Ok(x.sin() * n)
        }

        #[differentiable]
        pub fn of_checked(x: &Tensor<f64>, n: &str) -> Result<Scalar<f64>> {
            let y = checked(x, n)?;
            Ok((checked(&y, n)? * x).sum())
        }

        #[differentiable]
        pub fn of_checked_plain(x: &Tensor<f64>, n: &str) -> Scalar<f64> {
            checked(x, n).sum()
        }
    }

    #[test]
    fn branches_loops_returns() -> Result<()> {
        let x = normal(1, [3]);
        for n in 0..5 {
            same::<joined::powers, apart::powers>((&x, n), (&x, n))?;
            both::<joined::in_regions, apart::in_regions>((&x, n), (&x, n))?;
        }
        assert_eq!(inlined(joined::in_regions::explain()), "`powers` 4 times");
        Ok(())
    }

    #[test]
    fn taps_are_of_the_function_itself() -> Result<()> {
        let x = normal(1, [3]);
        alike::<joined::of_tapped, apart::of_tapped>((&x,), (&x,))?;
        assert_eq!(inlined(joined::of_tapped::explain()), "`tapped` 2 times");
        let (a, b) =
            (joined::of_tapped::value_and_grad_taps(&x)?, apart::of_tapped::value_and_grad_taps(&x)?);
        let (a, b) = (a.2.mid.to_vec()?, b.2.mid.to_vec()?);
        a.iter().zip(&b).for_each(|(a, b)| assert!((a - b).abs() < 1e-12, "{a} {b}"));
        Ok(())
    }

    #[test]
    fn errors_of_host_code() -> Result<()> {
        let x = normal(1, [3]);
        alike::<joined::of_checked, apart::of_checked>((&x, "2"), (&x, "2"))?;
        assert_eq!(inlined(joined::of_checked::explain()), "`checked` 2 times");
        for wrong in ["x", "-1"] {
            let [a, b] = [joined::of_checked(&x, wrong), apart::of_checked(&x, wrong)];
            assert_eq!(a.err().unwrap().to_string(), b.err().unwrap().to_string());
            let why = joined::of_checked_plain::call(&x, wrong).err().unwrap().to_string();
            assert_eq!(why, apart::of_checked_plain::call(&x, wrong).err().unwrap().to_string());
        }
        alike::<joined::of_checked_plain, apart::of_checked_plain>((&x, "2"), (&x, "2"))?;
        assert_eq!(inlined(joined::of_checked_plain::explain()), "");
        Ok(())
    }
}
