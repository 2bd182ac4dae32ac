//! Lists of tensors

use cotangent::prelude::*;

/// Items by index, parts by pattern, lengths; all of a list by `stack` and `concat`.
#[differentiable]
fn read(xs: &[Tensor<N>], i: usize) -> Scalar {
    let [first, .., last] = xs;
    let all = stack(xs, 0);
    (first * last + &xs[i] * xs.len()).sum() + all.mean()
}

/// `push`, in loops too, and literals.
#[differentiable]
fn pushed(x: &Tensor<N>, n: usize) -> Tensor {
    let mut hs = vec![x.clone(), x.exp()];
    let mut more = Vec::new();
    for i in 0..n {
        hs.push(&hs[i] * 0.5);
        more.push((x * i, x.sin()));
    }
    for (a, b) in &more {
        hs.push(a * b);
    }
    concat(&hs, 0)
}

/// `vec![x; n]` with an `n` of run time, and items that are assigned.
#[differentiable]
fn assigned(x: &Tensor<N>, n: usize) -> Scalar {
    let mut hs = vec![x.clone(); n];
    for k in 1..n {
        hs[k] = &hs[k - 1] * x;
        hs[k] += 1.0;
    }
    hs[n - 1].sum()
}

/// Lists of lists.
#[differentiable]
fn table(x: &Tensor, n: usize, m: usize) -> Scalar {
    let mut r = vec![vec![Tensor::scalar(0.5); m]; n];
    for i in 1..n {
        for j in 1..m {
            r[i][j] = x.sum() * &r[i - 1][j - 1] + r[i][j - 1].cos();
        }
    }
    r[n - 1][m - 1].clone()
}

/// Vectors over a grid, as many as are given.
#[differentiable]
fn grid(x: &Tensor<N>, y: &Tensor<M>, z: &Tensor<K>) -> Tensor<N, M, K> {
    let [a, b, c] = meshgrid(&[x, y, z]);
    let images = meshgrid_xy([y, x]);
    (a * b * c).sin() + images[0].sum()
}

/// The tensors along an axis, by a pattern or as many as there are.
#[differentiable]
fn unbound(x: &Tensor<L, 2>) -> Scalar {
    let [a, b] = x.unbind(1);
    let [first, ..] = x.unbind(1);
    let mut y = a * b + first;
    for row in &x.unbind(0) {
        y = y * row.sum();
    }
    y.sum()
}
