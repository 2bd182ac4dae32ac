//! Taps of values of every form that is a tensor, in functions of every form: each against a program that adds zeros.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers};

use super::normal;
use super::rounds::zeros;

#[derive(Clone, Differentiable)]
struct Part {
    w: Tensor<f64>,
    b: Option<Tensor<f64>>,
    by: f64,
}

#[derive(Clone, Differentiable)]
struct Out {
    y: Tensor<f64>,
    all: Vec<Tensor<f64>>,
}

#[differentiable]
fn pair(x: &Tensor<f64>) -> (Tensor<f64>, Tensor<f64>) {
    (x.sin(), x.cos())
}

/// Fields, entries, options, what calls give, arguments themselves; several levels of loops are left at once.
#[differentiable]
fn forms(parts: &[Part], xs: &[Tensor<f64>], stop: usize) -> Out {
    let mut y = &xs[0] * 0.5;
    let mut all: Vec<Tensor<f64>> = Vec::new();
    let mut rest = Some(3);
    'outer: while let Some(k) = rest {
        rest = if k > 0 { Some(k - 1) } else { None };
        for (i, p) in parts.iter().enumerate() {
            #[checkpoint]
            let step = {
                #[tap]
                let field = p.w.clone();
                #[tap(by)]
                let scaled = &field * p.by;
                scaled * &p.w
            };
            if let Some(b) = &p.b {
                #[tap]
                let bias = b.clone();
                y = y + bias * &step;
            }
            #[tap]
            let entry = xs[i].clone();
            let made = pair(&(&y * &entry));
            #[tap(second)]
            let c = made.1;
            y = made.0 * &step + c;
            if all.len() == stop {
                break 'outer;
            }
            all.push(y.clone());
        }
    }
    #[tap]
    let end = y;
    Out { y: end.square(), all }
}

#[differentiable]
fn forms_with(
    parts: &[Part],
    xs: &[Tensor<f64>],
    stop: usize,
    field_d: &[Tensor<f64>],
    by_d: &[Tensor<f64>],
    bias_d: &[Tensor<f64>],
    entry_d: &[Tensor<f64>],
    second_d: &[Tensor<f64>],
) -> Out {
    let mut y = &xs[0] * 0.5;
    let mut all: Vec<Tensor<f64>> = Vec::new();
    let (mut at, mut biased) = (0, 0);
    'outer: loop {
        for (i, p) in parts.iter().enumerate() {
            let field = &p.w + &field_d[at];
            let step = (&field * p.by + &by_d[at]) * &p.w;
            if let Some(b) = &p.b {
                y = y + (b + &bias_d[biased]) * &step;
                biased += 1;
            }
            let made = pair(&(&y * (&xs[i] + &entry_d[at])));
            y = made.0 * &step + made.1 + &second_d[at];
            at += 1;
            if all.len() == stop {
                break 'outer;
            }
            all.push(y.clone());
        }
        if at == 4 * parts.len() {
            break;
        }
    }
    Out { y: y.square(), all }
}

#[test]
fn parts_of_values() -> Result<()> {
    let part = |k: u64| {
        Ok::<_, cotangent::Error>(Part {
            w: normal(k, [3])?,
            b: if k == 2 { None } else { Some(normal(k + 10, [3])?) },
            by: 0.5 * k as f64,
        })
    };
    let parts = [part(1)?, part(2)?, part(3)?];
    let xs = [normal(21, [3])?, normal(22, [3])?, normal(23, [3])?];
    for stop in [0, 4, 100] {
        let n = (stop + 1).min(12);
        let biased = (0..n).filter(|k| k % 3 != 1).count();
        let (ones, biases) = (zeros(n)?, zeros(biased)?);
        let (_, with) = forms_with::vjp(&parts, &xs, stop, &ones, &ones, &biases, &ones, &ones)?;
        let (out, pullback) = forms::vjp_taps(&parts, &xs, stop)?;
        let seed =
            OutTangent { y: &out.y * 0.3, all: out.all.iter().map(|y| Ok(y.exp()?)).collect::<Result<_>>()? };
        let (grads, taps) = pullback.pull(&seed)?;
        let wanted = with.pull(&seed)?;
        near("parts", &numbers(&grads.parts)?, &numbers(&wanted.parts)?, 1e-12);
        near("xs", &numbers(&grads.xs)?, &numbers(&wanted.xs)?, 1e-12);
        near("field", &numbers(&taps.field)?, &numbers(&wanted.field_d)?, 1e-12);
        near("by", &numbers(&taps.by)?, &numbers(&wanted.by_d)?, 1e-12);
        near("bias", &numbers(&taps.bias)?, &numbers(&wanted.bias_d)?, 1e-12);
        near("entry", &numbers(&taps.entry)?, &numbers(&wanted.entry_d)?, 1e-12);
        near("second", &numbers(&taps.second)?, &numbers(&wanted.second_d)?, 1e-12);
        assert_eq!(taps.end.shape(), [3]);
    }
    Ok(())
}

