//! Runge-Kutta integration of an ODE, long, with binomial checkpoints.

use cotangent::check;
use cotangent::prelude::*;
use cotangent_tests::flow::{along, bits, near, numbers, orders};
use cotangent_tests::with_each;

/// Two coupled pendulums with friction: `y = (angles, speeds)`, `p = (stiffness, coupling, friction)`.
#[differentiable(order = 2)]
fn slope(y: &Tensor<f64, 2, 2>, p: &Tensor<f64, 3>) -> Tensor<f64, 2, 2> {
    let (angle, speed) = (y.narrow(0, 0, 1), y.narrow(0, 1, 1));
    let [k, c, f] = [p.narrow(0, 0, 1), p.narrow(0, 1, 1), p.narrow(0, 2, 1)];
    let pull = (angle.flip(1) - &angle) * c - angle.sin() * k;
    let change = pull - &speed * f;
    concat(&[speed, change], 0)
}

#[differentiable(order = 2)]
fn step(y: &Tensor<f64, 2, 2>, p: &Tensor<f64, 3>, dt: f64) -> Tensor<f64, 2, 2> {
    let a = slope(y, p);
    let b = slope(&(y + &a * (dt / 2.0)), p);
    let c = slope(&(y + &b * (dt / 2.0)), p);
    let d = slope(&(y + &c * dt), p);
    y + (a + b * 2.0 + c * 2.0 + d) * (dt / 6.0)
}

macro_rules! integrals {
    ($name:ident $k:ident [$($attr:tt)*]) => {
        #[differentiable(order = 2)]
        fn $name(y0: &Tensor<f64, 2, 2>, p: &Tensor<f64, 3>, dt: f64, n: usize) -> Scalar<f64> {
            let mut y = y0.clone();
            $($attr)*
            for _ in 0..n {
                y = step(&y, p, dt);
            }
            y.square().sum()
        }
    };
}
with_each! { integrals n:
    kept []
    slots [#[checkpoint(slots = 10)]]
    root [#[checkpoint(sqrt)]]
}

/// Ten steps, written out.
#[differentiable(order = 2)]
fn ten(y0: &Tensor<f64, 2, 2>, p: &Tensor<f64, 3>, dt: f64) -> Tensor<f64, 2, 2> {
    let y = step(y0, p, dt);
    let y = step(&y, p, dt);
    let y = step(&y, p, dt);
    let y = step(&y, p, dt);
    let y = step(&y, p, dt);
    let y = step(&y, p, dt);
    let y = step(&y, p, dt);
    let y = step(&y, p, dt);
    let y = step(&y, p, dt);
    step(&y, p, dt)
}

#[differentiable]
fn ten_alone(y0: &Tensor<f64, 2, 2>, p: &Tensor<f64, 3>, dt: f64) -> Scalar<f64> {
    ten(y0, p, dt).square().sum()
}

/// A thousand steps without a loop: ten by ten by ten.
macro_rules! tenfold {
    ($name:ident of $inner:ident) => {
        #[differentiable(order = 2)]
        fn $name(y0: &Tensor<f64, 2, 2>, p: &Tensor<f64, 3>, dt: f64) -> Tensor<f64, 2, 2> {
            let y = $inner(y0, p, dt);
            let y = $inner(&y, p, dt);
            let y = $inner(&y, p, dt);
            let y = $inner(&y, p, dt);
            let y = $inner(&y, p, dt);
            let y = $inner(&y, p, dt);
            let y = $inner(&y, p, dt);
            let y = $inner(&y, p, dt);
            let y = $inner(&y, p, dt);
            $inner(&y, p, dt)
        }
    };
}
tenfold! { hundred of ten }
tenfold! { thousand of hundred }

#[differentiable]
fn unrolled(y0: &Tensor<f64, 2, 2>, p: &Tensor<f64, 3>, dt: f64) -> Scalar<f64> {
    thousand(y0, p, dt).square().sum()
}

#[test]
fn a_thousand_steps_of_runge_kutta() -> Result<()> {
    let (y0, p) = (tensor![[0.8, -0.3], [0.1, 0.4]].cast::<f64>()?, tensor![1.0, 0.4, 0.05].cast::<f64>()?);
    let (dt, n) = (0.01, 1000);
    let args = (&y0, &p, dt, n);
    // Finite differences, and <u, J v> = <J' u, v>.
    check::gradients::<slots>((&y0, &p, dt, n / 5))?;
    let (value, g) = slots::value_and_grad(&y0, &p, dt, n)?;
    let v = along(&slots::actives(&args)?, 3)?;
    let (_, forward) = <slots as Function>::jvp(args, &v)?;
    let along_v = (&g.y0 * &v.y0).sum()?.item()? + (&g.p * &v.p).sum()?.item()?;
    near("<u, J v>", &numbers(&forward)?, &[along_v], 1e-11);
    // The same bits as without checkpoints, the same numbers as without a loop.
    let (hg, hv) = <slots as TwiceDifferentiable>::hvp(args, &v)?;
    let (kept_value, kept_g) = kept::value_and_grad(&y0, &p, dt, n)?;
    let kept_v = along(&kept::actives(&args)?, 3)?;
    let (_, kept_hv) = <kept as TwiceDifferentiable>::hvp(args, &kept_v)?;
    assert_eq!((bits(&value)?, bits(&g)?, bits(&hv)?), (bits(&kept_value)?, bits(&kept_g)?, bits(&kept_hv)?));
    assert_eq!(bits(&hg)?, bits(&g)?);
    let (_, root_g) = root::value_and_grad(&y0, &p, dt, n)?;
    assert_eq!(bits(&root_g)?, bits(&g)?);
    let (written, written_g) = unrolled::value_and_grad(&y0, &p, dt)?;
    near("the value", &numbers(&value)?, &numbers(&written)?, 1e-12);
    near("the gradient", &numbers(&g)?, &numbers(&written_g)?, 1e-11);
    // What is kept: ten states and the last, of a thousand and what their rounds read.
    let state = 4 * 8;
    let held = slots::vjp(&y0, &p, dt, n)?.1.residual_bytes();
    assert!(held <= 11 * state + 1000 * 8 + 200, "{held}");
    assert!(kept::vjp(&y0, &p, dt, n)?.1.residual_bytes() > 1000 * 4 * state);
    Ok(())
}

#[test]
fn ten_steps_at_both_orders() -> Result<()> {
    let (y0, p) = (tensor![[0.8, -0.3], [0.1, 0.4]].cast::<f64>()?, tensor![1.0, 0.4, 0.05].cast::<f64>()?);
    cotangent_tests::flow::both::<slots, ten_alone>((&y0, &p, 0.1, 10), (&y0, &p, 0.1))?;
    orders::<root>((&y0, &p, 0.1, 10))
}
