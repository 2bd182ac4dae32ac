//! Special functions and activations with their derivatives, as mpmath and PyTorch have them.

use cotangent::prelude::*;
use cotangent_tests::there::{at, named, narrows, only_keeps, within};

/// Written by `tests/peers/special.py`.
const REFERENCE: &str = include_str!("../../golden/known/special.txt");

/// Value, gradients, and the sums of the rows of the Hessian.
type Derivatives = (Vec<f64>, Vec<Vec<f64>>, Vec<Vec<f64>>);

fn ones(x: &Tensor<f64>) -> Tensor<f64> {
    x.ones_like().expect("as large as another")
}

macro_rules! of_one {
    ($($op:ident($($n:ident: $ty:ty),*))*) => {
        $(
            #[differentiable(order = 2)]
            fn $op(x: &Tensor<f64>, $($n: $ty),*) -> Scalar<f64> {
                x.$op($($n),*).sum()
            }
        )*
        fn one(name: &str, options: &[f64], x: &Tensor<f64>) -> Result<Derivatives> {
            let mut options = options.iter();
            match name {
                $(stringify!($op) => {
                    $(let $n = *options.next().expect("a number for each parameter") as $ty;)*
                    let (value, g) = $op::value_and_grad(x, $($n),*)?;
                    let (_, h) = $op::hvp(x, $($n,)* &ones(x))?;
                    assert!(options.next().is_none(), "{name}");
                    Ok((vec![value.item()?], vec![g.x.to_vec()?], vec![h.x.to_vec()?]))
                })*
                _ => panic!("no op of one operand is called {name}"),
            }
        }
    };
}
of_one! {
    lgamma() digamma() polygamma(n: i32) zeta(s: f64) erfinv() ndtr() log_ndtr() entr() logit() i0() i0e() i1() i1e()
    threshold(least: f64, value: f64) rrelu_mean(low: f64, high: f64) glu(axis: isize) swiglu(axis: isize)
}

macro_rules! of_two {
    ($($op:ident)*) => {
        $(
            #[differentiable(order = 2)]
            fn $op(a: &Tensor<f64>, b: &Tensor<f64>) -> Scalar<f64> {
                a.$op(b).sum()
            }
        )*
        fn two(name: &str, a: &Tensor<f64>, b: &Tensor<f64>) -> Result<Derivatives> {
            match name {
                $(stringify!($op) => {
                    let (value, g) = $op::value_and_grad(a, b)?;
                    let (_, h) = $op::hvp(a, b, &ones(a), &ones(b))?;
                    let value = vec![value.item()?];
                    Ok((value, vec![g.a.to_vec()?, g.b.to_vec()?], vec![h.a.to_vec()?, h.b.to_vec()?]))
                })*
                _ => panic!("no op of two operands is called {name}"),
            }
        }
    };
}
of_two! { betaln logaddexp xlog1py gammainc gammaincc prelu snake }

fn numbers(text: &str) -> Vec<f64> {
    text.split(',').filter(|n| !n.is_empty()).map(|n| n.parse().expect("a number")).collect()
}

/// Relative to each number, except where it is the small rest of what was added up.
fn near(line: &str, have: &[f64], want: &[f64], rest: f64) {
    assert_eq!(have.len(), want.len(), "{line}");
    if only_keeps() {
        return;
    }
    let [relative, rest] = [2e-12, rest].map(within);
    for (h, w) in have.iter().zip(want) {
        let same = h == w || (h.is_nan() && w.is_nan()) || (h - w).abs() <= relative * w.abs() + rest;
        assert!(same, "{line}: {have:?} instead of {want:?}");
    }
}

