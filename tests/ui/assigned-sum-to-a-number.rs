use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>, n: usize) -> Scalar {
    let mut total = 0.0;
    for i in 0..n {
        total += (x * i as f64).sum();
    }
    total
}

fn main() {
    let _ = f::vjp;
}
