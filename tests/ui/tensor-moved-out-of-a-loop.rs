use cotangent::prelude::*;

#[differentiable]
fn out_of_scope(x: &Tensor, n: usize) -> Scalar {
    for i in 0..n {
        let h = x * i as f32;
    }
    h.sum()
}

#[differentiable]
fn never_assigned(x: &Tensor, n: usize) -> Scalar {
    let h;
    for i in 0..n {
        h = x * i as f32;
    }
    h.sum()
}

#[differentiable]
fn value_of_a_loop(x: &Tensor, n: usize) -> Scalar {
    let h = for i in 0..n {
        x * i as f32
    };
    h.sum()
}

fn main() {}