#[test]
fn as_in_mpmath_and_pytorch() -> Result<()> {
    let (mut count, mut steep) = (0, 0);
    for line in REFERENCE.lines() {
        let (given, known) = line.split_once(" | = | ").expect("operands and results");
        let mut fields = given.split(" | ");
        let name = fields.next().expect("a name");
        let options = numbers(fields.next().expect("numbers of the host"));
        let operands: Vec<Tensor<f64>> = fields
            .map(|f| {
                let x = numbers(f);
                let length = x.len();
                Tensor::from_vec(x, [length]).map(at)
            })
            .collect::<Result<_>>()?;
        let mut options = if matches!(name, "glu" | "swiglu") { vec![0.0] } else { options };
        // As operands are, so that an operand that is the threshold stays it.
        if narrows() {
            options.iter_mut().for_each(|x| *x = f64::from(*x as f32));
        }
        let of = |operands: &[Tensor<f64>]| match operands {
            [x] => one(name, &options, x),
            [a, b] => two(name, a, b),
            _ => panic!("one operand or two: {line}"),
        };
        let (value, firsts, seconds) = of(&operands)?;
        let (first, second) = known.split_once(" | + | ").map_or((known, None), |(f, s)| (f, Some(s)));
        let mut first: Vec<Vec<f64>> = first.split(" | ").map(numbers).collect();
        let mut second: Option<Vec<Vec<f64>>> = second.map(|all| all.split(" | ").map(numbers).collect());
        // As far from 1 as this is, f32 has it to two digits. The processor says what is right at the number that f32 has.
        if narrows() && given == "erfinv |  | 9.9999899999999997e-01" {
            let here = of(&operands.iter().map(|x| x.to(Device::CPU)).collect::<Result<Vec<_>>>()?)?;
            (first, second) = ([vec![here.0], here.1].concat(), Some(here.2));
            steep += 1;
        }
        near(line, &value, &first[0], 1e-14);
        assert_eq!(firsts.len(), first.len() - 1, "{line}");
        for (have, want) in firsts.iter().zip(&first[1..]) {
            near(line, have, want, 2e-14);
        }
        if let Some(second) = second {
            for (have, want) in seconds.iter().zip(&second) {
                near(line, have, want, 1e-12);
            }
        }
        count += 1;
    }
    assert_eq!(count, 172, "lines of golden/known/special.txt");
    assert_eq!(steep, i32::from(narrows()), "a line of golden/known/special.txt");
    Ok(())
}

/// Drawn slopes lie in their range, are the derivatives below 0, and are drawn by the key alone.
#[test]
fn rrelu_draws() -> Result<()> {
    #[differentiable]
    fn sum(x: &Tensor<f64>, key: Key) -> Scalar<f64> {
        x.rrelu(0.125, 0.375, key).sum()
    }
    let x = at(Tensor::from_vec((0..400).map(|i| f64::from(i) - 200.5).collect(), [400])?);
    let slopes = sum::grad(&x, Key::new(3))?.x.to_vec()?;
    let y = x.rrelu(0.125, 0.375, Key::new(3))?.to_vec()?;
    for ((s, y), x) in slopes.iter().zip(&y).zip(x.to_vec()?) {
        let product = if narrows() { f64::from((s * x) as f32) } else { s * x };
        assert_eq!(*y, product);
        assert!(if x > 0.0 { *s == 1.0 } else { (0.125..0.375).contains(s) }, "{s} at {x}");
    }
    let mean = slopes[..200].iter().sum::<f64>() / 200.0;
    assert!((mean - 0.25).abs() < 0.02, "{mean}");
    assert_ne!(slopes, sum::grad(&x, Key::new(4))?.x.to_vec()?);
    Ok(())
}

/// f32 computes in f64: where the terms of these cancel there are digits left. Without f64 the last digit may be another.
#[test]
fn in_f32_where_terms_cancel() -> Result<()> {
    #[differentiable(order = 2)]
    fn tail(x: &Tensor) -> Scalar {
        x.log_ndtr().sum()
    }
    let x = at(Tensor::from_vec(vec![-1e4_f32], [1])?);
    let (value, g) = tail::value_and_grad(&x)?;
    let (_, h) = tail::hvp(&x, &x.ones_like()?)?;
    for (have, want) in [(value.item()?, -50_000_012.0), (g.x.get(&[0])?, 1e4), (h.x.get(&[0])?, -1.0)] {
        assert!(have == want || named().is_some() && (have / want - 1.0).abs() < 4e-7, "{have}, not {want}");
    }
    #[differentiable]
    fn large(a: &Tensor, x: &Tensor) -> Scalar {
        a.gammainc(x).sum()
    }
    let [a, x] = [tensor![1e6_f32], tensor![1.001e6_f32]].map(at);
    let (value, g) = large::value_and_grad(&a, &x)?;
    let near =
        |have: f32, want: f64| assert!((f64::from(have) / want - 1.0).abs() < 4e-7, "{have}, not {want}");
    // By mpmath.
    near(value.item()?, 0.841344786368340292);
    near(g.a.to_vec()?[0], -0.000241930409524133048);
    near(g.x.to_vec()?[0], 0.000241809504731481828);
    Ok(())
}
