use cotangent::prelude::*;

#[differentiable]
fn let_without_a_value(x: &Tensor) -> Tensor {
    let (a, b);
    (a, b) = (x.exp(), x.sin());
    a * b
}

#[differentiable]
fn assignment_as_a_value(x: &Tensor) -> Tensor {
    let mut y = x.clone();
    let z = (y = x.exp());
    let z = (y += x.exp());
    y
}

#[differentiable]
fn names_twice(x: &Tensor) -> Tensor {
    let a @ b = x.exp();
    a
}

#[differentiable]
fn left_without_a_loop(x: &Tensor) -> Tensor {
    break x.exp()
}

#[differentiable]
fn two_forms(x: &Tensor, n: usize) -> Tensor {
    let mut h = x.clone();
    for _ in 0..n {
        h = (x.exp(), x.sin());
    }
    x.exp()
}

#[differentiable]
fn returned_in_some_rounds(x: &Tensor, n: usize) -> Tensor {
    for i in 0..n {
        if i > 3 {
            return x.exp();
        }
    }
}

#[differentiable]
fn returned_in_one_arm(x: &Tensor, n: usize) -> Tensor {
    if n > 3 {
        return x.exp();
    }
}

fn main() {}
