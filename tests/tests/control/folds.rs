//! Sums times numbers of the host's. Where the number is not known yet when the sum's kernel runs, the product is no part of it.

use cotangent::check;
use cotangent::prelude::*;

macro_rules! programs {
    ([$x:ident $scales:ident $n:ident] $($name:ident { $($body:tt)* })*) => {$(
        #[differentiable(order = 2)]
        fn $name($x: &Tensor<f64>, $scales: &[f64], $n: usize) -> Result<Scalar<f64>> { $($body)* }

        impl Program for $name {
            fn is_right(x: &Tensor<f64>, scales: &[f64], n: usize) -> Result<f64> {
                check::gradients::<$name>((x, scales, n))?;
                let direct = $name::call(x, scales, n)?.item()?;
                assert_eq!($name::value_and_grad(x, scales, n)?.0.item()?, direct);
                assert_eq!($name::jvp(x, scales, n, x)?.0.item()?, direct);
                let (g, hv) = $name::hvp(x, scales, n, x)?;
                let at = |t: f64| $name::value_and_grad(&x.add(&x.mul(t)?)?, scales, n)?.1.x.to_vec();
                let (after, before) = (at(1e-6)?, at(-1e-6)?);
                for (i, hv) in hv.x.to_vec()?.into_iter().enumerate() {
                    let slope = (after[i] - before[i]) / 2e-6;
                    assert!((hv - slope).abs() < 1e-6 * (1.0 + slope.abs()), "{hv} for {slope}");
                }
                assert_eq!(g.x.to_vec()?, at(0.0)?);
                Ok(direct)
            }
        }
    )*};
}

trait Program {
    fn is_right(x: &Tensor<f64>, scales: &[f64], n: usize) -> Result<f64>;
}

programs! { [x scales n]
    behind_a_loop {
        let mut h = x.clone();
        for i in 0..n { h = h.cos() * scales[i]; }
        Ok(h.sum() + x.sum() * scales[n])
    }
    behind_an_arm {
        let h = if n > 1 { x.cos() * scales[n] } else { x.sin() };
        Ok(h.sum() + x.sum() * scales[n] * 2.0)
    }
    behind_an_item {
        let k = x.square().sum().item()?;
        Ok(x.sin().sum() * (k * 0.0 + scales[n]))
    }
    of_one_kernel {
        let y = x.sin();
        let mut h = &y * 2.0;
        for i in 0..n { h = h * scales[i]; }
        Ok((h * &y).sum() + y.sum() * scales[n])
    }
    of_means {
        let mut h = x.clone();
        for i in 0..n { h = (h.cos() * h.mean()) * scales[i]; }
        Ok((h * scales[n]).mean() * scales[0] + x.mean() * scales[n])
    }
}

#[test]
fn a_sum_is_scaled_once_its_factor_is_known() -> Result<()> {
    let x: Tensor<f64> = tensor![0.3, 0.5, 0.9];
    let scales = [1.5, 2.0, 0.5, 0.25];
    let plain = |n: usize| -> f64 {
        let xs = [0.3, 0.5, 0.9];
        let last: f64 = xs.iter().map(|&x| (0..n).fold(x, |h: f64, i| h.cos() * scales[i])).sum();
        last + xs.iter().sum::<f64>() * scales[n]
    };
    for n in 0..4 {
        let found = behind_a_loop::is_right(&x, &scales, n)?;
        assert!((found - plain(n)).abs() < 1e-12, "{found} for {}", plain(n));
        behind_an_arm::is_right(&x, &scales, n)?;
        let of_item = behind_an_item::is_right(&x, &scales, n)?;
        let sines = 0.3f64.sin() + 0.5f64.sin() + 0.9f64.sin();
        assert!((of_item - sines * scales[n]).abs() < 1e-12);
        of_one_kernel::is_right(&x, &scales, n)?;
        of_means::is_right(&x, &scales, n)?;
    }
    Ok(())
}
