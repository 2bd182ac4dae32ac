//! Taps behind early exits, whose text stands in each arm that goes on.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers};

use super::normal;

#[differentiable]
fn behind(x: &Tensor<f64>, k: i32) -> Result<Scalar<f64>> {
    let y;
    if k == 0 {
        return Ok(x.sum());
    } else if k == 1 {
        y = x.exp();
    } else if k == 2 {
        y = x.sin();
        if x.dim(0) > 5 {
            return Ok(y.sum());
        }
    } else if k < 0 {
        return Err(cotangent::Error::msg("negative"));
    } else {
        y = x.square();
    }
    #[tap]
    let h = y * x;
    Ok((&h * &h).sum())
}

#[test]
fn one_tap_in_the_source_is_one() -> Result<()> {
    let x = normal(1, [3])?;
    let y: [fn(f64) -> f64; 3] = [f64::exp, f64::sin, |x| x * x];
    for (k, y) in (1..).zip(y) {
        let (_, grads, taps) = behind::value_and_grad_taps(&x, k)?;
        let wanted: Vec<f64> = numbers(&x)?.iter().map(|&x| 2.0 * y(x) * x).collect();
        near("h", &numbers(&taps.h.expect("it ran"))?, &wanted, 1e-13);
        near("x", &numbers(&grads.x)?, &numbers(&behind::grad(&x, k)?.x)?, 1e-13);
    }
    assert!(behind::value_and_grad_taps(&x, 0)?.2.h.is_none());
    assert!(behind::value_and_grad_taps(&normal(1, [6])?, 2)?.2.h.is_none());
    assert!(behind::value_and_grad_taps(&x, -1).is_err());
    Ok(())
}

/// A value that leaves in some arms, a name that hides another, a loop that is left, a block that is left.
#[differentiable]
fn jumps(x: &Tensor<f64, N>, scale: Option<f64>, n: usize) -> Scalar<f64> {
    let h = x.exp();
    #[tap(given)]
    let y = match scale {
        Some(by) => &h * by,
        None => return h.sum(),
    };
    let mut z = y.clone();
    for k in 0..n {
        #[tap]
        let h = z.sin();
        if k == 3 {
            return h.sum();
        }
        z = h * x;
    }
    #[tap]
    let found = loop {
        z = z.cos();
        if n > 1 {
            break &z * x;
        }
        break z.clone();
    };
    let Some(by) = scale.filter(|by| *by > 0.0) else { return found.sum() };
    let w = 'out: {
        if by > 2.0 {
            break 'out &found * by;
        }
        #[tap]
        let inside = found.square();
        inside
    };
    #[tap]
    let last = w * x;
    last.sum()
}

#[test]
fn jumps_out_of_values_loops_and_blocks() -> Result<()> {
    let x = normal(1, [3])?;
    let run = |scale, n| Ok::<_, cotangent::Error>(jumps::value_and_grad_taps(&x, scale, n)?.2);
    let t = run(None, 3)?;
    assert!(
        t.given.is_none() && t.h.is_empty() && t.found.is_none() && t.inside.is_none() && t.last.is_none()
    );
    let t = run(Some(1.0), 5)?;
    assert_eq!(t.h.len(), 4);
    assert_eq!(numbers(&t.h[3])?, [1.0; 3]);
    assert!(t.given.is_some() && t.found.is_none() && t.inside.is_none() && t.last.is_none());
    let t = run(Some(-1.0), 2)?;
    assert_eq!(numbers(&t.found)?, [1.0; 3]);
    assert!(t.inside.is_none() && t.last.is_none());
    let t = run(Some(3.0), 2)?;
    assert_eq!(numbers(&t.last)?, [1.0; 3]);
    near("found", &numbers(&t.found)?, &numbers(&(&x * 3.0))?, 1e-13);
    assert!(t.inside.is_none());
    let t = run(Some(1.0), 2)?;
    assert_eq!(numbers(&t.inside)?, numbers(&x)?);
    // By hand: y = exp x, two rounds of sin z * x, cos z * x, its square by x.
    for (i, x) in numbers(&x)?.into_iter().enumerate() {
        let h0 = x.exp().sin();
        let h1 = (h0 * x).sin();
        let found = (h1 * x).cos() * x;
        let of_found = 2.0 * found * x;
        let of_h1 = of_found * x * -(h1 * x).sin() * x;
        let of_h0 = of_h1 * (h0 * x).cos() * x;
        let of_given = of_h0 * x.exp().cos();
        near("found", &[numbers(&t.found)?[i]], &[of_found], 1e-12);
        near("h", &[numbers(&t.h[1])?[i], numbers(&t.h[0])?[i]], &[of_h1, of_h0], 1e-12);
        near("given", &[numbers(&t.given)?[i]], &[of_given], 1e-12);
    }
    Ok(())
}
