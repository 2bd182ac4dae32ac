use cotangent::prelude::*;

#[differentiable]
fn places(x: &Tensor<A, B>, n: usize) -> Tensor {
    let mut h = x.exp();
    for _ in 0..n {
        h = h.sin();
    }
    #[checkpoint]
    h + x
}

#[differentiable]
fn options(x: &Tensor<A, B>, n: usize) -> Tensor {
    let mut h = x.exp();
    #[checkpoint(evry = 4)]
    for _ in 0..n {
        h = h.sin();
    }
    #[checkpoint(every)]
    for _ in 0..n {
        h = h.sin();
    }
    #[checkpoint(slots =)]
    for _ in 0..n {
        h = h.sin();
    }
    #[checkpoint(sqrt = 2)]
    while h.dim(0) > n {
        h = h.sin();
    }
    #[checkpoint = 3]
    loop {
        h = h.sin();
        break;
    }
    #[checkpoint(every = 2, slots = 3)]
    for _ in 0..n {
        h = h.sin();
    }
    #[checkpoint]
    #[checkpoint(sqrt)]
    for _ in 0..n {
        h = h.sin();
    }
    h
}

#[differentiable]
fn numbers(x: &Tensor<A, B>, n: usize) -> Tensor {
    let mut h = x.exp();
    #[checkpoint(every = 0)]
    for _ in 0..n {
        h = h.sin();
    }
    #[checkpoint(slots = -1)]
    for _ in 0..n {
        h = h.sin();
    }
    #[checkpoint(slots = x)]
    for _ in 0..n {
        h = h.sin();
    }
    #[checkpoint(slots = "two")]
    for _ in 0..n {
        h = h.sin();
    }
    #[checkpoint(slots = 2.5)]
    for _ in 0..n {
        h = h.sin();
    }
    h
}

#[differentiable]
fn no_rounds(x: &Tensor<A, B>) -> Tensor {
    #[checkpoint(sqrt)]
    let h = x.exp();
    let y = #[checkpoint(every = 2)]
    {
        h.sin()
    };
    y
}

/// Nothing here computes a tensor.
#[differentiable]
fn of_host_code(x: &Tensor, n: usize) -> Tensor {
    let mut k = 1.0;
    #[checkpoint]
    match n {
        0 => k = 2.0,
        _ => {}
    }
    #[checkpoint]
    for i in 0..n {
        k += i as f32;
    }
    x * k
}

fn main() {
    let _ = places::vjp;
}
