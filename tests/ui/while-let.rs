use cotangent::prelude::*;

#[differentiable]
fn popped(x: &Tensor, mut ks: Vec<f32>) -> Scalar {
    let mut h = x.clone();
    while let Some(k) = ks.pop() {
        h = h * k;
    }
    h.sum()
}

fn main() {}
