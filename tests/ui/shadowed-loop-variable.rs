use cotangent::prelude::*;

/// The tensor of every round is another one than that behind the loop.
#[differentiable]
fn index_as_a_tensor(x: &Tensor, n: usize) -> Scalar {
    let mut h = x.clone();
    for i in 0..n {
        let i = h.sin();
        h = h * x.narrow(0, i, 1);
    }
    h.sum()
}

#[differentiable]
fn assigned_another_form(x: &Tensor, n: usize) -> Scalar {
    let mut h = x.clone();
    let mut k = 0;
    for _ in 0..n {
        k = h.sin();
        h = h * 2.0;
    }
    h.sum()
}

fn main() {}
