//! Taps in arms: a cotangent where the arm is taken. What it is says a program that adds a zero to the tapped value.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers};

use super::normal;

#[differentiable]
fn arm(x: &Tensor<f64>, w: &Tensor<f64>, warm: bool) -> Scalar<f64> {
    let y = x * w;
    let z = if warm {
        #[tap]
        let hidden = y.tanh();
        &hidden * w
    } else {
        y
    };
    z.square().sum()
}

/// The same with `d` added to what is tapped.
#[differentiable]
fn warm(x: &Tensor<f64>, w: &Tensor<f64>, d: &Tensor<f64>) -> Scalar<f64> {
    let hidden = (x * w).tanh() + d;
    (&hidden * w).square().sum()
}

#[test]
fn an_arm_that_is_taken_or_not() -> Result<()> {
    let (x, w, d) = (normal(1, [4])?, normal(2, [4])?, Tensor::zeros([4])?);
    let wanted = warm::grad(&x, &w, &d)?;
    cotangent::check::gradients::<warm>((&x, &w, &d))?;
    let (_, grads, taps) = arm::value_and_grad_taps(&x, &w, true)?;
    near("hidden", &numbers(&taps.hidden.expect("it ran"))?, &numbers(&wanted.d)?, 1e-13);
    near("w", &numbers(&grads.w)?, &numbers(&wanted.w)?, 1e-13);
    let (_, grads, taps) = arm::value_and_grad_taps(&x, &w, false)?;
    assert!(taps.hidden.is_none());
    near("w", &numbers(&grads.w)?, &numbers(&arm::grad(&x, &w, false)?.w)?, 1e-13);
    let (_, pullback) = arm::vjp_taps(&x, &w, true)?;
    let (grads, taps) = pullback.pull(&Tensor::scalar(2.0))?;
    near("twice", &numbers(&taps.hidden.expect("it ran"))?, &numbers(&(wanted.d * 2.0))?, 1e-13);
    near("twice x", &numbers(&grads.x)?, &numbers(&(wanted.x * 2.0))?, 1e-13);
    Ok(())
}

enum Act {
    Tanh,
    Scale(f64),
    Sine,
}

/// Taps in arms, in an arm of an arm, of a value that nothing reads, and of a value in a branch without a tensor as result.
#[differentiable]
fn matched(x: &Tensor<f64>, #[constant] act: &Act, deep: bool) -> Scalar<f64> {
    let y = match act {
        Act::Tanh => {
            #[tap]
            let a = x.tanh();
            if deep {
                #[tap]
                let inner = a.exp();
                inner * x
            } else {
                a.square()
            }
        }
        Act::Scale(by) => {
            #[tap]
            let b = x * *by;
            #[tap]
            let idle = b.exp();
            println!("{}", idle.dim(0));
            b.sin()
        }
        Act::Sine => x.sin(),
    };
    if deep {
        #[tap]
        let unread = x.cos();
        println!("{}", unread.dim(0));
    }
    y.sum()
}

#[test]
fn arms_of_a_match() -> Result<()> {
    let x = normal(1, [3])?;
    let v = numbers(&x)?;
    let each = |f: fn(f64) -> f64| v.iter().map(|&x| f(x)).collect::<Vec<f64>>();
    let (_, _, t) = matched::value_and_grad_taps(&x, &Act::Tanh, true)?;
    near("a", &numbers(&t.a)?, &each(|x| x.tanh().exp() * x), 1e-13);
    near("inner", &numbers(&t.inner)?, &v, 1e-13);
    assert!(t.b.is_none() && t.idle.is_none());
    assert_eq!(numbers(&t.unread.expect("it ran"))?, [0.0; 3]);
    let (_, _, t) = matched::value_and_grad_taps(&x, &Act::Tanh, false)?;
    near("a", &numbers(&t.a)?, &each(|x| 2.0 * x.tanh()), 1e-13);
    assert!(t.inner.is_none() && t.b.is_none() && t.idle.is_none() && t.unread.is_none());
    let (_, _, t) = matched::value_and_grad_taps(&x, &Act::Scale(2.0), false)?;
    near("b", &numbers(&t.b)?, &each(|x| (2.0 * x).cos()), 1e-13);
    assert_eq!(numbers(&t.idle.expect("it ran"))?, [0.0; 3]);
    assert!(t.a.is_none() && t.inner.is_none());
    let (_, _, t) = matched::value_and_grad_taps(&x, &Act::Sine, false)?;
    assert!(t.a.is_none() && t.inner.is_none() && t.b.is_none() && t.idle.is_none());
    Ok(())
}

