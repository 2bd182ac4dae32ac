use cotangent::prelude::*;

#[differentiable]
fn called_in_a_loop(x: &Tensor, n: usize) -> Scalar {
    let step = |h: Tensor| (h * x).sin();
    let mut h = x.clone();
    for _ in 0..n {
        h = step(h);
    }
    h.sum()
}

#[differentiable]
fn folded(x: &Tensor, n: usize) -> Scalar {
    (0..n).fold(x.clone(), |h, k| h * k as f32).sum()
}

#[differentiable]
fn collected(xs: &[Tensor]) -> Scalar {
    let squares: Vec<Tensor> = xs.iter().map(|x| x * x).collect();
    concat(&squares, 0).sum()
}

fn taken(x: &Tensor, f: impl Fn(&Tensor) -> Tensor) -> Tensor {
    f(x)
}

#[differentiable]
fn given(x: &Tensor) -> Scalar {
    taken(x, |x| x * 2.0).sum()
}

fn main() {}
