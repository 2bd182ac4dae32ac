use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct State {
    h: Tensor,
}

#[differentiable]
fn f(x: &Tensor, n: usize) -> State {
    let mut h = x.clone();
    for i in 0..n {
        h = h.tanh();
        if i == 3 {
            return State { h };
        }
    }
    State { h }
}

#[differentiable]
fn fine(x: &Tensor, n: usize) -> State {
    let mut s = State { h: x.clone() };
    for i in 0..n {
        s = State { h: s.h.tanh() };
        if i == 3 {
            break;
        }
    }
    s
}

fn main() {}
