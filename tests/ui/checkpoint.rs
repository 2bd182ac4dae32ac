use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>, n: usize) -> Tensor {
    let mut h = x.exp();
    #[checkpoint(every = 4)]
    for _ in 0..n {
        h = h.sin();
    }
    #[checkpoint]
    h + x
}

fn main() {
    let _ = f::vjp;
}
