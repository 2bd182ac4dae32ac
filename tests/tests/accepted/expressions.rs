//! Expressions over tensors

use cotangent::prelude::*;

/// Operators, with numbers on either side.
#[differentiable]
fn operators(x: &Tensor<N>, y: &Tensor<N>) -> Scalar {
    ((x + y) * 2.0 - 1 / (x * x + 1.0) + -y % 0.75).sum()
}

/// Ops as methods, as functions and by path.
#[differentiable]
fn ops(x: &Tensor<N, N>, y: &Tensor<N, N>) -> Scalar {
    (x.matmul(y).tanh() + exp(x) + Tensor::maximum(x, y)).sum()
}

/// Reductions: over all axes, without some axes, with length 1 in their place.
#[differentiable]
fn reductions(x: &Tensor<A, B, C>) -> Scalar {
    (x - x.mean_keep(-1)).sum_axis([0, 1]).max()
}

/// Comparisons as methods, and a choice for each element.
#[differentiable]
fn chosen(x: &Tensor<N>) -> Tensor<N> {
    let small = x.lt(0.0).or(x.gt(2.0)).and(x.ne(-3.0)).not();
    small.select(x.sqrt(), 0.0)
}

/// Shapes: `reshape`, `permute`, `narrow`, `split`, `concat` and `stack`.
#[differentiable]
fn shapes(x: &Tensor<2, N>, y: &Tensor<3, N>) -> Scalar {
    let both = concat(&[x, y, &(x * 2.0)], 0);
    let [top, rest] = both.split([3, 4], 0);
    let [a, b] = rest.chunk(2, 0);
    let flat = stack(&[&a, &b], 1).reshape([-1]);
    flat.sum() + top.permute([1, 0]).narrow(0, 0, 1).sum()
}

/// Casts between element types.
#[differentiable]
fn casts(x: &Tensor<f64, N>, w: &Tensor<N>, n: &Tensor<i32, N>) -> Scalar<f64> {
    ((w + n.cast::<f32>()).cast::<f64>() * x).sum()
}

/// Tensors that are made in the body.
#[differentiable]
fn made(x: &Tensor<f64, N>) -> Scalar<f64> {
    let eye: Tensor<f64, N, N> = Tensor::eye(N);
    (eye * 2.0 + Tensor::ones([N, N]) + Tensor::full([1, N], 0.5)).matmul(x).sum() + Tensor::scalar(3.0)
}

/// `let` with a type or without, tuples, blocks, assignment, `op=`.
#[differentiable]
fn statements(x: &Tensor<N>, y: &Tensor<N>) -> Scalar {
    let (a, mut b) = (x + y, x.exp());
    let a: Tensor<N> = -a;
    b -= &a;
    b *= 0.5;
    let c = {
        let t = &a * &b;
        t.tanh()
    };
    b = c + 1.0;
    b.sum()
}

/// Elements, and tensors of elements.
#[differentiable]
fn elements(x: &Tensor<2>, w: &Tensor<M, N>, i: usize) -> Tensor<2> {
    let (a, b) = (x[0], x[1]);
    tensor![&a * w[[i, 0]], a + b * 2.0]
}

/// Draws of keys, as constants.
#[differentiable]
fn draws(x: &Tensor<N>, key: Key) -> Scalar {
    let [a, b] = key.split();
    let noisy = x + a.normal(x.shape()) * 0.1;
    (noisy.dropout(0.5, b) * b.fold(1).uniform_like(x)).sum()
}

/// Sums of products by the names of axes, and by an ellipsis for any number of them.
#[differentiable]
fn labelled(q: &Tensor<B, L, H, E>, k: &Tensor<B, S, H, E>, x: &Tensor, w: &Tensor<I, O>) -> Scalar {
    let scores = einsum!("b l h e, b s h e -> b h l s", q, k);
    scores.mean() + einsum!("...i,io->...o", x, w).sum()
}

/// Functions over the prefixes along an axis: written there, or by name, of one tensor or several.
#[differentiable]
fn prefixes(x: &Tensor<L, N, N>, a: &Tensor<L, N>, b: &Tensor<L, N>) -> Scalar {
    let products = associative_scan!(|before, behind| before.matmul(behind), x, 0);
    let (_, h) = associative_scan!(step, (a, b), 0);
    products.sum() + h.sum()
}

#[differentiable]
fn step(a1: &Tensor, b1: &Tensor, a2: &Tensor, b2: &Tensor) -> (Tensor, Tensor) {
    (a1 * a2, a2 * b1 + b2)
}
