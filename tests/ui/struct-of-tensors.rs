use cotangent::prelude::*;

#[derive(Clone)]
struct Plain {
    h: Tensor,
}

#[derive(Clone, Differentiable)]
struct State {
    h: Tensor,
    steps: usize,
}

#[differentiable]
fn without_tangent(x: &Tensor) -> Plain {
    Plain { h: x.exp() }
}

#[differentiable]
fn taken_for_a_number(s: &State) -> State {
    State { h: s.h * 2, steps: s.steps + 1 }
}

#[differentiable]
impl State {
    fn doubled(&self) -> State {
        State { h: Tensor::from_vec(vec![2.0], [1]).unwrap(), steps: self.steps }
    }
    fn twice(&self, x: &Tensor) -> Tensor {
        self.doubled()?.h * x
    }
}

#[differentiable(float = i32)]
fn no_float(x: &Tensor) -> Tensor {
    x.exp()
}

fn main() {}
