use cotangent::prelude::*;

#[differentiable]
fn pattern(x: &Tensor) -> Tensor {
    #[tap]
    let (a, b) = (x.exp(), x.sin());
    a + b
}

#[differentiable]
fn names(x: &Tensor) -> Tensor {
    #[tap(h)]
    let a = x.exp();
    #[tap(h)]
    let b = x.sin();
    #[tap("c")]
    let c = x.cos();
    a + b + c
}

#[differentiable]
fn no_tensor(x: &Tensor, #[constant] n: usize) -> Tensor {
    #[tap]
    let m = n + 1;
    x * m
}

#[differentiable]
fn no_value(x: &Tensor, #[constant] up: bool) -> Tensor {
    #[tap]
    let y;
    if up {
        y = x.exp();
    } else {
        y = x.sin();
    }
    y
}

#[differentiable]
fn twice_in_arms(x: &Tensor, #[constant] up: bool) -> Tensor {
    if up {
        #[tap]
        let h = x.exp();
        h
    } else {
        #[tap]
        let h = x.sin();
        h
    }
}

fn main() {}