/// Element types of each tap's own; the result is no loss; a `return` in a loop with a schedule.
#[differentiable]
fn mixed<T: Float>(x: &Tensor<T, N>, n: usize) -> Result<Tensor<T>> {
    let mut y = x.clone();
    #[checkpoint(every = 2)]
    for k in 0..n {
        #[tap]
        let single: Tensor<f32> = y.cast();
        #[tap]
        let double: Tensor<f64> = single.exp().cast();
        y = double.cast();
        if k == 2 {
            return Ok(y * 2.0);
        }
    }
    #[tap]
    let end = y.sin();
    Ok(end)
}

#[test]
fn element_types_and_returns() -> Result<()> {
    let x: Tensor<f64> = tensor![0.25, -1.0];
    let one = Tensor::ones([2])?;
    let (_, pullback) = mixed::<f64>::vjp_taps(&x, 2)?;
    let (_, taps) = pullback.pull(&one)?;
    let _: (&Vec<Tensor<f32>>, &Vec<Tensor<f64>>) = (&taps.single, &taps.double);
    assert_eq!((taps.single.len(), taps.double.len()), (2, 2));
    assert_eq!(numbers(&taps.end)?, [1.0, 1.0]);
    for (i, x) in [0.25_f64, -1.0].into_iter().enumerate() {
        let (a, b) = (x.exp(), x.exp().exp());
        near("double", &[numbers(&taps.double[1])?[i]], &[b.cos()], 1e-6);
        near("single", &[numbers(&taps.single[1])?[i]], &[b.cos() * b], 1e-6);
        near("before", &[numbers(&taps.double[0])?[i]], &[b.cos() * b], 1e-6);
        near("first", &[numbers(&taps.single[0])?[i]], &[b.cos() * b * a], 1e-6);
    }
    let (_, pullback) = mixed::<f64>::vjp_taps(&x, 5)?;
    let (_, taps) = pullback.pull(&one)?;
    assert_eq!(taps.double.len(), 3);
    assert_eq!(numbers(&taps.double[2])?, [2.0, 2.0]);
    assert!(taps.end.is_none());
    Ok(())
}

/// It calls itself, with a tap in each arm: each run has its own.
#[differentiable]
fn deeper(x: &Tensor<f64>, n: usize) -> Tensor<f64> {
    if n == 0 {
        #[tap]
        let leaf = x.sin();
        leaf
    } else {
        #[tap]
        let inner = deeper(x, n - 1);
        inner * x
    }
}

#[test]
fn recursion() -> Result<()> {
    let (x, one) = (normal(1, [3])?, Tensor::ones([3])?);
    let (_, taps) = deeper::vjp_taps(&x, 3)?.1.pull(&one)?;
    assert!(taps.leaf.is_none());
    assert_eq!(numbers(&taps.inner)?, numbers(&x)?);
    let (grads, taps) = deeper::vjp_taps(&x, 0)?.1.pull(&one)?;
    assert!(taps.inner.is_none());
    assert_eq!(numbers(&taps.leaf)?, [1.0; 3]);
    assert_eq!(numbers(&grads.x)?, numbers(&x.cos()?)?);
    Ok(())
}
