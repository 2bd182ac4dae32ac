use cotangent::prelude::*;

#[differentiable]
fn value_of_a_for(x: &Tensor, n: usize) -> Tensor {
    let mut h = x.exp();
    for k in 0..n {
        if k > 3 {
            break h;
        }
        h = h.sin();
    }
    h
}

fn main() {}
