//! Attributes inside of bodies

use cotangent::prelude::*;

/// Checkpoints on loops, with schedules whose numbers are host values.
#[differentiable]
fn rounds(x: &Tensor<N>, n: usize) -> Scalar {
    let mut y = x.clone();
    #[checkpoint]
    for _ in 0..n {
        y = y.sin();
    }
    #[checkpoint(every = n / 4 + 1)]
    for _ in 0..n {
        y = y.sin();
    }
    #[checkpoint(sqrt)]
    while y.dim(0) > 100 {
        y = y.narrow(0, 0, 100);
    }
    #[checkpoint(slots = 3)]
    for _ in 0..n {
        y = y.sin();
    }
    y.sum()
}

/// Checkpoints on a `let`, an assignment, a block, a branch and a call.
#[differentiable]
fn step(x: &Tensor<N>) -> Tensor<N> {
    x.sin().exp()
}

#[differentiable]
fn places(x: &Tensor<N>, n: usize) -> Scalar {
    #[checkpoint]
    let mut y = x.sin().exp();
    #[checkpoint]
    {
        y = y.cos().exp();
    }
    #[checkpoint]
    if n > 0 {
        y = y.exp();
    }
    #[checkpoint]
    let z = step(&y);
    z.sum()
}

/// Taps, in arms and loops too.
#[differentiable]
fn taps(x: &Tensor<N>, n: usize) -> Scalar {
    #[tap]
    let first = x.exp();
    let mut y = first.clone();
    for _ in 0..n {
        #[tap(hidden)]
        let h = y.tanh();
        y = h + x;
    }
    y.sum()
}
