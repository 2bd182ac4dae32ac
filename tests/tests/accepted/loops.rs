//! Loops

use cotangent::prelude::*;

/// `for` over ranges, host iterators and lists of tensors.
#[differentiable]
fn over(x: &Tensor<N>, xs: &[Tensor<N>], ks: &[f32], n: usize) -> Scalar {
    let mut y = x.clone();
    for _ in 0..n {
        y = y.sin();
    }
    for k in ks.iter().filter(|k| **k > 0.0) {
        y = y * *k;
    }
    for (i, x) in xs.iter().enumerate() {
        y = y + x * i;
    }
    for (x, k) in xs.iter().zip(ks).rev() {
        y = y * x + *k;
    }
    for x in &xs[1..] {
        y += x;
    }
    y.sum()
}

/// `while`, `while let` and `loop`; how often they run is known at run time only.
#[differentiable]
fn until(x: &Tensor<N>, mut queue: Vec<f32>) -> Result<Scalar> {
    let mut y = x.clone();
    while y.square().sum().item()? > 1.0 {
        y = y * 0.5;
    }
    while let Some(k) = queue.pop() {
        y = y + k;
    }
    let mut n = 0;
    let z = loop {
        n += 1;
        y = y.sin();
        if n == 3 {
            break &y * 2.0;
        }
    };
    Ok(z.sum())
}

/// `break`, `continue` and `return`, to labels too.
#[differentiable]
fn jumps(x: &Tensor<N>, n: usize) -> Scalar {
    let mut y = x.clone();
    'rows: for i in 0..n {
        for j in 0..n {
            if j == i {
                continue 'rows;
            }
            if i * j > 20 {
                break 'rows;
            }
            if i + j > 100 {
                return y.sum();
            }
            y = y * 0.9;
        }
    }
    y.sum()
}
