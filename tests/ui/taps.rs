use cotangent::prelude::*;

#[differentiable]
fn pattern(x: &Tensor) -> Tensor {
    #[tap]
    let (a, b) = (x.exp(), x.sin());
    a + b
}

#[differentiable]
fn names(x: &Tensor) -> Tensor {
    #[tap(h)]
    let a = x.exp();
    #[tap(h)]
    let b = x.sin();
    #[tap("c")]
    let c = x.cos();
    a + b + c
}

#[differentiable]
fn no_tensor(x: &Tensor, #[constant] n: usize) -> Tensor {
    #[tap]
    let m = n + 1;
    x * m
}

#[differentiable]
fn in_a_loop(x: &Tensor, #[constant] n: usize) -> Tensor {
    let mut y = x.clone();
    for _ in 0..n {
        #[tap]
        let h = y.sin();
        y = h * 2.0;
    }
    y
}

fn main() {}
