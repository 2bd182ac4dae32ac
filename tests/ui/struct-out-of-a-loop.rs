use cotangent::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct State {
    h: Tensor,
}

#[differentiable]
fn f(x: &Tensor, n: usize) -> Tensor {
    let mut k = 0;
    let s = loop {
        k += 1;
        if k > n {
            break State { h: x * k };
        }
    };
    s.h
}

fn main() {
    let _ = f::vjp;
}
