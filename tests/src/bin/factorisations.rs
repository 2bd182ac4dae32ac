//! Our half of `tests/peers/run-torch factorisations`. A line has a name, the element type, the order and the number of the matrices, a
//! count, and whether the factors alone or the gradient of a loss is asked for. The loss is the sum of the squares of all factors.

use std::hint::black_box;

use cotangent::prelude::*;
use cotangent_tests::peer::{number, serve, timed};

#[differentiable]
fn qr<T: Float>(a: &Tensor<T>) -> Scalar<T> {
    let (q, r) = a.qr();
    q.square().sum() + r.square().sum()
}

#[differentiable]
fn lu<T: Float>(a: &Tensor<T>) -> Scalar<T> {
    let (_, l, u) = a.lu();
    l.square().sum() + u.square().sum()
}

#[differentiable]
fn svd<T: Float>(a: &Tensor<T>) -> Scalar<T> {
    let (u, s, v) = a.svd();
    u.square().sum() + s.square().sum() + v.square().sum()
}

#[differentiable]
fn eigh<T: Float>(a: &Tensor<T>) -> Scalar<T> {
    let (w, v) = a.eigh();
    w.square().sum() + v.square().sum()
}

#[differentiable]
fn cholesky<T: Float>(a: &Tensor<T>) -> Scalar<T> {
    a.cholesky().square().sum()
}

#[differentiable]
fn solve<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Scalar<T> {
    a.solve(b).square().sum()
}

/// Matrices without structure, the same in the script.
fn chirp<T: Float>(rate: f64, shape: &[usize; 3]) -> Result<Tensor<T>> {
    let count = shape.iter().product::<usize>();
    let element = |i: usize| T::from_f64((rate * (i * i) as f64).sin());
    Tensor::from_vec((0..count).map(element).collect(), shape)
}

fn measure<T: Float>(name: &str, [n, batch, count]: [usize; 3], factors_alone: bool) -> Result<(f64, f64)> {
    let shape = [batch, n, n];
    let (a, b) = (chirp::<T>(0.37, &shape)?, chirp::<T>(0.41, &shape)?);
    let symmetric = (&a + a.mt()?) * 0.5;
    let definite = a.matmul(&a.mt()?)? * (1.0 / n as f64) + Tensor::<T>::eye(n)?;
    macro_rules! run {
        ($name:ident($first:expr $(, $second:ident)?)) => {
            if factors_alone {
                timed(count, || {
                    black_box($first.$name($(&$second)?)?);
                    Ok(0.0)
                })
            } else {
                timed(count, || {
                    let (value, g) = $name::value_and_grad(&$first $(, &$second)?)?;
                    black_box(g);
                    Ok(value.item()?.to_f64())
                })
            }
        };
    }
    match name {
        "qr" => run!(qr(a)),
        "lu" => run!(lu(a)),
        "svd" => run!(svd(a)),
        "eigh" => run!(eigh(symmetric)),
        "cholesky" => run!(cholesky(definite)),
        "solve" => run!(solve(a, b)),
        _ => Err(Error::msg(format!("no factors are called {name}"))),
    }
}

fn main() -> Result<()> {
    serve(|words| {
        let &[name, element, n, batch, count, what] = words else {
            return Err(Error::msg("name, element type, order, batch, count, `factors` or `gradient`"));
        };
        let sizes = [number(n)?, number(batch)?, number(count)?];
        match element {
            "f32" => measure::<f32>(name, sizes, what == "factors"),
            "f64" => measure::<f64>(name, sizes, what == "factors"),
            _ => Err(Error::msg("f32 or f64")),
        }
    })
}
