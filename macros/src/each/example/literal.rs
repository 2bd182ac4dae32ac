//! Tensors of an example as code: few numbers, in halves and quarters where the sample allows it, so that what comes out can
//! be read and often is exact.

use quote::ToTokens;
use syn::{Expr, ExprRange};

/// More elements than this are counted up instead of written down.
const WRITTEN: usize = 12;

/// Code for input number `at` of a method.
pub(super) fn tensor(drawn: &Expr, at: usize, elementwise: bool) -> String {
    match drawn {
        Expr::Range(range) => numbers(&spread(range, None, elementwise), at),
        Expr::Array(shape) => counted(&dims(&shape.elems), at),
        Expr::Call(call) => {
            let args: Vec<&Expr> = call.args.iter().collect();
            match (call.func.to_token_stream().to_string().as_str(), &args[..]) {
                ("off", [point, Expr::Range(range)]) => {
                    numbers(&spread(range, Some(number(point)), elementwise), at)
                }
                ("ints", [Expr::Range(range), Expr::Array(shape)]) => {
                    let (low, high) = bounds(range);
                    let int = |i: usize| (low as usize + (5 * i + 1) % (high - low) as usize).to_string();
                    literal(&dims(&shape.elems), &int)
                }
                ("bits", [Expr::Array(shape)]) => {
                    let shape = if elementwise { vec![3] } else { dims(&shape.elems) };
                    literal(&shape, &|i| (i % (3 - at % 2) != 1).to_string())
                }
                ("distinct", [Expr::Array(shape)]) => {
                    let shape = dims(&shape.elems);
                    let n: usize = shape.iter().product();
                    // One that neither meets a number twice nor counts up or down.
                    let step =
                        [7, 5].into_iter().find(|s| !n.is_multiple_of(*s) && s % n != 1 && s % n + 1 != n);
                    literal(&shape, &|i| float(((step.unwrap_or(1) * i + 3) % n) as f64))
                }
                ("counts", [Expr::Array(counts)]) => {
                    let counts = dims(&counts.elems);
                    literal(&[counts.len()], &|i| counts[i].to_string())
                }
                ("apart", [Expr::Array(shape)]) => {
                    let shape = dims(&shape.elems);
                    let n = shape[shape.len() - 1];
                    literal(&shape, &|at| {
                        let (i, j) = (at / n, at % n);
                        float(if i == j { 2.0 - 3.0 * i as f64 } else { 2.0 * f64::from(i.abs_diff(j) == 1) })
                    })
                }
                ("values", values) => {
                    let text = |i: usize| values[i].to_token_stream().to_string().replace(' ', "");
                    literal(&[values.len()], &text)
                }
                (kind, [n]) => matrix(kind, number(n) as usize),
                _ => unreachable!("a law over the table: a distribution of samples"),
            }
        }
        _ => unreachable!("a law over the table: a sample is a range, a shape or a distribution"),
    }
}

/// Numbers between the bounds, but for `without`: three of them, or two rows of three.
fn spread(range: &ExprRange, without: Option<f64>, elementwise: bool) -> (Vec<f64>, Vec<usize>) {
    let (low, high) = bounds(range);
    // Not in the middle and not the same to both sides, so that sums and signs show.
    let (places, shape): (&[f64], _) = if elementwise {
        (&[0.2, 0.6, 0.9], vec![3])
    } else {
        (&[0.1, 0.25, 0.4, 0.55, 0.7, 0.9], vec![2, 3])
    };
    let grain = [0.25, 0.1, 0.05].into_iter().find(|g| (high - low) / g >= 10.0).unwrap_or(0.01);
    let at = |place: &f64| {
        let x = ((low + (high - low) * place) / grain).round() * grain;
        if without == Some(x) { x + 0.5 } else { x }
    };
    (places.iter().map(at).collect(), shape)
}

/// Of several inputs each has its own order, so that larger meets smaller, and equal meets equal.
fn numbers((values, shape): &(Vec<f64>, Vec<usize>), at: usize) -> String {
    let n = values.len();
    let order = |i: usize| if at % 2 == 1 { n - 1 - i } else { (i + at) % n };
    literal(shape, &|i| float(values[order(i)]))
}

/// Numbers in order, of the first input 1, 2, 3.
fn counted(shape: &[usize], at: usize) -> String {
    let n: usize = shape.iter().product();
    if n > WRITTEN {
        let end = float((n + at) as f64);
        return format!("Tensor::arange({}, {end}, 1.0)?.reshape({shape:?})?", float(at as f64));
    }
    literal(shape, &|i| {
        float(match at {
            0 => (i + 1) as f64,
            1 => 0.5 * (n - i) as f64,
            _ => (i % 3) as f64,
        })
    })
}

fn matrix(kind: &str, n: usize) -> String {
    let element = |i: usize, j: usize| match kind {
        // The product of what has 2 on its diagonal and 1 below it.
        "spd" if i == j => 4 + i32::from(i > 0),
        "spd" => 2 * i32::from(i.abs_diff(j) == 1),
        _ if i == j => 2,
        "lower" => i32::from(j < i),
        "well" => i32::from(j == (i + 1) % n),
        _ => unreachable!("a law over the table: a distribution of matrices"),
    };
    literal(&[n, n], &|at| float(f64::from(element(at / n, at % n))))
}

/// `tensor![[..], [..]]`
fn literal(shape: &[usize], element: &dyn Fn(usize) -> String) -> String {
    fn rows(shape: &[usize], first: usize, element: &dyn Fn(usize) -> String) -> String {
        let Some((&n, inner)) = shape.split_first() else { return element(first) };
        let size: usize = inner.iter().product();
        let rows: Vec<_> = (0..n).map(|i| rows(inner, first + i * size, element)).collect();
        format!("[{}]", rows.join(", "))
    }
    match rows(shape, 0, element) {
        one if shape.is_empty() => format!("Tensor::scalar({one})"),
        all => format!("tensor!{all}"),
    }
}

fn float(x: f64) -> String {
    // Without the digits that a multiple of a tenth has too many, and without a zero's sign.
    format!("{:?}", (x * 1000.0).round() / 1000.0 + 0.0)
}

fn bounds(range: &ExprRange) -> (f64, f64) {
    let bound = |e: &Option<Box<Expr>>| number(e.as_ref().expect("a law over the table: two bounds"));
    (bound(&range.start), bound(&range.end))
}

fn dims<'a>(shape: impl IntoIterator<Item = &'a Expr>) -> Vec<usize> {
    shape.into_iter().map(|d| number(d) as usize).collect()
}

fn number(expr: &Expr) -> f64 {
    let text = expr.to_token_stream().to_string().replace(' ', "");
    text.parse().expect("a law over the table: a number")
}
