#![deny(unused_variables)]
use cotangent::prelude::*;

#[differentiable]
fn local(x: &Tensor) -> Tensor {
    let y = x.exp();
    let _fine = x.exp();
    let n: usize = 3;
    x * n
}

#[derive(Clone, Differentiable)]
struct Layer {
    w: Tensor,
}

#[differentiable]
impl Layer {
    fn forward(&self, x: &Tensor, n: usize) -> Tensor {
        x * &self.w
    }
}

#[differentiable]
#[allow(unused_variables)]
fn allowed(x: &Tensor, n: usize) -> Tensor {
    x.exp()
}

fn main() {}