/// What always runs has one cotangent, wherever it stands.
#[differentiable]
fn always<T: Float>(x: &Tensor<T, N>, k: usize) -> Scalar<T> {
    let y = {
        #[tap]
        let a = x.exp();
        a * x
    };
    #[tap(whole)]
    #[checkpoint]
    let z = {
        #[tap]
        let b = y.sin();
        let c = &b * x;
        #[tap(idle)]
        let d = c.exp();
        println!("{}", d.dim(0));
        c * &b
    };
    let u = if k > 2 {
        #[tap]
        let e = z.tanh();
        e
    } else {
        #[tap]
        let never = z.exp();
        panic!("{k} {}", never.dim(0))
    };
    u.sum()
}

#[test]
fn blocks_and_checkpoints() -> Result<()> {
    let x = normal(1, [3])?;
    let (_, grads, taps) = always::<f64>::value_and_grad_taps(&x, 3)?;
    let (a, b, e): (&Tensor<f64>, &Tensor<f64>, &Tensor<f64>) = (&taps.a, &taps.b, &taps.e);
    assert_eq!(numbers(e)?, [1.0; 3]);
    assert_eq!(numbers(&taps.idle)?, [0.0; 3]);
    assert!(taps.never.is_none());
    for (i, x) in numbers(&x)?.into_iter().enumerate() {
        let y = x.exp() * x;
        let s = y.sin();
        let slope = 1.0 - (s * s * x).tanh().powi(2);
        near("whole", &[numbers(&taps.whole)?[i]], &[slope], 1e-12);
        near("b", &[numbers(b)?[i]], &[slope * 2.0 * s * x], 1e-12);
        near("a", &[numbers(a)?[i]], &[slope * 2.0 * s * x * y.cos() * x], 1e-12);
    }
    near("x", &numbers(&grads.x)?, &numbers(&always::<f64>::grad(&x, 3)?.x)?, 1e-12);
    let single: Tensor<f32> = x.cast()?;
    let (_, _, taps) = always::<f32>::value_and_grad_taps(&single, 3)?;
    let _: (Tensor<f32>, Tensor<f32>) = (taps.a, taps.e);
    Ok(())
}

/// Several results: what has no cotangent gives none, and what ran has one.
#[differentiable]
fn several(x: &Tensor<f64>, on: bool, n: usize) -> (Scalar<f64>, Scalar<f64>, Tensor<f64>) {
    let y = if on {
        #[tap]
        let h = x.sqrt();
        h
    } else {
        x.exp()
    };
    let mut z = x.clone();
    for _ in 0..n {
        #[tap]
        let r = z.sqrt();
        z = &r * x;
    }
    (y.sum(), z.sum(), x * y)
}

#[test]
fn results_alone() -> Result<()> {
    let (x, one) = (tensor![0.0_f64, 4.0], Tensor::scalar(1.0));
    let pull = |on| Ok::<_, cotangent::Error>(several::vjp_taps(&x, on, 2)?.1);
    let (g, t) = pull(true)?.pull((&one, None, None))?;
    assert_eq!(numbers(&t.h.expect("it ran"))?, [1.0, 1.0]);
    assert_eq!(numbers(&t.r)?, [0.0; 4]);
    assert_eq!((t.r.len(), numbers(&g.x)?[1]), (2, 0.25));
    let (g, t) = pull(true)?.pull((None, &one, None))?;
    assert_eq!(numbers(&t.h.expect("it ran"))?, [0.0, 0.0]);
    assert_eq!(numbers(&t.r[1])?, [0.0, 4.0]);
    assert_eq!(numbers(&t.r[0])?[1], 4.0 * 4.0 / (2.0 * 8.0_f64.sqrt()));
    assert!(numbers(&g.x)?[1] > 0.0);
    let (_, t) = pull(false)?.pull((None, &one, None))?;
    assert!(t.h.is_none());
    let (_, t) = pull(true)?.pull((&one, None, &x))?;
    assert_eq!((numbers(&t.h)?, numbers(&t.r)?), (vec![1.0, 17.0], vec![0.0; 4]));
    let (_, t) = pull(true)?.pull((&one, &one, &x))?;
    assert_eq!((numbers(&t.h)?, numbers(&t.r[1])?), (vec![1.0, 17.0], vec![0.0, 4.0]));
    Ok(())
}
