use cotangent::prelude::*;

fn some(n: usize) -> Vec<f64> {
    vec![1.0; n]
}

#[differentiable]
fn to_a_vec_of_others(x: &Tensor, n: usize) -> Tensor {
    let mut hs = some(n);
    hs.push(x.exp());
    x.sin()
}

#[differentiable]
fn without_mut(x: &Tensor, n: usize) -> Tensor {
    let hs = Vec::new();
    for _ in 0..n {
        hs.push(x.exp());
    }
    stack(&hs, 0)
}

#[differentiable]
fn of_two_forms(x: &Tensor) -> Tensor {
    let mut hs = Vec::new();
    hs.push(x.exp());
    hs.push((x.sin(), x.cos()));
    stack(&hs, 0)
}

#[differentiable]
fn of_two_types(x: &Tensor, y: &Tensor<f64>) -> Tensor {
    let mut hs = Vec::new();
    hs.push(x.exp());
    hs.push(y.exp());
    stack(&hs, 0)
}

#[differentiable]
fn a_number(x: &Tensor, n: usize) -> Tensor {
    let mut hs = Vec::new();
    hs.push(x.exp());
    hs.push(n);
    stack(&hs, 0)
}

#[differentiable]
fn taken_out(x: &Tensor) -> Tensor {
    let mut hs = Vec::new();
    hs.push(x.exp());
    let last = hs.pop();
    stack(&hs, 0)
}

#[differentiable]
fn a_stack_of_tensors(x: &Tensor) -> Tensor {
    let mut hs = vec![x.exp()];
    let mut y = x.sin();
    while let Some(h) = hs.pop() {
        y = y + h;
    }
    y
}

fn main() {}
