use cotangent::prelude::*;

#[differentiable(vmap(y))]
fn unknown(x: &Tensor<N>) -> Scalar {
    x.sum()
}

#[differentiable(vmap(n))]
fn number(x: &Tensor<N>, n: usize) -> Scalar {
    x.sum() * n
}

#[differentiable(vmap = "x")]
fn text(x: &Tensor<N>) -> Scalar {
    x.sum()
}

#[differentiable(vmap(x))]
fn asked(x: &Tensor<N>) -> Result<Scalar> {
    let most = x.max().item()?;
    Ok(if most > 1.0 { x.sum() } else { x.mean() })
}

#[differentiable]
fn inner(x: &Tensor<N>) -> Scalar {
    x.sum()
}

#[differentiable(vmap(x))]
fn called(x: &Tensor<N>, n: usize) -> Scalar {
    if n > 1 { inner(x) } else { x.mean() }
}

#[derive(Clone, Differentiable)]
struct State {
    h: Tensor,
}

#[differentiable]
fn made(x: &Tensor) -> State {
    State { h: x.sin() }
}

#[differentiable(vmap(x))]
fn of_form(x: &Tensor) -> State {
    made(x)
}

#[differentiable(vmap(x))]
fn numbers(x: f64) -> f64 {
    x.sin()
}

#[differentiable(vmap(key))]
fn drawn(x: &Tensor<N>, key: Key) -> Scalar {
    (x * key.normal([N])).sum()
}

#[differentiable(vmap(x))]
mod whole {}

#[differentiable(jacobian)]
fn several(x: &Tensor<N>) -> (Scalar, Tensor<N>) {
    (x.sum(), x.sin())
}

#[differentiable(jacobian)]
mod of_all {}

fn main() {}
